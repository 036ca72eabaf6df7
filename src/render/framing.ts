// What the picture is there to show: the substance in all frames, and what of the obstacles is near it. A tank much larger than what
// is in it, or a plane without end, must not decide.

import { obstacleMeshes } from '../meshes/obstacle-meshes.ts';
import type { Scene } from '../scene/schema.ts';
import type { Bounds } from '../shapes/bounds.ts';
import { EXACT_TRIGONOMETRY } from '../shapes/exact-trigonometry.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { cornersOf, diagonalOf, union } from './vector.ts';

/** How far beyond the substance obstacles and containers are shown, over the diagonal of its bounds. */
const OBSTACLE_REACH = 0.35;
const CONTAINER_REACH = 0.2;
/** Moments at which moving obstacles are looked at. */
const MOMENTS = 9;

/** The bounds of the substance, grown by what of the obstacles is near it. Without substance: the obstacles, or a cube of 1 m. */
export function boundsToShow(scene: Scene, substance: Bounds): Bounds {
  const obstacles = scene.look.obstacles ? obstacleBounds(scene) : [];
  if (!isProper(substance)) {
    const all = obstacles
      .map(({ bounds }) => bounds)
      .reduce<Bounds | undefined>((a, b) => (a ? union(a, b) : b), undefined);
    return all ?? { min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] };
  }
  return nearParts(obstacles, substance).reduce(union, swollen(substance));
}

/** What of the obstacles is near the substance. */
function nearParts(obstacles: readonly Placed[], substance: Bounds): Bounds[] {
  return obstacles.flatMap(
    ({ bounds, inside }) =>
      overlap(bounds, grown(substance, (inside ? CONTAINER_REACH : OBSTACLE_REACH) * diagonalOf(substance))) ?? [],
  );
}

/** What a picture is to be filled with: points of which a few may be left out, and points of which none may. */
export interface Focus {
  readonly loose: readonly Vec3[];
  readonly firm: readonly Vec3[];
}

/** Part of the loose points that may be beyond each edge of the picture. */
export const BEYOND = 0.02;

/** Where most particles fill less than this part of the diagonal of all that is shown, all of it is to be seen: one drop alone is no shot. */
const LEAST = 0.01;

/** A box of which nothing may be left out. */
export const wholeOf = (bounds: Bounds): Focus => ({ loose: [], firm: cornersOf(bounds) });

/**
 * What the picture is filled with: most of some particles of all frames (x, y, z, …, m), and what of the obstacles is near most of them.
 * Without particles all that is shown.
 */
export function focusOn(scene: Scene, particles: ArrayLike<number>, shown: Bounds): Focus {
  if (particles.length === 0) return wholeOf(shown);
  const loose = Array.from(
    { length: particles.length / 3 },
    (_, i): Vec3 => [particles[3 * i]!, particles[3 * i + 1]!, particles[3 * i + 2]!],
  );
  const most = ([0, 1, 2] as const).map((axis) => {
    const values = loose.map((point) => point[axis]);
    return [0 - edgeOf(values.map((c) => 0 - c)), edgeOf(values)] as const;
  });
  const [x, y, z] = most as [readonly [number, number], readonly [number, number], readonly [number, number]];
  const obstacles = scene.look.obstacles ? obstacleBounds(scene) : [];
  const bounds: Bounds = { min: [x[0], y[0], z[0]], max: [x[1], y[1], z[1]] };
  if (!(diagonalOf(bounds) > LEAST * diagonalOf(shown))) return wholeOf(shown);
  const parts = nearParts(obstacles, bounds);
  return { loose, firm: parts.flatMap(cornersOf) };
}

/** The number that only a small part (`BEYOND`) of some numbers is above; the least there is if there are none. */
export function edgeOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, sorted.length - 1 - Math.floor(BEYOND * sorted.length))] ?? Number.NEGATIVE_INFINITY;
}

interface Placed {
  readonly bounds: Bounds;
  readonly inside: boolean;
}

/** Bounds of every obstacle but planes; several for one that moves. */
function obstacleBounds(scene: Scene): Placed[] {
  const nowhere: Bounds = { min: [0, 0, 0], max: [0, 0, 0] };
  const moves = scene.obstacles.some(({ motion }) => motion !== undefined);
  const times = Array.from({ length: moves ? MOMENTS : 1 }, (_, k) => (scene.duration * k) / (MOMENTS - 1));
  return times.flatMap((time) =>
    obstacleMeshes(scene, time, EXACT_TRIGONOMETRY, nowhere)
      .filter(({ plane, shown }) => shown && !plane)
      .map(({ mesh, inside }) => ({ bounds: boundsOfPoints(mesh.positions), inside })),
  );
}

/** The smallest box around points x, y, z, …, m; points that are no numbers do not count. Infinite and turned inside out without points. */
export function boundsOfPoints(positions: ArrayLike<number>): Bounds {
  const min: [number, number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max: [number, number, number] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = 0; k < positions.length; k++) {
    const a = k % 3;
    const x = positions[k]!;
    if (x < min[a]!) min[a] = x;
    if (x > max[a]!) max[a] = x;
  }
  return { min, max };
}

function isProper({ min, max }: Bounds): boolean {
  return [0, 1, 2].every((a) => Number.isFinite(min[a]!) && Number.isFinite(max[a]!) && min[a]! <= max[a]!);
}

/** A box that is not flat: one particle alone still has a size. */
function swollen(bounds: Bounds): Bounds {
  const size = diagonalOf(bounds);
  return size > 0 ? grown(bounds, 0.01 * size) : grown(bounds, 0.1);
}

const grown = ({ min, max }: Bounds, by: number): Bounds => ({
  min: [min[0] - by, min[1] - by, min[2] - by],
  max: [max[0] + by, max[1] + by, max[2] + by],
});

function overlap(a: Bounds, b: Bounds): Bounds | undefined {
  const min = [0, 1, 2].map((k) => Math.max(a.min[k]!, b.min[k]!));
  const max = [0, 1, 2].map((k) => Math.min(a.max[k]!, b.max[k]!));
  if (min.some((c, k) => c > max[k]!)) return undefined;
  return { min: [min[0]!, min[1]!, min[2]!], max: [max[0]!, max[1]!, max[2]!] };
}
