// Ghost particles of obstacles: what stands behind surfaces, in the frame of each obstacle. [AW09 §6.3, ADR 41]

import { f64, type Owner, type Party, u32, vector } from './rows.ts';

const HOST: { readonly writer: readonly Party[] } = { writer: ['host'] };
const SCATTERED: { readonly writer: readonly Party[] } = { writer: ['PASS_GHOST_SUMS', 'PASS_GHOST_FORCES'] };
const STATE: { readonly writer: readonly Party[] } = {
  writer: ['PASS_SUM_GHOSTS', 'PASS_SETTLE_GHOSTS', 'PASS_KICK_GHOSTS'],
};

/** The rows of ghosts. */
export const GHOSTS: Owner = {
  owner: 'ghosts',
  about: 'Ghost particles of obstacles.',
  blocks: [
    {
      name: 'ghost head',
      prefix: 'GHOST_HEAD_',
      start: 0,
      limit: 128,
      size: { name: 'GHOST_HEAD_BYTES', multiple: 64 },
      ordered: true,
    },
    {
      name: 'ghost state',
      prefix: 'GHOST_STATE_',
      start: 0,
      limit: 32,
      size: { name: 'GHOST_STATE_BYTES', multiple: 32 },
      ordered: true,
    },
  ],
  slots: {
    context: [
      u32('HAS_GHOSTS', '1: obstacles act by ghosts, not as walls'),
      u32('GHOST_HEADS', 'GHOST_HEAD_BYTES for each obstacle with ghosts'),
      u32('GHOST_HEAD_COUNT', 'how many'),
      u32('GHOST_COUNT', 'ghosts of all obstacles'),
      u32('AT_GHOST_X', 'f32: in the frame of the obstacle, m'),
      u32('AT_GHOST_Y', 'f32'),
      u32('AT_GHOST_Z', 'f32'),
      u32('AT_GHOST_NORMAL_X', 'f32: unit vector across the surface, in the same frame'),
      u32('AT_GHOST_NORMAL_Y', 'f32'),
      u32('AT_GHOST_NORMAL_Z', 'f32'),
      u32('AT_GHOST_VOLUME', 'f32: volume at rest, over PAIR_UNIT'),
      u32('AT_GHOST_COMPRESSION', 'f32: N = ρ/ρ₀ as predicted'),
      u32('AT_GHOST_PRESSURE', 'f32: P/N² as the first substance has it, Pa; those of the others follow'),
      u32('GHOST_PRESSURE_BYTES', 'from one substance to the next'),
      u32('AT_GHOST_STATE', 'GHOST_STATE_BYTES'),
      u32('AT_GHOST_SUM', 'f64: Σ V W over the ghosts around, itself included'),
      u32(
        'AT_GHOST_FORCE',
        '4 f64 by particle: force of ghosts over PAIR_UNIT, N, and the part of the kernel they fill',
      ),
      u32('GHOSTS_INTEGRATE', '1: their compression is integrated; 0: it is summed'),
      u32('GHOST_SUBSTANCES', 'substances of the scene'),
      f64('GHOST_LENGTH', 'h of ghosts, m'),
      f64('GHOST_SCALE', 'what makes Σ V W of a lattice 1'),
    ],
    'ghost head': [
      vector('GHOST_HEAD_LOW', 'low corner of the grid, m', HOST),
      f64('GHOST_HEAD_SCALE', 'cells per meter', HOST),
      u32('GHOST_HEAD_SIZE', 'cells along x, y, z', { count: 3, ...HOST }),
      u32('GHOST_HEAD_STARTS', 'address of u32: the first ghost of each cell', HOST),
      u32('GHOST_HEAD_FIRST', 'the first ghost of this obstacle', HOST),
      u32('GHOST_HEAD_OBSTACLE', 'which obstacle', HOST),
    ],
    'ghost state': [
      f64('GHOST_STATE_COMPRESSION', 'N = ρ/ρ₀', STATE),
      f64('GHOST_STATE_RATE', 'Ṅ, 1/s', STATE),
      f64('GHOST_STATE_RECEIVED', 'i64: what particles added, in quanta', SCATTERED),
      f64('GHOST_STATE_CLOSED', 'how far the substance reaches up to it, 0 to 1', { writer: ['PASS_SETTLE_GHOSTS'] }),
    ],
  },
  passes: [
    {
      name: 'PASS_GHOST_SUMS',
      run: 'addGhostDensity',
      from: 'ghosts/density',
      types: ['kernel'],
      task: 'chunk',
      kind: 'density',
      meaning: 'density sums between particles and ghosts',
    },
    {
      name: 'PASS_SUM_GHOSTS',
      run: 'sumGhosts',
      from: 'ghosts/states',
      task: 'chunk',
      kind: 'density',
      meaning: 'compression of ghosts from the sums',
    },
    {
      name: 'PASS_SETTLE_GHOSTS',
      run: 'settleGhosts',
      from: 'ghosts/states',
      task: 'chunk',
      kind: 'density',
      meaning: 'integrated compressions of ghosts, held to the sums',
    },
    {
      name: 'PASS_PRESS_GHOSTS',
      run: 'pressGhosts',
      from: 'ghosts/states',
      task: 'chunk',
      kind: 'pack',
      meaning: 'predicted compressions and pressures of ghosts',
    },
    {
      name: 'PASS_GHOST_FORCES',
      run: 'addGhostForces',
      from: 'ghosts/forces',
      types: ['kernel'],
      task: 'chunk',
      kind: 'forces',
      meaning: 'forces of ghosts, and density rates both ways',
    },
    {
      name: 'PASS_KICK_GHOSTS',
      run: 'kickGhosts',
      from: 'ghosts/states',
      task: 'chunk',
      kind: 'steps',
      meaning: 'integrated compressions of ghosts go on',
    },
  ],
};
