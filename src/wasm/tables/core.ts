// What every world has: the thread team, the arrays of particles, the step, the records and sums of pair passes, the reports.

import { constant, f32, f64, type Owner, type Party, report, rows, splat, u32, vector } from './rows.ts';

/** Most of the first page of the memory; AssemblyScript's own tables stand behind it. */
const CONTEXT_LIMIT = 36864;

/** Rows of the tables of substances. */
export const SUBSTANCES = 32;

/** Parts of the tasks of a pass. */
const TASK_SHARES = 16;

/** Passes that move all particles; those that give them new velocities; and those that change velocities at last. */
export const DRIFTS: readonly Party[] = [
  'PASS_DRIFT_PREDICTOR',
  'PASS_DRIFT_INDIVIDUAL',
  'PASS_DRIFT_FLOW',
  'PASS_DRIFT_GLOBULES',
];
export const KICKS: readonly Party[] = [
  'PASS_KICK_PREDICTOR',
  'PASS_KICK_INDIVIDUAL',
  'PASS_KICK_FLOW',
  'PASS_ACCELERATE_GLOBULES',
];
const MEASURES: readonly Party[] = [...KICKS, 'PASS_FINISH_SOLVE'];

/** A word of the thread team. */
const control = (name: string, meaning: string) =>
  u32(name, meaning, { alone: true, writer: ['threads'], reader: ['threads'] });

/** The rows of every world. */
export const CORE: Owner = {
  owner: 'core',
  about: 'What every world has.',
  blocks: [
    { name: 'control', prefix: 'CONTROL_', start: 64, limit: 2048, ordered: true },
    { name: 'context', start: { behind: 'control' }, limit: CONTEXT_LIMIT, ordered: false },
    {
      name: 'substance',
      prefix: 'SUB_',
      start: 0,
      limit: 512,
      size: { name: 'SUBSTANCE_BYTES', multiple: 64 },
      ordered: true,
    },
    {
      name: 'record',
      prefix: 'RECORD_',
      start: 0,
      limit: 64,
      size: { name: 'RECORD_BYTES', multiple: 64 },
      shift: 'RECORD_SHIFT',
      ordered: true,
    },
    {
      name: 'sum',
      prefix: 'SUM_',
      start: 0,
      limit: 16,
      size: { name: 'SUM_BYTES', multiple: 16 },
      shift: 'SUM_SHIFT',
      ordered: true,
    },
    {
      name: 'chunk report',
      prefix: 'REPORT_',
      start: 0,
      limit: 1024,
      size: { name: 'REPORT_BYTES', multiple: 64 },
      ordered: true,
    },
    {
      name: 'group report',
      prefix: 'GROUP_',
      start: 0,
      limit: 256,
      size: { name: 'GROUP_BYTES', multiple: 32 },
      ordered: true,
    },
  ],
  constants: [
    constant('MODULE_BASE', CONTEXT_LIMIT, "where AssemblyScript's own tables begin"),
    constant('ARENA', 131072, 'where the tables of the scene begin, and behind them the arrays of particles'),
    constant('TASK_SHARES', TASK_SHARES, 'parts of the tasks of a pass: each thread begins with its own'),
    constant('MAX_SUBSTANCES', SUBSTANCES, 'rows of the tables of substances'),
    constant('LAMINAR', 0.1, 'dt ≤ 0.1 h²/ν: a third of the measured limit of the Morris form [card §6]'),
  ],
  slots: {
    control: [
      control('CONTROL_GENERATION', 'grows with every pass: workers wait for it'),
      control('CONTROL_PASS', 'the pass, or −1: workers end'),
      control('CONTROL_TASKS', 'how many tasks it has'),
      u32('CONTROL_NEXT_TASK', 'the next one to take of each share, 64 bytes apart', {
        count: 16 * TASK_SHARES,
        alone: true,
        writer: ['threads'],
        reader: ['threads'],
      }),
      control('CONTROL_FINISHED', 'workers that found no more'),
      u32('CONTROL_THREADS', 'threads, the caller included', { alone: true, reader: ['threads'] }),
      u32('CONTROL_FAILED', '1: a worker has trapped', { alone: true, writer: ['threads'], reader: ['host'] }),
    ],
    context: [
      u32('COUNT', 'particles'),
      u32('CHUNK_SIZE', 'particles per task of a pass over particles'),
      u32('SCRATCH', 'scratch of thread 0'),
      u32('SCRATCH_BYTES', 'of the scratch of each thread'),
      u32('AT_POSITION', 'm'),
      u32('AT_VELOCITY', 'm/s'),
      u32('AT_ACCELERATION', 'm/s²'),
      u32('AT_DENSITY', 'kg/m³'),
      u32('AT_DENSITY_RATE', 'kg/(m³·s)'),
      u32('AT_MASS', 'kg'),
      u32('AT_SMOOTHING_LENGTH', 'm'),
      u32('AT_DRIFT', 'XSPH velocity correction, m/s'),
      u32('AT_ID', 'u32: name of a particle for as long as it lives'),
      u32('AT_SUBSTANCE', 'u32: row of the table of substances'),
      u32('AT_RECORD', 'RECORD_BYTES: what pair passes read of a particle'),
      u32('AT_SUM', 'SUM_BYTES: what pair passes add up'),
      u32('AT_CHUNK_REPORT', 'REPORT_BYTES per chunk of particles'),
      u32('AT_GROUP_REPORT', 'GROUP_BYTES per group of slabs'),
      f64('STEP', 'dt of this step, s'),
      f64('FIRST_KICK', 'part of dt for which accelerations act before the particles move'),
      f64('LAST_KICK', 'and after the new forces are known'),
      f64('LAG', 'part of the first kick that the motion of the step does not see'),
      vector('ORIGIN', 'what f32 positions are relative to, m'),
      vector('PERIOD', 'period of each axis, 0 where it does not wrap, m'),
      vector('GRAVITY', 'm/s²'),
      f64(
        'PAIR_UNIT',
        'what pair passes are relative to: a typical volume, m³, or where no particle is smoothed a typical mass, kg',
      ),
      f64('DIMENSION', '2 or 3'),
      splat('SPLAT_TINY', 'least r², m²: keeps 1/r finite'),
      splat('SPLAT_ONE', '1'),
      splat('SPLAT_HALF', '½'),
      splat('SPLAT_PERIOD', 'PERIOD', { count: 3 }),
      splat('SPLAT_INVERSE_PERIOD', '1/PERIOD, 0 where the axis does not wrap', { count: 3 }),
      splat('SPLAT_QUANTUM', '1.5·2²³ quanta of momentum transfer'),
      rows('SUBSTANCE_TABLE', 'substance', SUBSTANCES, 'SUBSTANCE_BYTES for each substance'),
    ],
    substance: [
      f64('SUB_REST_DENSITY', 'ρ₀, kg/m³'),
      f64('SUB_SOUND_SPEED', 'c, m/s'),
      f64('SUB_CONTACT_RADIUS', 'distance that obstacles keep, over h'),
      f64('SUB_SMOOTHED', '1: its particles are smoothed and weigh in the sums over neighbors'),
      f64('SUB_PACE', 'factor of (|v|/h)² in the criterion of speed'),
    ],
    record: [
      f32('RECORD_POSITION', 'x − ORIGIN, m', { count: 3, at: 0, writer: ['PASS_PACK', 'PASS_PACK_PLACES'] }),
      f32('RECORD_INVERSE_SUPPORT', '1/R, 1/m', { at: 12, writer: ['PASS_PACK'] }),
      f32('RECORD_VELOCITY', 'v as predicted, m/s', { count: 3, at: 16, writer: ['PASS_PACK', 'PASS_PACK_PLACES'] }),
      f32('RECORD_VOLUME', 'volume at rest V₀ = m/ρ₀, over PAIR_UNIT; 0: weighs nothing among smoothed particles', {
        at: 28,
        writer: ['PASS_PACK'],
      }),
    ],
    sum: [
      f32('SUM_TRANSFER', 'momentum transfer, over PAIR_UNIT, or a sum of another kind', {
        count: 3,
        at: 0,
        writer: ['passes'],
      }),
      f32('SUM_RATE', 'rate of compression, 1/s, or a sum of another kind', { at: 12, writer: ['passes'] }),
    ],
    'chunk report': [
      report('REPORT_MOVE_MIN', DRIFTS, 'smallest displacement, m', 3),
      report('REPORT_MOVE_MAX', DRIFTS, 'largest displacement, m', 3),
      report(
        'REPORT_EXTERNAL',
        KICKS,
        'Σ m a by gravity and force fields, N; with individual steps times dt/2, N·s',
        3,
      ),
      report('REPORT_DENSITY_LOW', KICKS, 'smallest ρ/ρ₀'),
      report('REPORT_DENSITY_HIGH', KICKS, 'largest ρ/ρ₀'),
      report('REPORT_DENSEST', KICKS, 'index of the particle farthest from rest density, or −1'),
      report('REPORT_SPEED', MEASURES, 'max |v|/h, 1/s'),
      report('REPORT_FASTEST', MEASURES, 'index of the fastest particle, or −1'),
      report('REPORT_ACCELERATION', KICKS, 'max |a|/h, 1/s²'),
      report('REPORT_DIVERGENCE', KICKS, 'max |ρ̇|/max(ρ, ρ₀), 1/s'),
      report('REPORT_SOUND', KICKS, 'max c/h, 1/s'),
      report('REPORT_SIGNAL', KICKS, 'max (c + η c_visc/4)/h and, for β > 2, β|v|/2h, 1/s'),
      report('REPORT_VISCOUS', KICKS, 'max ν/h², 1/s'),
      report('REPORT_PUSH', KICKS, 'max dt √(|a|/h)'),
      report('REPORT_BAD', ['PASS_BOUNDS', ...KICKS], 'index of a non-finite particle, or −1'),
    ],
    'group report': [
      f32('GROUP_FORCE', 'largest momentum transfer', {
        at: 0,
        writer: ['PASS_FORCES', 'PASS_STRESS'],
        reader: ['host'],
      }),
    ],
  },
};
