// Where things stand in the shared memory: plain constants, read by TypeScript and by AssemblyScript alike.
// The first page holds what every thread must see (globals are per thread); everything else is laid out by
// src/particles/particle-set.ts behind the scene's tables.

// Threads: each word on its own cache line.
export const CONTROL_GENERATION = 64;
export const CONTROL_PASS = 128;
export const CONTROL_TASKS = 192;
export const CONTROL_NEXT_TASK = 256;
export const CONTROL_FINISHED = 320;
export const CONTROL_THREADS = 384;
export const CONTROL_FAILED = 448; // 1: a worker has trapped

// Addresses and counts, u32.
export const COUNT = 512; // particles
export const CHUNK_SIZE = 516; // particles per task of a pass over particles
export const LEVELS = 520; // levels of the grid
export const SLABS = 524; // slabs of the grid along its slow axis
export const SLAB_RING = 528; // 1: the last slab touches the first
export const CELLS_PER_SLAB = 532;
export const AXIS_FAST = 536; // which axis (0 x, 1 y, 2 z) runs fastest through the cells
export const AXIS_MIDDLE = 540;
export const AXIS_SLOW = 544;
export const FULL_LISTS = 548; // 1: every active particle lists all neighbors and itself; 0: each pair stands in one list
export const LIST_OVERFLOW = 552; // set when the list memory or the scratch ran out
export const LIST_BEGIN = 556;
export const LIST_END = 560;
export const LIST_EPOCH = 564; // changes with every search, so that threads drop their old list blocks
export const SCRATCH = 568; // scratch of thread 0
export const SCRATCH_BYTES = 572; // per thread
export const OBSTACLES = 576;
export const OBSTACLE_COUNT = 580;
export const SINKS = 584;
export const SINK_COUNT = 588;
export const FORCES = 592;
export const FORCE_COUNT = 596;
export const HAS_DOMAIN = 600; // 1: particles outside the domain are marked for removal
export const COLOR = 604; // which slabs a pair pass works on
export const HAS_XSPH = 608; // 1: some substance smooths its velocity
export const SLAB_GROUPS = 612; // groups of slabs that pair passes take as tasks
export const SLABS_PER_GROUP = 616;
export const ADAPTIVE = 620; // 1: particles have the fields of adaptive worlds
export const INDIVIDUAL = 624; // 1: passes work on the active particles, each over its own time
export const TICK = 628; // where the frame stands, in ticks
export const TICKS = 632; // of a frame
export const LIST_NEXT = 640; // bump pointer of the list memory, on its own cache line

// Addresses of arrays with one entry per particle, in cell order after a sort.
export const AT_POSITION = 704;
export const AT_VELOCITY = 708;
export const AT_ACCELERATION = 712;
export const AT_DENSITY = 716;
export const AT_DENSITY_RATE = 720;
export const AT_MASS = 724;
export const AT_SMOOTHING_LENGTH = 728;
export const AT_DRIFT = 732; // XSPH velocity correction
export const AT_ID = 736;
export const AT_SUBSTANCE = 740;
export const AT_RECORD = 744;
export const AT_SUM = 748;
export const AT_SUM_XSPH = 752;
export const AT_CELL = 756; // cell of a particle, then its place in the sorted order
export const AT_SEARCH_X = 760;
export const AT_SEARCH_Y = 764;
export const AT_SEARCH_Z = 768;
export const AT_SEARCH_R2 = 772;
export const AT_LIST = 776; // begin and end address of each particle's list
export const AT_ACTIVE = 780; // one byte per particle: asks for neighbors
export const AT_LEAVING = 784; // one byte per particle: to be removed at the next sort
export const AT_NEIGHBOR_COUNT = 788;
export const AT_CELL_START = 800; // per cell
export const AT_CELL_FILL = 804;
export const AT_CHUNK_REPORT = 808; // per chunk of particles
export const AT_GROUP_REPORT = 812; // per group of slabs
export const AT_PERMUTE_FROM = 816;
export const AT_PERMUTE_TO = 820;
export const PERMUTE_BYTES = 824;
export const AT_STEP = 828; // level q of a particle's own step in the low STEP_BITS, and flags
export const AT_PARENT = 832;
export const AT_CHANGED = 836;
export const AT_DENSITY_SCALE = 840;
export const AT_WAKE = 844; // one byte per particle: to be evaluated at the next tick
export const AT_MEASURE = 848;
export const AT_PAIR_LIST = 864; // as AT_LIST, of lists that hold each pair once
export const PAIRED = 868; // 1: the last evaluation took each pair once, and AT_NEIGHBOR_COUNT is right
export const TICK_BEFORE = 852; // the used tick before TICK
export const ONLY_NEW = 856; // 1: only new particles are active, and nobody has aged since the last evaluation
export const LEVEL_LEAST = 860; // smallest level q: the longest step is TICKS >> LEVEL_LEAST

// Worlds that flow: generalized Newtonian stress, implicit viscosity, heat.
export const FLOW = 872; // 1: the step is that of src/substances/sph/flow-step.ts
export const IMPLICIT = 876; // 1: viscous forces are solved for in this step
export const HAS_WALLS = 880; // 1: there are obstacles
export const HAS_HEAT = 884; // 1: particles have a temperature
export const COEFFICIENTS = 888; // from an entry of a neighbor list to its viscous coefficient, bytes
export const AT_VISCOSITY = 892;
export const AT_TEMPERATURE = 896;
export const AT_STRAIN = 900; // 16 f32: ∇v and B (assembly/flow/strain.ts), then the stress of the tensor form
export const AT_WALL = 904; // 8 f32: drag by walls, Pa·s/m², that times their velocity, and the acceleration by their pressure
export const AT_DELTA = 908; // 4 f32: change of velocity by viscosity, and the diagonal of the system
export const AT_RESIDUAL = 912; // 4 f32
export const AT_DIRECTION = 916; // 4 f32
export const AT_SUM_HEAT = 920; // 4 f32: gradient of the filled part of space, and heat received
export const AT_HEAT_RECORD = 924; // 4 f32: temperature in two parts, conductivity, volume over the unit of mass
export const HEAT_REGIONS = 928;
export const HEAT_REGION_COUNT = 932;
export const AT_FACES = 960; // by id, FACE_SLOTS slots of FACE_BYTES: triangles that may be walls to a particle (assembly/obstacles/near-faces.ts)
export const FACE_SLOTS = 964; // slots of each particle; meshes share them
export const FACE_OWNERS = 968; // ids from this on have none
export const FACE_BYTES = 512;
export const AT_SHAPE = 972; // 8 f32: B of the pairs, as of the last lists (assembly/flow/shape.ts)

// Worlds with globules.
export const AT_GLOBULE = 936; // 8 f32: what the pair pass of globules reads beside the record (assembly/globules/pack.ts)
export const REPULSION = 940; // exponents m and n of the pair force
export const ATTRACTION = 944;
export const AT_CLEARANCE = 948; // f64: gap between a globule and the nearest obstacle when it was last measured, m
export const HAS_CLEARANCE = 952; // 1: clearances are those of the particles in their order
export const STILL_OBSTACLES = 956; // 1: no obstacle ever moves, and none is made of triangles

// Numbers, f64.
export const STEP = 1024; // dt of this step, s
export const FIRST_KICK = 1360; // part of dt for which accelerations act before the particles move
export const LAST_KICK = 1368; // and after the new forces are known
export const TRAVELED = 1384; // no particle has come farther since clearances were measured, m
export const LAG = 1376; // part of the first kick that the motion of the step does not see
export const ALPHA = 1264; // of the conjugate gradients
export const BETA = 1272;
export const CORRECTION = 1280; // 3: makes the change of velocity by viscosity free of momentum, m/s
export const SURFACE_LEAST = 1304; // |n| R from which on a particle is at the free surface
export const SURFACE_FACTOR = 1312; // area of a particle at the surface over V (|n| − SURFACE_LEAST/R)
export const AIR_TEMPERATURE = 1320; // of the surroundings, K
export const AIR_CONVECTION = 1328; // W/(m²·K)
export const AIR_RADIATION = 1336; // emissivity times σ, W/(m²·K⁴)
export const ORIGIN = 1032; // 3: what f32 positions are relative to, m
export const GRID_MIN = 1056; // 3: lower corner of the grid, m
export const PERIOD = 1080; // 3: period of each axis, 0 where it does not wrap, m
export const DOMAIN_MIN = 1104;
export const DOMAIN_MAX = 1128;
export const GRAVITY = 1152;
export const MASS_UNIT = 1176; // masses in records are relative to this, kg
export const LIST_FACTOR = 1184; // list radius over support radius
export const LIST_SLACK = 1192; // added to every list radius against f32 rounding, m
export const KERNEL_NORM = 1200; // a_d of the kernel
export const DIMENSION = 1208;
export const TICK_SECONDS = 1216; // length of a tick, s
export const LEVEL_RADIUS = 1224; // list radius of the coarsest level, m

export const COURANT = 1232; // λ₁, λ₂, λ₃ of the step criteria
export const ACCELERATION_FACTOR = 1240;
export const DIVERGENCE_FACTOR = 1248;
export const SINCE_CHECK = 1256; // time since particles were last measured, in a world that flows, s

// Grid levels: LEVEL_BYTES each: cells along fast, middle, slow (i32), ring flags (i32 ×3), first cell of the level inside a slab
// (i32), pad, then the inverse cell sizes along fast, middle, slow (f64 ×3).
export const LEVEL_TABLE = 1536;
export const LEVEL_BYTES = 64;
export const MAX_LEVELS = 12;

// Splatted f32 constants of the pair passes, 16 bytes each.
export const SPLAT_TINY = 2304;
export const SPLAT_ONE = 2320;
export const SPLAT_QUADRATIC = 2336; // 200 β
export const SPLAT_LINEAR = 2352; // 20 η c
export const SPLAT_PERIOD = 2368; // 3
export const SPLAT_INVERSE_PERIOD = 2416; // 3
export const SPLAT_QUANTUM = 2464; // 1.5·2²³ quanta of momentum transfer
export const SPLAT_QUANTUM_XSPH = 2480;
export const SPLAT_HALF = 2496;
export const SPLAT_SIZED = 2512; // 2 η c h_min: the linear viscosity of a pair in an adaptive world is this over h̄/10
export const SPLAT_LEAST_LINEAR = 2528; // and at least this, 20 min(η, ½) c
export const SPLAT_EXPLICIT = 2544; // 1: viscous forces act at once, 0: they are solved for
export const SPLAT_QUANTUM_HEAT = 1344; // 16 bytes: 1.5·2²³ quanta of heat
export const COMPRESS_TABLE = 2560; // 16 × 16 bytes
export const SUBSTANCE_TABLE = 2816; // SUBSTANCE_BYTES each
export const MAX_SUBSTANCES = 32;
export const SUBSTANCE_BYTES = 256;
// Tables over the distance to a plane, for k/COVER_STEPS of R, COVER_STEPS + 1 f64 each, R = 1.
export const COVER_TABLE = 11264; // part of the kernel beyond the plane
export const SLICE_TABLE = 11792; // integral of the kernel over the plane
export const DRAG_TABLE = 12320; // ∫ F dV beyond the plane, F = max(0, −W′/r)
export const DRAG_MOMENT_TABLE = 12848; // ∫ s F dV, s the depth beyond the plane
export const SPLAT_CENTRAL = 13376; // d + 2
export const SPLAT_CENTRAL_MEAN = 13392; // (d + 2)/d
export const COVER_STEPS = 64;
export const GLOBULE_TABLE = 13440; // GLOBULE_BYTES for each substance
export const GLOBULE_BYTES = 128;
// From 20480 on: AssemblyScript's own tables.
export const ARENA = 65536;

// One substance, f64 each, byte offsets.
export const SUB_REST_DENSITY = 0;
export const SUB_STIFFNESS = 8;
export const SUB_EXPONENT = 16;
export const SUB_EQUATION = 24; // 0 linear, 1 Tait, 2 ideal gas
export const SUB_NEGATIVE_PRESSURE = 32;
export const SUB_LINEAR = 40; // η c, m/s
export const SUB_QUADRATIC = 48;
export const SUB_VISCOSITY = 56;
export const SUB_XSPH = 64;
export const SUB_SUMMATION = 72; // 0: density by continuity, 1: by summation, 2: it stays as it is
export const SUB_SUM_SCALE = 80; // factor that makes the summed density of the rest lattice ρ₀
export const SUB_SIGNAL_SPEED = 88; // c + η c_visc/4, m/s
export const SUB_KINEMATIC_VISCOSITY = 96;
export const SUB_XSPH_STORED = 104;
export const SUB_SOUND_SPEED = 112;
export const SUB_CONTACT_RADIUS = 120; // over h
export const SUB_SHEPARD = 128; // 1: density is re-initialised now and then
export const SUB_FINEST = 136; // h of the finest particle, m
export const SUB_LEAST_LINEAR = 144; // least part of the linear viscosity that coarse particles keep
export const SUB_YIELDS = 152; // 1: generalized Newtonian, 0: Newtonian
export const SUB_JUMP_SOLID = 160;
export const SUB_JUMP_LIQUID = 168;
export const SUB_POWER = 176; // n
export const SUB_VISCOSITY_UNIT = 184; // τ₀/γ̇₁, Pa·s
export const SUB_RATE_UNIT = 192; // γ̇₁, 1/s
export const SUB_SOLIDUS = 200; // K
export const SUB_LIQUIDUS = 208; // K
export const SUB_HEAT_CAPACITY = 216; // J/(kg·K)
export const SUB_CONDUCTIVITY = 224; // W/(m·K)
export const SUB_LATENT_HEAT = 232; // J/kg
export const SUB_VISCOUS_SCALE = 248; // factor that makes viscous forces of the rest lattice right
export const SUB_TENSOR_STRESS = 240; // 1: the stress acts by its tensor, 0: by differences of velocity

// The pair law of one substance, f64 each, byte offsets; of other models only the first and what a globule meets.
export const GLOBULE_IS = 0; // 1: its particles are globules
export const GLOBULE_RADIUS = 8; // radius over h
export const GLOBULE_STRENGTH = 16; // half of ρ₀c², Pa: two particles add up to their mean
export const GLOBULE_DAMPING = 24; // half of ζρ₀c, kg/(m²s)
export const GLOBULE_RANGE = 32; // half of c_r
export const GLOBULE_DAMPING_RANGE = 40; // half of c_d
export const GLOBULE_MELTED_STRENGTH = 48;
export const GLOBULE_MELTED_DAMPING = 56;
export const GLOBULE_CRUMBLES_FROM = 64; // K
export const GLOBULE_CRUMBLES_TO = 72; // K; not above the first if it never does
export const GLOBULE_MELTED_RADIUS = 88; // over h
export const GLOBULE_PACE = 80; // factor of (|v|/h)² that makes the criterion of speed that of globules

// Report of one group of slabs, f32.
export const GROUP_BYTES = 32;
export const GROUP_FORCE = 0; // largest momentum transfer
export const GROUP_XSPH = 4;
export const GROUP_HEAT = 8;
export const GROUP_CONTACT = 12; // largest momentum transfer between globules
export const GROUP_STIFFNESS = 16; // largest |dF/dD| (1/M + 1/M) of two globules, over the unit of mass, 1/s²
export const GROUP_DAMPING = 20; // largest k_d s_d (1/M + 1/M), 1/s

// A record: what a pair pass reads of a particle, f32.
export const RECORD_BYTES = 64; // x y z 1/R | vx vy vz m | ρ P/ρ² c h/20 | 10ηc 100β μ ε
export const RECORD_SHIFT = 6;

// Report of one chunk of particles, f64.
export const REPORT_BYTES = 192;
export const REPORT_MOVE_MIN = 0; // 3: smallest displacement
export const REPORT_MOVE_MAX = 24; // 3
export const REPORT_IMPULSE = 48; // 3: by obstacles, N·s
export const REPORT_LEAVING = 72; // of the marking pass: particles that leave
export const REPORT_SPEED = 80; // max |v|/h, 1/s
export const REPORT_ACCELERATION = 88; // max |a|/h, 1/s²
export const REPORT_DIVERGENCE = 96; // max |ρ̇|/max(ρ, ρ₀), 1/s
export const REPORT_SOUND = 104; // max c/h, 1/s
export const REPORT_SIGNAL = 112; // max (c + η c_visc/4)/h and, for β > 2, β|v|/2h, 1/s
export const REPORT_VISCOUS = 120; // max ν/h², 1/s
export const REPORT_BAD = 128; // index of a non-finite particle, or −1
export const REPORT_MIN = 136; // 3: lower corner of the particles
export const REPORT_MAX = 160; // 3
export const REPORT_FASTEST = 184; // index of the fastest particle
export const REPORT_EXTERNAL = 0; // of the kick: 3: Σ m a by gravity and force fields, N
export const REPORT_DENSITY_LOW = 24; // of the kick: smallest and largest ρ/ρ₀
export const REPORT_DENSITY_HIGH = 32;
export const REPORT_DENSEST = 40; // of the kick: index of the particle farthest from rest density
export const REPORT_MIN_H = 72; // of the bounds pass
export const REPORT_MAX_H = 80;

export const REPORT_ACTIVE = 0; // of the marking of active particles: how many
export const REPORT_FIRST = 80; // of the individual drift: 3 + 3: impulse of the first half kick by fields and by other particles, N·s
export const REPORT_LEVEL = 72; // of the individual kick: largest level q of all particles
export const REPORT_SHALLOW = 168; // of the individual kick: smallest level q
export const REPORT_PUSH = 136; // of the kick: max dt √(|a|/h)
export const REPORT_INTERNAL = 144; // of the individual kick: 3: Σ m a dt by other particles, N·s

export const REPORT_DRAG = 48; // of the kick: 3: impulse by the grip of walls, N·s
export const REPORT_CONDUCTION = 176; // of the kick: max κ/h², 1/s
export const REPORT_HEAT = 48; // of the warming: 3: heat from regions, obstacles and surroundings, J
export const REPORT_DESCENT = 72; // of the conjugate gradients: r·r/diagonal
export const REPORT_REMAINDER = 144; // r·r/m
export const REPORT_REFERENCE = 152; // what the remainder is compared with
export const REPORT_CURVATURE = 160; // p·A p
export const REPORT_WHOLE = 168; // Σ m, kg
export const REPORT_GAIN = 48; // 3: Σ m δ, N·s

export const LEVELS_APART = 2; // neighbors' steps differ by at most so many levels

// Flags of AT_STEP above its level.
export const STEP_BITS = 31; // mask of the level
export const STEP_WAKE = 32; // evaluated at this tick, whatever its step
export const STEP_NEW = 64; // has not been evaluated yet

// What decides splits and merges, f32 each.
export const MEASURE_BYTES = 16;
export const MEASURE_CONTRAST = 0; // max |ρ_j − ρ_i|, kg/m³
export const MEASURE_FILL = 4; // Σ V W̄: about 1 inside, less at a surface
export const MEASURE_LIGHTEST = 8; // of the neighbors, over MASS_UNIT
export const MEASURE_HEAVIEST = 12;

// Passes.
export const PASS_BOUNDS = 0;
export const PASS_CELLS = 1;
export const PASS_PERMUTE = 2;
export const PASS_SEARCH_ARRAYS = 3;
export const PASS_LISTS = 4;
export const PASS_PACK = 6;
export const PASS_CLEAR_SUMS = 7;
export const PASS_UPDATE_DENSITY = 8;
export const PASS_COUNT_NEIGHBORS = 10;
export const PASS_MARK_LEAVING = 11;
export const PASS_SHEPARD = 12;
export const PASS_MARK_ACTIVE = 13;
export const PASS_LIMIT_LEVELS = 14;
export const PASS_APPLY_LIMITS = 15;
export const PASS_MEASURE = 16; // + kernel shape + 8 · periodic
export const PASS_DENSITY = 32; // + kernel shape + 8 · periodic
export const PASS_GATHER_DENSITY = 48; // + kernel shape + 8 · periodic
export const PASS_FORCES = 64; // + kernel shape + 8 · periodic + 16 · variant (0 lean, 1 full, 2 full with XSPH)
export const PASS_GATHER_FORCES = 128; // + the same
export const PASS_SIZED_FORCES = 192; // + kernel shape + 8 · periodic: lean, for adaptive worlds
export const PASS_STRAIN = 208; // + kernel shape + 8 · periodic
export const PASS_CONDUCT = 224; // + kernel shape + 8 · periodic
export const PASS_STRESS = 240; // + kernel shape + 8 · periodic: the tensor form
export const PASS_FLOW_FORCES = 256; // + kernel shape + 8 · periodic + 16 · XSPH + 32 · central
export const PASS_SHAPE = 336; // + kernel shape + 8 · periodic
export const PASS_VISCOUS_PRODUCT = 388;
export const PASS_RHEOLOGY = 390;
export const PASS_BEGIN_SOLVE = 391;
export const PASS_APPLY_MATRIX = 392;
export const PASS_DESCEND = 393;
export const PASS_TURN = 394;
export const PASS_FINISH_SOLVE = 395;
export const PASS_WARM = 396; // heat of a chunk: sources and what was conducted
export const PASS_CLEAR_STRAIN = 397;
export const PASS_PACK_HEAT = 398;
export const PASS_CLEAR_SHAPE = 399;
export const PASS_CENTRAL_PRODUCT = 400; // + periodic
export const PASS_PACK_GLOBULES = 402;
export const PASS_PACK_PLACES = 403;
export const PASS_GLOBULES = 404; // + periodic + 2 · exponents other than 5 and 3
export const PASS_CLEARANCE = 409;
// Schemes: how particles move (assembly/schemes).
export const PASS_DRIFT_PREDICTOR = 416;
export const PASS_KICK_PREDICTOR = 417;
export const PASS_DRIFT_INDIVIDUAL = 418;
export const PASS_KICK_INDIVIDUAL = 419;
export const PASS_DRIFT_FLOW = 420;
export const PASS_KICK_FLOW = 421;
export const PASS_DRIFT_GLOBULES = 422;
export const PASS_ACCELERATE_GLOBULES = 423;
export const PASS_SURFACE = 512; // + the passes of src/surface/layout.ts
