// A ball that moves straight past triangles, by brute force: the distance to each triangle along the path is convex in time, so a golden
// search finds where it is least and bisection where it first is the radius. Shares no code with the sweep.

import type { Vec3 } from '../../src/shapes/shape.ts';
import { distanceToTriangle } from './triangles.ts';

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** What a path meets: the first fraction at which the ball is in touch, Infinity if never, and the least distance of its center, m. */
export interface Meeting {
  readonly first: number;
  readonly least: number;
}

/** The meeting of a ball of the given radius (m) on its way from a to b with triangles. */
export function sweepBall(triangles: readonly (readonly Vec3[])[], a: Vec3, b: Vec3, radius: number): Meeting {
  let first = Number.POSITIVE_INFINITY,
    least = Number.POSITIVE_INFINITY;
  for (const triangle of triangles) {
    const distance = (t: number): number =>
      distanceToTriangle(triangle, [0, 1, 2].map((k) => a[k]! + t * (b[k]! - a[k]!)) as unknown as Vec3);
    const nearest = leastAt(distance);
    least = Math.min(least, distance(nearest));
    if (distance(nearest) >= radius) continue;
    let [out, touching] = [0, nearest];
    if (distance(0) <= radius) touching = 0;
    for (let round = 0; round < 60 && touching > 0; round++) {
      const middle = (out + touching) / 2;
      if (distance(middle) < radius) touching = middle;
      else out = middle;
    }
    first = Math.min(first, touching);
  }
  return { first, least };
}

/** Where a convex function is least between 0 and 1. */
function leastAt(f: (t: number) => number): number {
  let low = 0,
    high = 1;
  for (let round = 0; round < 80; round++) {
    const p = high - GOLDEN * (high - low),
      q = low + GOLDEN * (high - low);
    if (f(p) <= f(q)) high = q;
    else low = p;
  }
  return [0, 1, (low + high) / 2].reduce((best, t) => (f(t) < f(best) ? t : best));
}

/** How many triangles the segment from a to b crosses. */
export function crossings(triangles: readonly (readonly Vec3[])[], a: Vec3, b: Vec3): number {
  const volume = (p: Vec3, q: Vec3, r: Vec3, s: Vec3): number => {
    const [u, v, w] = [q, r, s].map((e) => [e[0] - p[0], e[1] - p[1], e[2] - p[2]]) as [number[], number[], number[]];
    return (
      u[0]! * (v[1]! * w[2]! - v[2]! * w[1]!) -
      u[1]! * (v[0]! * w[2]! - v[2]! * w[0]!) +
      u[2]! * (v[0]! * w[1]! - v[1]! * w[0]!)
    );
  };
  return triangles.filter((t) => {
    const [p, q, r] = t as [Vec3, Vec3, Vec3];
    if (volume(p, q, r, a) > 0 === volume(p, q, r, b) > 0) return false;
    const s = [volume(a, b, p, q), volume(a, b, q, r), volume(a, b, r, p)].map(Math.sign);
    return s[0] === s[1] && s[1] === s[2];
  }).length;
}
