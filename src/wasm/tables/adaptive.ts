// Adaptive worlds: particles of many sizes, each with its own step; what decides splits and merges.

import { constant, f32, f64, type Owner, type Party, report, splat, u32 } from './rows.ts';

const MEASURED: { readonly writer: readonly Party[]; readonly reader: readonly Party[] } = {
  writer: ['PASS_MEASURE'],
  reader: ['host'],
};

/** The rows of adaptive worlds. */
export const ADAPTIVE: Owner = {
  owner: 'adaptive',
  about: 'Individual sizes and steps.',
  blocks: [
    {
      name: 'measure',
      prefix: 'MEASURE_',
      start: 0,
      limit: 64,
      size: { name: 'MEASURE_BYTES', multiple: 16 },
      ordered: true,
    },
  ],
  constants: [
    constant('LEVELS_APART', 2, 'neighbors’ steps differ by at most so many levels'),
    constant('STEP_BITS', 31, 'mask of the level in AT_STEP'),
    constant('STEP_WAKE', 32, 'flag in AT_STEP: evaluated at this tick, whatever its step'),
    constant('STEP_NEW', 64, 'flag in AT_STEP: has not been evaluated yet'),
  ],
  slots: {
    context: [
      u32('ADAPTIVE', '1: particles have the fields of adaptive worlds'),
      u32('INDIVIDUAL', '1: passes work on the active particles, each over its own time'),
      u32('TICK', 'where the frame has come to, in ticks'),
      u32('TICKS', 'of a frame'),
      u32('TICK_BEFORE', 'the used tick before TICK'),
      u32('ONLY_NEW', '1: only new particles are active, and nobody has aged since the last evaluation'),
      u32('LEVEL_LEAST', 'smallest level q: the longest step is TICKS >> LEVEL_LEAST'),
      u32('PAIRED', '1: the last evaluation took each pair once, and AT_NEIGHBOR_COUNT is right'),
      u32('AT_STEP', 'u32: level q of a particle’s own step in the low STEP_BITS, and flags'),
      u32('AT_PARENT', 'u32: id it was split off, or of the center it was merged around'),
      u32('AT_CHANGED', 'u32: twice the frame of its split or merge, plus 1 for a merge'),
      u32('AT_DENSITY_SCALE', 'f64: factor of a summed density'),
      u32('AT_WAKE', 'u8: to be evaluated at the next tick'),
      u32('AT_MEASURE', 'MEASURE_BYTES: what decides splits and merges'),
      u32('AT_PAIR_LIST', 'as AT_LIST, of lists that hold each pair once'),
      u32(
        'AT_ASKED_LEVEL',
        'u32: level that the neighbors of a particle ask for; between two searches nobody needs cells',
        { shares: 'AT_CELL' },
      ),
      f64('TICK_SECONDS', 'length of a tick, s'),
      splat('SPLAT_SIZED', '2 η c h_min: the linear viscosity of a pair in an adaptive world is this over h̄/10'),
      splat('SPLAT_LEAST_LINEAR', 'and at least this, 20 min(η, 0.1) c'),
    ],
    substance: [
      f64('SUB_FINEST', 'h of the finest particle, m'),
      f64('SUB_LEAST_LINEAR', 'least part of the linear viscosity that coarse particles keep'),
    ],
    measure: [
      f32('MEASURE_CONTRAST', 'max |ρ_j − ρ_i|, kg/m³', MEASURED),
      f32('MEASURE_FILL', 'Σ V W̄: about 1 inside, less at a surface', MEASURED),
      f32('MEASURE_LIGHTEST', 'of the neighbors, over MASS_UNIT', MEASURED),
      f32('MEASURE_HEAVIEST', 'of the neighbors, over MASS_UNIT', MEASURED),
    ],
    'chunk report': [
      report('REPORT_ACTIVE', ['PASS_MARK_ACTIVE'], 'active particles'),
      report(
        'REPORT_FIRST',
        ['PASS_DRIFT'],
        'impulse of the first half kick, by fields (3) and by other particles (3), N·s',
        6,
      ),
      report('REPORT_LEVEL', ['PASS_KICK'], 'largest level q of all particles'),
      report('REPORT_SHALLOW', ['PASS_KICK'], 'smallest level q'),
      report('REPORT_INTERNAL', ['PASS_KICK'], 'Σ m a dt by other particles, N·s', 3),
    ],
  },
  passes: [
    {
      name: 'PASS_MARK_ACTIVE',
      run: 'markActive',
      from: 'individual',
      task: 'chunk',
      kind: 'steps',
      meaning: 'whose step ends at this tick',
    },
    {
      name: 'PASS_LIMIT_LEVELS',
      run: 'limitLevels',
      from: 'individual',
      task: 'chunk',
      kind: 'steps',
      meaning: 'levels that neighbors ask for',
    },
    {
      name: 'PASS_APPLY_LIMITS',
      run: 'applyLimits',
      from: 'individual',
      task: 'chunk',
      kind: 'steps',
      meaning: 'shortens steps to them',
    },
    {
      name: 'PASS_MEASURE',
      run: 'measureAround',
      from: 'passes/measure',
      types: ['kernel', 'domain'],
      task: 'chunk',
      kind: 'adapt',
      meaning: 'what decides splits and merges',
    },
    {
      name: 'PASS_GATHER_DENSITY',
      run: 'addDensity',
      from: 'passes/density',
      types: ['kernel', 'domain', 'Gather'],
      task: 'chunk',
      kind: 'density',
      meaning: 'density sums of the active',
    },
    {
      name: 'PASS_GATHER_FORCES',
      run: 'addForces',
      from: 'passes/forces',
      types: ['kernel', 'domain', 'terms', 'Gather'],
      task: 'chunk',
      kind: 'forces',
      meaning: 'forces on the active',
    },
    {
      name: 'PASS_SIZED_FORCES',
      run: 'addForces',
      from: 'passes/forces',
      types: ['kernel', 'domain', 'Lean', 'EachSizedPair'],
      task: 'group',
      kind: 'forces',
      meaning: 'forces, lean, between particles of many sizes',
    },
  ],
};
