// The pair loop of globules: each pair once, four pairs at a time. [MP89 eq. 2-4, card §11, X38-X40]
//   f = x_ij/D [ S s_r (q^(m−1) − q^(n−1)) − k_d s_d (v_ij·x_ij)/D ],   q = r₀/D,  r₀ = r_i + r_j
//   s_r = max(0, 1 − D²/(c_r r₀)²),  s_d the same with c_d;   S = b₁/r₀^(m−1) = ρ₀c² r₀^(d−1),   k_d = ζρ₀c r₀^(d−1)
// Force at rest distance is 0. S and k_d follow from the substance, so that another resolution is the same matter. Two substances never
// bond: c_r = 1, and c_d is the shorter of both. A pair without a globule has no force here; smoothed particles meet globules as balls of
// half their spacing.
// Transfers are rounded to the quantum of all momentum transfers (passes/forces.ts): momentum is conserved to the last bit.

import {
  ATTRACTION, AT_GLOBULE, AT_GROUP_REPORT, AT_SUM, DIMENSION, GROUP_BYTES, GROUP_CONTACT, GROUP_DAMPING, GROUP_STIFFNESS,
  RECORD_VELOCITY, REPULSION, SPLAT_ONE, SPLAT_QUANTUM, SPLAT_TINY,
} from '../../src/wasm/layout';
import { address, int, real } from '../context';
import { add, div, first, fourth, largestLane, madd, mul, positive, second, splat, sub, third, xyz0 } from '../math/simd';
import { distance2, FOUR, fourPairs, listEndOf, listOf, recordOf, rounded } from '../passes/four-pairs';
import { EachPair, groupOf, taskBegin, taskEnd } from '../passes/pairs';
import { addRow, addThere, besideRecords, LONG_ROW, longRowOf, ROW, rowOf } from '../passes/sums';

/** D in the force is at least this part of r₀: its core is steep, not endless. [card §11] */
const NEAREST: f32 = 0.1;
/** Two globules nearer than this, over r₀, may touch in the next step. */
const ABOUT_TO_MEET: f32 = 1.2;
/** Then they have at least this part of S/r₀ as stiffness: contact begins softly. */
const FIRST_STIFFNESS: f32 = 0.4;

/** m = 5, n = 3, as printed. */
@unmanaged export class SeedExponents {
  @inline get m(): i32 { return 5; }
  @inline get n(): i32 { return 3; }
  @inline power(q: v128, k: i32): v128 { const q2 = mul(q, q); return k == 4 ? mul(q2, q2) : q2; }
}
/** Those of the scene. */
@unmanaged export class OwnExponents {
  @inline get m(): i32 { return int(REPULSION); }
  @inline get n(): i32 { return int(ATTRACTION); }
  @inline power(q: v128, k: i32): v128 {
    let p = v128.load(SPLAT_ONE);
    for (let n = 0; n < k; n++) p = mul(p, q);
    return p;
  }
}

/** Adds the forces of a group of slabs; the sums must be clear, or hold those of smoothed particles, before the first color. */
@inline export function addGlobuleForces<W, E>(task: i32): void {
  const exponents = changetype<E>(0), m = exponents.m, n = exponents.n, mLess = splat(<f32>(m - 1)), nLess = splat(<f32>(n - 1));
  const sums = besideRecords(AT_SUM, ROW), globules = besideRecords(AT_GLOBULE, LONG_ROW), deep = real(DIMENSION) == 3;
  const end = taskEnd<EachPair>(task), zero = f32x4.splat(0);
  let largest = zero, stiffest = zero, dampest = zero;
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), own = longRowOf(p, globules), x_i = xyz0(v128.load(p));
    const v_i = v128.load(p, RECORD_VELOCITY), a_i = v128.load(own);
    const range_i = v128.load32_splat(own, 16), damping_i = v128.load32_splat(own, 20);
    const substance_i = v128.load32_splat(own, 24), is_i = v128.load32_splat(own, 28);
    let fx = zero, fy = zero, fz = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), D2 = distance2(dx, dy, dz), D = f32x4.sqrt(D2);
      const g0 = longRowOf(four.j0, globules), g1 = longRowOf(four.j1, globules);
      const g2 = longRowOf(four.j2, globules), g3 = longRowOf(four.j3, globules);
      const a = add(a_i, v128.load(g0)), b = add(a_i, v128.load(g1)), c = add(a_i, v128.load(g2)), d = add(a_i, v128.load(g3));
      const r0 = first(a, b, c, d), size = deep ? mul(r0, r0) : r0;
      const S = mul(second(a, b, c, d), size), kd = mul(third(a, b, c, d), size), perMass = fourth(a, b, c, d);

      const e = v128.load(g0, 16), o = v128.load(g1, 16), u = v128.load(g2, 16), w = v128.load(g3, 16), one = v128.load(SPLAT_ONE);
      const alike = f32x4.eq(substance_i, third(e, o, u, w)), either = f32x4.gt(add(is_i, fourth(e, o, u, w)), zero);
      const range = v128.bitselect(add(range_i, first(e, o, u, w)), one, alike);
      const damping_j = second(e, o, u, w), shorter = f32x4.pmin(damping_i, damping_j);
      const dampingRange = v128.bitselect(add(damping_i, damping_j), add(shorter, shorter), alike); // never farther than lists reach
      const vdotx = madd(four.vz(v_i), dz, madd(four.vy(v_i), dy, mul(four.vx(v_i), dx)));

      const other = v128.and(either, f32x4.gt(D2, v128.load(SPLAT_TINY))); // lists are padded with the particle itself
      const reach = mul(range, r0), far = div(D2, mul(reach, reach)), s_r = v128.and(other, positive(sub(one, far)));
      const dampingReach = mul(dampingRange, r0), s_d = v128.and(other, positive(sub(one, div(D2, mul(dampingReach, dampingReach)))));
      const q = div(r0, f32x4.pmax(D, mul(splat(NEAREST), r0))), repels = exponents.power(q, m - 1), attracts = exponents.power(q, n - 1);
      const law = sub(repels, attracts), damps = mul(kd, s_d);
      const f = sub(div(mul(mul(S, s_r), law), D), div(mul(damps, vdotx), D2)); // over x_ij
      const steep = mul(s_r, mul(q, sub(mul(nLess, attracts), mul(mLess, repels))));
      const fades = v128.and(f32x4.gt(s_r, zero), mul(mul(splat(2), q), mul(far, law))), k = div(mul(S, sub(steep, fades)), r0);
      largest = f32x4.pmax(f32x4.abs(mul(f, D)), largest);
      const meets = v128.and(v128.and(other, f32x4.lt(D, mul(splat(ABOUT_TO_MEET), r0))), div(mul(splat(FIRST_STIFFNESS), S), r0));
      stiffest = f32x4.pmax(mul(f32x4.pmax(meets, f32x4.abs(k)), perMass), stiffest);
      dampest = f32x4.pmax(mul(damps, perMass), dampest);

      const quantum = v128.load(SPLAT_QUANTUM);
      const tx = rounded(mul(f, dx), quantum), ty = rounded(mul(f, dy), quantum), tz = rounded(mul(f, dz), quantum);
      fx = add(fx, tx); fy = add(fy, ty); fz = add(fz, tz);
      addThere(four, sums, f32x4.neg(tx), f32x4.neg(ty), f32x4.neg(tz), zero);
    }
    addRow(rowOf(p, sums), fx, fy, fz, zero);
  }
  const report = address(AT_GROUP_REPORT) + <usize>groupOf(task) * GROUP_BYTES;
  store<f32>(report, largestLane(largest), GROUP_CONTACT);
  store<f32>(report, largestLane(stiffest), GROUP_STIFFNESS);
  store<f32>(report, largestLane(dampest), GROUP_DAMPING);
}
