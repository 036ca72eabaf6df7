// What the symmetric form of the viscous stress knows of a flow: sums with one weight per pair, each pair once, four at a time. [ADR 29]
//   M = Σ c v_ij x̃_ijᵀ,  B = Σ c x_ij x_ijᵀ,  c = V_i V_j g⁺s;    L = M B⁻¹ = ∇v is exact for linear flows        [card §3e]
//   ∇·v = Σ V_j g v_ij·x̃_ij as it goes with the pressure force                                                     [X15]
// x̃ = x − ½dt v is the middle of the way that the particles came with these velocities: a body that turns keeps its volume and its shape.
// g = −W̄′/r; its small negative part near the rim of some kernels has no place in a dissipation; s = r²/(r² + h̄²/2500) bounds it. The
// weights stay beside the lists for the products of the solve: M and B must have the same, or a body that turns would feel itself.

import {
  AT_STRAIN, COEFFICIENTS, RECORD_COMPRESSION, RECORD_INVERSE_SUPPORT, RECORD_KERNEL, RECORD_LENGTH, RECORD_VOLUME, RECORD_VELOCITY, STEP,
} from '../../src/wasm/layout';
import { address, real } from '../context';
import { add, div, madd, mul, positive, sub, xyz0 } from '../math/simd';
import { distance2, FOUR, fourPairs, listEndOf, listOf, nearness, nearnessThere, recordOf, slopeOverDistance } from '../passes/four-pairs';
import { EachPair, taskBegin, taskEnd } from '../passes/pairs';
import { addRow, besideRecords, LONGEST_ROW, longestRowOf, scatter } from '../passes/sums';

/** Adds M, B and ∇·v of a group of slabs; the rows of all must be clear before the first color. */
@inline export function addGradient<K, W>(task: i32): void {
  const end = taskEnd<EachPair>(task), rows = besideRecords(AT_STRAIN, LONGEST_ROW), zero = f32x4.splat(0);
  const half = f32x4.splat(0.5 * <f32>real(STEP));
  const weights = address(COEFFICIENTS); // from an entry of a list to its weight
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), x_i = xyz0(v128.load(p)), v_i = xyz0(v128.load(p, RECORD_VELOCITY)), own = longestRowOf(p, rows);
    const invR_i = v128.load32_splat(p, RECORD_INVERSE_SUPPORT), h_i20 = v128.load32_splat(p, RECORD_LENGTH);
    const V_i = div(v128.load32_splat(p, RECORD_VOLUME), v128.load32_splat(p, RECORD_COMPRESSION));
    const c_i = v128.load32_splat(p, RECORD_KERNEL);
    let xx = zero, xy = zero, xz = zero, yx = zero, yy = zero, yz = zero, zx = zero, zy = zero, zz = zero;
    let bxx = zero, byy = zero, bzz = zero, bxy = zero, byz = zero, bzx = zero, divergence = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), r2 = distance2(dx, dy, dz), r = f32x4.sqrt(r2);
      const s_i = nearness(r, invR_i), s_j = nearnessThere(r, four.minusInvR(x_i));
      const g = slopeOverDistance<K>(r, c_i, s_i, four.factor, s_j), vx = four.vx(v_i), vy = four.vy(v_i), vz = four.vz(v_i);
      const V_j = f32x4.neg(div(four.minusVolume(v_i), four.compression)), near = mul(add(h_i20, four.h), f32x4.splat(0.2)); // h̄/50
      const c = mul(mul(V_i, V_j), div(mul(positive(g), r2), madd(near, near, r2))), cx = mul(c, dx), cy = mul(c, dy), cz = mul(c, dz);
      v128.store(l + weights, c);

      const ax = sub(dx, mul(half, vx)), ay = sub(dy, mul(half, vy)), az = sub(dz, mul(half, vz)); // x̃
      const ux = mul(c, ax), uy = mul(c, ay), uz = mul(c, az), w = mul(g, madd(vz, az, madd(vy, ay, mul(vx, ax))));
      const mxx = mul(vx, ux), mxy = mul(vx, uy), mxz = mul(vx, uz), myx = mul(vy, ux), myy = mul(vy, uy), myz = mul(vy, uz);
      const mzx = mul(vz, ux), mzy = mul(vz, uy), mzz = mul(vz, uz);
      const sxx = mul(dx, cx), syy = mul(dy, cy), szz = mul(dz, cz), sxy = mul(dx, cy), syz = mul(dy, cz), szx = mul(dz, cx);
      xx = add(xx, mxx); xy = add(xy, mxy); xz = add(xz, mxz); yx = add(yx, myx); yy = add(yy, myy); yz = add(yz, myz);
      zx = add(zx, mzx); zy = add(zy, mzy); zz = add(zz, mzz); divergence = madd(w, V_j, divergence);
      bxx = add(bxx, sxx); byy = add(byy, syy); bzz = add(bzz, szz); bxy = add(bxy, sxy); byz = add(byz, syz); bzx = add(bzx, szx);

      const r0 = longestRowOf(four.j0, rows), r1 = longestRowOf(four.j1, rows);
      const r2_ = longestRowOf(four.j2, rows), r3 = longestRowOf(four.j3, rows);
      scatter(mxx, mxy, mxz, myx, r0, r1, r2_, r3);
      scatter(myy, myz, mzx, mzy, r0 + 16, r1 + 16, r2_ + 16, r3 + 16);
      scatter(mzz, sxx, syy, szz, r0 + 32, r1 + 32, r2_ + 32, r3 + 32);
      scatter(sxy, syz, szx, mul(w, V_i), r0 + 48, r1 + 48, r2_ + 48, r3 + 48);
    }
    addRow(own, xx, xy, xz, yx);
    addRow(own + 16, yy, yz, zx, zy);
    addRow(own + 32, zz, bxx, byy, bzz);
    addRow(own + 48, bxy, byz, bzx, divergence);
  }
}
