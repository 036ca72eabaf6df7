// The report of a chunk: sums and extremes are kept where they are read later. Chunks never depend on the number of threads.

import { AT_CHUNK_REPORT, REPORT_BYTES } from '../../../src/wasm/layout';
import { address } from '../../context';
import { vectorAt } from '../../math/vector';

/** Address of the report of a chunk. */
@inline export function reportOf(chunk: i32): usize {
  return address(AT_CHUNK_REPORT) + <usize>chunk * REPORT_BYTES;
}

/** Adds a vector to one of the report. */
@inline export function addVector(to: usize, x: f64, y: f64, z: f64): void {
  const sum = vectorAt(to);
  sum.set(sum.x + x, sum.y + y, sum.z + z);
}

/** The larger of a number of the report and another; not a number if one of them is not. Most are not larger, so the branch is cheap. */
@inline export function raise(slot: usize, value: f64): void {
  const most = load<f64>(slot);
  if (!(value <= most)) store<f64>(slot, Math.max(most, value));
}

/** The smaller of a number of the report and another. */
@inline export function lower(slot: usize, value: f64): void {
  const least = load<f64>(slot);
  if (!(value >= least)) store<f64>(slot, Math.min(least, value));
}
