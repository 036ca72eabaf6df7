// What the picture is there to show: the substance in all frames, and what of the obstacles is near it. A tank much larger than what
// is in it, or a plane without end, must not decide.

import { obstacleMeshes } from '../meshes/obstacle-meshes.ts';
import type { Scene } from '../scene/schema.ts';
import type { Bounds } from '../shapes/bounds.ts';
import { EXACT_TRIGONOMETRY } from '../shapes/exact-trigonometry.ts';
import { diagonalOf, union } from './vector.ts';

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
  let shown = swollen(substance);
  for (const { bounds, inside } of obstacles) {
    const part = overlap(bounds, grown(substance, (inside ? CONTAINER_REACH : OBSTACLE_REACH) * diagonalOf(substance)));
    if (part) shown = union(shown, part);
  }
  return shown;
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
