// Quaternions w x y z of rotations.

export type Quaternion = readonly [w: number, x: number, y: number, z: number];

/** The quaternion of a rotation, given row by row. */
export function quaternionOf(r: ArrayLike<number>): Quaternion {
  const trace = r[0]! + r[4]! + r[8]!;
  if (trace > 0) {
    const s = 2 * Math.sqrt(1 + trace);
    return [s / 4, (r[7]! - r[5]!) / s, (r[2]! - r[6]!) / s, (r[3]! - r[1]!) / s];
  }
  const a = r[0]! >= r[4]! && r[0]! >= r[8]! ? 0 : r[4]! >= r[8]! ? 1 : 2,
    [b, c] = [(a + 1) % 3, (a + 2) % 3],
    s = 2 * Math.sqrt(Math.max(0, 1 + r[4 * a]! - r[4 * b]! - r[4 * c]!)),
    out: [number, number, number, number] = [(r[3 * c + b]! - r[3 * b + c]!) / s, 0, 0, 0];
  out[1 + a] = s / 4;
  out[1 + b] = (r[3 * b + a]! + r[3 * a + b]!) / s;
  out[1 + c] = (r[3 * c + a]! + r[3 * a + c]!) / s;
  return out;
}

/** A turn that takes the y axis to a unit vector. */
export function fromY([x, y, z]: readonly [number, number, number]): Quaternion {
  if (y < -0.999999) return [0, 1, 0, 0];
  const w = Math.sqrt((1 + y) / 2);
  return [w, z / (2 * w), 0, (0 - x) / (2 * w)];
}
