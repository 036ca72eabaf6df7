// Viscoplastic substances: explicit against implicit viscosity on the same slump, and what an iteration costs as particles get more, beside
// the times that the paper prints. CPU time of one thread, so that other work on the machine matters less. [PV09 table 1]

import { type SceneInput, World } from '../src/index.ts';
import { fixed } from './print.ts';

/** The same slump with both solvers. */
export interface SolverResult {
  readonly name: string;
  readonly J: number;
  readonly particles: number;
  /** CPU seconds for a simulated second. */
  readonly explicit: number;
  readonly implicit: number;
  /** Rounds of the solver for a step. */
  readonly rounds: number;
  /** Implicit over explicit, less 1. */
  readonly height: number;
  readonly width: number;
}

/** Time of an iteration for a number of particles. */
export interface CostResult {
  readonly name: string;
  readonly preset: Preset;
  readonly solver: Solver;
  readonly particles: number;
  /** Least CPU time, ms. */
  readonly iteration: number;
}

/** The straight line through the costs. */
export interface CostLine {
  readonly preset: Preset;
  readonly solver: Solver;
  /** ns */
  readonly perParticle: number;
  readonly r2: number;
}

type Preset = 'paiva-2009' | 'paiva-2009-fast';
type Solver = 'explicit' | 'implicit';

const JUMPS = [15, 50, 150, 500] as const;
/** How long the slumps last, s. */
const DURATION = 0.15;
const SIZES = [1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000] as const;
const SEED_SIZES = [1000, 2000, 5000, 10_000] as const;
const ROUNDS = 5;
/** Frames that are timed together. */
const STRETCH = 2;
/** Scenes of the paper: particles and seconds for an iteration. */
export const PRINTED = [
  ['Hand', 6000, 0.55],
  ['Candle', 7000, 0.14],
  ['Sugar Loaf', 10_000, 0.73],
  ['David', 5000, 0.46],
  ['Lava', 4900, 0.42],
  ['Chair', 7100, 0.65],
  ['Wall', 5000, 0.24],
] as const;

/** Whether a name asks for these rows. */
export const isFlowName = (wanted: string): boolean => /^flow(\/|$)/.test(wanted);

const asks = (names: readonly string[], part: string): boolean =>
  names.some((wanted) => wanted === 'flow' || wanted === part);

/** Both solvers, for each J. */
export async function* measureSolvers(names: readonly string[]): AsyncGenerator<SolverResult> {
  if (!asks(names, 'flow/solvers')) return;
  await slump(15, 'implicit'); // warm
  for (const J of JUMPS) {
    const explicit = await slump(J, 'explicit'),
      implicit = await slump(J, 'implicit');
    yield {
      name: `flow/solvers/${J}`,
      J,
      particles: implicit.particles,
      explicit: explicit.seconds,
      implicit: implicit.seconds,
      rounds: implicit.rounds,
      height: implicit.height / explicit.height - 1,
      width: implicit.width / explicit.width - 1,
    };
  }
}

async function slump(
  jumpNumber: number,
  viscositySolver: Solver,
): Promise<Record<'seconds' | 'rounds' | 'height' | 'width' | 'particles', number>> {
  const scene: SceneInput = {
    gravity: [0, -10, 0],
    frameRate: 20,
    substances: { paste: { preset: 'paiva-2009-fast', restDensity: 1, stiffness: 900, jumpNumber } },
    bodies: [
      {
        substance: 'paste',
        shape: { box: { min: [-0.5, 0, -0.5], max: [0.5, 1, 0.5] } },
        spacing: 0.125,
        lattice: 'cubic',
      },
    ],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, grip: 1 }],
    time: { viscositySolver, maxStepsPerFrame: 1 << 20 },
  };
  using world = await World.create(scene);
  let steps = 0;
  const before = process.cpuUsage();
  for (let frame = 0; frame < DURATION * 20; frame++) steps += world.advance().steps;
  const { user } = process.cpuUsage(before),
    { min, max } = world.ledger().bounds!;
  return {
    seconds: user / 1e6 / world.time,
    rounds: roundsOf(world) / steps,
    height: max[1]!,
    width: max[0]! - min[0]!,
    particles: world.fields.count,
  };
}

function roundsOf(world: World): number {
  return (world as unknown as { simulation: { smoothed: { solver: { rounds: number } } } }).simulation.smoothed.solver
    .rounds;
}

/** Iterations of growing numbers of particles. */
export async function* measureCosts(names: readonly string[]): AsyncGenerator<CostResult> {
  if (!asks(names, 'flow/cost')) return;
  for (const [preset, solver, sizes] of [
    ['paiva-2009-fast', 'explicit', SIZES],
    ['paiva-2009-fast', 'implicit', SIZES],
    ['paiva-2009', 'explicit', SEED_SIZES],
  ] as const) {
    yield* costsOf(preset, solver, sizes);
  }
}

/**
 * The least CPU time of an iteration at every size: all take the same frames of the same flow in turns, so that neither another stage of it
 * nor a slow minute of the machine is taken for a matter of size.
 */
async function* costsOf(preset: Preset, solver: Solver, sizes: readonly number[]): AsyncGenerator<CostResult> {
  const worlds: World[] = [];
  for (const size of sizes) worlds.push(await World.create(slope(preset, solver, size), { threads: 1 }));
  const least = worlds.map(() => Number.POSITIVE_INFINITY);
  for (const world of worlds) timeStretch(world); // warm
  for (let round = 0; round < ROUNDS; round++) {
    for (const [k, world] of worlds.entries()) least[k] = Math.min(least[k]!, timeStretch(world));
  }
  for (const [k, world] of worlds.entries()) {
    const particles = world.fields.count;
    world.dispose();
    yield { name: `flow/cost/${particles}`, preset, solver, particles, iteration: least[k]! };
  }
}

/** A layer of paste, ten particles thick, that slides down a slope with grip, periodic along both axes: the same flow at every size. */
function slope(preset: Preset, viscositySolver: Solver, size: number): SceneInput {
  const thick = 10,
    edge = Math.round(Math.sqrt(size / thick)),
    length = edge * 0.1;
  return {
    gravity: [5, -8, 0],
    frameRate: 1000,
    substances: { paste: { preset, restDensity: 1, stiffness: 900, jumpNumber: 50 } },
    bodies: [
      {
        substance: 'paste',
        shape: { box: { min: [0, 0, 0], max: [length, thick * 0.1, length] } },
        spacing: 0.1,
        lattice: 'cubic',
        velocity: [1, 0, 0],
        jitter: 0.05,
      },
    ],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, grip: 1 }],
    domain: { min: [0, -1, 0], max: [length, 3, length], periodic: [true, false, true] },
    time: { viscositySolver, maxStepsPerFrame: 1 << 16 },
  };
}

/** CPU time of an iteration, ms. */
function timeStretch(world: World): number {
  const before = process.cpuUsage();
  let steps = 0;
  for (let frame = 0; frame < STRETCH; frame++) steps += world.advance().steps;
  return process.cpuUsage(before).user / 1000 / steps;
}

/** The line of least relative squares through the costs of each preset and solver. */
export function costLines(results: readonly CostResult[]): CostLine[] {
  const keyOf = ({ preset, solver }: CostResult): string => `${preset} ${solver}`;
  return [...new Set(results.map(keyOf))].map((key) => {
    const group = results.filter((result) => keyOf(result) === key);
    const x = group.map(({ particles }) => particles),
      y = group.map(({ iteration }) => iteration * 1e6);
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length,
      mx = mean(x),
      my = mean(y);
    const sxy = mean(x.map((value, k) => (value - mx) * (y[k]! - my))),
      sxx = mean(x.map((value) => (value - mx) ** 2)),
      syy = mean(y.map((value) => (value - my) ** 2));
    return {
      preset: group[0]!.preset,
      solver: group[0]!.solver,
      perParticle: sxy / sxx,
      r2: (sxy * sxy) / (sxx * syy),
    };
  });
}

export function solverRow(r: SolverResult): string {
  return `J = ${String(r.J).padEnd(4)} ${r.particles} particles: explicit ${fixed(r.explicit, 2)} s/s, implicit ${fixed(r.implicit, 2)} s/s (${fixed(r.explicit / r.implicit, 1)}×, ${fixed(r.rounds, 1)} rounds), height ${fixed(100 * r.height, 2)} %, width ${fixed(100 * r.width, 2)} %`;
}

export function costRow(r: CostResult): string {
  return `${r.preset.padEnd(16)} ${r.solver} ${String(r.particles).padStart(7)} particles: ${fixed(r.iteration, 3)} ms/iteration, ${fixed((r.iteration * 1e6) / r.particles, 0)} ns/particle`;
}

export function lineRow({ preset, solver, perParticle, r2 }: CostLine): string {
  return `${preset} ${solver}: ${fixed(perParticle, 0)} ns for a particle, R² = ${fixed(r2, 5)}`;
}

/** Printed seconds of the paper beside ours, for as many particles, one thread. */
export function printedRows(lines: readonly CostLine[]): string[] {
  return PRINTED.map(([name, particles, seconds]) => {
    const ours = lines.map(({ preset, solver, perParticle }) => {
      const time = (perParticle * particles) / 1e6;
      return `${preset} ${solver} ${fixed(time, 1)} ms (${fixed((seconds * 1000) / time, 0)}×)`;
    });
    return `${name}, ${particles} particles: printed ${seconds} s; ${ours.join(', ')}`;
  });
}
