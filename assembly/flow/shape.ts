// How evenly the neighbors of every particle stand around it, each pair once, four pairs at a time: B_ab = Σ V_j g x_ij,a x_ij,b, g = −W̄′/r.
// (∇v) B⁻¹ is exact for linear flows, at surfaces and walls too. [card §3e] While lists are kept, particles move by less than the skin
// against each other and B by a few hundredths: it is renewed with the lists.

import { AT_LIST, AT_RECORD, AT_SHAPE, RECORD_SHIFT, SPLAT_ONE, SPLAT_TINY } from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd } from '../context';
import { div, high, highPair, low, lowPair, madd, mul, positive, sub, xyz0 } from '../math/simd';
import { EachPair, taskBegin, taskEnd } from '../passes/pairs';
import { addRow, BXX, BYZ, scatter } from './strain';

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
  const kernel = changetype<K>(0), domain = changetype<W>(0);
  const begin = taskBegin<EachPair>(task), end = taskEnd<EachPair>(task);
  const records = address(AT_RECORD), lists = address(AT_LIST), shapes = address(AT_SHAPE), zero = f32x4.splat(0);
  for (let i = begin; i < end; i++) {
    const p = records + (<usize>i << RECORD_SHIFT), own = shapes + (<usize>i << 5);
    const x_i = xyz0(v128.load(p)), one = v128.load(SPLAT_ONE);
    const invR_i = v128.load32_splat(p, 12), V_i = div(v128.load32_splat(p, 28), v128.load32_splat(p, 32)), c_i = v128.load32_splat(p, 40);
    let bxx = zero, byy = zero, bzz = zero, bxy = zero, byz = zero, bzx = zero;
    const stop = load<usize>(lists + (<usize>i << 3), 4);
    for (let l = load<usize>(lists + (<usize>i << 3)); l < stop; l += 16) {
      const j0 = load<usize>(l), j1 = load<usize>(l, 4), j2 = load<usize>(l, 8), j3 = load<usize>(l, 12);
      let a = sub(x_i, v128.load(j0)), b = sub(x_i, v128.load(j1)), c = sub(x_i, v128.load(j2)), d = sub(x_i, v128.load(j3));
      let t0 = low(a, b), t1 = low(c, d), t2 = high(a, b), t3 = high(c, d);
      const dx = domain.shortest(lowPair(t0, t1), 0), dy = domain.shortest(highPair(t0, t1), 16), dz = domain.shortest(lowPair(t2, t3), 32);
      const minusInvR_j = highPair(t2, t3);
      const r = f32x4.sqrt(f32x4.pmax(madd(dz, dz, madd(dy, dy, mul(dx, dx))), v128.load(SPLAT_TINY)));
      a = v128.load(j0, 32); b = v128.load(j1, 32); c = v128.load(j2, 32); d = v128.load(j3, 32);
      t0 = low(a, b); t1 = low(c, d); t2 = high(a, b); t3 = high(c, d);
      const rho_j = lowPair(t0, t1), c_j = lowPair(t2, t3);
      const near_i = positive(sub(one, mul(r, invR_i))), near_j = positive(madd(r, minusInvR_j, one));
      const g = div(madd(c_i, kernel.slope(near_i), mul(c_j, kernel.slope(near_j))), r);
      t0 = low(v128.load32_zero(j0, 28), v128.load32_zero(j1, 28)); t1 = low(v128.load32_zero(j2, 28), v128.load32_zero(j3, 28));
      const V_j = div(lowPair(t0, t1), rho_j), gx = mul(g, dx), gy = mul(g, dy), gz = mul(g, dz);
      const xx = mul(dx, gx), yy = mul(dy, gy), zz = mul(dz, gz), xy = mul(dx, gy), yz = mul(dy, gz), zx = mul(dz, gx);
      bxx = madd(xx, V_j, bxx); byy = madd(yy, V_j, byy); bzz = madd(zz, V_j, bzz);
      bxy = madd(xy, V_j, bxy); byz = madd(yz, V_j, byz); bzx = madd(zx, V_j, bzx);
      const s0 = shapes + ((j0 - records) >> 1), s1 = shapes + ((j1 - records) >> 1), s2 = shapes + ((j2 - records) >> 1), s3 = shapes + ((j3 - records) >> 1);
      scatter(mul(xx, V_i), mul(yy, V_i), mul(zz, V_i), mul(xy, V_i), 0, s0, s1, s2, s3);
      scatter(mul(yz, V_i), mul(zx, V_i), zero, zero, 16, s0, s1, s2, s3);
    }
    addRow(own, bxx, byy, bzz, bxy);
    addRow(own + 16, byz, bzx, zero, zero);
  }
}
