// How evenly the neighbors of every particle stand around it, each pair once, four pairs at a time.
//   B_ab = Σ V_j g x_ij,a x_ij,b,    g = −W̄′/r
// (∇v) B⁻¹ is exact for linear flows, at surfaces and walls too. [card §3e] While lists are kept, particles move by less than the skin
// against each other and B by a few hundredths: it is renewed with the lists.

import { AT_SHAPE, RECORD_COMPRESSION, RECORD_INVERSE_SUPPORT, RECORD_KERNEL, RECORD_VOLUME } from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd } from '../context';
import { div, madd, mul, xyz0 } from '../math/simd';
import { distance, FOUR, fourPairs, listEndOf, listOf, nearness, nearnessThere, recordOf, slopeOverDistance } from '../passes/four-pairs';
import { EachPair, taskBegin, taskEnd } from '../passes/pairs';
import { addRow, besideRecords, LONG_ROW, longRowOf, scatter } from '../passes/sums';
import { BXX, BYZ } from './strain';

/** Forgets the shapes of a chunk. */
export function clearShape(chunk: i32): void {
  const begin = <usize>chunkBegin(chunk), count = <usize>chunkEnd(chunk) - begin;
  memory.fill(address(AT_SHAPE) + (begin << 5), 0, count << 5);
}

/** Puts B of particle i into its row of sums, for the walls to add to. */
@inline export function takeShape(i: i32, row: usize): void {
  const shape = address(AT_SHAPE) + (<usize>i << 5);
  v128.store(row + BXX, v128.load(shape));
  store<u64>(row + BYZ, load<u64>(shape, 16));
}

/** Adds B of a group of slabs; those of all must be clear before the first color. */
@inline export function addShape<K, W>(task: i32): void {
  const end = taskEnd<EachPair>(task), shapes = besideRecords(AT_SHAPE, LONG_ROW), zero = f32x4.splat(0);
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), own = longRowOf(p, shapes), x_i = xyz0(v128.load(p));
    const invR_i = v128.load32_splat(p, RECORD_INVERSE_SUPPORT);
    const V_i = div(v128.load32_splat(p, RECORD_VOLUME), v128.load32_splat(p, RECORD_COMPRESSION));
    const c_i = v128.load32_splat(p, RECORD_KERNEL);
    let bxx = zero, byy = zero, bzz = zero, bxy = zero, byz = zero, bzx = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), r = distance(dx, dy, dz);
      const s_i = nearness(r, invR_i), s_j = nearnessThere(r, four.minusInvR(x_i)), V_j = div(four.volume, four.compression);
      const g = slopeOverDistance<K>(r, c_i, s_i, four.factor, s_j), gx = mul(g, dx), gy = mul(g, dy), gz = mul(g, dz);
      const xx = mul(dx, gx), yy = mul(dy, gy), zz = mul(dz, gz), xy = mul(dx, gy), yz = mul(dy, gz), zx = mul(dz, gx);
      bxx = madd(xx, V_j, bxx); byy = madd(yy, V_j, byy); bzz = madd(zz, V_j, bzz);
      bxy = madd(xy, V_j, bxy); byz = madd(yz, V_j, byz); bzx = madd(zx, V_j, bzx);
      const r0 = longRowOf(four.j0, shapes), r1 = longRowOf(four.j1, shapes);
      const r2 = longRowOf(four.j2, shapes), r3 = longRowOf(four.j3, shapes);
      scatter(mul(xx, V_i), mul(yy, V_i), mul(zz, V_i), mul(xy, V_i), r0, r1, r2, r3);
      scatter(mul(yz, V_i), mul(zx, V_i), zero, zero, r0 + 16, r1 + 16, r2 + 16, r3 + 16);
    }
    addRow(own, bxx, byy, bzz, bxy);
    addRow(own + 16, byz, bzx, zero, zero);
  }
}
