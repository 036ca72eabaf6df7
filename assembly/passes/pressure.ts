// The pressure of particles for those who look at it; forces pack their own.

import { AT_DENSITY, AT_PRESSURE, AT_SOLVED, SOLVES_PRESSURE, SUB_GRADIENT_SCALE, SUB_REST_DENSITY } from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int } from '../context';
import { pressure } from '../state-equation';
import { isSmoothed, substanceOf } from './pack';

/** P(ρ) of a chunk, by the same function as the forces, or what was solved for; 0 for particles that have no pressure. */
export function measurePressure(chunk: i32): void {
  const end = chunkEnd(chunk), density = address(AT_DENSITY), out = address(AT_PRESSURE);
  const solved = int(SOLVES_PRESSURE) != 0;
  for (let i = chunkBegin(chunk); i < end; i++) {
    const at = <usize>i << 3;
    store<f64>(out + at, solved ? solvedPressure(i) : isSmoothed(i) ? pressure(substanceOf(i), load<f64>(density + at)) : 0);
  }
}

/** P = μ N²/G. [ADR 43] */
function solvedPressure(i: i32): f64 {
  const at = <usize>i << 3, substance = substanceOf(i), N = load<f64>(address(AT_DENSITY) + at) / load<f64>(substance, SUB_REST_DENSITY);
  return (load<f64>(address(AT_SOLVED) + at) * N * N) / load<f64>(substance, SUB_GRADIENT_SCALE);
}
