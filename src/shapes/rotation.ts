// Rotation matrices from an axis and an angle. Trigonometry is an argument because Math.sin and Math.cos may differ between
// engines in the last bit; the engine passes in those of its WASM module, which are the same everywhere.

import type { Vec3 } from './shape.ts';

/** Sine and cosine of an angle in radians. */
export interface Trigonometry {
  sin(radians: number): number;
  cos(radians: number): number;
}

/** A 3×3 matrix, row by row. */
export type Matrix3 = ArrayLike<number>;

export const IDENTITY: Matrix3 = Object.freeze([1, 0, 0, 0, 1, 0, 0, 0, 1]);

const RADIANS_PER_DEGREE = Math.PI / 180;

/** Sine of an angle in degrees; exact at multiples of 90 and as good for many turns as for one. */
export function sinDegrees(degrees: number, trig: Trigonometry): number {
  const angle = degrees % 360; // exact by the language standard
  const quarter = Math.floor(angle / 90 + 0.5);
  const rest = (angle - 90 * quarter) * RADIANS_PER_DEGREE;
  const magnitude = quarter & 1 ? trig.cos(rest) : trig.sin(rest);
  return quarter & 2 ? 0 - magnitude : magnitude;
}

/** Cosine of an angle in degrees; exact at multiples of 90 and as good for many turns as for one. */
export function cosDegrees(degrees: number, trig: Trigonometry): number {
  const angle = degrees % 360;
  const quarter = Math.floor(angle / 90 + 0.5);
  const rest = (angle - 90 * quarter) * RADIANS_PER_DEGREE;
  const magnitude = quarter & 1 ? trig.sin(rest) : trig.cos(rest);
  return (quarter + 1) & 2 ? 0 - magnitude : magnitude;
}

/** Writes the right-handed turn about a unit axis into the first nine entries of `out`: cI + s[a]ₓ + (1 − c)aaᵀ (Rodrigues). */
export function rotationInto(out: { [n: number]: number }, axis: Vec3, degrees: number, trig: Trigonometry): void {
  const [x, y, z] = axis;
  const s = sinDegrees(degrees, trig);
  const c = cosDegrees(degrees, trig);
  const k = 1 - c;
  out[0] = c + k * x * x;
  out[1] = k * x * y - s * z;
  out[2] = k * x * z + s * y;
  out[3] = k * y * x + s * z;
  out[4] = c + k * y * y;
  out[5] = k * y * z - s * x;
  out[6] = k * z * x - s * y;
  out[7] = k * z * y + s * x;
  out[8] = c + k * z * z;
}

/** Length of a vector. */
export function lengthOf(v: Vec3): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/** The unit vector along v; `fallback` if v is zero. */
export function unit(v: Vec3, fallback: Vec3 = [0, 1, 0]): Vec3 {
  const largest = Math.max(Math.abs(v[0]), Math.abs(v[1]), Math.abs(v[2]));
  if (!(largest > 0)) return fallback;
  const scaled: Vec3 = [v[0] / largest, v[1] / largest, v[2] / largest]; // squares of very long or short vectors are not numbers
  const length = lengthOf(scaled);
  return [scaled[0] / length, scaled[1] / length, scaled[2] / length];
}
