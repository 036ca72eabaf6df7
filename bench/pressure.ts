// Explicit and implicit pressure on the same dam break, one after the other in one run. CPU time of one thread. [ADR 43]

import { type SceneInput, World } from '../src/index.ts';
import type { Smoothed } from '../src/substances/sph/smoothed.ts';
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
  /** Rounds of the solver for a step. */
  readonly rounds: number;
  /** Kinetic energy at the end, implicit over explicit. */
  readonly energy: number;
}

/** Spacings, m: 2,300 and 18,400 particles. */
const SPACINGS = [0.025, 0.0125] as const;
const FRAME_RATE = 50;
/** 0.3 s: until the front is near the wall. */
const FRAMES = 15;

/** Whether a name asks for these rows. */
export const isPressureName = (wanted: string): boolean => wanted === 'pressure';

/** Dams of both sizes. */
export async function* measurePressure(): AsyncGenerator<PressureResult> {
  for (const spacing of SPACINGS) {
    const explicit = await measure(spacing, 'explicit'),
      implicit = await measure(spacing, 'implicit');
    yield {
      name: `pressure/${explicit.particles}`,
      particles: explicit.particles,
      explicit: explicit.seconds,
      implicit: implicit.seconds,
      explicitSteps: explicit.steps,
      implicitSteps: implicit.steps,
      rounds: implicit.rounds,
      energy: implicit.energy / explicit.energy,
    };
  }
}

/** Water .5 m high, in a tank of .8 m; c = 10 √(2gH). */
function dam(spacing: number, pressure: 'explicit' | 'implicit'): SceneInput {
  return {
    frameRate: FRAME_RATE,
    substances: { water: { preset: 'water', stiffness: 980 } },
    bodies: [{ substance: 'water', shape: { box: { min: [0, 0, 0], max: [0.25, 0.5, 0.2] } }, spacing }],
    obstacles: [{ shape: { box: { min: [0, 0, 0], max: [0.8, 4, 0.2] } }, inside: true }],
    time: { pressure },
  };
}

async function measure(spacing: number, pressure: 'explicit' | 'implicit') {
  using world = await World.create(dam(spacing, pressure), { threads: 1 });
  const { solver } = (world as unknown as { simulation: { engine: Smoothed } }).simulation.engine,
    begin = process.cpuUsage();
  let steps = 0;
  for (let frame = 0; frame < FRAMES; frame++) steps += world.advance().steps;
  const { user } = process.cpuUsage(begin),
    time = FRAMES / FRAME_RATE;
  return {
    particles: world.fields.count,
    seconds: user / 1e6 / time,
    steps: steps / time,
    rounds: solver.rounds / Math.max(1, solver.solves),
    energy: world.ledger().kineticEnergy,
  };
}

export function pressureTableHead(): string {
  return `${'row'.padEnd(16)} explicit s/s implicit s/s  ratio  steps/s explicit implicit  rounds  kinetic energy`;
}

export function pressureTableRow(r: PressureResult): string {
  return [
    r.name.padEnd(16),
    fixed(r.explicit, 1).padStart(12),
    fixed(r.implicit, 1).padStart(12),
    fixed(r.explicit / r.implicit, 2).padStart(6),
    fixed(r.explicitSteps, 0).padStart(17),
    fixed(r.implicitSteps, 0).padStart(8),
    fixed(r.rounds, 1).padStart(7),
    fixed(r.energy, 3).padStart(15),
  ].join(' ');
}
