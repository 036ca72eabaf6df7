// Explicit and implicit pressure on the same dam break, one after the other in one run. CPU time of one thread. [ADR 43]

import { type SceneInput, World } from '../src/index.ts';
import type { Smoothed } from '../src/substances/sph/smoothed.ts';
import * as at from '../src/wasm/layout.ts';
import { fixed } from './print.ts';

/** The same dam with both. */
export interface PressureResult {
  readonly name: string;
  readonly particles: number;
  /** CPU seconds for a simulated second. */
  readonly explicit: number;
  readonly implicit: number;
  /** Steps for a simulated second. */
  readonly explicitSteps: number;
  readonly implicitSteps: number;
  /** CPU seconds of the explicit run if its frames were cut into 2^q steps, as they were before ADR 9: by the count of steps. */
  readonly explicitHalved: number;
  /** Rounds of the solver for a step. */
  readonly rounds: number;
  /** Sweeps over stored coefficients for a simulated second, and their time for each directed pair, ns. */
  readonly sweeps: number;
  readonly sweepTime: number;
  /** Neighbors of a particle in the lists at the end. */
  readonly neighbors: number;
  /** Mean of ρ/ρ₀ − 1 where it is positive, over particles and frames, %. */
  readonly explicitError: number;
  readonly implicitError: number;
  /** Kinetic energy at the end, implicit over explicit. */
  readonly energy: number;
}

/** A dam: its spacing (m), for how many frames it is run, and how it is filled. */
interface Size {
  readonly spacing: number;
  readonly frames: number;
  /** `calm`: its start has the rest density. `dense`: the usual lattice, .65 to .87 % too dense beside walls, so that it bursts. */
  readonly start: 'calm' | 'dense';
  /** 30 neighbors in place of 80. */
  readonly few?: boolean;
}

/** For 0.3 s, until the front is near the wall; 100,000 particles for 0.1 s. */
const SIZES: Readonly<Record<string, readonly Size[]>> = {
  pressure: [
    { spacing: 0.025, frames: 15, start: 'calm' },
    { spacing: 0.0125, frames: 15, start: 'calm' },
  ],
  'pressure-100k': [{ spacing: 0.00625, frames: 5, start: 'calm' }],
  'pressure-dense': [
    { spacing: 0.025, frames: 15, start: 'dense' },
    { spacing: 0.0125, frames: 15, start: 'dense' },
  ],
  'pressure-30': [
    { spacing: 0.025, frames: 15, start: 'calm', few: true },
    { spacing: 0.0125, frames: 15, start: 'calm', few: true },
  ],
};
const FRAME_RATE = 50;

/** Whether a name asks for these rows. */
export const isPressureName = (wanted: string): boolean => wanted in SIZES;

/** Dams of the sizes that names ask for. */
export async function* measurePressure(names: readonly string[]): AsyncGenerator<PressureResult> {
  for (const size of names.flatMap((name) => SIZES[name] ?? [])) {
    const explicit = await measure(size, 'explicit'),
      implicit = await measure(size, 'implicit');
    yield {
      name: `pressure/${explicit.particles}${size.few ? '/30' : ''}`,
      particles: explicit.particles,
      explicit: explicit.seconds,
      implicit: implicit.seconds,
      explicitSteps: explicit.steps,
      implicitSteps: implicit.steps,
      explicitHalved: (explicit.seconds * explicit.halved) / explicit.steps,
      rounds: implicit.rounds,
      sweeps: implicit.sweeps,
      sweepTime: implicit.sweepTime,
      neighbors: implicit.neighbors,
      explicitError: explicit.error,
      implicitError: implicit.error,
      energy: implicit.energy / explicit.energy,
    };
  }
}

/** Water .5 m high, in a tank of .8 m; c = 10 √(2gH). */
function dam({ spacing, start, few }: Size, pressure: 'explicit' | 'implicit'): SceneInput {
  return {
    frameRate: FRAME_RATE,
    substances: {
      water: { preset: 'water', stiffness: 980, ...(few && ({ kernel: 'cubic-spline', smoothing: 1 } as const)) },
    },
    bodies: [
      {
        substance: 'water',
        shape: { box: { min: [0, 0, 0], max: [0.25, 0.5, 0.2] } },
        spacing,
        ...(start === 'calm' && ({ lattice: 'cubic' } as const)),
      },
    ],
    obstacles: [{ shape: { box: { min: [0, 0, 0], max: [0.8, 4, 0.2] } }, inside: true }],
    time: { pressure },
  };
}

async function measure(size: Size, pressure: 'explicit' | 'implicit') {
  using world = await World.create(dam(size, pressure), { threads: 1 });
  const engine = (world as unknown as { simulation: { engine: Smoothed } }).simulation.engine,
    { pressureSolver } = engine,
    sweep = watchSweeps(engine),
    begin = process.cpuUsage(),
    { frames } = size;
  let [steps, halved, error] = [0, 0, 0];
  for (let frame = 0; frame < frames; frame++) {
    const report = world.advance();
    steps += report.steps;
    halved += 2 ** Math.ceil(Math.log2(report.steps));
    error += (100 * excessOf(world)) / frames;
  }
  const { user } = process.cpuUsage(begin),
    time = frames / FRAME_RATE,
    pairs = directedPairs(engine);
  return {
    particles: world.fields.count,
    seconds: user / 1e6 / time,
    steps: steps / time,
    halved: halved / time,
    rounds: pressureSolver.rounds / Math.max(1, pressureSolver.solves),
    sweeps: sweep.count / time,
    sweepTime: (1e3 * sweep.microseconds) / Math.max(1, sweep.count) / pairs,
    neighbors: pairs / world.fields.count,
    error,
    energy: world.ledger().kineticEnergy,
  };
}

function excessOf({ fields: { density, count } }: World): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += Math.max(0, density[i]! / 1000 - 1);
  return sum / count;
}

/** Counts and times the sweeps over stored coefficients from now on. */
function watchSweeps({ neighbors, passes }: Smoothed) {
  const total = { count: 0, microseconds: 0 },
    stored: number[] = [passes.pressurePush, passes.pressureRate, passes.pressureTransfer],
    run = neighbors.runPairs.bind(neighbors);
  neighbors.runPairs = (pass) => {
    const begin = process.cpuUsage();
    run(pass);
    if (!stored.includes(pass)) return;
    total.count++;
    total.microseconds += process.cpuUsage(begin).user;
  };
  return total;
}

function directedPairs({ set: { shared, count } }: Smoothed): number {
  const { u32 } = shared,
    lists = u32[at.AT_LIST >> 2]! >> 2;
  let entries = 0; // padded to multiples of four
  for (let i = 0; i < count; i++) entries += (u32[lists + 2 * i + 1]! - u32[lists + 2 * i]!) / 4;
  return 2 * entries;
}

export function pressureTableHead(): string {
  return `${'row'.padEnd(16)} explicit s/s implicit s/s  2^q s/s  ratio  2^q  steps/s explicit implicit  rounds  sweeps/s  ns/pair  neighbors  errors, %     kinetic energy`;
}

export function pressureTableRow(r: PressureResult): string {
  return [
    r.name.padEnd(16),
    fixed(r.explicit, 1).padStart(12),
    fixed(r.implicit, 1).padStart(12),
    fixed(r.explicitHalved, 1).padStart(7),
    fixed(r.explicit / r.implicit, 2).padStart(6),
    fixed(r.explicitHalved / r.implicit, 1).padStart(4),
    fixed(r.explicitSteps, 0).padStart(17),
    fixed(r.implicitSteps, 0).padStart(8),
    fixed(r.rounds, 1).padStart(7),
    fixed(r.sweeps, 0).padStart(9),
    fixed(r.sweepTime, 2).padStart(8),
    fixed(r.neighbors, 0).padStart(10),
    fixed(r.explicitError, 3).padStart(6),
    fixed(r.implicitError, 3).padStart(6),
    fixed(r.energy, 3).padStart(15),
  ].join(' ');
}
