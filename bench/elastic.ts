// Elastic solids: CPU time of one thread for strain, stress and forces of a cube, per directed link, beside the plain reference of the tests.

import { World } from '../src/index.ts';
import * as at from '../src/wasm/layout.ts';
import type { Simulation } from '../src/world/simulation.ts';
import { block } from '../test/helpers/elastic-shapes.ts';
import { elasticForces, linksOf } from '../test/reference/elastic.ts';
import { barScene, frequencyOf } from '../validation/elastic-bar.ts';
import { median } from './median.ts';
import { fixed } from './print.ts';

/** How a cube went. */
export interface ElasticResult {
  readonly name: string;
  readonly particles: number;
  /** Directed. */
  readonly links: number;
  /** Median CPU time of an evaluation, ms. */
  readonly msPerEvaluation: number;
  readonly nsPerLink: number;
}

const EDGES = [12, 28, 46] as const;
const ROUNDS = 7;
/** Evaluations that are timed together: about so many particles. */
const STRETCH = 300_000;

/** Whether a name asks for these rows. */
export const isElasticName = (wanted: string): boolean => wanted === 'elastic';

/** Cubes of three sizes, and the smallest with the reference. */
export async function* measureElastic(): AsyncGenerator<ElasticResult> {
  for (const edge of EDGES) yield await measureCube(edge);
  yield measureReference(EDGES[0]);
}

/** How a cantilever of 1 GPa swings by explicit and by implicit steps. */
export interface SwingResult {
  readonly name: string;
  /** Frequency, Hz. */
  readonly frequency: number;
  /** CPU time per period, with everything but making the world, s. */
  readonly secondsPerPeriod: number;
}

/** Both steps: 20 frames per period, one implicit step each. */
export async function* measureSwings(): AsyncGenerator<SwingResult> {
  yield await measureSwing('explicit', 2);
  yield await measureSwing('implicit', 20);
}

async function measureSwing(elasticSolver: 'explicit' | 'implicit', periods: number): Promise<SwingResult> {
  const [along, spacing, E] = [40, 0.01, 1e9],
    length = (along - 0.5) * spacing,
    expected = ((3.516 / (2 * Math.PI)) * Math.sqrt((E * (3 * spacing) ** 2) / 12e3)) / (length * length),
    frameRate = 20 * expected,
    bar = barScene({
      ...{ across: 3, along, spacing, youngsModulus: E, poissonsRatio: 0.3, gradient: 'mls', support: 1.8, frameRate },
      velocity: (_x, _y, z) => [(0.02 * expected * z * z) / length, 0, 0],
    });
  using world = await World.create(
    { ...bar, time: { ...bar.time, elasticSolver, ...IMPLICIT_TIME[elasticSolver] } },
    { threads: 1 },
  );
  const tip = [0],
    particle = 3 * (world.fields.count - 1),
    start = world.fields.position[particle]!,
    before = process.cpuUsage();
  for (let frame = 0; frame < 20 * periods + 10; frame++) {
    world.advance();
    tip.push(world.fields.position[particle]! - start);
  }
  const seconds = process.cpuUsage(before).user / 1e6;
  return {
    name: `elastic/swing/${elasticSolver}`,
    frequency: frequencyOf(tip, 1 / frameRate),
    secondsPerPeriod: seconds / (periods + 0.5),
  };
}

const IMPLICIT_TIME = { explicit: {}, implicit: { stepsPerFrame: 1 } } as const;

/** The head of the table of swings, and a line of it. */
export const swingTableHead = (): string => 'row                      frequency, Hz  CPU s/period';
export const swingTableRow = (r: SwingResult): string =>
  `${r.name.padEnd(24)}${fixed(r.frequency, 3).padStart(14)}${fixed(r.secondsPerPeriod, 4).padStart(14)}`;

async function measureCube(edge: number): Promise<ElasticResult> {
  using world = await World.create(
    {
      gravity: [0, 0, 0],
      substances: { solid: { model: 'elastic' } },
      bodies: [
        {
          ...{ substance: 'solid', spacing: 0.01, lattice: 'cubic' },
          shape: { box: { center: [0, 0, 0], size: [0.01 * edge, 0.01 * edge, 0.01 * edge] } },
        },
      ],
    },
    { threads: 1 },
  );
  const { set } = (world as unknown as { simulation: Simulation }).simulation,
    { u32 } = set.shared,
    spans = u32[at.AT_NODE_LINKS >> 2]! >>> 2;
  let links = 0;
  for (let n = 0; n < set.count; n++) links += (2 * (u32[spans + 2 * n + 1]! - u32[spans + 2 * n]!)) / at.LINK_BYTES;
  return time(`elastic/cube/${edge}`, set.count, links, () => {
    for (const pass of [at.PASS_ELASTIC_PLACES, at.PASS_ELASTIC_STRESS, at.PASS_ELASTIC_FORCES])
      set.team.run(pass, set.chunks);
  });
}

function measureReference(edge: number): ElasticResult {
  const shape = block([edge, edge, edge]),
    links = linksOf(shape),
    material = { youngsModulus: 1e4, poissonsRatio: 0.3, volumeStiffness: 0 };
  return time(
    `reference/cube/${edge}`,
    shape.volume.length,
    links.reduce((sum, near) => sum + near.length, 0),
    () => elasticForces(shape, links, material, shape.reference),
    0.02,
  );
}

function time(name: string, particles: number, links: number, evaluate: () => void, part = 1): ElasticResult {
  const repeats = Math.max(2, Math.round((part * STRETCH) / particles)),
    times: number[] = [];
  for (let k = 0; k < 2 * repeats; k++) evaluate();
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    for (let k = 0; k < repeats; k++) evaluate();
    times.push(process.cpuUsage(before).user / repeats / 1000);
  }
  const msPerEvaluation = median(times);
  return { name, particles, links, msPerEvaluation, nsPerLink: (1e6 * msPerEvaluation) / links };
}

/** The head of the table. */
export const elasticTableHead = (): string => 'row                     particles      links  ms/evaluation  ns/link';

/** A line of the table. */
export const elasticTableRow = (r: ElasticResult): string =>
  `${r.name.padEnd(22)}${String(r.particles).padStart(11)}${String(r.links).padStart(11)}${fixed(r.msPerEvaluation, 3).padStart(15)}${fixed(r.nsPerLink, 1).padStart(9)}`;
