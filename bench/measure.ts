// Measures one row: brings the engine up, warms it, then times stretches of steps and, in between, steps of the plain reference on
// the same particles. Every figure is the median over the stretches of their mean per step, so that list rebuilds are in it.

import { gradientFactor } from '../src/substances/sph/lattice-sums.ts';
import type { SphParameters } from '../src/substances/sph/parameters.ts';
import { HAS_WALLS } from '../src/wasm/layout.ts';
import { countPairs } from './count-pairs.ts';
import { Engine } from './engine.ts';
import { median } from './median.ts';
import { createReference, type Reference } from './reference.ts';
import type { Row, Size } from './rows.ts';
import { sceneOf } from './scenes.ts';

/** What a row yields. Times are wall time. */
export interface Result {
  readonly name: string;
  readonly scene: string;
  readonly particles: number;
  readonly threads: number;
  readonly mixed: boolean;
  readonly msPerStep: number;
  readonly particleStepsPerSecond: number;
  /** Of the engine, per directed pair with r < 2 max(h_i, h_j). */
  readonly nsPerPair: number;
  readonly pairsPerParticle: number;
  /** Of the plain TypeScript reference; null where there is none. */
  readonly referenceNsPerPair: number | null;
  /** Particles the reference ran on. */
  readonly referenceParticles: number | null;
  /** Reference over engine, by ns per pair. */
  readonly referenceRatio: number | null;
  /** Largest difference of an acceleration between engine and reference over the largest acceleration; null where not compared. */
  readonly deviation: number | null;
  readonly bytesPerParticle: number;
  /** Steps measured, and lists built in them. */
  readonly steps: number;
  readonly listBuilds: number;
  readonly hash: string;
}

/** How much is done per row: enough stretches for a median, enough steps for several rebuilds, a whole run below ten minutes. */
const EFFORT: Readonly<Record<Size, { warmUp: number; stretches: number; steps: number; referenceSteps: number }>> = {
  '10k': { warmUp: 100, stretches: 5, steps: 100, referenceSteps: 2 },
  '100k': { warmUp: 20, stretches: 5, steps: 20, referenceSteps: 1 },
  '1M': { warmUp: 20, stretches: 3, steps: 20, referenceSteps: 1 },
};
/** The reference takes more than ten seconds per step of 1M particles: it runs on this many instead. */
const LARGEST_REFERENCE: Size = '100k';
/** Accelerations in f32 against f64, over the largest: 5e-5 uniform, 4e-4 at 2:1; beyond this the two simulate different things. */
const MAX_DEVIATION = 1e-3;
const SEARCHES = 15;

/** Measures a row. */
export function measure(row: Row): Promise<Result> {
  return row.scene === 'search' ? measureSearch(row) : measureSteps(row);
}

async function measureSteps(row: Row): Promise<Result> {
  const { warmUp, stretches, steps, referenceSteps } = EFFORT[row.size];
  const engine = await warmEngine(row, warmUp);
  try {
    const beside = await referenceFor(row, engine);
    const buildsBefore = engine.listBuilds,
      pairsBefore = countPairs(engine.state());
    const engineMs: number[] = [],
      referenceMs: number[] = [];
    for (let k = 0; k < stretches; k++) {
      engineMs.push(timePerCall(steps, () => engine.step()));
      referenceMs.push(timePerCall(referenceSteps, () => beside.reference.step(beside.dt)));
    }
    const listBuilds = engine.listBuilds - buildsBefore,
      pairs = (pairsBefore + countPairs(engine.state())) / 2,
      msPerStep = median(engineMs),
      nsPerPair = (1e6 * msPerStep) / pairs,
      referenceNsPerPair = (1e6 * median(referenceMs)) / beside.reference.pairs();
    return {
      ...common(row, engine, pairs, msPerStep),
      referenceNsPerPair,
      referenceParticles: beside.reference.particles.x.length,
      referenceRatio: referenceNsPerPair / nsPerPair,
      deviation: beside.deviation,
      steps: stretches * steps,
      listBuilds,
    };
  } finally {
    engine.stop();
  }
}

/** Sort and lists alone, on the particles of the block at the start. */
async function measureSearch(row: Row): Promise<Result> {
  const engine = await warmEngine(row, 0);
  try {
    for (let k = 0; k < SEARCHES; k++) engine.findPairs();
    const ms = Array.from({ length: SEARCHES }, () => timePerCall(1, () => engine.findPairs()));
    const none = { referenceNsPerPair: null, referenceParticles: null, referenceRatio: null, deviation: null };
    return {
      ...common(row, engine, countPairs(engine.state()), median(ms)),
      ...none,
      steps: SEARCHES,
      listBuilds: SEARCHES,
    };
  } finally {
    engine.stop();
  }
}

function common({ name, scene, threads, mixed }: Row, engine: Engine, pairs: number, msPerStep: number) {
  const { particles, bytesPerParticle } = engine;
  return {
    name,
    scene,
    particles,
    threads,
    mixed,
    msPerStep,
    particleStepsPerSecond: (1000 * particles) / msPerStep,
    nsPerPair: (1e6 * msPerStep) / pairs,
    pairsPerParticle: pairs / particles,
    bytesPerParticle,
    hash: engine.hash(),
  };
}

async function warmEngine(row: Pick<Row, 'scene' | 'size' | 'mixed' | 'threads'>, steps: number): Promise<Engine> {
  const engine = await Engine.start(sceneOf(row), row.threads);
  for (let k = 0; k < steps; k++) engine.step();
  return engine;
}

interface Beside {
  readonly reference: Reference;
  /** Step of the reference, s. */
  readonly dt: number;
  readonly deviation: number | null;
}

/** The reference on the particles of the engine as they are, or on those of a smaller engine in the same flow. */
async function referenceFor(row: Row, engine: Engine): Promise<Beside> {
  if (row.size !== '1M') return startReference(engine);
  const smaller = await warmEngine({ ...row, size: LARGEST_REFERENCE, threads: 1 }, EFFORT[LARGEST_REFERENCE].warmUp);
  try {
    return { ...startReference(smaller), deviation: null };
  } finally {
    smaller.stop();
  }
}

/** Starts the reference and makes sure that it computes what the engine computes. */
function startReference(engine: Engine): Beside {
  const { substances, scene } = engine.simulation,
    p = substances[0] as SphParameters,
    gradient = gradientFactor(p.kernel, p.smoothing, engine.simulation.engine.dimension);
  withoutWalls(engine, () => engine.evaluate()); // the reference knows particles only
  const reference = createReference(engine.state(), { ...p, gradient, gravity: scene.gravity }),
    deviation = largestDeviation(engine, reference);
  if (!(deviation < MAX_DEVIATION))
    throw new Error(
      `engine and reference disagree: accelerations differ by ${deviation.toExponential(1)} of the largest`,
    );
  return { reference, dt: engine.dt, deviation };
}

/** Does something in a world whose obstacles do not push. */
function withoutWalls({ simulation }: Engine, act: () => void): void {
  const { shared } = simulation.set,
    walls = shared.u32[HAS_WALLS >> 2]!;
  shared.setInt(HAS_WALLS, 0);
  act();
  shared.setInt(HAS_WALLS, walls);
}

function largestDeviation(engine: Engine, { rates }: Reference): number {
  let difference = 0,
    largest = 0;
  for (const [axis, expected] of [rates.ax, rates.ay, rates.az].entries()) {
    const found = engine.acceleration(axis as 0 | 1 | 2);
    for (let i = 0; i < found.length; i++) {
      difference = Math.max(difference, Math.abs(found[i]! - expected[i]!));
      largest = Math.max(largest, Math.abs(expected[i]!));
    }
  }
  return difference / largest;
}

/** Mean time of `times` calls, ms. */
function timePerCall(times: number, call: () => void): number {
  const begin = performance.now();
  for (let k = 0; k < times; k++) call();
  return (performance.now() - begin) / times;
}
