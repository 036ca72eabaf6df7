// The coefficients of the pairs, k = V_i V_j g with g = −W̄′/r, which stand beside the lists for all products of a step, and what the
// diagonal of the system is made of: Σ k x_ij, the force that a particle gets for each Pa of its own, and Σ k² r²/V of those it
// pushes. [ADR 43]

import {
  AT_OWN, COEFFICIENTS, RECORD_INVERSE_SUPPORT, RECORD_KERNEL, RECORD_VOLUME,
} from '../../src/wasm/layout';
import { address } from '../context';
import { add, div, mul, xyz0 } from '../math/simd';
import { distance2, FOUR, fourPairs, listEndOf, listOf, nearness, nearnessThere, recordOf, slopeOverDistance } from '../passes/four-pairs';
import { EachPair, taskBegin, taskEnd } from '../passes/pairs';
import { addRow, besideRecords, ROW, rowOf, scatter } from '../passes/sums';

/** Coefficients and sums of a group of slabs; the sums must be clear before the first color. */
@inline export function addSystem<K, W>(task: i32): void {
  const end = taskEnd<EachPair>(task), sums = besideRecords(AT_OWN, ROW), coefficients = address(COEFFICIENTS), zero = f32x4.splat(0);
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), own = i32x4.splat(<i32>p), x_i = xyz0(v128.load(p)), V_i = v128.load32_splat(p, RECORD_VOLUME);
    const invR_i = v128.load32_splat(p, RECORD_INVERSE_SUPPORT), c_i = v128.load32_splat(p, RECORD_KERNEL);
    let sx = zero, sy = zero, sz = zero, squares = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), r2 = distance2(dx, dy, dz), r = f32x4.sqrt(r2);
      const near_i = nearness(r, invR_i), near_j = nearnessThere(r, four.minusInvR(x_i)), V_j = four.volume;
      const t0 = rowOf(four.j0, sums), t1 = rowOf(four.j1, sums), t2 = rowOf(four.j2, sums), t3 = rowOf(four.j3, sums);
      const g = slopeOverDistance<K>(r, c_i, near_i, four.factor, near_j), k = v128.andnot(mul(mul(V_i, V_j), g), four.isItself(own));
      const kx = mul(k, dx), ky = mul(k, dy), kz = mul(k, dz), square = mul(mul(k, k), r2);
      v128.store(l + coefficients, k);
      sx = add(sx, kx); sy = add(sy, ky); sz = add(sz, kz);
      squares = add(squares, div(square, V_j));
      scatter(f32x4.neg(kx), f32x4.neg(ky), f32x4.neg(kz), div(square, V_i), t0, t1, t2, t3);
    }
    addRow(rowOf(p, sums), sx, sy, sz, squares);
  }
}
