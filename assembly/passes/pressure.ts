// The pressure of particles for those who look at it; forces pack their own.

import { AT_DENSITY, AT_PRESSURE } from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd } from '../context';
import { pressure } from '../state-equation';
import { isSmoothed, substanceOf } from './pack';

/** P(ρ) of a chunk, by the same function as the forces; 0 for particles that have no pressure. */
export function measurePressure(chunk: i32): void {
  const end = chunkEnd(chunk), density = address(AT_DENSITY), out = address(AT_PRESSURE);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const at = <usize>i << 3;
    store<f64>(out + at, isSmoothed(i) ? pressure(substanceOf(i), load<f64>(density + at)) : 0);
  }
}
