// Sine and cosine from + − × ÷ only, the same on every machine, for what is done without the WASM module at hand.

import { cosDegrees, sinDegrees, type Trigonometry } from './rotation.ts';

/** The largest divisor of the series: enough for full precision up to half a turn. */
const LAST = 34;

/** Sine and cosine by their series, for angles of up to half a turn: `sinDegrees` and `cosDegrees` ask for no more than a quarter. */
export const EXACT_TRIGONOMETRY: Trigonometry = {
  sin: (radians) => series(radians, radians, 3),
  cos: (radians) => series(1, radians, 2),
};

/** first − first x²/((n−1) n) + …: the series of the sine from x and 3, that of the cosine from 1 and 2. */
function series(first: number, x: number, n: number): number {
  let term = first;
  let sum = first;
  for (let k = n; k < LAST; k += 2) {
    term *= (0 - x * x) / (k * (k - 1));
    sum += term;
  }
  return sum;
}

/** Tangent of an angle in degrees. */
export function tanDegrees(degrees: number): number {
  return sinDegrees(degrees, EXACT_TRIGONOMETRY) / cosDegrees(degrees, EXACT_TRIGONOMETRY);
}
