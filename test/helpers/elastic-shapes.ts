// Small elastic bodies for tests: jittered blocks, rotations, random displacements.

import type { Matrix, ReferenceShape } from '../reference/elastic.ts';
import { Dice } from './dice.ts';

/** A number from −1 to 1. */
export const either = (dice: Dice): number => (2 * dice.bits()) / 2 ** 32 - 1;

/** A block of nx × ny × nz particles at a spacing dx; `jitter` moves them by that part of dx. */
export function block(
  [nx, ny, nz]: readonly [number, number, number],
  options: Partial<Pick<ReferenceShape, 'gradient' | 'dimension'>> & {
    readonly dx?: number;
    readonly support?: number;
    readonly jitter?: number;
    readonly seed?: number;
  } = {},
): ReferenceShape {
  const { dx = 0.1, support = 1.8, jitter = 0, seed = 1, gradient = 'mls', dimension = 3 } = options,
    dice = new Dice(seed),
    reference: number[] = [];
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++)
        reference.push(...[i, j, k].map((n, a) => (a < dimension ? dx * (n + jitter * either(dice)) : 0)));
  const count = nx * ny * nz;
  return {
    dimension,
    gradient,
    support: support * dx,
    reference: Float64Array.from(reference),
    volume: new Float64Array(count).fill(dx ** dimension),
  };
}

/** The places of a body after a map. */
export function mapped(shape: ReferenceShape, map: (x: readonly number[]) => readonly number[]): Float64Array {
  const out = new Float64Array(shape.reference.length);
  for (let n = 0; n < out.length; n += 3) out.set(map([...shape.reference.subarray(n, n + 3)]), n);
  return out;
}

/** The rotation by an angle about an axis of length 1. */
export function turn([x, y, z]: readonly [number, number, number], angle: number): Matrix {
  const c = Math.cos(angle),
    s = Math.sin(angle),
    d = 1 - c;
  return [
    ...[c + x * x * d, x * y * d - z * s, x * z * d + y * s],
    ...[y * x * d + z * s, c + y * y * d, y * z * d - x * s],
    ...[z * x * d - y * s, z * y * d + x * s, c + z * z * d],
  ];
}

/** A x. */
export const applied = (A: Matrix, x: readonly number[]): number[] =>
  [0, 3, 6].map((r) => A[r]! * x[0]! + A[r + 1]! * x[1]! + A[r + 2]! * x[2]!);

/** Places moved at random by a part of a length. */
export function shaken(x: Float64Array, amount: number, dimension: 2 | 3, seed = 7): Float64Array {
  const dice = new Dice(seed);
  return x.map((c, n) => (n % 3 < dimension ? c + amount * either(dice) : c));
}

/** Σ f and Σ x × f. */
export function totals(x: ArrayLike<number>, f: ArrayLike<number>): { force: number[]; torque: number[] } {
  const force = [0, 0, 0],
    torque = [0, 0, 0];
  for (let n = 0; n < f.length; n += 3)
    for (let a = 0; a < 3; a++) {
      const b = (a + 1) % 3,
        c = (a + 2) % 3;
      force[a]! += f[n + a]!;
      torque[a]! += x[n + b]! * f[n + c]! - x[n + c]! * f[n + b]!;
    }
  return { force, torque };
}
