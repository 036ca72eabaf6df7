// Distance from a point to the triangles of a mesh, and whether it is inside: every triangle is looked at.

import type { Vec3 } from './shape.ts';
import type { TriangleSet } from './triangle-set.ts';

/** Distance from a point to the nearest triangle, m, negative inside; and the nearest point. Positive everywhere for an open mesh. */
export function meshDistance(set: TriangleSet, x: number, y: number, z: number): { distance: number; nearest: Vec3 } {
  const { positions, triangles } = set;
  let best = Number.POSITIVE_INFINITY;
  let nearest: Vec3 = [x, y, z];
  for (let t = 0; t < triangles.length; t += 3) {
    const point = nearestOnTriangle(
      [x, y, z],
      vertexAt(positions, triangles[t]!),
      vertexAt(positions, triangles[t + 1]!),
      vertexAt(positions, triangles[t + 2]!),
    );
    const apart = minus(point, [x, y, z]);
    const square = dot(apart, apart);
    if (square < best) [best, nearest] = [square, point];
  }
  const distance = Math.sqrt(best);
  return { distance: windingAt(set, x, y, z) > 0 ? -distance : distance, nearest };
}

/** How often the mesh goes around a point: 1 inside of a closed mesh, 0 outside. Counts the triangles that a ray along x meets. */
export function windingAt({ positions, triangles }: TriangleSet, x: number, y: number, z: number): number {
  let winding = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    const ab = sideOf(positions, a, b, y, z),
      bc = sideOf(positions, b, c, y, z),
      ca = sideOf(positions, c, a, y, z);
    if (ab !== bc || bc !== ca) continue;
    const p = vertexAt(positions, a / 3),
      u = minus(vertexAt(positions, b / 3), p),
      v = minus(vertexAt(positions, c / 3), p);
    const n: Vec3 = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    if (n[0] === 0) continue;
    const hit = p[0] - (n[1] * (y - p[1]) + n[2] * (z - p[2])) / n[0];
    if (hit > x) winding += ab;
  }
  return winding;
}

/**
 * On which side of an edge, seen along x, the ray through (y, z) passes: 1 left, −1 right. Both triangles of an edge get opposite
 * answers, also where the ray meets it: then the ray is thought to be shifted by a little along z, and by far less along y.
 */
function sideOf(p: Float64Array, a: number, b: number, y: number, z: number): number {
  if (isBefore(p, b, a)) return 0 - sideOf(p, b, a, y, z);
  const ay = p[a + 1]!,
    az = p[a + 2]!,
    dy = p[b + 1]! - ay,
    dz = p[b + 2]! - az;
  const side = dy * (z - az) - dz * (y - ay);
  if (side !== 0) return side > 0 ? 1 : -1;
  if (dy !== 0) return dy > 0 ? 1 : -1;
  return dz < 0 ? 1 : -1;
}

/** An order of points, so that an edge is looked at from the same end whichever triangle asks. */
function isBefore(p: Float64Array, a: number, b: number): boolean {
  for (let k = 0; k < 3; k++) if (p[a + k] !== p[b + k]) return p[a + k]! < p[b + k]!;
  return false;
}

/** The point of the triangle a, b, c that is nearest to p. */
function nearestOnTriangle(p: Vec3, a: Vec3, b: Vec3, c: Vec3): Vec3 {
  const ab = minus(b, a),
    ac = minus(c, a),
    ap = minus(p, a);
  const d1 = dot(ab, ap),
    d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return a;
  const bp = minus(p, b);
  const d3 = dot(ab, bp),
    d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return b;
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return along(a, ab, d1 / (d1 - d3));
  const cp = minus(p, c);
  const d5 = dot(ab, cp),
    d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return c;
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return along(a, ac, d2 / (d2 - d6));
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) return along(b, minus(c, b), (d4 - d3) / (d4 - d3 + (d5 - d6)));
  const total = va + vb + vc;
  return along(along(a, ab, vb / total), ac, vc / total);
}

function vertexAt(p: Float64Array, vertex: number): Vec3 {
  return [p[3 * vertex]!, p[3 * vertex + 1]!, p[3 * vertex + 2]!];
}

function minus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function along(p: Vec3, v: Vec3, t: number): Vec3 {
  return [p[0] + t * v[0], p[1] + t * v[1], p[2] + t * v[2]];
}

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
