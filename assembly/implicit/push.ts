// Forces of unknowns: T_ij = k (μ_i + μ_j) x_ij, added to i and taken from j. Each pair once, four at a time; k stands beside the
// lists. [ADR 43]
// Cost: 0.7 ns per directed pair, 0.95 in whole quanta.

import {
  AT_GROUP_REPORT, COEFFICIENTS, GROUP_BYTES, GROUP_PRESSURE, SPLAT_QUANTUM_PRESSURE,
} from '../../src/wasm/layout';
import { address } from '../context';
import { Unbounded } from '../lists';
import { add, largestLane, mul, sub, xyz0 } from '../math/simd';
import { FOUR, fourPairs, listEndOf, listOf, recordOf, rounded } from '../passes/four-pairs';
import { EachPair, groupOf, taskBegin, taskEnd } from '../passes/pairs';
import { longRowOf } from '../passes/sums';
import { inversePeriods, nearestImage, periods } from './nearest-image';
import { besideUnknowns, FORCE, UNKNOWN } from './unknowns';

/** A try of the solver: sums are forces as f32 have them. */
@unmanaged export class Tried {
  @inline get exact(): bool { return false; }
}
/** What is really handed over: whole quanta, so that momentum is conserved to the bit. [ADR 6] */
@unmanaged export class Exact {
  @inline get exact(): bool { return true; }
}

/** Adds the forces of a group of slabs; the sums must be clear before the first color. Their fourth number is of no use. */
@inline export function addPush<W, X>(task: i32): void {
  const exact = changetype<X>(0).exact, end = taskEnd<EachPair>(task), coefficients = address(COEFFICIENTS), rows = besideUnknowns();
  const period = periods(), inverse = inversePeriods(), quantum = v128.load(SPLAT_QUANTUM_PRESSURE);
  let largest = f32x4.splat(0);
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = longRowOf(recordOf(i), rows);
    const p_i = f32x4.replace_lane(v128.load(p), 3, -load<f32>(p, UNKNOWN)); // p_i − p_j then ends in −(μ_i + μ_j)
    let a = f32x4.splat(0), b = f32x4.splat(0);
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<Unbounded>(l), k = l + coefficients;
      const j0 = longRowOf(four.j0, rows), j1 = longRowOf(four.j1, rows), j2 = longRowOf(four.j2, rows), j3 = longRowOf(four.j3, rows);
      const d0 = nearestImage<W>(sub(p_i, v128.load(j0)), period, inverse);
      const d1 = nearestImage<W>(sub(p_i, v128.load(j1)), period, inverse);
      const d2 = nearestImage<W>(sub(p_i, v128.load(j2)), period, inverse);
      const d3 = nearestImage<W>(sub(p_i, v128.load(j3)), period, inverse);
      let t0 = pushed(v128.load32_splat(k), d0), t1 = pushed(v128.load32_splat(k, 4), d1); // −T
      let t2 = pushed(v128.load32_splat(k, 8), d2), t3 = pushed(v128.load32_splat(k, 12), d3);
      if (exact) {
        largest = f32x4.pmax(f32x4.pmax(f32x4.abs(t0), f32x4.abs(t1)), f32x4.pmax(largest, f32x4.pmax(f32x4.abs(t2), f32x4.abs(t3))));
        t0 = rounded(t0, quantum); t1 = rounded(t1, quantum); t2 = rounded(t2, quantum); t3 = rounded(t3, quantum);
      }
      a = add(a, add(t0, t1)); b = add(b, add(t2, t3));
      v128.store(j0, add(v128.load(j0, FORCE), t0), FORCE);
      v128.store(j1, add(v128.load(j1, FORCE), t1), FORCE);
      v128.store(j2, add(v128.load(j2, FORCE), t2), FORCE);
      v128.store(j3, add(v128.load(j3, FORCE), t3), FORCE);
    }
    v128.store(p, sub(v128.load(p, FORCE), add(a, b)), FORCE);
  }
  if (exact) store<f32>(address(AT_GROUP_REPORT) + <usize>groupOf(task) * GROUP_BYTES, largestLane(xyz0(largest)), GROUP_PRESSURE);
}

/** k times the last number of d times d. */
@inline function pushed(k: v128, d: v128): v128 {
  return mul(mul(k, v128.shuffle<u32>(d, d, 3, 3, 3, 3)), d);
}
