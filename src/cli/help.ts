// The words of the help, kept out of the code that does things. Every page starts with examples that can be copied.

/** What a bare `thixo` says. */
export const CONCISE = `Thixo simulates highly deformable substances with particles.

  thixo examples                        what there is to try
  thixo run scenes/dam-break            simulate a scene; Ctrl-C saves, the same command goes on
  thixo info out/dam-break              what came out of it

  thixo check my-scene.json             is my scene right?
  thixo --help                          all commands
`;

export const PROGRAM_EXAMPLES = `Examples:
  thixo examples                                     the scenes that come with Thixo
  thixo run scenes/dam-break                         simulate into out/dam-break
  thixo run my-scene.json -o out --frames 50         the first 50 frames, into out
  thixo check my-scene.json                          every problem of a scene at once
  thixo info out                                     what a cache holds, frame by frame
`;

export const EXIT_CODES = `Exit codes: 0 done, 1 a bug, 2 wrong usage, 3 wrong input, 4 the simulation went wrong, 5 disk, 6 a limit, 7 verify found a difference,
130 interrupted (run the same command to go on). Everything said to you goes to stderr; stdout carries only results.`;

export const RUN_EXAMPLES = `Examples:
  thixo run scenes/dam-break                                simulate into out/dam-break
  thixo run my-scene.json -o out --threads 4                into the folder out, on four threads
  thixo run my-scene.json --set substances.water.viscosity=2 -o out/thick
  thixo run my-scene.json --from-frame 40 -o out/other      go on from frame 40 of out/my-scene with the scene as it is now
  thixo run my-scene.json --json | jq .hash                 events for programs

Run the same command again to go on where it stopped. Ctrl-C finishes the frame, saves and stops; a second one stops at once.
`;

export const INFO_EXAMPLES = `Examples:
  thixo info scenes/dam-break           how many particles, how much memory and disk
  thixo info out/dam-break              what a cache holds
  thixo info out/dam-break --json       every frame in numbers
`;

export const CHECK_EXAMPLES = `Examples:
  thixo check my-scene.json             every problem at once, with its place and what to do
  thixo check my-scene.json --strict    warnings count as well
`;

export const VERIFY_EXAMPLES = `Examples:
  thixo verify out/dam-break                 checksums of all files, and three frames simulated again
  thixo verify out/dam-break --samples 20    twenty of them
  thixo verify out/dam-break --samples 0     checksums only
`;

export const EXAMPLES_EXAMPLES = `Examples:
  thixo examples                        the scenes that come with Thixo
  thixo examples dam-break              one of them
  thixo examples dam-break --save       copies it here, to change it
`;

export const DOCTOR_EXAMPLES = `Examples:
  thixo doctor                          what this machine has, and what it is for
  thixo doctor --json > doctor.json     to go with a bug report
`;

export const CLEAN_EXAMPLES = `Examples:
  thixo clean out/dam-break                          lists what would go, and asks
  thixo clean out/dam-break --checkpoints            keeps the frames; the run can no longer be resumed from where it is
  thixo clean out/dam-break --surfaces --pictures    keeps frames and saved states
  thixo clean out/dam-break --yes                    does not ask
`;
