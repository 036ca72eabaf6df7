// What a particle of a solid carries beside the fields of the table, where strain, stress and plastic strain are.

import type { FieldRow } from '../../particles/fields.ts';
import * as at from '../../wasm/layout.ts';

const STATE = { lifetime: 'state', feature: 'elastic', late: true } as const;
const VECTOR = { ...STATE, type: 'f64', components: 3 } as const;
const NUMBER = { ...STATE, type: 'f64', components: 1 } as const;
const WHOLE = { ...STATE, type: 'u32', components: 1 } as const;

/** Neighbors and gradients follow from reference places, bodies and ids, so that nobody saves them. [ADR 39] */
export const ELASTIC_FIELDS: readonly FieldRow[] = [
  {
    ...VECTOR,
    name: 'reference',
    unit: 'm',
    slot: at.AT_REFERENCE,
    meaning: 'place in the reference shape',
    initial: 'given',
  },
  {
    ...NUMBER,
    name: 'referenceVolume',
    unit: 'm³',
    unit2D: 'm²',
    slot: at.AT_REFERENCE_VOLUME,
    meaning: 'volume in the reference shape',
    initial: 'given',
  },
  {
    ...WHOLE,
    name: 'sourceBody',
    unit: '',
    slot: at.AT_SOURCE_BODY,
    meaning: 'body of the scene that it belongs to',
    initial: 'given',
  },
  { ...WHOLE, name: 'node', unit: '', slot: at.AT_NODE, meaning: '1 + its number among all of solids, 0 for others' },
  { ...VECTOR, name: 'plasticStretch', unit: '', slot: at.AT_PLASTIC_STRETCH, meaning: 'xx, yy, zz of plastic strain' },
  { ...VECTOR, name: 'plasticShear', unit: '', slot: at.AT_PLASTIC_SHEAR, meaning: 'yz, zx, xy of plastic strain' },
  { ...WHOLE, name: 'anchor', unit: '', slot: at.AT_ANCHOR, meaning: '1 + anchor that holds it, 0 for none' },
  { ...VECTOR, name: 'anchored', unit: 'm', slot: at.AT_ANCHORED, meaning: 'where it was held at the start' },
  {
    ...NUMBER,
    name: 'damage',
    unit: '',
    slot: at.AT_DAMAGE,
    meaning: 'part of its volume that carries no stress, since a crack took neighbors',
  },
  {
    ...NUMBER,
    name: 'elasticEnergy',
    unit: 'J',
    slot: at.AT_ELASTIC_ENERGY,
    meaning: 'energy of deformation at the last evaluation',
  },
  {
    ...{ ...VECTOR, feature: 'implicitSolids', name: 'stickFriction', unit: 'm/s²', slot: at.AT_STICK_FRICTION },
    meaning: 'friction of the obstacle that it touches, per mass',
  },
  {
    ...{ ...NUMBER, feature: 'implicitSolids', name: 'stickPush', unit: 'm/s²', slot: at.AT_STICK_PUSH },
    meaning: 'push of that obstacle per mass',
  },
];
