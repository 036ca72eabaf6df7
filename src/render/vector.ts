// Three numbers at a time, for what is done once per picture; loops over pixels write the arithmetic out.

import type { Bounds } from '../shapes/bounds.ts';
import type { Vec3 } from '../shapes/shape.ts';

export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** a + s b */
export const along = (a: Vec3, s: number, b: Vec3): Vec3 => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];

export const minus = (a: Vec3, b: Vec3): Vec3 => along(a, -1, b);

/** The middle of a box. */
export const middleOf = ({ min, max }: Bounds): Vec3 => [
  (min[0] + max[0]) / 2,
  (min[1] + max[1]) / 2,
  (min[2] + max[2]) / 2,
];

/** Length of the diagonal of a box. */
export function diagonalOf({ min, max }: Bounds): number {
  const d = minus(max, min);
  return Math.sqrt(dot(d, d));
}

/** The corners of a box. */
export function cornersOf({ min, max }: Bounds): Vec3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [(k & 1 ? max : min)[0], (k & 2 ? max : min)[1], (k & 4 ? max : min)[2]]);
}

/** The smallest box around two boxes. */
export const union = (a: Bounds, b: Bounds): Bounds => ({
  min: [Math.min(a.min[0], b.min[0]), Math.min(a.min[1], b.min[1]), Math.min(a.min[2], b.min[2])],
  max: [Math.max(a.max[0], b.max[0]), Math.max(a.max[1], b.max[1]), Math.max(a.max[2], b.max[2])],
});
