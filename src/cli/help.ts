// The words of the help, kept out of the code that does things. Every page starts with examples that can be copied.

/** What a bare `thixo` says. */
export const CONCISE = `Thixo simulates highly deformable substances with particles.

  thixo examples                        scenes to try
  thixo make scenes/dam-break           from a scene to a video; Ctrl-C saves, the same command continues
  thixo run scenes/dam-break            only simulate it
  thixo render out/dam-break            only the pictures

  thixo check my-scene.json             is my scene right?
  thixo --help                          all commands
`;

export const PROGRAM_EXAMPLES = `Examples:
  thixo examples                                     the scenes that come with Thixo
  thixo make scenes/dam-break                        from a scene to a video, out/dam-break.mp4
  thixo run scenes/dam-break                         simulate into out/dam-break
  thixo render out/dam-break --frame 25              one picture
  thixo export out/dam-break --format ply            files for other programs
  thixo check my-scene.json                          every problem of a scene at once
  thixo info out/dam-break                           what a cache holds, frame by frame
`;

export const EXIT_CODES = `Exit codes: 0 done, 1 a bug, 2 wrong usage, 3 wrong input, 4 the simulation went wrong, 5 disk, 6 a limit, 7 verify found a difference,
130 interrupted (run the same command to continue). Messages go to stderr, results to stdout.`;

export const RUN_EXAMPLES = `Examples:
  thixo run scenes/dam-break                                simulate into out/dam-break
  thixo run my-scene.json -o out --threads 4                into the folder out, on four threads
  thixo run my-scene.json --set substances.water.viscosity=2 -o out/thick
  thixo run my-scene.json --from-frame 40 -o out/other      continue from frame 40 of out/my-scene with the scene as it is now
  thixo run my-scene.json --preview                         a fast look: the finest particles left out, into out/my-scene-preview
  thixo run my-scene.json --json | jq .hash                 events for programs

Run the same command again to continue where it stopped. Ctrl-C finishes the frame, saves and stops; a second one stops at once.
`;

export const STUDIO_EXAMPLES = `Examples:
  thixo studio                          honey pours; the gallery is one click away
  thixo studio my-scene.json            touch and tune a scene; Ctrl+S in the page saves it
  thixo studio out/dam-break            look at a cache, also while it is written
  thixo studio --port 8000 --no-open    print the address only

The address works on this machine only, and as long as the command runs. Nothing is sent elsewhere.
`;

export const INFO_EXAMPLES = `Examples:
  thixo info scenes/dam-break           how many particles, how much memory and disk
  thixo info out/dam-break              what a cache holds
  thixo info out/dam-break --pieces     into how many pieces the substance has broken
  thixo info out/dam-break --json       every frame in numbers
`;

export const CHECK_EXAMPLES = `Examples:
  thixo check my-scene.json             every problem at once, with its place and what to do
  thixo check my-scene.json --strict    warnings count too
  thixo check my-design.json            a design: shape, handles, poses and keyframes
  thixo check out/my-scene              a cache: particles on the wrong side of obstacles, frame by frame
`;

export const VERIFY_EXAMPLES = `Examples:
  thixo verify out/dam-break                 checksums of all files, and three frames simulated again
  thixo verify out/dam-break --samples 20    twenty of them
  thixo verify out/dam-break --samples 0     checksums only
`;

export const REPAIR_EXAMPLES = `Examples:
  thixo repair out/dam-break              damaged and missing frames, from the nearest saved state, proven by their hashes
  thixo repair out/dam-break --threads 4  on four threads
`;

export const MESH_EXAMPLES = `Examples:
  thixo mesh out/dam-break                                  a surface for every frame, into out/dam-break/surface
  thixo mesh out/dam-break --frames 10-20 --threads 4       of some frames, on four threads
  thixo mesh out/dam-break --set surface.voxel=0.25         finer
  thixo mesh out/dam-break --scene edited.json              with the surface settings of an edited scene

Run the same command again to make what is missing. While a run is still writing the cache, mesh follows it to the end.
`;

export const FOAM_EXAMPLES = `Examples:
  thixo foam out/dam-break                                  spray, foam and bubbles of every frame, into out/dam-break/foam
  thixo foam out/dam-break --frames 40                      only up to frame 40
  thixo foam out/dam-break --trapped-air 1000               five times as many where air is trapped

Every file has positions, velocities, kinds, ages and radii. Run the same command again to make what is missing. While a run is still writing
the cache, foam follows it to the end. One thread works; frames follow from each other.
`;

export const PLOT_EXAMPLES = `Examples:
  thixo plot out/dam-break                          curves over time, out/dam-break.svg
  thixo plot out/dam-break -o dam-break.csv         the same numbers for a spreadsheet
  thixo plot out/coarse out/fine -o both.svg        two runs in the same panels
`;

export const RENDER_EXAMPLES = `Examples:
  thixo render out/dam-break                                a video, out/dam-break.mp4
  thixo render out/dam-break -o dam.webm --frames 10-40     another kind, some frames
  thixo render out/dam-break -o pictures                    a PNG file per frame, into the folder pictures
  thixo render out/dam-break --frame 25 -o still.png        one picture
  thixo render out/dam-break --contact-sheet                one picture of the whole run
  thixo render out/stiff out/soft --side-by-side --label "J = 150" --label "J = 15" -o jump.mp4
  thixo render out/dam-break --set look.style=spheres --set look.colorBy=speed --width 640 --height 360

Settings are those of the last run; --scene takes them from an edited file, --set changes single ones. Pictures are
kept in the cache by their settings: run the same command again to make what is missing. Without ffmpeg the result is an animated PNG.
`;

export const EXPORT_EXAMPLES = `Examples:
  thixo export out/dam-break --format ply                          a file per frame, into out/dam-break-ply
  thixo export out/dam-break --format vtk --what particles         for ParaView, with a time series
  thixo export out/dam-break -o dam.glb --every 2                  one animated file of every second frame
  thixo export out/dam-break --frame 25 -o dam.stl                 one frame
  thixo export out/dam-break --format obj --frame 25 --pieces      every piece as its own closed mesh
  thixo export out/dam-break --format pov -o pov                   scenes for POV-Ray, into the folder pov

A file per frame: ply, obj, stl, vtk (.vtp, .vtu and .pvd), pov. One file of all frames: gltf (.glb), usda, pc2 (particles, or skins with --what surface).
With --pieces every format has a file per piece and frame; piece 0 is the largest.
`;

export const MAKE_EXAMPLES = `Examples:
  thixo make scenes/dam-break                               a video, out/dam-break.mp4; the cache is in out/dam-break
  thixo make my-scene.json -o my.mp4 --frames 50            of the first 50 frames
  thixo make my-scene.json --preview                        a fast look: the finest particles left out, out/my-scene-preview.mp4
  thixo make my-scene.json --set bodies.0.spacing=0.05 --width 640 --height 360 --cache out/coarse

Run the same command again to continue where it stopped, at any stage.
`;

export const COMPARE_EXAMPLES = `Examples:
  thixo compare my-scene.json                               speed, particles and errors; a plot, out/my-scene-compare.svg
  thixo compare my-scene.json --frames 50 -o speed.svg      of the first 50 frames
  thixo compare my-scene.json --set adaptivity.detail=2     with other settings
  thixo compare my-scene.json --json | jq .speedup          numbers for programs

Runs the scene as it is written and again without adaptivity, with all particles at the finest level, one after the other and each on one thread.
Only the plot is written.
`;

export const DEFORM_EXAMPLES = `Examples:
  thixo deform my-design.json                            the pulled shape, out/my-design.obj
  thixo deform my-design.json -o bent.glb                in another format
  thixo deform my-design.json -o bent.png                a picture of it
  thixo deform my-design.json --pose crouched -o c.ply   the shape of a pose
  thixo deform my-design.json --set weights.volume=0 -o thin.obj
`;

export const ANIMATE_EXAMPLES = `Examples:
  thixo animate my-design.json                           the motion, into out/my-design
  thixo animate my-design.json --set frames.most=20 -o out/finer
  thixo render out/my-design                             a video of it
  thixo export out/my-design -o my.glb                   morph targets; or --format pc2 --what surface, usda, obj

Run the same command again to continue where it stopped. Ctrl-C finishes the frame and stops.
`;

export const EXAMPLES_EXAMPLES = `Examples:
  thixo examples                        the scenes that come with Thixo
  thixo examples dam-break              one of them
  thixo examples dam-break --save       copies it here, to change it
`;

export const TERRAIN_EXAMPLES = `Examples:
  thixo terrain                                             all kinds
  thixo terrain mountain -o mountain.obj                    a volcano, 10 m wide and 3 m high
  thixo terrain valley -o valley.glb --size 200 --height 40 --triangles 200000 --seed 7

The same numbers give the same file on every machine. y points up, the middle is at x = z = 0, the lowest point at y = 0; the ground is closed at
its sides and below. In a scene: { "shape": { "mesh": { "file": "mountain.obj" } } }.
`;

export const DOCTOR_EXAMPLES = `Examples:
  thixo doctor                          what this machine has, and what it is for
  thixo doctor --json > doctor.json     to go with a bug report
`;

export const CLEAN_EXAMPLES = `Examples:
  thixo clean out/dam-break                          lists what would be removed, and asks
  thixo clean out/dam-break --checkpoints            keeps the frames; the run can no longer resume where it stopped
  thixo clean out/dam-break --surfaces --pictures    keeps frames and saved states
  thixo clean out/dam-break --yes                    does not ask
`;

export const SWEEP_EXAMPLES = `Examples:
  thixo sweep plan scene.json -o study --grid bodies[0].spacing=0.02..0.05:4 --measure 'bounds.max[0]'
  thixo sweep run study                              what is missing; then table, plots, contact sheet and the best run
  thixo sweep run study --on slurm                   the same on a cluster; see docs/farm.md
`;

export const SWEEP_PLAN_EXAMPLES = `Examples:
  thixo sweep plan scene.json -o study --grid substances.lava.jumpNumber=15,50,150 --grid bodies[0].spacing=0.02..0.05:4
  thixo sweep plan scene.json --random seed=1..99 --samples 20 --measure 'max(speedMax)' --best min
  thixo sweep plan scene.json --grid gravity=[0,-9.81,0],[0,-1.6,0] --measure 'bounds.max[0]' --best 1.25

Every combination of --grid is a run, and has as many as --samples of them if something is random. Plan again to add values: runs that are there are kept.
`;

export const SWEEP_RUN_EXAMPLES = `Examples:
  thixo sweep run study                              on this machine, one run per core
  thixo sweep run study --workers 2 --threads 4      two runs at a time, four threads each
  thixo sweep run study --on slurm --sbatch=--partition=short --sbatch=--time=2:00:00
  thixo sweep run study --on redis://studio-1:6379   on machines where \`thixo worker\` runs

Writes sweep.csv, plots.svg and contact-sheet.png into the study. Ctrl-C saves; the same command again does what is missing.
`;

export const FARM_EXAMPLES = `Examples:
  thixo farm mesh /shared/dam --on slurm --chunk 20            the surface of every frame, 20 frames a task
  thixo farm render /shared/dam --on redis://studio-1:6379     pictures by all workers, then a video here
  thixo farm export /shared/dam --format ply --on slurm        a file per frame
  thixo farm render /shared/dam --on commands | parallel -j 8  for any other scheduler
  thixo farm export /shared/study --format openjd > job.json   the runs of a sweep, for Deadline Cloud and others

All machines must see the cache at the same path. The same command again does what is missing. See docs/farm.md.
`;

export const WORKER_EXAMPLES = `Examples:
  thixo worker --on redis://studio-1:6379                      one job at a time
  thixo worker --on redis://studio-1:6379 --workers 4          four

Ctrl-C: jobs save, go back into the queue, and another worker goes on with them. Needs \`npm install bullmq ioredis\`.
`;
