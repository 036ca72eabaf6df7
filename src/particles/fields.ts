// The tables of per-particle arrays: the one place that says what a particle has. Storage, sorting, snapshots and publishing follow
// them, so no model can forget a field. State is saved and moves with its particle when particles are sorted; derived arrays are
// computed from it and live until the next step; scratch lives within one pass or search.

import {
  AT_ACCELERATION,
  AT_ACTIVE,
  AT_CELL,
  AT_CHANGED,
  AT_CLEARANCE,
  AT_DELTA,
  AT_DENSITY,
  AT_DENSITY_RATE,
  AT_DENSITY_SCALE,
  AT_DIRECTION,
  AT_DRIFT,
  AT_GLOBULE,
  AT_HEAT_RECORD,
  AT_ID,
  AT_LEAVING,
  AT_LIST,
  AT_MASS,
  AT_MEASURE,
  AT_NEIGHBOR_COUNT,
  AT_PAIR_LIST,
  AT_PARENT,
  AT_POSITION,
  AT_RECORD,
  AT_RESIDUAL,
  AT_SEARCH_R2,
  AT_SEARCH_X,
  AT_SEARCH_Y,
  AT_SEARCH_Z,
  AT_SHAPE,
  AT_SMOOTHING_LENGTH,
  AT_STEP,
  AT_STRAIN,
  AT_SUBSTANCE,
  AT_SUM,
  AT_SUM_HEAT,
  AT_SUM_XSPH,
  AT_TEMPERATURE,
  AT_VELOCITY,
  AT_VISCOSITY,
  AT_WAKE,
  AT_WALL,
  MEASURE_BYTES,
  RECORD_BYTES,
} from '../wasm/layout.ts';

/** How long an array keeps its contents. */
export type Lifetime = 'state' | 'derived' | 'scratch';

/** What some worlds have and others do not: individual sizes and steps, stress that depends on the flow, temperature, globules. */
export type Feature = 'adaptive' | 'flow' | 'heat' | 'globules';

/** How a field is stored. */
export type FieldType = 'f64' | 'u32';

/** One row of the table. */
export interface Field {
  readonly components: 1 | 3;
  readonly type: FieldType;
  readonly unit: string;
  readonly lifetime: Lifetime;
  /** Slot of the context block that holds the field's address. */
  readonly slot: number;
  /** Only particles of worlds with this feature have it. */
  readonly feature?: Feature;
  readonly meaning: string;
}

/** Every field of a particle. */
export const FIELDS = {
  position: { components: 3, type: 'f64', unit: 'm', lifetime: 'state', slot: AT_POSITION, meaning: 'center' },
  velocity: { components: 3, type: 'f64', unit: 'm/s', lifetime: 'state', slot: AT_VELOCITY, meaning: 'velocity' },
  acceleration: {
    components: 3,
    type: 'f64',
    unit: 'm/s²',
    lifetime: 'state',
    slot: AT_ACCELERATION,
    meaning: 'at the last evaluation',
  },
  density: { components: 1, type: 'f64', unit: 'kg/m³', lifetime: 'state', slot: AT_DENSITY, meaning: 'density' },
  densityRate: {
    components: 1,
    type: 'f64',
    unit: 'kg/(m³s)',
    lifetime: 'state',
    slot: AT_DENSITY_RATE,
    meaning: 'at the last evaluation',
  },
  mass: { components: 1, type: 'f64', unit: 'kg', lifetime: 'state', slot: AT_MASS, meaning: 'mass' },
  smoothingLength: {
    components: 1,
    type: 'f64',
    unit: 'm',
    lifetime: 'state',
    slot: AT_SMOOTHING_LENGTH,
    meaning: 'h; the support radius is 2h',
  },
  drift: {
    components: 3,
    type: 'f64',
    unit: 'm/s',
    lifetime: 'state',
    slot: AT_DRIFT,
    meaning: 'XSPH velocity added when moving',
  },
  id: { components: 1, type: 'u32', unit: '', lifetime: 'state', slot: AT_ID, meaning: 'never changes, never reused' },
  substance: {
    components: 1,
    type: 'u32',
    unit: '',
    lifetime: 'state',
    slot: AT_SUBSTANCE,
    meaning: 'index into the substances of the scene',
  },
  step: {
    components: 1,
    type: 'u32',
    unit: '',
    lifetime: 'state',
    slot: AT_STEP,
    feature: 'adaptive',
    meaning: 'q: its own step is frame/2^q',
  },
  parent: {
    components: 1,
    type: 'u32',
    unit: '',
    lifetime: 'state',
    slot: AT_PARENT,
    feature: 'adaptive',
    meaning: 'id it was split off, or of the center it was merged around',
  },
  changed: {
    components: 1,
    type: 'u32',
    unit: '',
    lifetime: 'state',
    slot: AT_CHANGED,
    feature: 'adaptive',
    meaning: 'twice the frame of its split or merge, plus 1 for a merge',
  },
  densityScale: {
    components: 1,
    type: 'f64',
    unit: '',
    lifetime: 'state',
    slot: AT_DENSITY_SCALE,
    feature: 'adaptive',
    meaning: 'factor of a summed density that keeps it through a split or merge',
  },
  viscosity: {
    components: 1,
    type: 'f64',
    unit: 'Pa·s',
    lifetime: 'state',
    slot: AT_VISCOSITY,
    feature: 'flow',
    meaning: 'viscosity at the last evaluation',
  },
  temperature: {
    components: 1,
    type: 'f64',
    unit: 'K',
    lifetime: 'state',
    slot: AT_TEMPERATURE,
    feature: 'heat',
    meaning: 'temperature',
  },
} as const satisfies Record<string, Field>;

export type FieldName = keyof typeof FIELDS;

export type RealFieldName = { [K in FieldName]: (typeof FIELDS)[K]['type'] extends 'f64' ? K : never }[FieldName];
export type WholeFieldName = Exclude<FieldName, RealFieldName>;

const ALL = Object.keys(FIELDS) as FieldName[];

/** The fields of the particles of a world, in the order of the table. */
export function fieldNames(features: readonly Feature[]): readonly FieldName[] {
  return ALL.filter((name) => hasFeature(FIELDS[name] as Field, features));
}

/** Whether worlds with these features have a field or an array. */
export function hasFeature({ feature }: Pick<Field, 'feature'>, features: readonly Feature[]): boolean {
  return feature === undefined || features.includes(feature);
}

/** Bytes one particle takes in a field. */
export function fieldBytes(name: FieldName): number {
  const { components, type } = FIELDS[name];
  return components * (type === 'f64' ? 8 : 4);
}

/** Bytes of one particle's state. */
export function stateBytes(names: readonly FieldName[]): number {
  return names.reduce((sum, name) => sum + fieldBytes(name), 0);
}

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
  { slot: AT_SHAPE, bytes: 32, lifetime: 'derived', feature: 'flow', meaning: 'how neighbors stand around, f32' },
  { slot: AT_WALL, bytes: 32, lifetime: 'derived', feature: 'flow', meaning: 'drag and push by walls, f32' },
  { slot: AT_DELTA, bytes: 16, lifetime: 'derived', feature: 'flow', meaning: 'change of velocity by viscosity, f32' },
  { slot: AT_RESIDUAL, bytes: 16, lifetime: 'scratch', feature: 'flow', meaning: 'of the conjugate gradients, f32' },
  { slot: AT_DIRECTION, bytes: 16, lifetime: 'scratch', feature: 'flow', meaning: 'of the conjugate gradients, f32' },
  { slot: AT_SUM_HEAT, bytes: 16, lifetime: 'derived', feature: 'heat', meaning: 'surface and heat received, f32' },
  { slot: AT_GLOBULE, bytes: 32, lifetime: 'derived', feature: 'globules', meaning: 'pair law of a globule, f32' },
  { slot: AT_CLEARANCE, bytes: 8, lifetime: 'derived', feature: 'globules', meaning: 'gap to the nearest obstacle' },
  { slot: AT_HEAT_RECORD, bytes: 16, lifetime: 'derived', feature: 'heat', meaning: 'what conduction reads, f32' },
  {
    slot: AT_MEASURE,
    bytes: MEASURE_BYTES,
    lifetime: 'scratch',
    feature: 'adaptive',
    meaning: 'what decides splits, f32',
  },
];
