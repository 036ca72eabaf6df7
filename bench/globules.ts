// Globules beside LiquidFun compiled to WASM and beside this engine's smoothed particles: the same column collapses in a box in 2D. CPU
// time of one thread, so that other work on the machine matters less; all contacts counted from both sides. [MP89]

import { type CommonScheme, taken } from '../src/engine/scheme.ts';
import type { GlobulesInput, SceneInput, SmoothedInput } from '../src/index.ts';
import { buildSimulation } from '../src/world/build.ts';
import type { Simulation } from '../src/world/simulation.ts';
import { countPairs } from './count-pairs.ts';
import { BOX, startPeer } from './liquidfun-peer.ts';
import { median } from './median.ts';
import { fixed } from './print.ts';

/** How a column went. */
export interface GlobuleResult {
  readonly name: string;
  readonly particles: number;
  /** Directed pairs within reach, over particles. */
  readonly contacts: number;
  /** Median CPU time of a step, ms. */
  readonly msPerStep: number;
  /** Of a directed pair. */
  readonly nsPerContact: number;
  readonly particleStepsPerSecond: number;
}

const SPACING = 0.02;
const PARTICLES = 10_000;
const SIZES = [1000, 3000, 10_000, 30_000, 100_000] as const;
/** Steps before the first measurement: the column has begun to fall apart. */
const SETTLE = 300;
const ROUNDS = 7;
/** Steps that are timed together: about so many particles. */
const STRETCH = 400_000;

type Substance = GlobulesInput | SmoothedInput;

/** What is measured, by name. */
const SUBSTANCES: Readonly<Record<string, Substance>> = {
  powder: { model: 'globules', kind: 'powder', radiusVariation: 0.1, stiffness: 400 },
  fluid: { model: 'globules', kind: 'fluid', stiffness: 400 },
  solid: { model: 'globules', kind: 'solid', stiffness: 400 },
  // As many neighbors as LiquidFun has.
  'fluid, short range': { model: 'globules', kind: 'fluid', dampingRange: 1.3, stiffness: 400 },
  sph: { preset: 'water', stiffness: 400 },
};

/** Whether a name asks for these rows. */
export const isGlobuleName = (wanted: string): boolean => /^globules(\/|$)/.test(wanted);

const asks = (names: readonly string[], part: string): boolean =>
  names.some((wanted) => wanted === 'globules' || wanted === part);

/** Columns of the substances, of LiquidFun, and powder in more and more grains; a sentence where something is missing. */
export async function* measureGlobules(names: readonly string[]): AsyncGenerator<GlobuleResult | string> {
  if (asks(names, 'globules/column')) {
    for (const [name, substance] of Object.entries(SUBSTANCES))
      yield await measureColumn(`globules/column/${name}`, substance, PARTICLES);
    for (const kind of ['powder', 'fluid'] as const) yield await measurePeer(kind);
  }
  if (!asks(names, 'globules/size')) return;
  for (const size of SIZES) yield await measureColumn(`globules/size/${size}`, SUBSTANCES.powder!, size);
}

async function measureColumn(name: string, substance: Substance, particles: number): Promise<GlobuleResult> {
  const s = await buildSimulation(column(substance, particles), { threads: 1 }),
    step = () => {
      const { dt } = s.limit;
      s.tables.placeObstacles(0, dt);
      s.note(taken((s.scheme as CommonScheme).step(dt, s.limit.implicit, false)));
    };
  try {
    return time(name, s.set.count, step, () => pairsOf(s));
  } finally {
    s.set.team.stop();
  }
}

async function measurePeer(kind: 'powder' | 'fluid'): Promise<GlobuleResult | string> {
  const peer = await startPeer({ kind, particles: PARTICLES, spacing: SPACING });
  if (typeof peer === 'string') return peer;
  const step = () => peer.step(1 / 400);
  return time(`LiquidFun/${kind}`, peer.particles, step, () => peer.contacts());
}

/** Steps in stretches; contacts are counted before and after each. */
function time(name: string, particles: number, step: () => void, count: () => number): GlobuleResult {
  const steps = Math.max(4, Math.round(STRETCH / particles)),
    times: number[] = [],
    costs: number[] = [],
    contacts: number[] = [];
  for (let k = 0; k < SETTLE; k++) step();
  for (let round = 0; round < ROUNDS; round++) {
    const before = count(),
      start = process.cpuUsage();
    for (let k = 0; k < steps; k++) step();
    const { user, system } = process.cpuUsage(start),
      pairs = (before + count()) / 2,
      micro = (user + system) / steps;
    times.push(micro / 1000);
    contacts.push(pairs / particles);
    costs.push((1000 * micro) / pairs);
  }
  const msPerStep = median(times);
  return {
    ...{ name, particles, contacts: median(contacts), msPerStep, nsPerContact: median(costs) },
    particleStepsPerSecond: (1000 * particles) / msPerStep,
  };
}

/** A square of particles in a box that is BOX times as wide. */
function column(substance: Substance, particles: number): SceneInput {
  const width = Math.sqrt(particles * Math.sqrt(0.75)) * SPACING;
  return {
    dimension: 2,
    substances: { a: substance },
    bodies: [{ substance: 'a', spacing: SPACING, shape: { box: { min: [0, 0, 0], max: [width, width, 0] } } }],
    obstacles: [{ shape: { box: { min: [0, 0, -1], max: [BOX * width, 4 * width, 1] } }, inside: true }],
  };
}

function pairsOf({ set }: Simulation): number {
  const position = set.f64('position'),
    axis = (a: number) => position.filter((_, k) => k % 3 === a);
  return countPairs({ x: axis(0), y: axis(1), z: axis(2), h: set.f64('smoothingLength').slice() } as never);
}

const COLUMNS: readonly (readonly [head: string, cell: (r: GlobuleResult) => string])[] = [
  ['row', (r) => r.name],
  ['particles', (r) => String(r.particles)],
  ['ms/step', (r) => fixed(r.msPerStep, 3)],
  ['Mparticle-steps/s', (r) => fixed(r.particleStepsPerSecond / 1e6, 2)],
  ['contacts/particle', (r) => fixed(r.contacts, 1)],
  ['ns/contact', (r) => fixed(r.nsPerContact, 1)],
];

const line = (cells: readonly string[]): string => cells.map((cell, k) => cell.padEnd(k === 0 ? 36 : 18)).join('');

/** The head of the table. */
export const globuleTableHead = (): string => line(COLUMNS.map(([head]) => head));

/** A line of the table. */
export const globuleTableRow = (r: GlobuleResult | string): string =>
  typeof r === 'string' ? r : line(COLUMNS.map(([, cell]) => cell(r)));
