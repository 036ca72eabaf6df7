// The tables of per-particle arrays: the one place that says what a particle has. Storage, sorting, snapshots, splitting and merging,
// `world.fields`, frames, surfaces, exported files, colors and the scene format follow them: a new field is one row. State is saved and
// moves with its particle when particles are sorted; derived arrays are computed from it; scratch lives within one pass or search.

import {
  AT_ACCELERATION,
  AT_ACTIVE,
  AT_BODY_PUSH,
  AT_CELL,
  AT_CHANGED,
  AT_CLEARANCE,
  AT_CONTACT_SUM,
  AT_CORRECTION,
  AT_DELTA,
  AT_DENSITY,
  AT_DENSITY_RATE,
  AT_DENSITY_SCALE,
  AT_DIRECTION,
  AT_DRIFT,
  AT_EDDY,
  AT_EDDY_GAIN,
  AT_EDDY_SPIN,
  AT_EDDY_SUM,
  AT_EDDY_TURN,
  AT_ELASTIC_FORCE,
  AT_GHOST_FORCE,
  AT_GLOBULE,
  AT_GREEN_STRAIN,
  AT_HEAT_RECORD,
  AT_ID,
  AT_LEAVING,
  AT_LIST,
  AT_MASS,
  AT_MEASURE,
  AT_NEIGHBOR_COUNT,
  AT_NODE_CONTROL,
  AT_NODE_FIT,
  AT_NODE_HOURGLASS,
  AT_NODE_LINKS,
  AT_NODE_PARTICLE,
  AT_NODE_PLACE,
  AT_NODE_SHAPE,
  AT_NODE_STRESS,
  AT_NODE_VELOCITY,
  AT_NORMAL,
  AT_OWN,
  AT_PAIR_LIST,
  AT_PARENT,
  AT_PLASTIC_STRAIN,
  AT_POSITION,
  AT_RATE,
  AT_RECORD,
  AT_RESIDUAL,
  AT_REST_DENSITY,
  AT_SEARCH_R2,
  AT_SEARCH_X,
  AT_SEARCH_Y,
  AT_SEARCH_Z,
  AT_SHAPE,
  AT_SMOOTHING_LENGTH,
  AT_SOLVE_CHANGE,
  AT_SOLVE_HELD,
  AT_SOLVE_LOAD,
  AT_SOLVE_RESIDUAL,
  AT_SOLVE_WALL,
  AT_SOLVED,
  AT_STEP,
  AT_STRAIN,
  AT_SUBSTANCE,
  AT_SUM,
  AT_SUM_HEAT,
  AT_SUM_XSPH,
  AT_SYSTEM,
  AT_TEMPERATURE,
  AT_TENSION,
  AT_TOUCH,
  AT_UNKNOWNS,
  AT_VELOCITY,
  AT_VISCOSITY,
  AT_VON_MISES,
  AT_WAKE,
  AT_WALL,
  AT_WALL_PUSH,
  CONTACT_SUM_BYTES,
  EDDY_BYTES,
  MEASURE_BYTES,
  RECORD_BYTES,
  STEP_NEW,
  STICK_BYTES,
  SYSTEM_BYTES,
  TOUCH_RECORD_BYTES,
} from '../wasm/layout.ts';

/** How long an array keeps its contents. */
export type Lifetime = 'state' | 'derived' | 'scratch';

/** What some worlds have and others do not: individual sizes and steps, stress that depends on the flow, temperature, globules, contacts with memory, solids. */
export type Feature =
  | 'adaptive'
  | 'flow'
  | 'heat'
  | 'globules'
  | 'contacts'
  | 'elastic'
  | 'implicitSolids'
  | 'implicitPressure'
  | 'shapes'
  | 'corrected'
  | 'ghosts'
  | 'eddies';

/** How one colors by a field, and what the legend says. */
export interface FieldColor {
  /** Name in `look.colorBy`; by default that of the field. */
  readonly by?: string;
  /** Above the legend. */
  readonly title: string;
  /** The sentence of the scene reference; by default made of title and unit. */
  readonly meaning?: string;
  /** The scale starts at 0. */
  readonly fromZero?: boolean;
  /** Shown is the decimal logarithm. */
  readonly logarithm?: boolean;
  /** The colors of the scale; by default those of any number. */
  readonly map?: 'heat';
  /** Every value has a color of its own: there is no scale. */
  readonly category?: boolean;
}

/** What a row says of its field. A column that is left out means no, or the default that it names. */
export type FieldColumns = Common & (Real | Whole);

/** What every row can say. */
export interface Common {
  /** SI; empty for names and plain numbers. */
  readonly unit: string;
  /** In 2D, where it differs. */
  readonly unit2D?: string;
  /** State is saved, hashed and written to frames; derived fields are found when somebody asks for them. */
  readonly lifetime: 'state' | 'derived';
  /** Derived, but written to frames: it cannot be found from what else a frame holds. */
  readonly framed?: boolean;
  /** Slot of the context block that holds the field's address; without one no pass reads the field. */
  readonly slot?: number;
  /** Only particles of worlds with this feature have it. */
  readonly feature?: Feature;
  readonly meaning: string;
  /** What a new particle starts with; `given` by who makes it. Default 0. */
  readonly initial?: number | 'given';
  /** Place in `world.fields`, frames and exported files: a new field takes the next number, so that files keep their order. */
  readonly published?: number;
  /** Every frame of every scene has it; a file without it is damaged. */
  readonly always?: boolean;
  /** False: published, but not a field of exported files. */
  readonly export?: false;
  /** A particle keeps its value as long as it lives. */
  readonly kept?: boolean;
  /** The particles of a state that does not have it yet get `initial`: a branch may be the first to need it. */
  readonly late?: boolean;
  /** In `look.colorBy`. */
  readonly color?: FieldColor;
}

/** Numbers in double precision. */
export interface Real {
  readonly type: 'f64';
  readonly components: 1 | 3;
  /**
   * What a merged particle gets: the mean of its members by mass, their sum (a split shares it out by mass), or what `adaptivity` computes.
   * By default what the member at the center has. Except for a sum, the parts of a split have what the whole had.
   */
  readonly merge?: 'mean' | 'sum' | 'computed';
  /** What a vertex of the surface gets: the mean of the particles around it, or what the nearest one has. */
  readonly vertex?: 'mean' | 'nearest';
}

/** Whole numbers are names and counts: they have no mean. */
export interface Whole {
  readonly type: 'u32';
  readonly components: 1;
  /** So many of them in a row, which only passes understand; such a field is not published. Default 1. */
  readonly words?: number;
  readonly merge?: 'computed';
  readonly vertex?: 'nearest';
}

/** One row of the table. */
export type FieldRow = FieldColumns & { readonly name: string };

/** Parent of a particle that was neither split off nor merged. */
export const NO_PARENT = 0xffffffff;

/** What most rows have in common: state that is a vector, a number or a whole number. */
const VECTOR = { type: 'f64', components: 3, lifetime: 'state' } as const;
const NUMBER = { type: 'f64', components: 1, lifetime: 'state' } as const;
const WHOLE = { type: 'u32', components: 1, lifetime: 'state' } as const;

/**
 * Every field of a particle, in the order in which states are saved and hashed. The comment of a published one is what users of
 * `world.fields` see.
 */
export const FIELDS = {
  /** Centers, m. */
  position: {
    ...VECTOR,
    unit: 'm',
    slot: AT_POSITION,
    meaning: 'center',
    initial: 'given',
    merge: 'computed',
    published: 0,
    always: true,
    export: false,
  },
  /** m/s */
  velocity: {
    ...VECTOR,
    unit: 'm/s',
    slot: AT_VELOCITY,
    meaning: 'velocity',
    initial: 'given',
    merge: 'computed',
    published: 1,
    always: true,
    vertex: 'mean',
    color: { by: 'speed', title: 'Speed', fromZero: true },
  },
  acceleration: { ...VECTOR, unit: 'm/s²', slot: AT_ACCELERATION, meaning: 'at the last evaluation' },
  /** kg/m³, in 2D kg/m². */
  density: {
    ...NUMBER,
    unit: 'kg/m³',
    unit2D: 'kg/m²',
    slot: AT_DENSITY,
    meaning: 'density',
    initial: 'given',
    merge: 'computed',
    published: 2,
    always: true,
    vertex: 'mean',
    color: { title: 'Density' },
  },
  densityRate: {
    ...NUMBER,
    unit: 'kg/(m³s)',
    slot: AT_DENSITY_RATE,
    meaning: 'at the last evaluation; of a summed density the mean part that walls cover',
  },
  /** kg */
  mass: {
    ...NUMBER,
    unit: 'kg',
    slot: AT_MASS,
    meaning: 'mass',
    initial: 'given',
    merge: 'computed',
    published: 3,
    always: true,
    vertex: 'mean',
    kept: true,
    color: { title: 'Mass' },
  },
  /** Smoothing length h, m; the support radius is 2h. */
  smoothingLength: {
    ...NUMBER,
    unit: 'm',
    slot: AT_SMOOTHING_LENGTH,
    meaning: 'h; the support radius is 2h',
    initial: 'given',
    merge: 'computed',
    published: 4,
    always: true,
    vertex: 'mean',
    color: { title: 'Smoothing length' },
  },
  drift: { ...VECTOR, unit: 'm/s', slot: AT_DRIFT, meaning: 'XSPH velocity added when moving' },
  /** Stable ids. */
  id: {
    ...WHOLE,
    unit: '',
    slot: AT_ID,
    meaning: 'never changes, never reused',
    merge: 'computed',
    published: 5,
    always: true,
    vertex: 'nearest',
    kept: true,
    color: {
      title: 'Number',
      meaning: 'By id, in the order in which the particles were made.',
      fromZero: true,
    },
  },
  /** Index into the scene's substances. */
  substance: {
    ...WHOLE,
    unit: '',
    slot: AT_SUBSTANCE,
    meaning: 'index into the substances of the scene',
    initial: 'given',
    published: 6,
    always: true,
    vertex: 'nearest',
    kept: true,
    color: { title: 'Substance', meaning: 'One color per substance.', category: true },
  },
  step: {
    ...WHOLE,
    unit: '',
    slot: AT_STEP,
    feature: 'adaptive',
    meaning: 'q: its own step is frame/2^q',
    initial: STEP_NEW,
    merge: 'computed',
  },
  /** In adaptive worlds: the id that a particle was split off, or that it was merged around; 0xffffffff for none. */
  parent: {
    ...WHOLE,
    unit: '',
    slot: AT_PARENT,
    feature: 'adaptive',
    meaning: 'id it was split off, or of the center it was merged around',
    initial: NO_PARENT,
    merge: 'computed',
    published: 7,
  },
  changed: {
    ...WHOLE,
    unit: '',
    slot: AT_CHANGED,
    feature: 'adaptive',
    meaning: 'twice the frame of its split or merge, plus 1 for a merge',
    merge: 'computed',
  },
  densityScale: {
    ...NUMBER,
    unit: '',
    slot: AT_DENSITY_SCALE,
    feature: 'adaptive',
    meaning: 'factor of a summed density that keeps it through a split or merge',
    initial: 1,
    merge: 'computed',
  },
  wallPush: {
    ...VECTOR,
    unit: 'm/s²',
    slot: AT_WALL_PUSH,
    feature: 'adaptive',
    meaning: 'acceleration by walls at the last evaluation',
    merge: 'mean',
  },
  bodyPush: {
    ...VECTOR,
    unit: 'm/s²',
    slot: AT_BODY_PUSH,
    feature: 'adaptive',
    meaning: 'the part of it by walls whose pose is simulated',
    merge: 'mean',
  },
  solved: {
    ...NUMBER,
    unit: 'Pa',
    slot: AT_SOLVED,
    feature: 'implicitPressure',
    meaning: 'pressure that was solved for, as forces feel it, over (ρ/ρ₀)²',
    merge: 'mean',
  },
  /** Pa·s at the last evaluation, in worlds whose viscosity depends on the flow or is solved for. */
  viscosity: {
    ...NUMBER,
    unit: 'Pa·s',
    slot: AT_VISCOSITY,
    feature: 'flow',
    meaning: 'viscosity at the last evaluation',
    merge: 'mean',
    published: 9,
    vertex: 'mean',
    color: {
      title: 'Viscosity, log10',
      meaning: 'By the logarithm of the viscosity: 2 is 100 Pa·s; for scenes whose viscosity changes.',
      logarithm: true,
    },
  },
  /** K, in worlds with heat. */
  temperature: {
    ...NUMBER,
    unit: 'K',
    slot: AT_TEMPERATURE,
    feature: 'heat',
    meaning: 'temperature',
    initial: 'given',
    merge: 'computed',
    published: 8,
    vertex: 'mean',
    color: { title: 'Temperature', meaning: 'By temperature, K; for scenes with heat.', map: 'heat' },
  },
  /** Angular velocity of eddies that the particles are too coarse for, rad/s, in worlds with `vorticity`; 0 for what has none. */
  eddySpin: {
    ...VECTOR,
    unit: 'rad/s',
    slot: AT_EDDY_SPIN,
    feature: 'eddies',
    meaning: 'angular velocity of eddies that particles are too coarse for',
    merge: 'mean',
    late: true,
    published: 16,
    vertex: 'mean',
    color: {
      title: 'Eddy spin',
      meaning: 'By how fast the eddies turn that particles are too coarse for; for scenes with `vorticity`.',
      fromZero: true,
    },
  },
  eddyTurn: {
    ...VECTOR,
    unit: 'rad/s²',
    slot: AT_EDDY_TURN,
    feature: 'eddies',
    meaning: 'rate of the spin of eddies at the last evaluation',
    merge: 'mean',
    late: true,
  },
  /** Norm of Green's strain at the last evaluation, in worlds with elastic solids; 0 for what is none. */
  strain: {
    ...NUMBER,
    unit: '',
    slot: AT_GREEN_STRAIN,
    feature: 'elastic',
    meaning: 'norm of the strain at the last evaluation',
    late: true,
    published: 12,
    vertex: 'mean',
    color: {
      title: 'Strain',
      meaning: 'By strain, how far a solid is deformed; for scenes with solids.',
      fromZero: true,
    },
  },
  /** Stress of von Mises at the last evaluation, Pa, in worlds with elastic solids. */
  stress: {
    ...NUMBER,
    unit: 'Pa',
    unit2D: 'N/m',
    slot: AT_VON_MISES,
    feature: 'elastic',
    meaning: 'stress of von Mises at the last evaluation',
    late: true,
    published: 13,
    vertex: 'mean',
    color: { title: 'Stress', meaning: 'By stress of von Mises, Pa; for scenes with solids.', fromZero: true },
  },
  /** How much a solid has flowed, the sum of the norms of all that its plastic strain has changed by; in worlds with elastic solids. */
  plasticStrain: {
    ...NUMBER,
    unit: '',
    slot: AT_PLASTIC_STRAIN,
    feature: 'elastic',
    meaning: 'how much it has flowed: the sum of the norms of all changes of the strain that stays',
    late: true,
    published: 14,
    vertex: 'mean',
    color: {
      title: 'Plastic strain',
      meaning: 'By how much it has flowed; for scenes with solids that yield.',
      fromZero: true,
    },
  },
  /** Pa (N/m in 2D), as the density and the state equation say; 0 for globules. Frames of older programs do not have it. */
  pressure: {
    type: 'f64',
    components: 1,
    lifetime: 'derived',
    framed: true,
    unit: 'Pa',
    unit2D: 'N/m',
    meaning: 'pressure by which it pushes its neighbors; negative where it pulls',
    published: 11,
    vertex: 'mean',
    color: { title: 'Pressure' },
  },
  /**
   * The part of a solid that the particle belongs to, in worlds with cuts or a strength: 1 + the smallest id of those that it hangs together
   * with by what is not cut; 0 for what cannot break. The name of a part stays while it breaks on.
   */
  part: {
    type: 'u32',
    components: 1,
    lifetime: 'derived',
    framed: true,
    feature: 'elastic',
    unit: '',
    meaning: '1 + the smallest id that it hangs together with by what is not cut; 0 for what cannot break',
    published: 15,
    vertex: 'nearest',
  },
  /**
   * Number of the piece that the particle belongs to: 0 is the one with the most particles. Every world has it; for frames of a cache see
   * `piecesOf`.
   */
  piece: {
    type: 'u32',
    components: 1,
    lifetime: 'derived',
    unit: '',
    meaning: 'number of the connected piece it belongs to',
    published: 10,
    color: {
      title: 'Piece',
      meaning: 'By connected piece: the largest in a calm color, the others bright.',
      category: true,
    },
  },
} as const satisfies Record<string, FieldColumns>;

type Table = typeof FIELDS;

/** Fields that are stored. */
export type FieldName = { [K in keyof Table]: Table[K]['lifetime'] extends 'state' ? K : never }[keyof Table];
export type RealFieldName = { [K in FieldName]: Table[K]['type'] extends 'f64' ? K : never }[FieldName];
export type WholeFieldName = Exclude<FieldName, RealFieldName>;

/** Fields that the outside sees. */
export type PublishedName = { [K in keyof Table]: Table[K] extends { published: number } ? K : never }[keyof Table];
/** Those that all particles have. */
export type AlwaysName = { [K in keyof Table]: Table[K] extends { always: true } ? K : never }[keyof Table];

type Numbers<Row> = Row extends { type: 'f64' } ? Float32Array : Uint32Array;

/** The fields of the table as the outside sees them: f32 or u32, `components` per particle. */
export type TableFields = { readonly [K in keyof Table as K extends AlwaysName ? K : never]: Numbers<Table[K]> } & {
  readonly [K in keyof Table as K extends Exclude<PublishedName, AlwaysName> ? K : never]?:
    | Numbers<Table[K]>
    | undefined;
};

type ColorNameOf<Name, Row> = Row extends { color: { by: infer By } }
  ? By
  : Row extends { color: object }
    ? Name
    : never;

/** What `look.colorBy` can be. */
export type ColorName = { [K in keyof Table]: ColorNameOf<K, Table[K]> }[keyof Table];

/** An array that passes fill and nobody saves. */
export interface Workspace {
  /** Slot of the context block that holds its address. */
  readonly slot: number;
  /** Per particle. */
  readonly bytes: number;
  readonly lifetime: Lifetime;
  /** Only worlds with this feature have it. */
  readonly feature?: Feature;
  readonly meaning: string;
}

/** Every array beside the fields. */
export const WORKSPACE: readonly Workspace[] = [
  { slot: AT_RECORD, bytes: RECORD_BYTES, lifetime: 'derived', meaning: 'what a pair pass reads of a particle, f32' },
  { slot: AT_SUM, bytes: 16, lifetime: 'derived', meaning: 'momentum transfers and density rate, or density sums' },
  { slot: AT_SUM_XSPH, bytes: 16, lifetime: 'derived', meaning: 'XSPH exchanges' },
  { slot: AT_REST_DENSITY, bytes: 4, lifetime: 'derived', meaning: 'ρ₀ where substances differ much, f32' },
  { slot: AT_LIST, bytes: 8, lifetime: 'derived', meaning: 'begin and end of the neighbor list' },
  { slot: AT_NEIGHBOR_COUNT, bytes: 4, lifetime: 'derived', meaning: 'neighbors in the lists' },
  { slot: AT_CELL, bytes: 4, lifetime: 'scratch', meaning: 'cell, then place in the sorted order' },
  { slot: AT_SEARCH_X, bytes: 4, lifetime: 'scratch', meaning: 'f32 position for the search' },
  { slot: AT_SEARCH_Y, bytes: 4, lifetime: 'scratch', meaning: 'f32 position for the search' },
  { slot: AT_SEARCH_Z, bytes: 4, lifetime: 'scratch', meaning: 'f32 position for the search' },
  { slot: AT_SEARCH_R2, bytes: 4, lifetime: 'scratch', meaning: 'squared list radius' },
  { slot: AT_ACTIVE, bytes: 1, lifetime: 'scratch', meaning: 'asks for neighbors' },
  { slot: AT_LEAVING, bytes: 1, lifetime: 'scratch', meaning: 'dropped by the next sort' },
  {
    slot: AT_PAIR_LIST,
    bytes: 8,
    lifetime: 'derived',
    feature: 'adaptive',
    meaning: 'begin and end of the list of pairs',
  },
  { slot: AT_WAKE, bytes: 1, lifetime: 'scratch', feature: 'adaptive', meaning: 'must be evaluated at the next tick' },
  {
    slot: AT_STRAIN,
    bytes: 64,
    lifetime: 'derived',
    feature: 'flow',
    meaning: 'gradient of the velocity, or stress, f32',
  },
  { slot: AT_TENSION, bytes: 64, lifetime: 'derived', feature: 'flow', meaning: 'tension of the symmetric form, f32' },
  { slot: AT_SHAPE, bytes: 32, lifetime: 'derived', feature: 'shapes', meaning: 'how neighbors stand around, f32' },
  { slot: AT_CORRECTION, bytes: 32, lifetime: 'derived', feature: 'corrected', meaning: 'correction of pressure, f32' },
  { slot: AT_GHOST_FORCE, bytes: 32, lifetime: 'derived', feature: 'ghosts', meaning: 'force of ghosts, f64' },
  { slot: AT_WALL, bytes: 64, lifetime: 'derived', feature: 'flow', meaning: 'drag and push by walls, f32' },
  { slot: AT_DELTA, bytes: 16, lifetime: 'derived', feature: 'flow', meaning: 'change of velocity by viscosity, f32' },
  { slot: AT_RESIDUAL, bytes: 16, lifetime: 'scratch', feature: 'flow', meaning: 'of the conjugate gradients, f32' },
  { slot: AT_DIRECTION, bytes: 16, lifetime: 'scratch', feature: 'flow', meaning: 'of the conjugate gradients, f32' },
  {
    slot: AT_UNKNOWNS,
    bytes: 32,
    lifetime: 'scratch',
    feature: 'implicitPressure',
    meaning: 'what products are made of, f32',
  },
  { slot: AT_OWN, bytes: 16, lifetime: 'scratch', feature: 'implicitPressure', meaning: 'sums of the diagonal, f32' },
  {
    slot: AT_RATE,
    bytes: 4,
    lifetime: 'scratch',
    feature: 'implicitPressure',
    meaning: 'what motions so far compress, f32',
  },
  {
    slot: AT_NORMAL,
    bytes: 16,
    lifetime: 'scratch',
    feature: 'implicitPressure',
    meaning: 'push of walls per Pa, f32',
  },
  {
    slot: AT_SYSTEM,
    bytes: SYSTEM_BYTES,
    lifetime: 'scratch',
    feature: 'implicitPressure',
    meaning: 'the system, f64',
  },
  { slot: AT_SUM_HEAT, bytes: 16, lifetime: 'derived', feature: 'heat', meaning: 'surface and heat received, f32' },
  {
    slot: AT_EDDY_SUM,
    bytes: 64,
    lifetime: 'scratch',
    feature: 'eddies',
    meaning: 'how neighbors stand and go round, f32',
  },
  { slot: AT_EDDY, bytes: EDDY_BYTES, lifetime: 'scratch', feature: 'eddies', meaning: 'torque and spin, f32' },
  { slot: AT_EDDY_GAIN, bytes: 16, lifetime: 'scratch', feature: 'eddies', meaning: 'torque by spin, f32' },
  { slot: AT_GLOBULE, bytes: 32, lifetime: 'derived', feature: 'globules', meaning: 'pair law of a globule, f32' },
  { slot: AT_CLEARANCE, bytes: 8, lifetime: 'derived', feature: 'globules', meaning: 'gap to the nearest obstacle' },
  {
    slot: AT_CONTACT_SUM,
    bytes: CONTACT_SUM_BYTES,
    lifetime: 'derived',
    feature: 'contacts',
    meaning: 'force and torque of contacts, f64',
  },
  { slot: AT_NODE_PARTICLE, bytes: 4, lifetime: 'derived', feature: 'elastic', meaning: 'particles by nodes' },
  { slot: AT_NODE_CONTROL, bytes: 8, lifetime: 'derived', feature: 'elastic', meaning: 'near neighbors of nodes' },
  { slot: AT_NODE_FIT, bytes: 56, lifetime: 'derived', feature: 'elastic', meaning: 'A⁻¹ and s by nodes, f64' },
  { slot: AT_NODE_HOURGLASS, bytes: 80, lifetime: 'derived', feature: 'elastic', meaning: 's F̃ and s by nodes, f64' },
  { slot: AT_NODE_PLACE, bytes: 32, lifetime: 'derived', feature: 'elastic', meaning: 'places by nodes, f64' },
  { slot: AT_NODE_VELOCITY, bytes: 32, lifetime: 'derived', feature: 'elastic', meaning: 'velocities by nodes, f64' },
  { slot: AT_NODE_STRESS, bytes: 80, lifetime: 'derived', feature: 'elastic', meaning: 'V P by nodes, f64' },
  {
    slot: AT_NODE_LINKS,
    bytes: 8,
    lifetime: 'derived',
    feature: 'elastic',
    meaning: 'begin and end of the links of nodes',
  },
  { slot: AT_ELASTIC_FORCE, bytes: 32, lifetime: 'derived', feature: 'elastic', meaning: 'force of the solid, f64' },
  { slot: AT_NODE_SHAPE, bytes: 80, lifetime: 'scratch', feature: 'implicitSolids', meaning: 'F by nodes, f64' },
  {
    slot: AT_SOLVE_CHANGE,
    bytes: 32,
    lifetime: 'scratch',
    feature: 'implicitSolids',
    meaning: 'change of velocity, f64',
  },
  { slot: AT_SOLVE_LOAD, bytes: 32, lifetime: 'scratch', feature: 'implicitSolids', meaning: 'right side, f64' },
  { slot: AT_SOLVE_RESIDUAL, bytes: 32, lifetime: 'scratch', feature: 'implicitSolids', meaning: 'what is left, f64' },
  {
    slot: AT_SOLVE_WALL,
    bytes: STICK_BYTES,
    lifetime: 'scratch',
    feature: 'implicitSolids',
    meaning: 'what holds it, f64',
  },
  { slot: AT_SOLVE_HELD, bytes: 32, lifetime: 'scratch', feature: 'implicitSolids', meaning: 'held by obstacles, f64' },
  { slot: AT_TOUCH, bytes: TOUCH_RECORD_BYTES, lifetime: 'derived', feature: 'elastic', meaning: 'contact law, f32' },
  { slot: AT_HEAT_RECORD, bytes: 16, lifetime: 'derived', feature: 'heat', meaning: 'what conduction reads, f32' },
  {
    slot: AT_MEASURE,
    bytes: MEASURE_BYTES,
    lifetime: 'scratch',
    feature: 'adaptive',
    meaning: 'what decides splits, f32',
  },
];
