// What motions compress: −Σ_j k (u_i − u_j)·x_ij, which is the same for both particles of a pair. Times κ/V it is the rate of
// ρ/ρ₀. [ADR 43]
// It is the transpose of the forces (push.ts), so that the system is symmetric. Cost: 0.95 ns per directed pair.

import { AT_MOTION, AT_POINT, AT_RATE, AT_RECORD, COEFFICIENTS, RECORD_SHIFT } from '../../src/wasm/layout';
import { address } from '../context';
import { Unbounded } from '../lists';
import { add, first, mul, second, sub, sumOf, third } from '../math/simd';
import { FOUR, fourPairs, listEndOf, listOf, recordOf } from '../passes/four-pairs';
import { EachPair, taskBegin, taskEnd } from '../passes/pairs';
import { besideRecords, ROW, rowOf } from '../passes/sums';
import { inversePeriods, nearestImage, periods } from './nearest-image';

/** Adds the rates of a group of slabs; they must be clear before the first color. */
@inline export function addRates<W>(task: i32): void {
  const end = taskEnd<EachPair>(task), points = besideRecords(AT_POINT, ROW), motions = besideRecords(AT_MOTION, ROW);
  const coefficients = address(COEFFICIENTS), rates = address(AT_RATE) - (address(AT_RECORD) >> (RECORD_SHIFT - 2));
  const period = periods(), inverse = inversePeriods();
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), x_i = v128.load(rowOf(p, points)), u_i = v128.load(rowOf(p, motions)), own = rates + (p >> (RECORD_SHIFT - 2));
    let sum = f32x4.splat(0);
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<Unbounded>(l), j0 = four.j0, j1 = four.j1, j2 = four.j2, j3 = four.j3;
      const o0 = rowOf(j0, 0), o1 = rowOf(j1, 0), o2 = rowOf(j2, 0), o3 = rowOf(j3, 0);
      const e0 = mul(nearestImage<W>(sub(x_i, v128.load(points + o0)), period, inverse), sub(u_i, v128.load(motions + o0)));
      const e1 = mul(nearestImage<W>(sub(x_i, v128.load(points + o1)), period, inverse), sub(u_i, v128.load(motions + o1)));
      const e2 = mul(nearestImage<W>(sub(x_i, v128.load(points + o2)), period, inverse), sub(u_i, v128.load(motions + o2)));
      const e3 = mul(nearestImage<W>(sub(x_i, v128.load(points + o3)), period, inverse), sub(u_i, v128.load(motions + o3)));
      const q = mul(v128.load(l + coefficients), add(add(first(e0, e1, e2, e3), second(e0, e1, e2, e3)), third(e0, e1, e2, e3)));
      sum = add(sum, q);
      take(rates + (j0 >> (RECORD_SHIFT - 2)), f32x4.extract_lane(q, 0));
      take(rates + (j1 >> (RECORD_SHIFT - 2)), f32x4.extract_lane(q, 1));
      take(rates + (j2 >> (RECORD_SHIFT - 2)), f32x4.extract_lane(q, 2));
      take(rates + (j3 >> (RECORD_SHIFT - 2)), f32x4.extract_lane(q, 3));
    }
    take(own, sumOf(sum));
  }
}

@inline function take(rate: usize, q: f32): void {
  store<f32>(rate, load<f32>(rate) - q);
}
