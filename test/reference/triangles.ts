// Triangles one by one in plain double precision: distance by projection and by the three edges apart, winding by solid angles.

import type { Vec3 } from '../../src/shapes/shape.ts';

const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Distance from p to the segment from a to b, m. */
export function distanceToSegment(a: Vec3, b: Vec3, p: Vec3): number {
  const d = minus(b, a),
    length = dot(d, d),
    t = length > 0 ? Math.min(Math.max(dot(minus(p, a), d) / length, 0), 1) : 0;
  return Math.hypot(...minus(p, [a[0] + t * d[0], a[1] + t * d[1], a[2] + t * d[2]]));
}

/** Distance from p to a triangle, m: to its plane if the foot is on the inner side of every edge, to the nearest edge else. */
export function distanceToTriangle(triangle: readonly Vec3[], p: Vec3): number {
  const [a, b, c] = triangle as [Vec3, Vec3, Vec3],
    n = cross(minus(b, a), minus(c, a)),
    size = Math.hypot(...n);
  const inner = (q: Vec3, r: Vec3): boolean => dot(cross(n, minus(r, q)), minus(p, q)) >= 0;
  if (size > 0 && inner(a, b) && inner(b, c) && inner(c, a)) return Math.abs(dot(n, minus(p, a))) / size;
  return Math.min(distanceToSegment(a, b, p), distanceToSegment(b, c, p), distanceToSegment(c, a, p));
}

/** How often triangles wind around p: the sum of their solid angles over 4π (Van Oosterom and Strackee). */
export function windingNumber(triangles: readonly (readonly Vec3[])[], p: Vec3): number {
  let sum = 0;
  for (const triangle of triangles) {
    const [a, b, c] = triangle.map((q) => minus(q, p)) as [Vec3, Vec3, Vec3],
      [la, lb, lc] = [Math.hypot(...a), Math.hypot(...b), Math.hypot(...c)];
    sum += 2 * Math.atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (4 * Math.PI);
}
