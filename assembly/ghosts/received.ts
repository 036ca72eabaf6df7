// What particles add to ghosts, from several threads at once: whole quanta, so that sums do not depend on the order. [ADR 6, ADR 41]

import { AT_GHOST_STATE, GHOST_STATE_BYTES, GHOST_STATE_RECEIVED } from '../../src/wasm/layout';
import { address } from '../context';

/** Quanta in 1 of density sums, which are dimensionless. */
export const SUM_QUANTA: f64 = 1099511627776; // 2⁴⁰
/** Quanta in a rate of 1/s. */
export const RATE_QUANTA: f64 = 4294967296; // 2³²
/** No single term is larger than this, in quanta: what is no number or beyond it is not counted, the kick of the particle reports it. */
const LARGEST: f64 = 1e15;

/** State of a ghost. */
@inline export function ghostState(k: i32): usize { return address(AT_GHOST_STATE) + <usize>k * GHOST_STATE_BYTES; }

/** Adds to what ghosts k to k + 3 received, as far as they are before `end`. */
@inline export function giveFour(k: i32, end: i32, values: v128, quanta: f64): void {
  give(k, f32x4.extract_lane(values, 0), quanta);
  if (k + 1 < end) give(k + 1, f32x4.extract_lane(values, 1), quanta);
  if (k + 2 < end) give(k + 2, f32x4.extract_lane(values, 2), quanta);
  if (k + 3 < end) give(k + 3, f32x4.extract_lane(values, 3), quanta);
}

@inline function give(k: i32, value: f32, quanta: f64): void {
  const whole = nearest<f64>(<f64>value * quanta);
  if (value == 0 || !(abs<f64>(whole) < LARGEST)) return;
  atomic.add<i64>(ghostState(k) + GHOST_STATE_RECEIVED, <i64>whole);
}

/** Takes what a ghost received, and leaves 0. */
@inline export function take(k: i32, quanta: f64): f64 {
  const at = ghostState(k), received = <f64>load<i64>(at, GHOST_STATE_RECEIVED);
  store<i64>(at, 0, GHOST_STATE_RECEIVED);
  return received / quanta;
}
