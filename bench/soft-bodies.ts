// Whole steps of soft bodies: a ball of 200 particles with a skin of 10,000 vertices; a beam beside one of springs in
// cannon-es. CPU time of one thread.

import { Body, NaiveBroadphase, Particle, Spring, World as SpringWorld, Vec3 } from 'cannon-es';
import { World } from '../src/index.ts';
import { sampleShape } from '../src/meshless/index.ts';
import { randomSigned } from '../src/random/random.ts';
import { bindSkin } from '../src/skin/bind-skin.ts';
import { FastSkin } from '../src/skin/fast-skin.ts';
import type { Simulation } from '../src/world/simulation.ts';
import { block } from '../test/helpers/elastic-shapes.ts';
import { linksOf } from '../test/reference/elastic.ts';
import { barScene } from '../validation/elastic-bar.ts';
import { median } from './median.ts';
import { fixed } from './print.ts';

/** How one body went. */
export interface SoftResult {
  readonly name: string;
  readonly particles: number;
  /** ms */
  readonly msPerStep: number;
  /** Directed, where it has any to speak of. */
  readonly nsPerLink: number | null;
}

const ROUNDS = 7;
const ACROSS = 4;
const ALONG = 21;

/** All of them. */
export async function* measureSoftBodies(): AsyncGenerator<SoftResult> {
  yield await measureFigure(200, 10_000);
  yield await measureBeam();
  yield measureSprings();
}

/** Forces, step and skin: one step in each frame. */
async function measureFigure(count: number, vertices: number): Promise<SoftResult> {
  const radius = 0.05,
    { positions } = sampleShape({ sphere: { center: [0, 0, 0], radius } }, { count }),
    places = Array.from(
      { length: count },
      (_, i) => [...positions.subarray(3 * i, 3 * i + 3)] as [number, number, number],
    ),
    spacing = (((4 / 3) * Math.PI * radius ** 3) / count) ** (1 / 3),
    skin = new Float64Array(3 * vertices);
  for (let v = 0; v < vertices; v++) {
    const p = [0, 1, 2].map((a) => randomSigned(3, 1, 3 * v + a)),
      r = Math.hypot(...p);
    for (let a = 0; a < 3; a++) skin[3 * v + a] = (radius * p[a]!) / r;
  }
  using world = await World.create(
    {
      frameRate: 4000,
      substances: { jelly: { model: 'elastic', preset: 'jelly' } },
      bodies: [{ substance: 'jelly', spacing, shape: { points: { positions: places } } }],
      obstacles: [{ shape: { plane: { point: [0, -0.051, 0], normal: [0, 1, 0] } } }],
    },
    { threads: 1 },
  );
  const mesh = { positions: skin, normals: skin.map((c) => c / radius), triangles: new Uint32Array(0) },
    fast = await FastSkin.create(bindSkin(mesh, positions)),
    before = stepsOf(world);
  const msPerStep = time(300, () => {
    world.advance();
    fast.deform(world.fields.position);
  });
  if (stepsOf(world) - before !== (ROUNDS + 1) * 300) throw new Error('A frame has more than one step.');
  return { name: `soft/figure/${count} + ${vertices}`, particles: count, msPerStep, nsPerLink: null };
}

function simulationOf(world: World): Simulation {
  return (world as unknown as { simulation: Simulation }).simulation;
}
const stepsOf = (world: World): number => simulationOf(world).engine.steps;

/** A cantilever of 4 × 4 × 21 particles. */
async function measureBeam(): Promise<SoftResult> {
  const bar = { across: ACROSS, along: ALONG, spacing: 0.1, youngsModulus: 1e5, poissonsRatio: 0.3 } as const,
    scene = barScene({ ...bar, gradient: 'mls', support: 1.8, frameRate: 25, gravity: [0, -0.1, 0] });
  using world = await World.create(scene, { threads: 1 });
  const frames = 12,
    start = stepsOf(world),
    perFrame = time(frames, () => world.advance()),
    msPerStep = perFrame / ((stepsOf(world) - start) / ((ROUNDS + 1) * frames));
  return { name: 'soft/beam', particles: world.fields.count, msPerStep, nsPerLink: (1e6 * msPerStep) / linkCount() };
}

/** Directed links of the beam. */
function linkCount(): number {
  return linksOf(block([ACROSS, ACROSS, ALONG])).reduce((sum, near) => sum + near.length, 0);
}

/** Springs hold it, nothing collides. */
class NoContacts extends NaiveBroadphase {
  override collisionPairs(): void {}
}

/** The same beam as point masses and springs, one for each link. */
function measureSprings(): SoftResult {
  const shape = block([ACROSS, ACROSS, ALONG]),
    world = new SpringWorld({ gravity: new Vec3(0, -0.1, 0), broadphase: new NoContacts() }),
    mass = 1000 * 0.1 ** 3,
    point = new Particle(),
    bodies = Array.from(shape.volume, (_, i) => {
      const [x, y, z] = shape.reference.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
      const body = new Body({ mass: z < 0.05 ? 0 : mass, shape: point, position: new Vec3(x, y, z) });
      world.addBody(body);
      return body;
    }),
    springs = linksOf(shape).flatMap((near, i) =>
      near
        .filter(({ j }) => j > i)
        .map(({ j }) => {
          const restLength = bodies[i]!.position.distanceTo(bodies[j]!.position);
          return new Spring(bodies[i]!, bodies[j]!, { restLength, stiffness: 2000, damping: 0.5 });
        }),
    );
  const step = () => {
    for (const spring of springs) spring.applyForce();
    world.step(1 / 400);
  };
  const msPerStep = time(40, step);
  return {
    name: 'cannon-es springs/beam',
    particles: bodies.length,
    msPerStep,
    nsPerLink: (1e6 * msPerStep) / linkCount(),
  };
}

/** CPU time of one of many runs, ms; median of some rounds after a first one. */
function time(runs: number, work: () => void): number {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const before = process.cpuUsage();
    for (let k = 0; k < runs; k++) work();
    times.push(process.cpuUsage(before).user / runs / 1000);
  }
  return median(times.slice(1));
}

/** The head of the table, and a line of it. */
export const softTableHead = (): string => 'row                       particles     ms/step  ns/link';
export const softTableRow = (r: SoftResult): string =>
  `${r.name.padEnd(26)}${String(r.particles).padStart(9)}${fixed(r.msPerStep, 4).padStart(12)}${fixed(r.nsPerLink, 1).padStart(9)}`;
