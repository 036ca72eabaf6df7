// The coefficients of the pairs, k = V_i V_j g with g = −W̄′/r, which stand beside the lists for all products of a step, and what the
// diagonal of the system is made of: Σ k x_ij, the force that a particle gets for each Pa of its own, and Σ k² r²/V of those it
// pushes. Rates begin with what the velocities of the records will have compressed at the end of the step, over its time dt:
//   Σ V_i V_j (W̄(x_ij + dt v_ij) − W̄(x_ij))/dt,   to first order −Σ k v_ij·x_ij
// so that only what a step changes of velocities is taken to first order. Not where AHEAD is 0. [ADR 43]

import {
  AHEAD, AT_OWN, COEFFICIENTS, RECORD_INVERSE_SUPPORT, RECORD_KERNEL, RECORD_LENGTH, RECORD_VELOCITY, RECORD_VOLUME,
} from '../../src/wasm/layout';
import { address, real } from '../context';
import { add, div, madd, mul, sub, sumOf, xyz0 } from '../math/simd';
import {
  distance, distance2, FOUR, fourPairs, listEndOf, listOf, nearness, nearnessThere, recordOf, slopeOverDistance,
} from '../passes/four-pairs';
import { EachPair, taskBegin, taskEnd } from '../passes/pairs';
import { addRow, besideRecords, ROW, rowOf, scatter } from '../passes/sums';
import { besideRates, giveRate, giveRates, rateOfRecord } from './rate-sums';

/** Coefficients and sums of a group of slabs; the sums must be clear before the first color. */
@inline export function addSystem<K, W>(task: i32): void {
  const kernel = changetype<K>(0), end = taskEnd<EachPair>(task), sums = besideRecords(AT_OWN, ROW), rates = besideRates();
  const coefficients = address(COEFFICIENTS), zero = f32x4.splat(0), diameter = f32x4.splat(40); // R = 40 · h/20
  const looks = real(AHEAD) > 0, time = f32x4.splat(<f32>real(AHEAD)), perTime = overTimeAhead();
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), own = i32x4.splat(<i32>p), x_i = xyz0(v128.load(p)), v_i = v128.load(p, RECORD_VELOCITY);
    const V_i = v128.load32_splat(p, RECORD_VOLUME), invR_i = v128.load32_splat(p, RECORD_INVERSE_SUPPORT);
    const c_i = v128.load32_splat(p, RECORD_KERNEL), a_i = mul(mul(c_i, v128.load32_splat(p, RECORD_LENGTH)), diameter);
    let sx = zero, sy = zero, sz = zero, squares = zero, ahead = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), r2 = distance2(dx, dy, dz), r = f32x4.sqrt(r2);
      const minusInvR_j = four.minusInvR(x_i), near_i = nearness(r, invR_i), near_j = nearnessThere(r, minusInvR_j), V_j = four.volume;
      const c_j = four.factor, VV = mul(V_i, V_j), itself = four.isItself(own);
      const t0 = rowOf(four.j0, sums), t1 = rowOf(four.j1, sums), t2 = rowOf(four.j2, sums), t3 = rowOf(four.j3, sums);
      const k = v128.andnot(mul(VV, slopeOverDistance<K>(r, c_i, near_i, c_j, near_j)), itself);
      const kx = mul(k, dx), ky = mul(k, dy), kz = mul(k, dz), square = mul(mul(k, k), r2);
      v128.store(l + coefficients, k);
      sx = add(sx, kx); sy = add(sy, ky); sz = add(sz, kz);
      squares = add(squares, div(square, V_j));
      if (looks) {
        const later = distance(madd(time, four.vx(v_i), dx), madd(time, four.vy(v_i), dy), madd(time, four.vz(v_i), dz));
        const w_i = sub(kernel.value(nearness(later, invR_i)), kernel.value(near_i));
        const w_j = sub(kernel.value(nearnessThere(later, minusInvR_j)), kernel.value(near_j));
        const q = mul(mul(VV, perTime), madd(a_i, w_i, mul(mul(mul(c_j, four.h), diameter), w_j)));
        ahead = add(ahead, q);
        giveRates(
          q, rateOfRecord(four.j0, rates), rateOfRecord(four.j1, rates), rateOfRecord(four.j2, rates), rateOfRecord(four.j3, rates),
        );
      }
      scatter(f32x4.neg(kx), f32x4.neg(ky), f32x4.neg(kz), div(square, V_i), t0, t1, t2, t3);
    }
    addRow(rowOf(p, sums), sx, sy, sz, squares);
    giveRate(rateOfRecord(p, rates), sumOf(ahead));
  }
}

/** 1/dt, or 0. */
@inline export function overTimeAhead(): v128 {
  const dt = real(AHEAD);
  return f32x4.splat(dt > 0 ? <f32>(1 / dt) : 0);
}
