// The pair loop of globules: each pair once, four pairs at a time. [MP89 eq. 2-4, card §11, X38-X40]
//   f = x_ij/D [ S s_r (q^(m−1) − q^(n−1)) − k_d s_d (v_ij·x_ij)/D ],   q = r₀/D,  r₀ = r_i + r_j
//   s_r = max(0, 1 − D²/(c_r r₀)²),  s_d the same with c_d;   S = b₁/r₀^(m−1) = ρ₀c² r₀^(d−1),   k_d = ζρ₀c r₀^(d−1)
// Force at rest distance is 0. S and k_d follow from the substance, so that another resolution is the same matter. Two substances never bond:
// c_r = 1, and c_d is the shorter of both. A pair without a globule has no force here; smoothed particles meet globules as balls of half their spacing.
// Transfers are rounded to the quantum of all momentum transfers (passes/forces.ts): momentum is conserved to the last bit.

import {
  AT_GLOBULE, AT_GROUP_REPORT, AT_LIST, AT_RECORD, AT_SUM, ATTRACTION, DIMENSION, GROUP_BYTES, GROUP_CONTACT, GROUP_DAMPING, GROUP_STIFFNESS, RECORD_SHIFT,
  REPULSION, SPLAT_ONE, SPLAT_QUANTUM, SPLAT_TINY,
} from '../../src/wasm/layout';
import { address, int, real } from '../context';
import { add, div, high, highPair, largestLane, low, lowPair, madd, mul, positive, splat, sub, xyz0 } from '../math/simd';
import { addRow, scatter } from '../passes/forces';
import { EachPair, groupOf, sumOf, taskBegin, taskEnd } from '../passes/pairs';

/** D in the force is at least this part of r₀: its core is steep, not endless. [card §11] */
const NEAREST: f32 = 0.1;
/** Two globules nearer than this, over r₀, may touch in the next step, and then have at least this part of S/r₀ as stiffness: contact begins softly. */
const ABOUT_TO_MEET: f32 = 1.2, FIRST_STIFFNESS: f32 = 0.4;

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
  const domain = changetype<W>(0), exponents = changetype<E>(0), m = exponents.m, n = exponents.n, deep = real(DIMENSION) == 3;
  const begin = taskBegin<EachPair>(task), end = taskEnd<EachPair>(task), zero = f32x4.splat(0);
  const records = address(AT_RECORD), lists = address(AT_LIST), sums = address(AT_SUM), globules = address(AT_GLOBULE);
  const mLess = splat(<f32>(m - 1)), nLess = splat(<f32>(n - 1));
  let largest = zero, stiffest = zero, dampest = zero;
  for (let i = begin; i < end; i++) {
    const p = records + (<usize>i << RECORD_SHIFT), own = globules + (<usize>i << 5);
    const x_i = xyz0(v128.load(p)), v_i = v128.load(p, 16), a_i = v128.load(own);
    const range_i = v128.load32_splat(own, 16), damping_i = v128.load32_splat(own, 20), substance_i = v128.load32_splat(own, 24), is_i = v128.load32_splat(own, 28);
    let fx = zero, fy = zero, fz = zero;
    const stop = load<usize>(lists + (<usize>i << 3), 4);
    for (let l = load<usize>(lists + (<usize>i << 3)); l < stop; l += 16) {
      const j0 = load<usize>(l), j1 = load<usize>(l, 4), j2 = load<usize>(l, 8), j3 = load<usize>(l, 12);
      let a = sub(x_i, v128.load(j0)), b = sub(x_i, v128.load(j1)), c = sub(x_i, v128.load(j2)), d = sub(x_i, v128.load(j3));
      let t0 = low(a, b), t1 = low(c, d), t2 = high(a, b), t3 = high(c, d);
      const dx = domain.shortest(lowPair(t0, t1), 0), dy = domain.shortest(highPair(t0, t1), 16), dz = domain.shortest(lowPair(t2, t3), 32);
      const D2 = f32x4.pmax(madd(dz, dz, madd(dy, dy, mul(dx, dx))), v128.load(SPLAT_TINY)), D = f32x4.sqrt(D2);

      const g0 = half(j0, records, globules), g1 = half(j1, records, globules), g2 = half(j2, records, globules), g3 = half(j3, records, globules);
      a = add(a_i, v128.load(g0)); b = add(a_i, v128.load(g1)); c = add(a_i, v128.load(g2)); d = add(a_i, v128.load(g3));
      t0 = low(a, b); t1 = low(c, d); t2 = high(a, b); t3 = high(c, d);
      const r0 = lowPair(t0, t1), size = deep ? mul(r0, r0) : r0, S = mul(highPair(t0, t1), size), kd = mul(lowPair(t2, t3), size), perMass = highPair(t2, t3);

      a = v128.load(g0, 16); b = v128.load(g1, 16); c = v128.load(g2, 16); d = v128.load(g3, 16);
      t0 = low(a, b); t1 = low(c, d); t2 = high(a, b); t3 = high(c, d);
      const one = v128.load(SPLAT_ONE), alike = f32x4.eq(substance_i, lowPair(t2, t3)), either = f32x4.gt(add(is_i, highPair(t2, t3)), zero);
      const range = v128.bitselect(add(range_i, lowPair(t0, t1)), one, alike), damping_j = highPair(t0, t1), shorter = f32x4.pmin(damping_i, damping_j);
      const dampingRange = v128.bitselect(add(damping_i, damping_j), add(shorter, shorter), alike); // never farther than lists reach

      a = sub(v_i, v128.load(j0, 16)); b = sub(v_i, v128.load(j1, 16)); c = sub(v_i, v128.load(j2, 16)); d = sub(v_i, v128.load(j3, 16));
      t0 = low(a, b); t1 = low(c, d); t2 = high(a, b); t3 = high(c, d);
      const vdotx = madd(lowPair(t2, t3), dz, madd(highPair(t0, t1), dy, mul(lowPair(t0, t1), dx)));

      const other = v128.and(either, f32x4.gt(D2, v128.load(SPLAT_TINY))); // lists are padded with the particle itself
      const reach = mul(range, r0), far = div(D2, mul(reach, reach)), s_r = v128.and(other, positive(sub(one, far)));
      const dampingReach = mul(dampingRange, r0), s_d = v128.and(other, positive(sub(one, div(D2, mul(dampingReach, dampingReach)))));
      const q = div(r0, f32x4.pmax(D, mul(splat(NEAREST), r0))), repels = exponents.power(q, m - 1), attracts = exponents.power(q, n - 1);
      const law = sub(repels, attracts), damps = mul(kd, s_d);
      const f = sub(div(mul(mul(S, s_r), law), D), div(mul(damps, vdotx), D2)); // over x_ij
      const k = div(mul(S, sub(mul(s_r, mul(q, sub(mul(nLess, attracts), mul(mLess, repels)))), v128.and(f32x4.gt(s_r, zero), mul(mul(splat(2), q), mul(far, law))))), r0);
      largest = f32x4.pmax(f32x4.abs(mul(f, D)), largest);
      const meets = v128.and(v128.and(other, f32x4.lt(D, mul(splat(ABOUT_TO_MEET), r0))), div(mul(splat(FIRST_STIFFNESS), S), r0));
      stiffest = f32x4.pmax(mul(f32x4.pmax(meets, f32x4.abs(k)), perMass), stiffest);
      dampest = f32x4.pmax(mul(damps, perMass), dampest);

      const quantum = v128.load(SPLAT_QUANTUM);
      const tx = sub(add(mul(f, dx), quantum), quantum), ty = sub(add(mul(f, dy), quantum), quantum), tz = sub(add(mul(f, dz), quantum), quantum);
      fx = add(fx, tx); fy = add(fy, ty); fz = add(fz, tz);
      scatter(f32x4.neg(tx), f32x4.neg(ty), f32x4.neg(tz), zero, sums, records, j0, j1, j2, j3);
    }
    addRow(sumOf(p, records, sums), fx, fy, fz, zero);
  }
  const report = address(AT_GROUP_REPORT) + <usize>groupOf(task) * GROUP_BYTES;
  store<f32>(report, largestLane(largest), GROUP_CONTACT);
  store<f32>(report, largestLane(stiffest), GROUP_STIFFNESS);
  store<f32>(report, largestLane(dampest), GROUP_DAMPING);
}

/** Address of what `packGlobules` wrote for a record. */
@inline function half(record: usize, records: usize, globules: usize): usize {
  return globules + ((record - records) >> 1);
}
