// Every code a problem can have, the exit code of a command that ends with it, what it means and what to do. docs/errors.md is written
// from this table, and test/codes holds a failing and a passing example of each.

/** Exit codes of the command line. */
export const EXIT = {
  ok: 0,
  bug: 1,
  usage: 2,
  input: 3,
  diverged: 4,
  disk: 5,
  limit: 6,
  mismatch: 7,
  stalled: 8,
  interrupted: 130,
} as const;

interface Meaning {
  /** How a command ends that meets it as an error; 0 for what is only ever a warning. */
  readonly exit: (typeof EXIT)[keyof typeof EXIT];
  /** What it means. */
  readonly meaning: string;
  /** What to do. */
  readonly fix: string;
}

const is = (exit: Meaning['exit'], meaning: string, fix: string): Meaning => ({ exit, meaning, fix });

const { ok, bug, usage, input, diverged, disk, limit, mismatch, stalled } = EXIT;
const IN_PLANE = 'Set z to 0, or `dimension` to 3.';

const TEXT = {
  SCENE_NOT_FOUND: is(input, 'There is no scene file at this path.', 'Check the path; `thixo examples` lists scenes.'),
  SCENE_NOT_JSON: is(
    input,
    'The scene file is not JSON, or not text in UTF-8. Comments and trailing commas are allowed.',
    'Look at the line and column in the message, and just before them.',
  ),
  SCENE_DUPLICATE_KEY: is(
    input,
    'A key appears twice in one object; only one of them could count.',
    'Remove one of them.',
  ),
  SCENE_FORBIDDEN_KEY: is(
    input,
    'A key has a name that JavaScript uses itself: `__proto__`, `constructor` or `prototype`.',
    'Choose another name.',
  ),
  SCENE_TOO_LARGE: is(
    limit,
    'The scene file has more bytes than the limit `sceneBytes`.',
    'Put long lists of points into a separate file, or raise the limit.',
  ),
  SCENE_TOO_DEEP: is(
    limit,
    'Objects and lists are nested deeper than the limit `sceneDepth`.',
    'Check that it is the right file: a scene needs about ten levels.',
  ),
  SCENE_TOO_MANY_VALUES: is(
    limit,
    'The scene has more values than the limit `sceneValues`.',
    'Put long lists of points into a separate file, or raise the limit.',
  ),
  SCENE_STRING_TOO_LONG: is(limit, 'A key or string is longer than the limit `stringLength`.', 'Shorten it.'),
};

const STRUCTURE = {
  SCENE_UNKNOWN_KEY: is(
    input,
    'The format has no such key here.',
    'Usually a typo: the hint names the nearest key, or where the key belongs. Your own notes start with `x-`.',
  ),
  SCENE_MISSING_KEY: is(input, 'A key without a default is missing.', 'Add it; the hint says what it is.'),
  SCENE_WRONG_TYPE: is(
    input,
    'A value has the wrong type, such as a string for a number.',
    'Write what the message asks for; numbers have no quotes and no unit.',
  ),
  SCENE_OUT_OF_RANGE: is(
    input,
    'A number, or the length of a list, is out of range.',
    'Choose a value in the range; check the unit.',
  ),
  SCENE_UNKNOWN_NAME: is(
    input,
    'A name, such as that of a preset or a kernel, is not one of those allowed here.',
    'Use one of the names in the hint.',
  ),
  SCENE_INVALID: is(
    input,
    'A value is not allowed here, for the reason in the message. Also the line after the first 100 problems.',
    'Write it in the form that the message names.',
  ),
  SCENE_FORMAT: is(
    input,
    'The scene is written in a format that this version does not read.',
    'Use a newer version of Thixo, or `"format": 1`.',
  ),
  SHAPE_UNKNOWN: is(
    input,
    'A shape, motion or force is not one of the kinds allowed here, or is several at once.',
    'Give exactly one of the keys in the hint.',
  ),
};

const PARTS = {
  SCENE_UNKNOWN_SUBSTANCE: is(
    input,
    'A body or emitter names a substance that the scene does not have.',
    'Use a name under `substances`, or add one there.',
  ),
  SCENE_TOO_MANY_SUBSTANCES: is(limit, 'The scene has more than 32 substances.', 'Merge those that behave alike.'),
  SCENE_MIXED_KERNELS: is(
    input,
    'All substances of a scene must use the same smoothing kernel.',
    'Set the same `kernel` everywhere; a preset may have its own.',
  ),
  SCENE_MIXED_SHEPARD: is(
    input,
    'Substances that correct their density must do so in the same steps.',
    'Set the same `shepardInterval` everywhere, or 0 for never.',
  ),
  SCENE_MIXED_XSPH: is(
    input,
    'One substance stores the XSPH velocity and another does not, so momentum would be lost between them.',
    'Set the same `xsphStored` everywhere.',
  ),
  SCENE_GLOBULES: is(
    input,
    'The settings of globules contradict each other, or another setting of the scene.',
    'Follow the hint. Globules share their exponents and are not adaptive.',
  ),
  SCENE_ELASTIC: is(
    input,
    'The settings of an elastic solid contradict each other, another setting of the scene, or the shape of its body.',
    'Follow the hint. A solid needs at least two layers of particles in every direction, and fills bodies only.',
  ),
  SCENE_GHOSTS: is(
    input,
    'The scene asks for ghost particles, `"boundary": "ghosts"`, where they cannot be or would be wrong.',
    'Follow the hint, or leave out `boundary`.',
  ),
  SCENE_IMPLICIT: is(
    input,
    'The scene asks for implicit pressure, `"pressure": "implicit"`, where it cannot be.',
    'Follow the hint, or leave out `time.pressure`.',
  ),
  SCENE_RANKS: is(
    input,
    'The scene has something that cannot be spread over ranks: adaptivity, rigid bodies, solids, ghosts, implicit pressure and a few others.',
    'Run it in one process with `--threads`, or leave out what the message names.',
  ),
  MPI_MISSING: is(
    input,
    'A run over ranks needs MPI: the package koffi or the library of MPI is missing, or the process was not started as a rank.',
    'Run `npm install koffi`, install MPICH or Open MPI, and start with `mpiexec -n 4 thixo run … --ranks mpi`.',
  ),
  SCENE_TENSION: is(
    input,
    'The scene gives a substance a surface tension where it cannot act.',
    'Follow the hint, or leave out `surfaceTension`.',
  ),
  SCENE_VORTICITY: is(
    input,
    'The scene gives a substance a spin of eddies where particles have their own steps.',
    'Follow the hint, or leave out `vorticity`.',
  ),
  RIGID_BODY: is(
    input,
    'A rigid body cannot be: it has no end, is a container, also has a motion, or contradicts another part of itself.',
    'Follow the hint.',
  ),
  RIGID_JOINT: is(
    input,
    'A joint cannot hold: it names a body that there is not, one body twice, or no axis.',
    'Follow the hint; bodies have names by `rigid.name`.',
  ),
  RIGID_OVERLAP: is(
    input,
    'A rigid body starts inside an obstacle or another rigid body.',
    'Move it out, make it smaller, or give both the same `name`, if they are parts of one body.',
  ),
  RAPIER_MISSING: is(
    input,
    'Rigid bodies that touch other solids need the package `@dimforge/rapier3d-deterministic-compat`, which is not installed.',
    'Run `npm install @dimforge/rapier3d-deterministic-compat`.',
  ),
  SCENE_OFF_PLANE: is(input, 'Gravity or a force leaves the plane z = 0 of a 2D scene.', IN_PLANE),
  DOMAIN_EMPTY: is(input, 'The domain has no extent on an axis.', 'Make `max` larger than `min`.'),
  DOMAIN_TOO_SMALL: is(
    input,
    'A periodic domain is shorter than two support radii, so a particle would meet another one twice.',
    'Use a longer period or a smaller spacing.',
  ),
  SHAPE_EMPTY: is(input, 'A shape has no extent along an axis.', 'Give it some size.'),
  SHAPE_INVERTED: is(input, 'A box is inside out.', 'Swap `min` and `max`; sizes are positive.'),
  SHAPE_NO_DIRECTION: is(input, 'A direction is zero.', 'Give a vector such as [0, 1, 0]; its length does not matter.'),
  SHAPE_OFF_PLANE: is(input, 'A shape does not cut the plane z = 0 of a 2D scene properly.', IN_PLANE),
  MOTION_OFF_PLANE: is(input, 'A motion leaves the plane z = 0 of a 2D scene.', IN_PLANE),
  MOTION_ORDER: is(input, 'Keyframes are not in order of time.', 'Sort them; a jump needs some time.'),
  SOURCE_LATTICE: is(
    input,
    'The lattice does not exist in this dimension.',
    'Use `hcp` in 3D, `hexagonal` in 2D, or `cubic`.',
  ),
  SOURCE_LENGTHS: is(
    input,
    'The numbers of velocities and positions differ.',
    'Give one velocity per position, or none.',
  ),
  SOURCE_OFF_PLANE: is(input, 'A body leaves the plane z = 0 of a 2D scene.', IN_PLANE),
  SOURCE_UNBOUNDED: is(input, 'An infinite body cannot be filled.', 'Use a box, a sphere, a capsule or a cylinder.'),
  SOURCE_TOO_MANY: is(
    limit,
    'A body would have more particles than `maxParticles`, or an emitter too many per layer.',
    'Use a larger spacing or a smaller shape; check the unit of both.',
  ),
  SOURCE_EMPTY: is(
    ok,
    'A body or emitter gets no particle: its shape is smaller than the spacing.',
    'Use a smaller spacing; check the unit of both.',
  ),
  EMITTER_DIRECTION: is(
    input,
    'The direction of a jet is missing or zero, or contradicts its opening.',
    'Give `direction` for a box; a disc emits along its normal.',
  ),
  EMITTER_EMPTY: is(
    input,
    'The opening of an emitter has no size across the jet.',
    'Enlarge it, or change the direction of the jet.',
  ),
  EMITTER_SPEED: is(input, 'An emitter has neither a speed nor a flow rate, or it has both.', 'Give one of them.'),
  EMITTER_STILL: is(ok, 'An emitter has no speed and releases nothing.', 'Give a positive `speed` or `flowRate`.'),
  EMITTER_WINDOW: is(input, 'An emitter ends before it starts.', 'Make `to` later than `from`.'),
};

const MESHES = {
  MESH_INVALID: is(input, 'A mesh or heightfield has wrong corners, rows or numbers.', 'The message says where.'),
  MESH_OPEN: is(
    input,
    'A mesh is open, so it has no inside. This is an error for a body or sink. For an obstacle, which becomes a thin wall, it is a warning.',
    'Close the mesh in a modeling program. If an obstacle is meant to be open, set `open` to true.',
  ),
  SKIN_UNSUITED: is(
    input,
    'A skin cannot follow here: in 2D, where particles split and merge, or beside an active surface.',
    'The message says which. Leave `skin` out, or change that.',
  ),
  SKIN_LOST: is(
    input,
    'Particles that a skin follows have left the simulation, through a sink or the end of the domain.',
    'Show the frames before, or leave `skin` out.',
  ),
  SKIN_OFF_BODY: is(
    input,
    'A skin leaves the body that it shall follow: some of its vertices are far from every particle.',
    'Put it over the body with `translate` and `scale`, or fill the body from the same mesh.',
  ),
  MESH_REPAIRED: is(
    ok,
    'A mesh file was broken and has been repaired.',
    'Check the result; `"repair": false` uses the file as it is.',
  ),
  MESH_NOT_MANIFOLD: is(
    ok,
    'More than two triangles of a mesh meet at an edge.',
    'Usually harmless; otherwise join the parts.',
  ),
};

const HEAT = {
  HEAT_REGION: is(
    input,
    'A heat region does not have exactly one of `temperature`, `power` and `flux`, or it ends before it starts.',
    'Give one of the three, and a `to` that is later than `from`.',
  ),
  HEAT_MELTING: is(
    input,
    'The melting temperatures of a substance are missing or in the wrong order.',
    'Give `melting` with a `to` that is higher than `from`, in K.',
  ),
};

const FILES = {
  ASSET_MISSING: is(
    input,
    'A file that the scene names does not exist.',
    'Check the name; paths are relative to the folder of the scene.',
  ),
  ASSET_OUTSIDE: is(
    input,
    'A path in the scene leads out of its folder, perhaps through a symbolic link, or is not portable.',
    'Put the file next to the scene and use its relative path.',
  ),
  ASSET_INVALID: is(
    input,
    'A file that the scene names cannot be read.',
    'Look at the line or byte in the message. Points need lines of three or six numbers; meshes are OBJ, STL, PLY, glTF or GLB.',
  ),
  ASSET_TOO_LARGE: is(
    limit,
    'A file that the scene names is larger than the limit `assetBytes`.',
    'Use a smaller file, or raise the limit.',
  ),
  ASSET_NOT_LOADED: is(
    input,
    'The scene names a file, but the library got only the object.',
    'Read the scene with `loadScene`, or write the positions into it.',
  ),
};

const NUMBERS = {
  BODY_OUTSIDE: is(
    ok,
    'Particles start outside the domain or in a sink, and are removed.',
    'Move the body inside, or enlarge the domain.',
  ),
  RESISTS_TURNING: is(
    ok,
    'A body turns, falls or hangs, but the form of viscous stress of its substance resists turning and bending, or lets a spin drift.',
    'Give the substance `stressForm: "symmetric"`. Keep `morris` for channels and the figures of its paper, and `central` for threads of a liquid.',
  ),
  NO_EFFECT: is(
    ok,
    'A setting of an obstacle changes nothing, because no substance has what it acts on.',
    'Give the substance what the message names, or leave the setting out.',
  ),
  PREVIEW_POINTS: is(
    ok,
    'A body given by single points cannot be made coarser: a preview keeps all of them.',
    'Leave out `--preview`, or try the scene with fewer points.',
  ),
  START_OVERLAP: is(
    diverged,
    'Particles overlap at the start and push each other apart violently. There is a warning first.',
    'Move the bodies apart, lower `jitter`, or use one spacing for bodies that touch.',
  ),
  INSIDE_OBSTACLE: is(
    diverged,
    'Particles start inside an obstacle (a warning), or are squeezed between two obstacles (the run stops).',
    'Move the body out, or keep obstacles from squeezing it.',
  ),
  WRONG_SIDE: is(
    mismatch,
    'Particles of a cache are on the wrong side of an obstacle: inside a solid or outside a container.',
    'If they start there, move the body or the obstacle. If not, please report a bug.',
  ),
  WRONG_UNITS: is(
    diverged,
    'Falling through its own size makes a body faster than sound in it. A length or gravity is probably in millimeters. There is a warning first.',
    'Use meters, kilograms and seconds. If the units are right, raise `stiffness`.',
  ),
  LEFT_DOMAIN: is(
    diverged,
    'A particle left a domain with `onLeave` "stop", or went farther than the search can follow.',
    'Enlarge the domain, close it with obstacles, or set `onLeave` to "remove".',
  ),
  TOO_FAST: is(
    diverged,
    'A body or a jet is faster than its substance can take: sound in it is too slow, or steps would be too short.',
    'Lower the speed. If it is right, raise `stiffness` above the square of ten times the speed.',
  ),
  FORCE_TOO_STRONG: is(
    diverged,
    'A force brings the substance to speeds beyond that of sound in it.',
    'Make the force weaker. If it is right, raise `stiffness`.',
  ),
  TOO_SOFT: is(
    diverged,
    'A substance is so soft that its own weight crushes it.',
    'Raise `stiffness`: the speed of sound, its square root, should be ten times the highest speed.',
  ),
  TOO_STIFF: is(
    diverged,
    'A substance is so stiff that a frame would need more steps than `time.maxStepsPerFrame`.',
    'Lower `stiffness`: a speed of sound of ten times the highest speed is enough.',
  ),
  DENSITY_RATIO: is(
    diverged,
    'The rest densities of two substances are so different that the heavier one throws the lighter one about.',
    'Bring them within a factor of 10, or make the lighter one stiffer by the same ratio.',
  ),
  BODY_DENSITY: is(
    diverged,
    'A body starts much denser or thinner than its substance at rest, and bursts or collapses.',
    'Leave its `density` out, or bring it near the rest density.',
  ),
  FRAME_TOO_LONG: is(
    diverged,
    'The frame rate is so low that a frame would need more steps than `time.maxStepsPerFrame`.',
    'Raise `frameRate`. It says how often a frame is kept, not how accurate it is.',
  ),
  CONTAINER_TOO_SMALL: is(
    diverged,
    'A container has less room than the bodies in it take, or an emitter overfills it. There is a warning first.',
    'Enlarge the container, make the bodies smaller, or let the emitter stop.',
  ),
  EMITTER_BLOCKED: is(
    ok,
    'An emitter releases into an obstacle, into a body or into another emitter.',
    'Move it, or let it start later.',
  ),
  OBSTACLE_TOO_FAST: is(
    diverged,
    'An obstacle moves faster than sound in the substance, which cannot get out of the way.',
    'Slow down its motion, or raise `stiffness`.',
  ),
  STEP_TOO_LARGE: is(
    diverged,
    'Steps were too large because a factor under `time` is above its default.',
    'Leave it out.',
  ),
  UNSTABLE: is(
    diverged,
    'The numbers went wrong and no particular cause was found.',
    'Undo the last change; lower `time.courant`, then raise `artificialViscosity`.',
  ),
  STEP_TOO_SMALL: is(
    diverged,
    'A frame would need more steps than `time.maxStepsPerFrame`.',
    'The message names the criterion. Lower the stiffness, viscosity or speed behind it, or use a larger spacing.',
  ),
};

const COMMANDS = {
  SAMPLES_INVALID: is(
    input,
    'Points, fields or settings given to `thixo/meshless` do not fit together or are not finite.',
    'The message says what is needed.',
  ),
  OPTION_UNKNOWN: is(usage, 'The library has no such option.', 'Check the spelling.'),
  OPTION_THREADS: is(usage, 'The number of threads is not a whole number from 1 to 64.', 'Give one, or leave it out.'),
  OPTION_WASM: is(
    usage,
    'The address in `wasmUrl` cannot be loaded, or what is there is not the WASM module of this version.',
    'Copy `thixo.wasm` from the package again, or leave `wasmUrl` out.',
  ),
  USAGE: is(usage, 'A command or option is unknown, or its value is wrong.', 'See `thixo <command> --help`.'),
  SET_INVALID: is(
    input,
    'The path of a `--set` does not exist in the format or in the scene.',
    'Write for example `--set substances.water.viscosity=2` or `--set bodies.0.spacing=0.02`.',
  ),
};

const EXPORTS = {
  EXPORT_IMPOSSIBLE: is(
    input,
    'The file format cannot hold what you asked for, or the frames lack what it needs.',
    'Use the format that the hint names, or export `surface` instead of `particles` or vice versa.',
  ),
  PIECES_LEFT_OUT: is(
    ok,
    'There are more pieces than files allowed. Only the largest of every frame get a file.',
    'Raise `--most-pieces`.',
  ),
};

const LIMITS = {
  MEMORY_LIMIT: is(
    limit,
    'A world can use at most 4 GiB, no matter how much the machine has.',
    'Use a larger spacing.',
  ),
  LIMIT_MEMORY: is(
    limit,
    'The run would need more memory than the limit `memory`, by default three quarters of what the machine has.',
    'Use a larger spacing, or raise the limit.',
  ),
  LIMIT_PARTICLES: is(
    limit,
    'The scene would have more particles than the limit `particles`.',
    'Use a larger spacing; check the unit of sizes and spacing.',
  ),
  LIMIT_TRIANGLES: is(
    limit,
    'The meshes have more triangles than the limit `triangles`.',
    'Simplify the meshes, or raise the limit.',
  ),
  LIMIT_OBJECTS: is(
    limit,
    'The scene has more bodies, emitters, sinks, obstacles and forces than the limit `objects`.',
    'Merge some, or raise the limit.',
  ),
  LIMIT_FRAMES: is(
    limit,
    'The scene has more frames than the limit `frames`.',
    'Shorten `duration` (seconds), lower `frameRate`, or raise the limit.',
  ),
};

const CACHES = {
  CACHE_NOT_FOUND: is(input, 'There is no cache at this path.', 'Use the folder that `thixo run` printed.'),
  CACHE_FOREIGN: is(
    input,
    'The output folder has files that do not belong to a cache. Nothing was changed.',
    'Choose another folder with `-o`.',
  ),
  CACHE_DAMAGED: is(
    input,
    'A file of the cache is not what Thixo wrote.',
    'Repair it with `thixo repair`, which simulates damaged frames again; `thixo run` does so too. A damaged manifest needs a backup, or `--fresh`.',
  ),
  CACHE_DESIGNED: is(
    input,
    'The frames of the cache are a designed motion, so that nothing can be simulated from them. In `verify` this is a warning: only checksums are checked.',
    'Use `thixo animate` with the design.',
  ),
  CACHE_FORMAT: is(
    input,
    'The cache is in a format that this version does not read.',
    'Use the version of Thixo that wrote it.',
  ),
  CACHE_OTHER_SCENE: is(
    input,
    'The frames in the cache were simulated with different physics. The message lists what differs.',
    'Undo the change, start again with `--fresh`, or branch off with `--from-frame N -o other`.',
  ),
  CACHE_OTHER_VERSION: is(
    input,
    'The cache was simulated by another version, whose physics may differ. In `verify` this is a warning.',
    'Finish it with that version, or use another folder.',
  ),
  CACHE_BUSY: is(
    disk,
    'Another process is writing this cache, or has taken it over from this one, which had not been heard of for a minute.',
    'Wait for it. The lock of a process that is gone goes stale by itself: at once on the same machine, after a minute elsewhere.',
  ),
  FOAM_NO_LIQUID: is(
    input,
    'The cache has no liquid that foam could come from, or is in 2D.',
    'Foam comes from liquids in 3D: smoothed substances that are neither viscoplastic nor a gas.',
  ),
  CACHE_NO_FRAME: is(input, 'The cache does not hold this frame.', 'Choose an existing frame, or continue the run.'),
  FIELDS_WRITTEN: is(
    input,
    'A program has written into the fields of a world, which are copies for reading.',
    'Copy a field before you change it, or use LiveWorld to act on the particles.',
  ),
  PERIOD_EMPTY: is(
    input,
    'Something of the scene would be there until a time that comes before it appears.',
    'Make `to` later than `from`, or remove it.',
  ),
  CHANGE_INVALID: is(
    input,
    'A change of a parameter over time names no value that can change, or comes too early.',
    'Name a value of the scene by its JSON pointer, and sort the changes by time.',
  ),
  BRANCH_FIXED: is(
    input,
    'A branch cannot change this, because it shaped what is already in the state.',
    'Undo the change, or simulate the changed scene from its start.',
  ),
  SNAPSHOT_INVALID: is(input, 'A snapshot is damaged or from another version.', 'Take a new one.'),
  DISK_SPACE: is(
    disk,
    'The frames would not fit on the disk. Nothing was simulated.',
    'Free some space, use another disk with `-o`, or fewer `--frames`. If you know better than the estimate, raise `--limits disk`.',
  ),
  DISK_FULL: is(
    disk,
    'The disk is full. Every committed frame is safe.',
    'Free some space and run the same command again.',
  ),
  FILE_IO: is(
    disk,
    'The system refused to read or write a file. Every committed frame is safe.',
    'Fix what the message names, and run the same command again.',
  ),
  VIDEO_FAILED: is(
    disk,
    'ffmpeg, which writes videos, is missing or failed. The message has its last lines. The pictures are safe.',
    'Install ffmpeg, or name a .png file with `-o` for an animated picture.',
  ),
  FARM_FAILED: is(
    disk,
    'Jobs could not be handed over: Slurm, Redis or the package bullmq is missing, or does not answer. What is done stays done.',
    'Follow the message, and run the same command again. `--on local` needs none of them.',
  ),
  RANK_ENDED: is(
    disk,
    'A run over ranks has ended because rank 0 or another rank failed. Every committed frame is safe.',
    'Read what that rank says, and run the same command again.',
  ),
  VERIFY_MISMATCH: is(
    mismatch,
    'A file differs from what was committed, or a frame differs from what the scene gives. A torn end left by a crash is only a warning.',
    'Simulate again with `--fresh`. If it happens again, check the disk and the memory of the machine.',
  ),
  STALLED: is(
    stalled,
    'Nothing has moved for half a minute, or for 50 times as long as usual. It is a warning, unless `--stop-if-stuck` makes it an error.',
    'If the process uses no processor time, look at the disk and at other processes. Ctrl-C twice stops it; the same command goes on.',
  ),
  BUG: is(bug, 'An error in this program.', 'Report it with the scene, `thixo doctor` and the output with `--debug`.'),
};

const DESIGNS = {
  DESIGN_PARTICLES: is(
    input,
    'The particles of a design do not make a shape: too few, not in space, or without volume.',
    'Sample the shape finer, and give every particle what the message asks for.',
  ),
  DESIGN_OUTSIDE: is(
    input,
    'A point or a handle of a design is where no particles reach, or where those that reach lie in one plane.',
    'Move it into the shape, or let the supports of the particles reach farther.',
  ),
  DESIGN_HANDLES: is(
    input,
    'The handles of a design contradict each other, or one of them cannot be used.',
    'Let every point have one target, and give every handle a place and numbers that are finite.',
  ),
  DESIGN_INEXACT: is(
    ok,
    'A motion misses a keyframe, gets into an obstacle, or was not solved to the end. It can be used.',
    'The message says what to raise. Keep keyframes out of obstacles.',
  ),
  DESIGN_KEYFRAMES: is(
    input,
    'The keyframes of a motion cannot be used: fewer than two, two at the same time, or without a pose.',
    'Give keyframes at different times, each with a pose.',
  ),
};

/** The codes by what they are about, in the order of the documents. */
export const CODE_GROUPS = {
  'The text of a scene': TEXT,
  'The structure of a scene': STRUCTURE,
  'What the parts of a scene say about each other': PARTS,
  'Meshes and heightfields': MESHES,
  'Heat and melting': HEAT,
  'Files that a scene names': FILES,
  'Odd starts and blow-ups': NUMBERS,
  'Shape and motion design': DESIGNS,
  'Options and commands': COMMANDS,
  'Files for other programs': EXPORTS,
  Limits: LIMITS,
  'Caches, disks and the rest': CACHES,
} as const;

/** Every code. */
export const CODES = {
  ...TEXT,
  ...STRUCTURE,
  ...PARTS,
  ...MESHES,
  ...HEAT,
  ...FILES,
  ...NUMBERS,
  ...DESIGNS,
  ...COMMANDS,
  ...EXPORTS,
  ...LIMITS,
  ...CACHES,
} as const satisfies Readonly<Record<string, Meaning>>;

/** The name of a problem. */
export type ProblemCode = keyof typeof CODES;
