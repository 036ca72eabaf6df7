// Where the active surface keeps things, beside those of src/surface/layout.ts: plain constants, read by TypeScript and by AssemblyScript.
// Its blocks stand where those of an isosurface stand, with f as their values; those of the field move to the FIELD slots meanwhile.

/** Half the width of the band, voxels: f = ±1 beyond it. */
export const BAND = 3;

// Counts and addresses, u32.
export const PLACE_ROOM = 7680; // blocks with values that fit
export const AT_NEXT = 7684; // f32 per node: f as a pass leaves it
export const AT_SPEED = 7688; // f32 per voxel: speed of tracking of the surface in it, or NO_SPEED; while f is made a distance, its goal
export const AT_TILES = 7692; // blocks that are constant: f = 1, f = −1
export const AT_ACTIVE_REPORT = 7696; // ACTIVE_REPORT_BYTES per place
export const AT_PATHS = 7700; // PATH_BYTES per particle
export const FIELD_BLOCKS = 7704; // blocks of the field
export const AT_FIELD_KEY = 7708; // u64 per block
export const AT_FIELD_STATE = 7712; // i32 per block
export const AT_FIELD_VALUES = 7716; // f32 per node: field − level
export const AT_NODE_SPEED = 7720; // f32 per node: that of the closest point of the surface, or NO_SPEED
export const AT_AROUND = 7728; // per place: states of the 27 blocks around it, AROUND_BYTES
export const AT_FIELD_TABLE = 7744; // hash table: key → block of the field
export const FIELD_TABLE_BITS = 7748;
export const TRACKS = 7732; // 1: the surface tracks the field
export const BENDS = 7724; // 1: the surface has tension

// Numbers, f64, in voxels and seconds.
export const STEP_TIME = 7808; // s
export const TRACKING = 7816; // α, voxels/s
export const SPEED_LIMIT = 7824; // of tracking, voxels/s
export const TENSION = 7832; // β, voxels²/s
export const SWELL = 7840; // γ (V₀ − V)/V₀, voxels/s
export const FRAME_PART = 7848; // where between two frames the particles are, 0 to 1
export const FADE_IN = 7856; // cube roots of that part and of the rest
export const FADE_OUT = 7864;
export const FIELD_SLOPE = 7872; // field per voxel at a flat surface

/** Bytes from the states around a place to the next. */
export const AROUND_BYTES = 128;
/** No surface in this voxel. */
export const NO_SPEED = 1e30;
/** Goal of a node that is not beside the surface. */
export const GOAL_FAR = 8;

/**
 * What a pass says about a block: smallest and largest speed (f32), volume in voxels (f64), REPORT bits, area in voxels (u32),
 * sum of the speeds (f32), and how many there are (u32).
 */
export const ACTIVE_REPORT_BYTES = 32;
export const REPORT_LOW = 0;
export const REPORT_HIGH = 4;
export const REPORT_VOLUME = 8;
export const REPORT_BITS = 16;
export const REPORT_AREA = 20;
export const REPORT_SUM = 24;
export const REPORT_COUNT = 28;
// Bits: the band touches the neighbor below and above along x, y, z; there is band, outside, inside at all.
export const BIT_BAND = 64;
export const BIT_OUTSIDE = 128;
export const BIT_INSIDE = 256;

/** The way of a particle from frame to frame, f32: x y z R | x y z R | gain, gain, kind, 0. */
export const PATH_BYTES = 48;
export const PATH_STAYS = 0;
export const PATH_COMES = 1;
export const PATH_GOES = 2;
/** Particles per task. */
export const PATH_CHUNK = 1024;

// Passes, from PASS_SURFACE (src/wasm/layout.ts) on.
export const PASS_MOVE_PARTICLES = 16;
export const PASS_SPEEDS = 17;
export const PASS_MOVE = 18;
export const PASS_GOALS = 19;
export const PASS_DISTANCE = 20;
export const PASS_NORMALS = 21;
export const PASS_SURVEY = 22;
export const PASS_AROUND = 23;
export const PASS_EXTEND = 24;
