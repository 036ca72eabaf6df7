// The table of per-particle fields: the one place that says what a particle has. Storage, sorting, snapshots and publishing all
// follow this table, so no model can forget a field.

import {
  AT_ACCELERATION,
  AT_DENSITY,
  AT_DENSITY_RATE,
  AT_DRIFT,
  AT_ID,
  AT_MASS,
  AT_POSITION,
  AT_SMOOTHING_LENGTH,
  AT_SUBSTANCE,
  AT_VELOCITY,
} from '../wasm/layout.ts';

/** How a field is stored. */
export type FieldType = 'f64' | 'u32';

/** One row of the table. */
export interface Field {
  readonly components: 1 | 3;
  readonly type: FieldType;
  readonly unit: string;
  /** `state` is saved in snapshots and moves with its particle when particles are sorted. */
  readonly lifetime: 'state';
  /** Slot of the context block that holds the field's address. */
  readonly slot: number;
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
} as const satisfies Record<string, Field>;

export type FieldName = keyof typeof FIELDS;

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

/** Bytes one particle takes in a field. */
export function fieldBytes(name: FieldName): number {
  const { components, type } = FIELDS[name];
  return components * (type === 'f64' ? 8 : 4);
}

/** Bytes of one particle's state. */
export const STATE_BYTES = FIELD_NAMES.reduce((sum, name) => sum + fieldBytes(name), 0);
