// Complete polynomials of order 0, 1 and 2 in d variables, with their derivatives: 1, y_k, y_k y_l.

import type { SampleDimension } from './samples.ts';

/** Order of a polynomial basis. */
export type Order = 0 | 1 | 2;

/** Number of functions in a basis. */
export function basisSize(order: Order, d: SampleDimension): number {
  return order === 0 ? 1 : order === 1 ? 1 + d : ((d + 1) * (d + 2)) / 2;
}

/** p(y) of the centered basis: 1, then y_k, then y_k y_l with k ≤ l. */
export function basisInto(p: Float64Array, order: Order, y: Float64Array): void {
  const d = y.length;
  p[0] = 1;
  if (order >= 1) for (let k = 0; k < d; k++) p[1 + k] = y[k]!;
  if (order === 2)
    eachProduct(d, (n, k, l) => {
      p[n] = y[k]! * y[l]!;
    });
}

/** ∂p/∂y_a. */
export function basisSlopeInto(p: Float64Array, order: Order, y: Float64Array, a: number): void {
  p.fill(0);
  if (order >= 1) p[1 + a] = 1;
  if (order === 2)
    eachProduct(y.length, (n, k, l) => {
      p[n] = (k === a ? y[l]! : 0) + (l === a ? y[k]! : 0);
    });
}

/** ∂²p/∂y_a∂y_b. */
export function basisCurvatureInto(p: Float64Array, order: Order, y: Float64Array, a: number, b: number): void {
  p.fill(0);
  if (order === 2)
    eachProduct(y.length, (n, k, l) => {
      p[n] = Number(k === a && l === b) + Number(k === b && l === a);
    });
}

function eachProduct(d: number, visit: (n: number, k: number, l: number) => void): void {
  let n = 1 + d;
  for (let k = 0; k < d; k++) for (let l = k; l < d; l++) visit(n++, k, l);
}
