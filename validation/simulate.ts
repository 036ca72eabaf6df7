// Running a scene in a case: watch every frame, stop when the engine stops.

import { type SceneInput, World } from '../src/index.ts';
import type { Mover } from '../src/obstacles/body.ts';
import { type LatticeBlock, makeLattice, visitSites } from '../src/sources/lattice.ts';
import type { LatticeName } from '../src/sources/source.ts';
import { buildSimulation } from '../src/world/build.ts';

export type Vec3 = readonly [number, number, number];

/** The engine did not commit a frame. The case has failed, with this as its reason. */
export class Diverged extends Error {}

/**
 * Runs `frames` frames of a scene; `watch` sees the world at its start and after every frame. It ends earlier when `watch` returns false.
 */
export async function simulate(
  scene: SceneInput,
  frames: number,
  watch: (world: World) => unknown,
  mover?: Mover,
): Promise<void> {
  const world = mover ? World.of(await buildSimulation(scene, { threads: 1, mover })) : await World.create(scene);
  try {
    let goesOn = watch(world) !== false;
    for (let frame = 0; goesOn && frame < frames; frame++) {
      const { ok, problem } = world.advance();
      if (!ok) throw new Diverged(`frame ${frame} at ${problem!.time} s: ${problem!.message}`);
      goesOn = watch(world) !== false;
    }
  } finally {
    world.dispose();
  }
}

/** The sites of a lattice, `counts` along its rows, rows per layer and layers, from the origin; spacing in m. */
export function latticePoints(name: LatticeName, counts: Vec3, spacing: number): Vec3[] {
  const block: LatticeBlock = {
    lattice: makeLattice(name, counts[2] > 1 ? 3 : 2, spacing),
    origin: [0, 0, 0],
    counts,
  };
  const points: Vec3[] = [];
  visitSites(block, (x, y, z) => points.push([x, y, z]) > 0);
  return points;
}

/** Kinetic and internal energy, J. */
export function energyOf(world: World): number {
  const { kineticEnergy, internalEnergy } = world.ledger();
  return kineticEnergy + internalEnergy;
}

/** The value at `x` of the line through points given in ascending order of x; beyond the last point, that of the last. */
export function interpolate(points: readonly (readonly [x: number, y: number])[], x: number): number {
  const next = points.findIndex(([there]) => there >= x);
  if (next <= 0) return points.at(next)![1];
  const [x0, y0] = points[next - 1]!,
    [x1, y1] = points[next]!;
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

/** Where a sampled curve passes zero, by linear interpolation, in ascending order of x. A sample of exactly 0 starts no crossing. */
export function zeroCrossings(points: readonly (readonly [x: number, y: number])[]): number[] {
  return points.slice(1).flatMap(([x1, y1], n) => {
    const [x0, y0] = points[n]!;
    return y0 * y1 < 0 || (y1 === 0 && y0 !== 0) ? [x0 + ((x1 - x0) * y0) / (y0 - y1)] : [];
  });
}

/** Slope and intercept of the line that fits points best in the mean of squares. */
export function fitLine(points: readonly (readonly [x: number, y: number])[]): { slope: number; intercept: number } {
  const n = points.length,
    mx = points.reduce((sum, [x]) => sum + x, 0) / n,
    my = points.reduce((sum, [, y]) => sum + y, 0) / n;
  let xx = 0,
    xy = 0;
  for (const [x, y] of points) {
    xx += (x - mx) ** 2;
    xy += (x - mx) * (y - my);
  }
  return { slope: xy / xx, intercept: my - (xy / xx) * mx };
}

/** Mean of a list of numbers. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Means of y over slices of x that are `width` wide, from `from` on, at the mean of x; slices without points are left out. */
export function sliceMeans(
  points: Iterable<readonly [x: number, y: number]>,
  from: number,
  width: number,
): [x: number, y: number][] {
  const slices = new Map<number, [x: number, y: number, n: number]>();
  for (const [x, y] of points) {
    const slice = Math.floor((x - from) / width),
      sum = slices.get(slice) ?? [0, 0, 0];
    slices.set(slice, [sum[0] + x, sum[1] + y, sum[2] + 1]);
  }
  return [...slices].sort(([a], [b]) => a - b).map(([, [x, y, n]]) => [x / n, y / n]);
}
