// The text of docs/command-line.md: the help of every command, as the program prints it.

import { main } from '../src/cli/command-line.ts';
import { fakeIo } from '../test/cli/harness.ts';

/** Commands in the order of their use, and what else there is to know about each. */
const COMMANDS: Readonly<Record<string, string>> = {
  run: `The cache is described in [cache.md](cache.md). Without \`--json\`, stdout carries only the path of the cache, everything else goes to
stderr: a line that is redrawn on a terminal, a line per tenth of the run elsewhere. With \`--json\`, stdout carries one event per line:
\`start\`, then \`frame\`, \`checkpoint\`, \`warning\` and \`diverged\`, then \`done\`; problems that stop it are \`error\` events.
\`--preview\` makes every spacing 7^(1/dimension) times larger (1.91 in 3D, 2.65 in 2D), as if the finest particles had merged: a seventh of the
particles, about half the steps. Artificial viscosity is lowered so that the substance flows alike, emitters with \`maxParticles\` release the same
volume, and \`adaptivity\` has one level less. Bodies whose points are given one by one stay as they are, with a warning.`,
  info: `\`info --json\` on a cache prints one object with \`frames: [...]\`; each has \`frame\`, \`time\` (s), \`particles\`, \`mass\` (kg), \`momentum\`
(N·s), \`angularMomentum\` (N·m·s), \`kineticEnergy\` (J), \`centerOfMass\` (m), \`bounds\` (m), \`density\` (kg/m³: min, mean, max), \`speedMax\` (m/s),
\`temperature\` (K, or null), \`evaluations\` (force evaluations so far, summed over particles), \`wallSeconds\` and \`hash\`.`,
  check: `Prints \`{ ok, problems }\` with \`--json\`. The codes are listed in [errors.md](errors.md).`,
  verify: `What it proves and what not: [cache.md](cache.md#verify).`,
  repair: `What can be repaired and what not: [cache.md](cache.md#repair). \`thixo run\` does the same before it goes on.`,
  mesh: `Surfaces are stored in the cache next to the frames, one set at a time: other settings replace them. Where they are and when they are valid:
[cache.md](cache.md#surfaces-and-pictures). Settings come from the scene of the last run (the newest scene line of the manifest), then \`--scene\`,
then \`--set\`; only \`surface\`, \`camera\`, \`look\` and \`output\` can be set, because the frames are already simulated. With \`--json\`, stdout
carries events like those of \`run\`, each with its \`stage\` (\`mesh\`, \`render\`, \`export\`): \`start\` (\`frames\`, \`threads\`, \`output\`), \`frame\` for every
one made (\`file\`, \`bytes\`, \`elements\` of a surface, \`wallSeconds\`), \`warning\`, \`done\` (\`frames\` that exist, \`made\` of them now, \`interrupted\`).`,
  render: `The view and the range of the colors come from all frames of the cache, so that nothing jumps; \`camera\` and \`look.range\` fix them. While a run
is still writing the cache, surfaces are made as frames come, and pictures at its end. The same command again makes what is missing, also after Ctrl-C.
With \`--side-by-side\` several caches share one picture, with one view, one scale of colors, and a legend in the last. A run that ended before
the others keeps its last picture. All need the same \`frameRate\`.
The last event of \`--json\` is the \`done\` of the \`stage\` \`write\`, when the video or picture is complete at \`output\`.`,
  export: `Surfaces are made first where they are missing. A folder gets a list \`thixo-files.ndjson\` of what each file was made of, and each later command one of its own; the same command again
writes what is missing, damaged or of other settings.`,
  plot: 'Numbers come from the manifest of the cache, one per frame; nothing is simulated or read again. Pages show the file as it is.',
  foam: 'What it does, and what the files hold: [foam.md](foam.md). Files are in the folder `foam` of the cache; events have the `stage` `foam`.',
  make: `The stages are those of \`run\`, \`mesh\` and \`render\`, with their events; those of \`run\` have the \`stage\` \`run\`.`,
  compare: `The scene is simulated as it is written, and again without \`adaptivity\`: the standard run, in which all particles are of the finest level. Only the
simulation of frames counts as time, after a short warm-up of both; on a busy machine, \`cpuSpeedup\` is steadier than \`speedup\`.
\`--json\` prints one object with \`speedup\` (wall-clock time), \`cpuSpeedup\` (time of the processor), \`evaluationRatio\` (force evaluations of the
standard run over those of the adaptive one), \`particles\` (\`adaptive\` and \`standard\`, means over the frames), the errors, the totals \`seconds\`, \`cpuSeconds\`,
\`evaluations\`, \`steps\`, \`splits\`, \`merges\`, the path of the \`plot\`, \`interrupted\`, and \`frames: [...]\` with the same of every frame.

| error | is | target |
|---|---|---|
| \`centerOfMassError\` | distance of the centers of mass over the diagonal of the standard run's bounds; the largest of all frames | 0.02 |
| \`profileError\` | difference of the thickness along gravity in fine spacings, mean over columns one fine spacing wide; the mean of all frames | 1 |
| \`volumeError\` | difference of Σ m/ρ over that of the standard run; the largest of all frames | 0.01 |

After Ctrl-C it compares the frames that both runs have.`,
  sweep: 'How to use it, and what it leaves behind: [farm.md](farm.md).',
  'sweep plan': '',
  'sweep run': '',
  farm: 'What is promised and what is not: [farm.md](farm.md).',
  'farm render': '`farm mesh` and `farm export` take the same options as far as they have a meaning.',
  worker: '',
  examples: '',
  terrain: 'Meshes in scenes: [meshes.md](meshes.md).',
  doctor: '',
  clean: 'Removes only what a cache wrote. Other files in the folder stay.',
};

const HEAD = `# Command line

Written by \`npm run docs\` from the help of the program; do not edit.

In a clone, \`npx thixo\` runs the program that \`npm ci\` has built. Exit codes and problems: [errors.md](errors.md). A first tour:
[quickstart.md](quickstart.md).
`;

/** The document. */
export async function commandReference(): Promise<string> {
  const parts = [HEAD, `${fenced(await help([]))}\n`];
  for (const [name, more] of Object.entries(COMMANDS)) {
    parts.push(
      `${name.includes(' ') ? '###' : '##'} ${name}\n\n${more ? `${more}\n\n` : ''}${fenced(await help(name.split(' ')))}\n`,
    );
  }
  parts.push(`## Limits\n\n${fenced(await printed(['--limits']))}\n`);
  return parts.join('\n');
}

const help = (command: readonly string[]): Promise<string> => printed([...command, '--help']);

async function printed(argv: readonly string[]): Promise<string> {
  const io = fakeIo();
  await main(argv, io);
  return io.out.join('');
}

/** Without the default number of threads, which is that of this machine. */
function fenced(text: string): string {
  return `\`\`\`text\n${text.trimEnd().replace(/(--threads .*?) \(default: \d+\)/, '$1')}\n\`\`\``;
}
