// Every code a problem can have, the exit code of a command that ends with it, and what it means. docs/errors.md is written from this
// table, and a test holds a failing and a passing example for each.

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
  interrupted: 130,
} as const;

interface Meaning {
  /** How a command ends that meets it. */
  readonly exit: (typeof EXIT)[keyof typeof EXIT];
  /** What it means and what to do, for the list of codes. */
  readonly meaning: string;
}

const { bug, usage, input, diverged, disk, limit, mismatch } = EXIT;

export const CODES = {
  // The text of a scene.
  SCENE_NOT_FOUND: { exit: input, meaning: 'There is no scene file at this path.' },
  SCENE_NOT_JSON: { exit: input, meaning: 'The scene file is not JSON. Comments and trailing commas are allowed.' },
  SCENE_DUPLICATE_KEY: { exit: input, meaning: 'A key stands twice in one object; only one of them could count.' },
  SCENE_FORBIDDEN_KEY: { exit: input, meaning: 'A key that programs could mistake for their own, such as __proto__.' },
  SCENE_TOO_LARGE: { exit: limit, meaning: 'The scene file has more bytes than the limit.' },
  SCENE_TOO_DEEP: { exit: limit, meaning: 'The scene file is nested deeper than the limit.' },
  SCENE_TOO_MANY_VALUES: { exit: limit, meaning: 'The scene file has more keys and values than the limit.' },
  SCENE_STRING_TOO_LONG: { exit: limit, meaning: 'A string of the scene file is longer than the limit.' },

  // Its structure.
  SCENE_UNKNOWN_KEY: {
    exit: input,
    meaning: 'The format has no such key here. Mostly a typo; the hint names the nearest one.',
  },
  SCENE_MISSING_KEY: { exit: input, meaning: 'A key is missing that has no default.' },
  SCENE_WRONG_TYPE: { exit: input, meaning: 'A value has the wrong type, such as a string for a number.' },
  SCENE_OUT_OF_RANGE: { exit: input, meaning: 'A number or a list is outside of what is allowed here.' },
  SCENE_UNKNOWN_NAME: { exit: input, meaning: 'A name is none of those allowed here, such as a preset or a kernel.' },
  SCENE_INVALID: { exit: input, meaning: 'A value is not allowed here, for the reason in the message.' },
  SCENE_FORMAT: { exit: input, meaning: 'The scene is written in a format that this version does not read.' },
  SHAPE_UNKNOWN: {
    exit: input,
    meaning: 'A shape, motion or force is none of the kinds allowed here, or several at once.',
  },

  // What its parts say about each other.
  SCENE_UNKNOWN_SUBSTANCE: {
    exit: input,
    meaning: 'A body or emitter names a substance that the scene does not have.',
  },
  SCENE_TOO_MANY_SUBSTANCES: { exit: limit, meaning: 'The scene has more substances than the engine can tell apart.' },
  SCENE_MIXED_KERNELS: { exit: input, meaning: 'All substances of a scene need one smoothing kernel.' },
  SCENE_MIXED_SHEPARD: { exit: input, meaning: 'Substances that renew their density must do so in the same steps.' },
  SCENE_MIXED_XSPH: { exit: input, meaning: 'Substances must agree on whether the XSPH velocity is stored.' },
  SCENE_OFF_PLANE: { exit: input, meaning: 'Gravity or a force leaves the plane z = 0 of a 2D scene.' },
  DOMAIN_EMPTY: { exit: input, meaning: 'The domain has no extent on an axis.' },
  DOMAIN_TOO_SMALL: { exit: input, meaning: 'A periodic domain is shorter than two support radii.' },
  SHAPE_EMPTY: { exit: input, meaning: 'A shape has no extent.' },
  SHAPE_INVERTED: { exit: input, meaning: 'The lower corner of a box lies above its upper corner.' },
  SHAPE_NO_DIRECTION: { exit: input, meaning: 'A direction is zero, or the two ends of an axis coincide.' },
  SHAPE_OFF_PLANE: { exit: input, meaning: 'A shape does not cut the plane z = 0 of a 2D scene properly.' },
  MOTION_OFF_PLANE: { exit: input, meaning: 'A motion leaves the plane z = 0 of a 2D scene.' },
  MOTION_ORDER: { exit: input, meaning: 'Keyframes are not in the order of time.' },
  SOURCE_LATTICE: { exit: input, meaning: 'The lattice does not exist in this dimension.' },
  SOURCE_LENGTHS: { exit: input, meaning: 'There is not one velocity per position.' },
  SOURCE_OFF_PLANE: { exit: input, meaning: 'A body leaves the plane z = 0 of a 2D scene.' },
  SOURCE_UNBOUNDED: { exit: input, meaning: 'A body without end, such as a plane, cannot be filled.' },
  SOURCE_TOO_MANY: { exit: limit, meaning: 'A body would have more particles than allowed.' },
  SOURCE_EMPTY: { exit: input, meaning: 'A body or emitter gets no particle: its shape is smaller than the spacing.' },
  EMITTER_DIRECTION: { exit: input, meaning: 'The direction of a jet is missing, or contradicts its opening.' },
  EMITTER_EMPTY: { exit: input, meaning: 'An emitter never releases a particle.' },
  EMITTER_SPEED: { exit: input, meaning: 'An emitter needs either a speed or a flow rate.' },
  EMITTER_STILL: { exit: input, meaning: 'An emitter has no speed and releases nothing.' },
  EMITTER_WINDOW: { exit: input, meaning: 'An emitter ends before it starts.' },

  // Files that a scene names.
  ASSET_MISSING: { exit: input, meaning: 'A file that the scene names is not there.' },
  ASSET_OUTSIDE: {
    exit: input,
    meaning: 'A path of the scene leaves its folder. Only relative paths inside it are read, symbolic links included.',
  },
  ASSET_INVALID: { exit: input, meaning: 'A file that the scene names cannot be understood.' },
  ASSET_TOO_LARGE: { exit: limit, meaning: 'A file that the scene names is larger than the limit.' },
  ASSET_NOT_LOADED: {
    exit: input,
    meaning: 'The scene names a file, but the library was given only the object: load it with loadScene.',
  },

  // Odd starts and blow-ups.
  BODY_OUTSIDE: { exit: diverged, meaning: 'Particles start outside of the domain or in a sink and are removed.' },
  START_OVERLAP: {
    exit: diverged,
    meaning: 'Particles overlap at the start and would push each other apart violently.',
  },
  INSIDE_OBSTACLE: { exit: diverged, meaning: 'Particles are inside of an obstacle or squeezed between two.' },
  WRONG_UNITS: {
    exit: diverged,
    meaning: 'A value looks as if it were in other units: metres, kilograms and seconds are expected.',
  },
  LEFT_DOMAIN: { exit: diverged, meaning: 'A particle left the domain, or went further than the search can follow.' },
  OBSTACLE_TOO_FAST: { exit: diverged, meaning: 'An obstacle moves too fast for the substance to give way.' },
  STEP_TOO_LARGE: { exit: diverged, meaning: 'The time step is too large for the stiffness or the speeds.' },
  UNSTABLE: { exit: diverged, meaning: 'The numbers went wrong and no particular cause was found.' },
  STEP_TOO_SMALL: { exit: diverged, meaning: 'A frame would need more steps than allowed.' },

  // Options and commands.
  OPTION_UNKNOWN: { exit: usage, meaning: 'The library has no such option.' },
  OPTION_THREADS: { exit: usage, meaning: 'The number of threads is not a whole number from 1 to 64.' },
  USAGE: { exit: usage, meaning: 'The command line has an unknown command or flag, or a value that does not fit.' },
  SET_INVALID: {
    exit: usage,
    meaning: '--set needs path=value, and the path must lead to a place that the format has.',
  },

  // Limits.
  MEMORY_LIMIT: { exit: limit, meaning: 'The particles need more memory than a world can have.' },
  LIMIT_MEMORY: { exit: limit, meaning: 'The run would need more memory than the limit.' },
  LIMIT_PARTICLES: { exit: limit, meaning: 'The scene would have more particles than the limit.' },
  LIMIT_OBJECTS: { exit: limit, meaning: 'The scene has more bodies, emitters and obstacles than the limit.' },
  LIMIT_FRAMES: { exit: limit, meaning: 'The scene has more frames than the limit.' },

  // Caches and files.
  CACHE_NOT_FOUND: { exit: input, meaning: 'There is no cache at this path.' },
  CACHE_FOREIGN: {
    exit: input,
    meaning: 'The output folder holds files that are not of a cache; nothing was touched.',
  },
  CACHE_DAMAGED: { exit: input, meaning: 'A file of the cache is not what was written.' },
  CACHE_FORMAT: { exit: input, meaning: 'The cache was written in a format that this version does not read.' },
  CACHE_OTHER_SCENE: {
    exit: input,
    meaning: 'The cache holds frames of other physics. --fresh starts again, --from-frame branches off.',
  },
  CACHE_OTHER_VERSION: {
    exit: input,
    meaning: 'The cache was simulated by another version, whose physics may differ.',
  },
  CACHE_BUSY: { exit: disk, meaning: 'Another process writes this cache.' },
  CACHE_NO_FRAME: { exit: input, meaning: 'The cache does not hold this frame.' },
  BRANCH_FIXED: { exit: input, meaning: 'A branch cannot change this: it decides what is already there.' },
  SNAPSHOT_INVALID: { exit: input, meaning: 'A snapshot is damaged or from another version.' },
  DISK_SPACE: { exit: disk, meaning: 'The frames would not fit on the disk.' },
  DISK_FULL: {
    exit: disk,
    meaning: 'The disk is full. Every committed frame is safe; free some space and run the same command again.',
  },
  FILE_IO: { exit: disk, meaning: 'The system refused to read or write a file.' },
  VERIFY_MISMATCH: {
    exit: mismatch,
    meaning: 'A file of the cache differs from what was committed, or a frame from what the scene gives.',
  },

  BUG: { exit: bug, meaning: 'A mistake of this program. Please report it.' },
} as const satisfies Readonly<Record<string, Meaning>>;

/** The name of a problem. */
export type ProblemCode = keyof typeof CODES;
