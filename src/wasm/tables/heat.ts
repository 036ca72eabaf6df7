// Temperature: conduction between particles, heat from regions, walls and surroundings.

import { f32, f64, type Owner, type Party, report, splat, u32 } from './rows.ts';

const PACKED: { readonly writer: readonly Party[]; readonly reader: readonly Party[] } = {
  writer: ['PASS_PACK_HEAT'],
  reader: ['PASS_CONDUCT'],
};

/** The rows of worlds with heat. */
export const HEAT: Owner = {
  owner: 'heat',
  about: 'Temperature.',
  blocks: [
    {
      name: 'heat record',
      prefix: 'HEAT_RECORD_',
      start: 0,
      limit: 64,
      size: { name: 'HEAT_RECORD_BYTES', multiple: 16 },
      shift: 'HEAT_RECORD_SHIFT',
      ordered: true,
    },
  ],
  slots: {
    context: [
      u32('HAS_HEAT', '1: particles have a temperature'),
      u32('AT_TEMPERATURE', 'f64: K'),
      u32('AT_SUM_HEAT', '4 f32: gradient of the filled part of space, and heat received'),
      u32('AT_HEAT_RECORD', 'HEAT_RECORD_BYTES: what conduction reads beside the record'),
      u32('HEAT_REGIONS', 'rows of src/obstacles/layout.ts'),
      u32('HEAT_REGION_COUNT', 'how many'),
      f64('SURFACE_LEAST', 'a particle with at least this |n| R is at the free surface'),
      f64('SURFACE_FACTOR', 'area of a particle at the surface over V (|n| − SURFACE_LEAST/R)'),
      f64('AIR_TEMPERATURE', 'of the surroundings, K'),
      f64('AIR_CONVECTION', 'W/(m²·K)'),
      f64('AIR_RADIATION', 'emissivity times σ, W/(m²·K⁴)'),
      splat('SPLAT_QUANTUM_HEAT', '1.5·2²³ quanta of heat'),
    ],
    substance: [
      f64('SUB_SOLIDUS', 'K'),
      f64('SUB_LIQUIDUS', 'K; not above the solidus if it never melts'),
      f64('SUB_HEAT_CAPACITY', 'J/(kg·K)'),
      f64('SUB_CONDUCTIVITY', 'W/(m·K)'),
      f64('SUB_LATENT_HEAT', 'J/kg'),
      f64('SUB_GROUND_HEAT', 'heat content at absolute zero, J/kg'),
    ],
    'heat record': [
      f32('HEAT_RECORD_COARSE', 'temperature as f32, K', { at: 0, ...PACKED }),
      f32('HEAT_RECORD_FINE', 'what is missing of it, K', { at: 4, ...PACKED }),
      f32('HEAT_RECORD_CONDUCTIVITY', 'W/(m·K)', { at: 8, ...PACKED }),
      f32('HEAT_RECORD_VOLUME', 'm³, over PAIR_UNIT', { at: 12, ...PACKED }),
    ],
    'chunk report': [
      report('REPORT_CONDUCTION', ['PASS_KICK_FLOW', 'PASS_ACCELERATE_GLOBULES'], 'max κ/h², 1/s'),
      report('REPORT_HEAT', ['PASS_WARM'], 'heat from regions, obstacles and surroundings, J', 3),
    ],
    'group report': [f32('GROUP_HEAT', 'largest heat transfer', { writer: ['PASS_CONDUCT'], reader: ['host'] })],
  },
  passes: [
    {
      name: 'PASS_PACK_HEAT',
      run: 'packHeat',
      from: 'flow/conduct',
      task: 'chunk',
      kind: 'heat',
      meaning: 'what conduction reads',
    },
    {
      name: 'PASS_WARM',
      run: 'warm',
      from: 'flow/warm',
      task: 'chunk',
      kind: 'heat',
      meaning: 'temperature from what was conducted and from outside',
    },
    {
      name: 'PASS_CONDUCT',
      run: 'addConduction',
      from: 'flow/conduct',
      types: ['kernel', 'domain'],
      task: 'group',
      kind: 'heat',
      meaning: 'conduction between particles',
    },
  ],
};
