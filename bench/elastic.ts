// Elastic solids: CPU time of one thread for strain, stress and forces of a cube, per directed link, beside the plain reference of the tests.

import { type SceneInput, World } from '../src/index.ts';
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

/** How much faster two threads are. */
export interface ThreadsResult {
  readonly name: string;
  readonly particles: number;
  /** By the clock, on one thread and on two: medians of rounds that take turns. */
  readonly ms: readonly [one: number, two: number];
}

/** The largest cube on one and on two threads, in turns: its forces alone, and whole steps of it on a floor. */
export async function* measureElasticThreads(): AsyncGenerator<ThreadsResult> {
  yield await compareThreads('forces', cubeScene(EDGES[2]), 5 * ROUNDS, evaluate);
  yield await compareThreads('steps', fallingScene(EDGES[2]), ROUNDS, (world) => void world.advance());
}

async function compareThreads(
  what: string,
  scene: SceneInput,
  rounds: number,
  work: (world: World) => void,
): Promise<ThreadsResult> {
  using one = await World.create(scene, { threads: 1 });
  using two = await World.create(scene, { threads: 2 });
  const times: readonly [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++)
    [one, two].forEach((world, k) => {
      const before = performance.now();
      work(world);
      times[k]!.push(performance.now() - before);
    });
  return {
    name: `elastic/${what}/${EDGES[2]}`,
    particles: one.fields.count,
    ms: [median(times[0]), median(times[1])],
  };
}

/** A cube that hits a floor; 16 steps a frame. */
function fallingScene(edge: number): SceneInput {
  const { bodies, ...scene } = cubeScene(edge);
  return {
    ...scene,
    gravity: [0, -9.81, 0],
    frameRate: 128,
    bodies: bodies!.map((body) => ({ ...body, velocity: [0.1, -1, 0] as const })),
    obstacles: [{ shape: { plane: { point: [0, -0.005 * edge - 0.002, 0], normal: [0, 1, 0] } } }],
  };
}

/** How a cantilever of 1 GPa swings by explicit and by implicit steps. */
export interface SwingResult {
  readonly name: string;
  /** Frequency, Hz. */
  readonly frequency: number;
  /** CPU time per period, with everything but making the world, s. */
  readonly secondsPerPeriod: number;
}

/** Particles across and along the cantilever, whose shape stays nearly the same. */
const SWINGS = [
  [3, 40],
  [4, 53],
  [6, 80],
] as const;

/** Both steps at three resolutions: 20 frames per period, one implicit step each. */
export async function* measureSwings(): AsyncGenerator<SwingResult> {
  for (const [across, along] of SWINGS) {
    yield await measureSwing('explicit', across, along, across === 3 ? 2 : 1);
    yield await measureSwing('implicit', across, along, 20);
  }
}

async function measureSwing(
  elasticSolver: 'explicit' | 'implicit',
  across: number,
  along: number,
  periods: number,
): Promise<SwingResult> {
  const [spacing, E] = [0.03 / across, 1e9],
    length = (along - 0.5) * spacing,
    expected = ((3.516 / (2 * Math.PI)) * Math.sqrt((E * 0.03 ** 2) / 12e3)) / (length * length),
    frameRate = 20 * expected,
    bar = barScene({
      ...{ across, along, spacing, youngsModulus: E, poissonsRatio: 0.3, gradient: 'mls', support: 1.8, frameRate },
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
    name: `elastic/swing/${across}/${elasticSolver}`,
    frequency: frequencyOf(tip, 1 / frameRate),
    secondsPerPeriod: seconds / (periods + 0.5),
  };
}

const IMPLICIT_TIME = { explicit: {}, implicit: { stepsPerFrame: 1 } } as const;

/** The head of the table of swings, and a line of it. */
export const swingTableHead = (): string => 'row                       frequency, Hz  CPU s/period';
export const swingTableRow = (r: SwingResult): string =>
  `${r.name.padEnd(25)}${fixed(r.frequency, 3).padStart(14)}${fixed(r.secondsPerPeriod, 4).padStart(14)}`;

const cubeScene = (edge: number): SceneInput => ({
  gravity: [0, 0, 0],
  substances: { solid: { model: 'elastic' } },
  bodies: [
    {
      ...{ substance: 'solid', spacing: 0.01, lattice: 'cubic' },
      shape: { box: { center: [0, 0, 0], size: [0.01 * edge, 0.01 * edge, 0.01 * edge] } },
    },
  ],
});

const setOf = (world: World) => (world as unknown as { simulation: Simulation }).simulation.set;

/** Strain, stress, hourglass control and forces. */
function evaluate(world: World): void {
  const { team, chunks } = setOf(world);
  for (const pass of [at.PASS_ELASTIC_PLACES, at.PASS_ELASTIC_STRESS, at.PASS_ELASTIC_FORCES]) team.run(pass, chunks);
}

async function measureCube(edge: number): Promise<ElasticResult> {
  using world = await World.create(cubeScene(edge), { threads: 1 });
  const { count, shared } = setOf(world),
    { u32 } = shared,
    spans = u32[at.AT_NODE_LINKS >> 2]! >>> 2;
  let links = 0;
  for (let n = 0; n < count; n++) links += (2 * (u32[spans + 2 * n + 1]! - u32[spans + 2 * n]!)) / at.LINK_BYTES;
  return time(`elastic/cube/${edge}`, count, links, () => evaluate(world));
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

/** A line of its own. */
export const threadsLine = ({ name, particles, ms: [one, two] }: ThreadsResult): string =>
  `${name} (${particles} particles): ${fixed(one, 1)} ms on one thread, ${fixed(two, 1)} on two, ${fixed(one / two, 2)} times as fast`;

/** The head of the table. */
export const elasticTableHead = (): string => 'row                     particles      links  ms/evaluation  ns/link';

/** A line of the table. */
export const elasticTableRow = (r: ElasticResult): string =>
  `${r.name.padEnd(22)}${String(r.particles).padStart(11)}${String(r.links).padStart(11)}${fixed(r.msPerEvaluation, 3).padStart(15)}${fixed(r.nsPerLink, 1).padStart(9)}`;
