// The few operations on triples that sources need. Exact arithmetic only: no implementation-defined functions.

import type { Vec3 } from '../shapes/shape.ts';

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** The unit vector along v, or null for a zero v. Scaled first, so that no length overflows or vanishes. */
export function normalize(v: Vec3): Vec3 | null {
  const largest = Math.max(Math.abs(v[0]), Math.abs(v[1]), Math.abs(v[2]));
  if (!(largest > 0)) return null;
  const scaled: Vec3 = [v[0] / largest, v[1] / largest, v[2] / largest];
  const length = Math.sqrt(dot(scaled, scaled));
  return [scaled[0] / length, scaled[1] / length, scaled[2] / length];
}
