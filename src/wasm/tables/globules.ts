// Globules: pair forces between particles, each with the law of its substance at its temperature.

import { SUBSTANCES } from './core.ts';
import { f32, f64, type Owner, type Party, rows, u32 } from './rows.ts';

const PACKED: { readonly writer: readonly Party[]; readonly reader: readonly Party[] } = {
  writer: ['PASS_PACK_GLOBULES'],
  reader: ['PASS_GLOBULES'],
};
const REPORTED: { readonly writer: readonly Party[]; readonly reader: readonly Party[] } = {
  writer: ['PASS_GLOBULES'],
  reader: ['host'],
};

/** The rows of globules. */
export const GLOBULES: Owner = {
  owner: 'globules',
  about: 'Globules.',
  blocks: [
    {
      name: 'globule law',
      prefix: 'GLOBULE_',
      start: 0,
      limit: 256,
      size: { name: 'GLOBULE_BYTES', multiple: 64 },
      ordered: true,
    },
    {
      name: 'globule record',
      prefix: 'GLOBULE_RECORD_',
      start: 0,
      limit: 64,
      size: { name: 'GLOBULE_RECORD_BYTES', multiple: 32 },
      shift: 'GLOBULE_RECORD_SHIFT',
      ordered: true,
    },
  ],
  slots: {
    context: [
      u32(
        'AT_GLOBULE',
        'GLOBULE_RECORD_BYTES: what the pair pass of globules reads beside the record (assembly/globules/pack.ts)',
      ),
      u32('REPULSION', 'exponent m of the pair force'),
      u32('ATTRACTION', 'exponent n of the pair force'),
      u32('AT_CLEARANCE', 'f64: gap between a globule and the nearest obstacle when it was last measured, m'),
      u32('HAS_CLEARANCE', '1: clearances are those of the particles in their order'),
      f64('TRAVELED', 'no particle has come farther since clearances were measured, m'),
      rows('GLOBULE_TABLE', 'globule law', SUBSTANCES, 'GLOBULE_BYTES for each substance'),
    ],
    'globule law': [
      f64('GLOBULE_IS', '1: its particles are globules; of other models only this and what a globule meets'),
      f64('GLOBULE_RADIUS', 'radius over h'),
      f64('GLOBULE_STRENGTH', 'half of ρ₀c², Pa: two particles add up to their mean'),
      f64('GLOBULE_DAMPING', 'half of ζρ₀c, kg/(m²·s)'),
      f64('GLOBULE_RANGE', 'half of c_r'),
      f64('GLOBULE_DAMPING_RANGE', 'half of c_d'),
      f64('GLOBULE_MELTED_STRENGTH', 'half of ρ₀c² when melted, Pa'),
      f64('GLOBULE_MELTED_DAMPING', 'half of ζρ₀c when melted, kg/(m²·s)'),
      f64('GLOBULE_CRUMBLES_FROM', 'K'),
      f64('GLOBULE_CRUMBLES_TO', 'K; not above the first if it never does'),
      f64('GLOBULE_MELTED_RADIUS', 'radius over h when melted'),
    ],
    'globule record': [
      f32('GLOBULE_RECORD_RADIUS', 'r, m', { at: 0, ...PACKED }),
      f32('GLOBULE_RECORD_STRENGTH', '½ρ₀c², over PAIR_UNIT', { at: 4, ...PACKED }),
      f32('GLOBULE_RECORD_DAMPING', '½ζρ₀c, over PAIR_UNIT', { at: 8, ...PACKED }),
      f32('GLOBULE_RECORD_INVERSE_MASS', 'PAIR_UNIT/M', { at: 12, ...PACKED }),
      f32('GLOBULE_RECORD_RANGE', '½c_r', { at: 16, ...PACKED }),
      f32('GLOBULE_RECORD_DAMPING_RANGE', '½c_d', { at: 20, ...PACKED }),
      f32('GLOBULE_RECORD_SUBSTANCE', 'number of the substance', { at: 24, ...PACKED }),
      f32('GLOBULE_RECORD_IS', '1: a globule', { at: 28, ...PACKED }),
    ],
    'group report': [
      f32('GROUP_CONTACT', 'largest momentum transfer between globules', REPORTED),
      f32('GROUP_STIFFNESS', 'largest |dF/dD| (1/M + 1/M) of two globules, over PAIR_UNIT, 1/s²', REPORTED),
      f32('GROUP_DAMPING', 'largest k_d s_d (1/M + 1/M), 1/s', REPORTED),
    ],
  },
  classes: { SeedExponents: 'globules/forces', OwnExponents: 'globules/forces' },
  axes: { exponents: { classes: ['SeedExponents', 'OwnExponents'], room: 2 } },
  passes: [
    {
      name: 'PASS_DRIFT_GLOBULES',
      run: 'driftGlobules',
      from: 'schemes/globules',
      task: 'chunk',
      kind: 'obstacles',
      meaning: 'kick and drift, past obstacles',
    },
    {
      name: 'PASS_PACK_GLOBULES',
      run: 'packGlobules',
      from: 'globules/pack',
      task: 'chunk',
      kind: 'pack',
      meaning: 'laws of the globules at their temperature',
    },
    {
      name: 'PASS_PACK_PLACES',
      run: 'packPlaces',
      from: 'globules/move',
      task: 'chunk',
      kind: 'pack',
      meaning: 'places and velocities into the records',
    },
    {
      name: 'PASS_ACCELERATE_GLOBULES',
      run: 'accelerateGlobules',
      from: 'schemes/globules',
      task: 'chunk',
      kind: 'steps',
      meaning: 'accelerations and extremes',
    },
    {
      name: 'PASS_CLEARANCE',
      run: 'measureClearance',
      from: 'globules/move',
      task: 'chunk',
      kind: 'obstacles',
      meaning: 'gaps to the nearest obstacle',
    },
    {
      name: 'PASS_GLOBULES',
      run: 'addGlobuleForces',
      from: 'globules/forces',
      types: ['domain', 'exponents'],
      task: 'group',
      kind: 'forces',
      meaning: 'forces between globules',
    },
  ],
};
