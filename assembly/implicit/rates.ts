// What motions compress: −Σ_j k (u_i − u_j)·x_ij, which is the same for both particles of a pair. Times κ/V it is the rate of
// ρ/ρ₀. [ADR 43]
// It is the transpose of the forces (push.ts), so that the system is symmetric. Cost: 0.95 ns per directed pair.

import { COEFFICIENTS } from '../../src/wasm/layout';
import { address } from '../context';
import { Unbounded } from '../lists';
import { add, first, mul, second, sub, sumOf, third } from '../math/simd';
import { FOUR, fourPairs, listEndOf, listOf, recordOf } from '../passes/four-pairs';
import { EachPair, taskBegin, taskEnd } from '../passes/pairs';
import { longRowOf } from '../passes/sums';
import { inversePeriods, nearestImage, periods } from './nearest-image';
import { besideUnknowns, MOTION, RATE } from './unknowns';

/** Adds the rates of a group of slabs. */
@inline export function addRates<W>(task: i32): void {
  const end = taskEnd<EachPair>(task), coefficients = address(COEFFICIENTS), rows = besideUnknowns();
  const period = periods(), inverse = inversePeriods();
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = longRowOf(recordOf(i), rows), x_i = v128.load(p), u_i = v128.load(p, MOTION);
    let sum = f32x4.splat(0);
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<Unbounded>(l);
      const j0 = longRowOf(four.j0, rows), j1 = longRowOf(four.j1, rows), j2 = longRowOf(four.j2, rows), j3 = longRowOf(four.j3, rows);
      const e0 = mul(nearestImage<W>(sub(x_i, v128.load(j0)), period, inverse), sub(u_i, v128.load(j0, MOTION)));
      const e1 = mul(nearestImage<W>(sub(x_i, v128.load(j1)), period, inverse), sub(u_i, v128.load(j1, MOTION)));
      const e2 = mul(nearestImage<W>(sub(x_i, v128.load(j2)), period, inverse), sub(u_i, v128.load(j2, MOTION)));
      const e3 = mul(nearestImage<W>(sub(x_i, v128.load(j3)), period, inverse), sub(u_i, v128.load(j3, MOTION)));
      const q = mul(v128.load(l + coefficients), add(add(first(e0, e1, e2, e3), second(e0, e1, e2, e3)), third(e0, e1, e2, e3)));
      sum = add(sum, q);
      take(j0, f32x4.extract_lane(q, 0));
      take(j1, f32x4.extract_lane(q, 1));
      take(j2, f32x4.extract_lane(q, 2));
      take(j3, f32x4.extract_lane(q, 3));
    }
    take(p, sumOf(sum));
  }
}

@inline function take(unknowns: usize, q: f32): void {
  store<f32>(unknowns, load<f32>(unknowns, RATE) - q, RATE);
}
