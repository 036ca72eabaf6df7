// Rotation matrices as quaternions, for formats that turn things by them.

import type { Matrix3 } from '../shapes/rotation.ts';

/** x, y, z, w. */
export type Quaternion = readonly [number, number, number, number];

/** The unit quaternion of a rotation matrix (row by row); the largest part is found first, so that nothing small is divided by. */
export function quaternionOf(m: Matrix3): Quaternion {
  const [xx, yy, zz] = [m[0]!, m[4]!, m[8]!];
  const fourSquares = [1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz];
  const largest = fourSquares.indexOf(Math.max(...fourSquares));
  const [yz, zx, xy] = [m[7]! - m[5]!, m[2]! - m[6]!, m[3]! - m[1]!];
  const [yzSum, zxSum, xySum] = [m[7]! + m[5]!, m[2]! + m[6]!, m[3]! + m[1]!];
  const own = fourSquares[largest]!;
  const parts = [
    [own, xySum, zxSum, yz],
    [xySum, own, yzSum, zx],
    [zxSum, yzSum, own, xy],
    [yz, zx, xy, own],
  ][largest]!;
  const length = Math.sqrt(parts.reduce((sum, part) => sum + part * part, 0));
  const [x, y, z, w] = parts.map((part) => part / length);
  return [x!, y!, z!, w!];
}
