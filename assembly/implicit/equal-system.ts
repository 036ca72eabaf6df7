// The pass of system.ts where all particles have one mass and one h: what is the same for all leaves the loop, and the sum of the
// density, Σ V W̄, which reads the same distances, is done with it: 2.1 ns for each directed pair in place of 3.5 in two passes.
// Tried: damping in it too, which gained nothing, because so many sums at once do not stay in registers. [ADR 43]

import {
  AHEAD, AT_OWN, AT_SUM, COEFFICIENTS, RECORD_INVERSE_SUPPORT, RECORD_KERNEL, RECORD_LENGTH, RECORD_VELOCITY, RECORD_VOLUME,
} from '../../src/wasm/layout';
import { address, real } from '../context';
import { add, div, madd, mul, sub, sumOf, xyz0 } from '../math/simd';
import { distance, distance2, FOUR, fourPairs, listEndOf, listOf, nearness, recordOf } from '../passes/four-pairs';
import { EachPair, taskBegin, taskEnd } from '../passes/pairs';
import { addRow, besideRecords, ROW, rowOf, scatter } from '../passes/sums';
import { besideRates, giveRate, giveRates, rateOfRecord } from './rate-sums';
import { overTimeAhead } from './system';

/** Coefficients and sums of a group of slabs; the sums must be clear before the first color. */
@inline export function addEqualSystem<K, W>(task: i32): void {
  const kernel = changetype<K>(0), begin = taskBegin<EachPair>(task), end = taskEnd<EachPair>(task);
  if (begin >= end) return;
  const owns = besideRecords(AT_OWN, ROW), sums = besideRecords(AT_SUM, ROW), rates = besideRates(), coefficients = address(COEFFICIENTS);
  const zero = f32x4.splat(0), time = f32x4.splat(<f32>real(AHEAD)), any = recordOf(begin);
  const invR = v128.load32_splat(any, RECORD_INVERSE_SUPPORT);
  const V = v128.load32_splat(any, RECORD_VOLUME), c = v128.load32_splat(any, RECORD_KERNEL), slopes = mul(mul(V, V), add(c, c));
  const values = mul(mul(mul(V, add(c, c)), v128.load32_splat(any, RECORD_LENGTH)), f32x4.splat(40)); // V R c
  const changes = mul(mul(values, V), overTimeAhead());
  const perV = div(f32x4.splat(1), V), itself = f32x4.extract_lane(mul(values, kernel.value(f32x4.splat(1))), 0); // V W(0)
  for (let i = begin; i < end; i++) {
    const p = recordOf(i), own = i32x4.splat(<i32>p), x_i = xyz0(v128.load(p)), v_i = v128.load(p, RECORD_VELOCITY);
    let sx = zero, sy = zero, sz = zero, squares = zero, density = zero, ahead = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), r2 = distance2(dx, dy, dz), r = f32x4.sqrt(r2);
      const later = distance(madd(time, four.vx(v_i), dx), madd(time, four.vy(v_i), dy), madd(time, four.vz(v_i), dz));
      const near = nearness(r, invR), value = kernel.value(near), others = four.isItself(own);
      const q = mul(changes, sub(kernel.value(nearness(later, invR)), value)), W = v128.andnot(mul(values, value), others);
      const j0 = four.j0, j1 = four.j1, j2 = four.j2, j3 = four.j3;
      const k = v128.andnot(div(mul(slopes, kernel.slope(near)), r), others), kx = mul(k, dx), ky = mul(k, dy), kz = mul(k, dz);
      const square = mul(mul(mul(k, k), r2), perV);
      v128.store(l + coefficients, k);
      sx = add(sx, kx); sy = add(sy, ky); sz = add(sz, kz);
      squares = add(squares, square);
      density = add(density, W);
      ahead = add(ahead, q);
      scatter(f32x4.neg(kx), f32x4.neg(ky), f32x4.neg(kz), square, rowOf(j0, owns), rowOf(j1, owns), rowOf(j2, owns), rowOf(j3, owns));
      giveRates(W, rowOf(j0, sums), rowOf(j1, sums), rowOf(j2, sums), rowOf(j3, sums));
      giveRates(
        q, rateOfRecord(j0, rates), rateOfRecord(j1, rates), rateOfRecord(j2, rates), rateOfRecord(j3, rates),
      );
    }
    addRow(rowOf(p, owns), sx, sy, sz, squares);
    giveRate(rowOf(p, sums), sumOf(density) + itself);
    giveRate(rateOfRecord(p, rates), sumOf(ahead));
  }
}
