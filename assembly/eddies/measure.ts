// How the neighbors of every particle go round it, each pair once, four pairs at a time. [BKKW17, ADR 69]
//   K_i = Σ V_j g x_ij × v_ij,   B_i = Σ V_j g x_ij x_ijᵀ,    g = −W̄′/r,  W = a (1 − r²/R²)³,  V the volume at rest
// The weight is the same for all kernels of scenes: pointed ones would count close pairs so much that steps had to be tiny.
// K is the vorticity where neighbors are all around. In a body that turns with Ω it is (tr B − B) Ω everywhere, at surfaces too.

import {
  AT_EDDY_SUM, RECORD_INVERSE_SUPPORT, RECORD_KERNEL, RECORD_VELOCITY, RECORD_VOLUME, SPLAT_EDDY, SPLAT_ONE,
} from '../../src/wasm/layout';
import { madd, mul, positive, sub, xyz0 } from '../math/simd';
import { distance2, FOUR, FourPairs, fourPairs, listEndOf, listOf, recordOf } from '../passes/four-pairs';
import { EachPair, taskBegin, taskEnd } from '../passes/pairs';
import { addRow, besideRecords, LONGEST_ROW, longestRowOf, scatter } from '../passes/sums';

// Offsets of the row of a particle.
export const KX: usize = 0, KY: usize = 4, KZ: usize = 8;
export const BXX: usize = 16, BYY: usize = 20, BZZ: usize = 24, BXY: usize = 28, BYZ: usize = 32, BZX: usize = 36;

/** The constant of a particle's weight; of its neighbors it is negative, as −1/R is. */
@inline export function weightOf(kernel: v128, invR: v128): v128 { return mul(v128.load(SPLAT_EDDY), mul(kernel, invR)); }

/** g of four pairs. */
@inline export function weight<W>(four: FourPairs<W>, r2: v128, x_i: v128, c_i: v128, invR_i: v128): v128 {
  const one = v128.load(SPLAT_ONE), minusInvR_j = four.minusInvR(x_i), c_j = weightOf(four.factor, minusInvR_j);
  const u_i = positive(sub(one, mul(r2, mul(invR_i, invR_i)))), u_j = positive(sub(one, mul(r2, mul(minusInvR_j, minusInvR_j))));
  return sub(mul(c_i, mul(u_i, u_i)), mul(c_j, mul(u_j, u_j)));
}

/** Adds K and B of a group of slabs; those of all must be clear before the first color. */
@inline export function measureEddies<W>(task: i32): void {
  const end = taskEnd<EachPair>(task), rows = besideRecords(AT_EDDY_SUM, LONGEST_ROW), zero = f32x4.splat(0);
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), own = longestRowOf(p, rows), x_i = xyz0(v128.load(p)), v_i = xyz0(v128.load(p, RECORD_VELOCITY));
    const invR_i = v128.load32_splat(p, RECORD_INVERSE_SUPPORT), V_i = v128.load32_splat(p, RECORD_VOLUME);
    const c_i = weightOf(v128.load32_splat(p, RECORD_KERNEL), invR_i);
    let kx = zero, ky = zero, kz = zero, bxx = zero, byy = zero, bzz = zero, bxy = zero, byz = zero, bzx = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i);
      const g = weight(four, distance2(dx, dy, dz), x_i, c_i, invR_i), gx = mul(g, dx), gy = mul(g, dy), gz = mul(g, dz);
      const vx = four.vx(v_i), vy = four.vy(v_i), vz = four.vz(v_i), V_j = f32x4.neg(four.minusVolume(v_i));
      const cx = sub(mul(gy, vz), mul(gz, vy)), cy = sub(mul(gz, vx), mul(gx, vz)), cz = sub(mul(gx, vy), mul(gy, vx));
      const xx = mul(dx, gx), yy = mul(dy, gy), zz = mul(dz, gz), xy = mul(dx, gy), yz = mul(dy, gz), zx = mul(dz, gx);
      kx = madd(cx, V_j, kx); ky = madd(cy, V_j, ky); kz = madd(cz, V_j, kz);
      bxx = madd(xx, V_j, bxx); byy = madd(yy, V_j, byy); bzz = madd(zz, V_j, bzz);
      bxy = madd(xy, V_j, bxy); byz = madd(yz, V_j, byz); bzx = madd(zx, V_j, bzx);
      const r0 = longestRowOf(four.j0, rows), r1 = longestRowOf(four.j1, rows);
      const r2 = longestRowOf(four.j2, rows), r3 = longestRowOf(four.j3, rows);
      scatter(mul(cx, V_i), mul(cy, V_i), mul(cz, V_i), zero, r0, r1, r2, r3);
      scatter(mul(xx, V_i), mul(yy, V_i), mul(zz, V_i), mul(xy, V_i), r0 + 16, r1 + 16, r2 + 16, r3 + 16);
      scatter(mul(yz, V_i), mul(zx, V_i), zero, zero, r0 + 32, r1 + 32, r2 + 32, r3 + 32);
    }
    addRow(own, kx, ky, kz, zero);
    addRow(own + 16, bxx, byy, bzz, bxy);
    addRow(own + 32, byz, bzx, zero, zero);
  }
}
