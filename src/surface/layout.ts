// Where a surfacer keeps things in its shared memory: plain constants, read by TypeScript and by AssemblyScript alike. Lengths are in
// voxels, counted from the base node; the control words of the threads stand where they stand in every memory (src/wasm/layout.ts).

/** Nodes of a block along each axis; in 2D a block has one layer in z. */
export const BLOCK_NODES = 8;
/** Nodes of a block: room for values, 4 bytes each. */
export const BLOCK_VOLUME = 512;
/** Bytes of the ranks of a block: a u16 for the crossing on each of the three edges that start at a node. */
export const RANK_BYTES = 3072;

// Counts and addresses, u32.
export const PARTICLES = 7168;
export const DEPTH = 7172; // layers of a block in z: 8, or 1 in 2D
export const BINS = 7176; // bins that hold particles
export const BLOCKS = 7180; // blocks within reach of a particle
export const WORK = 7184; // blocks in the work list
export const AT_PARTICLE = 7200; // records of particles, in the order they came
export const AT_SORTED = 7204; // the same, sorted by bin
export const AT_SOURCE = 7208; // u32: where a sorted particle came from
export const AT_BIN_OF = 7212; // u32: bin of each particle
export const AT_BIN_KEY = 7216; // u64 per bin
export const AT_BIN_START = 7220; // u32 per bin and one more
export const AT_BIN_TABLE = 7224; // hash table: key → bin
export const BIN_TABLE_BITS = 7228;
export const AT_GAIN = 7232; // f32 per sorted particle: cube root of its weight, as the next pass shall see it
export const AT_NEXT_GAIN = 7236; // the same, as this pass finds it
export const AT_BLOCK_KEY = 7240; // u64 per block
export const AT_BLOCK_STATE = 7244; // i32 per block: STATE_… or the place of its values
export const AT_BLOCK_TABLE = 7248; // hash table: key → block
export const BLOCK_TABLE_BITS = 7252;
export const BLOCK_ROOM = 7256; // blocks that fit
export const AT_WORK = 7260; // u32: blocks with values, by place
export const AT_VALUES = 7264; // f32 per node: field − level
export const AT_RANKS = 7268;
export const AT_COUNTS = 7272; // per place: vertices, elements, then where they begin (u32 ×4)
export const AT_POSITIONS = 7276;
export const AT_NORMALS = 7280;
export const AT_ELEMENTS = 7284;
export const AT_VERTEX_FIELDS = 7288;
export const AT_NEAREST = 7292; // u32 per vertex: the particle that counts most there
export const AT_FIELDS = 7296; // a row of fields per particle, in the order they came
export const AT_SCRATCH = 7300;
export const SCRATCH_BYTES = 7304; // per thread
export const AT_CASES = 7308; // u16 per sign pattern and choice of faces: where the pattern's elements begin
export const AT_CASE_DATA = 7312;
export const FIRST_PLACE = 7316; // place of the first block of an evaluation pass
export const LEVEL_MASK = 7320; // which levels hold particles
export const VERTICES = 7324;
export const ELEMENTS = 7328;
export const FIELD_BYTES = 7332; // of the fields of a particle or vertex: f32, a multiple of 16, at least 32

// Numbers, f64.
export const LEVEL = 7424;
export const VOXEL = 7432; // m
export const BASE = 7440; // 3: node that lengths are counted from
export const GAIN_LONE = 7464; // field that a lone particle shall have at its center
export const GAIN_SLOPE = 7472; // less of it where the field is larger
export const GAIN_FIELD = 7480; // field of a lone particle at its center
export const LEVEL_RADII = 7488; // 16: largest radius of each level

/** A particle, f32: x y z R | weight 0 0 0. */
export const PARTICLE_BYTES = 32;
export const MAX_LEVELS = 16;

// States of a block without values.
export const STATE_NEW = -1;
export const STATE_INSIDE = -2;
export const STATE_OUTSIDE = -3;
export const STATE_WANTED = -4; // the surface has reached it from a neighbor

/** Bytes of the counts of a block: vertices, elements, first vertex, first element, u32. */
export const COUNT_BYTES = 16;
/** Ambiguous faces of every sign pattern come first among the cases, one byte each; then the u16 of every choice. */
export const CASE_CHOICES = 256;

// Passes, from PASS_SURFACE (src/wasm/layout.ts) on.
export const PASS_CLASSIFY = 0;
export const PASS_EVALUATE = 1;
export const PASS_COUNT = 2;
export const PASS_EMIT = 3;
