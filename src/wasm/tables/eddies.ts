// Spin of eddies that particles are too coarse for, and what it hands to the flow. [BKKW17, ADR 69]

import { f32, f64, type Owner, type Party, splat, u32 } from './rows.ts';

const TURNED: { readonly writer: readonly Party[]; readonly reader: readonly Party[] } = {
  writer: ['PASS_TURN_EDDIES'],
  reader: ['PASS_EDDY_FORCES'],
};

/** The rows of vorticity. */
export const EDDIES: Owner = {
  owner: 'eddies',
  about: 'Spin of eddies.',
  blocks: [
    {
      name: 'eddy record',
      prefix: 'EDDY_',
      start: 0,
      limit: 32,
      size: { name: 'EDDY_BYTES', multiple: 32 },
      ordered: true,
    },
  ],
  slots: {
    context: [
      u32('AT_EDDY_SPIN', 'three f64: ω, rad/s'),
      u32('AT_EDDY_TURN', 'three f64: its rate at the last evaluation, rad/s²'),
      u32('AT_EDDY_SUM', '16 f32: K, 0 and B (assembly/eddies/measure.ts)'),
      u32('AT_EDDY', 'EDDY_BYTES: what the pass of forces reads beside the record'),
      u32('AT_EDDY_GAIN', '4 f32: torque by the spin of neighbors'),
      u32('EDDIES_SPREAD', '1: spin spreads from particle to particle'),
      splat('SPLAT_EDDY', 'what makes a weight of eddies from RECORD_KERNEL/R'),
    ],
    substance: [
      f64('SUB_EDDY_TRANSFER', 'ν_t, m²/s; 0: its particles have no spin'),
      f64('SUB_EDDY_INERTIA', 'Θ: moment of inertia over mass, m²'),
      f64('SUB_EDDY_VISCOSITY', 'ν_ω, by which spin spreads, m²/s'),
    ],
    'eddy record': [
      f32('EDDY_TWIST', 'τ, N·m over PAIR_UNIT, and 0', { count: 4, ...TURNED }),
      f32('EDDY_SPIN', 'ω*, rad/s', { count: 3, ...TURNED }),
      f32('EDDY_SPREAD', 'ρ₀ Θ ν_ω', TURNED),
    ],
  },
  passes: [
    {
      name: 'PASS_KICK_EDDIES',
      run: 'kickEddies',
      from: 'eddies/turn',
      task: 'chunk',
      kind: 'steps',
      meaning: 'spin before the particles move; forgets the sums',
    },
    {
      name: 'PASS_MEASURE_EDDIES',
      run: 'measureEddies',
      from: 'eddies/measure',
      types: ['domain'],
      task: 'group',
      kind: 'forces',
      meaning: 'how the neighbors of every particle go round it',
    },
    {
      name: 'PASS_TURN_EDDIES',
      run: 'turnEddies',
      from: 'eddies/turn',
      task: 'chunk',
      kind: 'forces',
      meaning: 'how fast they go round it beside its spin, and the torque',
    },
    {
      name: 'PASS_FORGET_EDDIES',
      run: 'forgetGains',
      from: 'eddies/turn',
      task: 'chunk',
      kind: 'forces',
      meaning: 'forgets what spin spreads',
    },
    {
      name: 'PASS_EDDY_FORCES',
      run: 'addEddyForces',
      from: 'eddies/forces',
      types: ['domain'],
      task: 'group',
      kind: 'forces',
      meaning: 'forces by torques, and spin that spreads',
    },
    {
      name: 'PASS_END_EDDIES',
      run: 'endEddies',
      from: 'eddies/turn',
      task: 'chunk',
      kind: 'steps',
      meaning: 'rate of spin, and spin after the forces are known',
    },
    {
      name: 'PASS_BEGIN_EDDIES',
      run: 'beginEddies',
      from: 'eddies/turn',
      task: 'chunk',
      kind: 'steps',
      meaning: 'spin that goes with the neighbors, as a world begins',
    },
  ],
};
