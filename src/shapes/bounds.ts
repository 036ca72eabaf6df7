// The smallest axis-aligned box around a solid, and how much space the solid takes.

import { BOX, CAPSULE, CYLINDER, MESH, PLANE, SPHERE } from './kinds.ts';
import type { Vec3 } from './shape.ts';
import type { Solid } from './solid.ts';
import type { TriangleSet } from './triangle-set.ts';

export interface Bounds {
  readonly min: Vec3;
  readonly max: Vec3;
}

/** Corners of the bounding box, m. A plane has infinite bounds; in 2D the z extent is zero. */
export function boundsOf(solid: Solid): Bounds {
  const min: [number, number, number] = [0, 0, 0];
  const max: [number, number, number] = [0, 0, 0];
  for (let axis = 0; axis < solid.dimension; axis++) {
    const reach = reachAlong(solid, axis);
    min[axis] = solid.center[axis]! - reach;
    max[axis] = solid.center[axis]! + reach;
  }
  return { min, max };
}

/** Volume, m³; area in 2D, m². Infinite for a plane; without meaning for an open mesh, but never negative. */
export function measureOf(solid: Solid): number {
  const { kind, vector, halfLength, radius: r, dimension } = solid;
  if (kind === PLANE) return Number.POSITIVE_INFINITY;
  if (kind === MESH) return r > 0 ? 2 * r * areaOf(solid.triangles!) : Math.abs(volumeInside(solid.triangles!));
  if (kind === BOX) return 4 * vector[0] * vector[1] * (dimension === 3 ? 2 * vector[2] : 1);
  const disc = Math.PI * r * r;
  const ball = dimension === 3 ? (4 / 3) * disc * r : disc;
  if (kind === SPHERE || halfLength === Number.POSITIVE_INFINITY) return ball;
  const tube = 2 * halfLength * (dimension === 3 ? disc : 2 * r);
  return kind === CAPSULE ? tube + ball : tube;
}

/** Volume inside of a closed mesh, m³: one sixth of Σ a·(b × c); negative if it is inside out. */
export function volumeInside({ positions: p, triangles }: TriangleSet): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t]!,
      b = 3 * triangles[t + 1]!,
      c = 3 * triangles[t + 2]!;
    sum +=
      p[a]! * (p[b + 1]! * p[c + 2]! - p[b + 2]! * p[c + 1]!) +
      p[a + 1]! * (p[b + 2]! * p[c]! - p[b]! * p[c + 2]!) +
      p[a + 2]! * (p[b]! * p[c + 1]! - p[b + 1]! * p[c]!);
  }
  return sum / 6;
}

/** Area of triangles, m². */
export function areaOf({ positions: p, triangles }: TriangleSet): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!],
      [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!],
      [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!],
      [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    sum += Math.sqrt(x * x + y * y + z * z) / 2;
  }
  return sum;
}

/** How far the solid reaches from its center along a world axis. */
function reachAlong(solid: Solid, axis: number): number {
  const { kind, vector, halfLength, radius, rotation, dimension } = solid;
  if (kind === PLANE) return Number.POSITIVE_INFINITY;
  if (kind === SPHERE) return radius;
  if (kind === BOX || kind === MESH) {
    let reach = kind === MESH ? radius : 0;
    for (let k = 0; k < dimension; k++) reach += Math.abs(rotation[3 * axis + k]!) * vector[k]!;
    return reach;
  }
  const a = vector[axis]!;
  const alongAxis = a === 0 ? 0 : Math.abs(a) * halfLength;
  return alongAxis + (kind === CYLINDER ? radius * Math.sqrt(Math.max(0, 1 - a * a)) : radius);
}
