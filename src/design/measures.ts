// What is measured of shapes and fields beside their energies.

import { KdTree } from '../meshless/search/kd-tree.ts';
import type { ShapeField } from './shape-field.ts';

/** Middle of the volume, m. */
export function middleOf({ positions, volumes }: ShapeField): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  positions.forEach((x, k) => {
    sum[k % 3]! += volumes[Math.floor(k / 3)]! * x;
  });
  return sum;
}

/** Radii with which balls around particles of a grid cover the space between them: √3/2 of the distance to the next. */
export function coveringRadii({ positions, count }: ShapeField): Float64Array {
  const tree = new KdTree(3, positions);
  return Float64Array.from({ length: count }, (_, i) => {
    const at = positions.subarray(3 * i, 3 * i + 3),
      other = tree.nearest(at, 2).find((j) => j !== i) ?? i,
      [x, y, z] = [0, 1, 2].map((a) => positions[3 * other + a]! - at[a]!) as [number, number, number];
    return 0.87 * Math.sqrt(x * x + y * y + z * z);
  });
}

/** Largest distance between points of two lists, m. */
export function largestDistance(a: Float64Array, b: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < a.length; k += 3) {
    const [x, y, z] = [a[k]! - b[k]!, a[k + 1]! - b[k + 1]!, a[k + 2]! - b[k + 2]!];
    largest = Math.max(largest, x * x + y * y + z * z);
  }
  return Math.sqrt(largest);
}

/** det F. */
export function determinant(F: Float64Array): number {
  const [a, b, c, d, e, f, g, h, i] = Array.from(F) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g);
}

/** ‖FᵀF − I‖². */
export function strainSquare(F: Float64Array): number {
  let square = 0;
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) {
      const C = F[a]! * F[b]! + F[3 + a]! * F[3 + b]! + F[6 + a]! * F[6 + b]! - Number(a === b);
      square += C * C;
    }
  }
  return square;
}
