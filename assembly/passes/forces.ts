// The pair loop: forces and density rate of smoothed particles, four pairs at a time: each pair once, or all neighbors of the active
// particles. [card §4, §8]
//   momentum transfer  T_ij = V_i V_j [ (P_i/N_i² + P_j/N_j² + Π_ij) g x_ij − 2 μ̄ g⁺s v_ij/(N_iN_j) ],   g = −W̄′/r
//   V = m/ρ₀ the volume at rest, N = ρ/ρ₀ the compression: they go on where one substance ends and another begins  [X53, ADR 30]
//   s = r²/(r² + h̄²/2500) bounds the laminar term where a pointed kernel's g does not                        [card §3]
//   A corrected force adds V_i V_j (P_i/N_i² E_i + P_j/N_j² E_j) g x_ij (corrected.ts).
//   Between substances of very different density P_i and P_j are weighted as in their densities (uneven.ts).
//   a_i = Σ_j T_ij/m_i + external,   Ṅ_i = −Σ_j V_j g v_ij·x_ij
//   Π_ij = (−A μ + B μ²)/N̄ for v·x < 0, μ = h̄ v·x/(r² + h̄²/100)                       [DC99 eq. 22-23, X1; SL03 slide 20]
//   A = ηcρ₀ and B = βρ₀, of two substances the smaller
// Transfers are rounded to a common quantum (v + M) − M, so that f32 sums of them are exact while they stay below 2²⁴ quanta:
// momentum is conserved and does not depend on the order of additions [docs/adr/0006]. Variants are resolved at compile time: K the kernel,
// W how distances wrap, T which terms a particle's fourth quad is read for, M the mode. Cost: 2-3 ns per directed pair.
// Gathering has no quantum: nothing is added to others, and sums are in the order of the lists. The artificial viscosity of coarse pairs
// is that of the finest, η h_min/h̄ [ADR 16].
// Where all particles are of one size and nothing but pressure and artificial viscosity acts, equal-forces.ts does the same faster.

import {
  AT_CORRECTION, AT_GROUP_REPORT, AT_SUM, AT_SUM_XSPH, COEFFICIENTS, GROUP_BYTES, GROUP_FORCE, GROUP_XSPH, RECORD_COMPRESSION,
  RECORD_INVERSE_SUPPORT, RECORD_KERNEL, RECORD_LINEAR, RECORD_VELOCITY, RECORD_VOLUME, SPLAT_CENTRAL,
  SPLAT_CENTRAL_MEAN, SPLAT_EXPLICIT, SPLAT_LEAST_LINEAR, SPLAT_LINEAR, SPLAT_QUADRATIC, SPLAT_QUANTUM,
  SPLAT_QUANTUM_XSPH, SPLAT_SIZED, SPLAT_TINY,
} from '../../src/wasm/layout';
import { address } from '../context';
import { isActive } from '../individual';
import { add, div, first, fourth, largestLane, madd, mul, positive, second, sub, third, xyz0 } from '../math/simd';
import {
  distance2, FOUR, fourPairs, listEndOf, listOf, nearness, nearnessThere, recordOf, rounded, slopeOverDistance,
} from './four-pairs';
import { groupOf, taskBegin, taskEnd } from './pairs';
import { addRow, besideRecords, LONG_ROW, longRowOf, ROW, rowOf, scatter } from './sums';
import { lightnessOf, restDensities, restDensitiesThere, toleranceOf, weightHere, weightThere } from './uneven';

/** One substance, pressure and artificial viscosity only. */
@unmanaged export class Lean {
  @inline get full(): bool { return false; }
  @inline get xsph(): bool { return false; }
  @inline get flow(): bool { return false; }
  @inline get central(): bool { return false; }
  @inline get symmetric(): bool { return false; }
}
/** Per-particle viscosities, laminar viscosity. */
@unmanaged export class Full {
  @inline get full(): bool { return true; }
  @inline get xsph(): bool { return false; }
  @inline get flow(): bool { return false; }
  @inline get central(): bool { return false; }
  @inline get symmetric(): bool { return false; }
}
/** Full, and XSPH velocity differences. */
@unmanaged export class FullXsph {
  @inline get full(): bool { return true; }
  @inline get xsph(): bool { return true; }
  @inline get flow(): bool { return false; }
  @inline get central(): bool { return false; }
  @inline get symmetric(): bool { return false; }
}
/** Full, but the density rate is known: its place takes the sum of the viscous coefficients, which are kept beside the lists. */
@unmanaged export class Flow {
  @inline get full(): bool { return true; }
  @inline get xsph(): bool { return false; }
  @inline get flow(): bool { return true; }
  @inline get central(): bool { return false; }
  @inline get symmetric(): bool { return false; }
}
/** Flow, and XSPH velocity differences. */
@unmanaged export class FlowXsph {
  @inline get full(): bool { return true; }
  @inline get xsph(): bool { return true; }
  @inline get flow(): bool { return true; }
  @inline get central(): bool { return false; }
  @inline get symmetric(): bool { return false; }
}
/** Flow with viscous forces along the line between two particles: (d+2) (v·x) x/r² in place of v, which no rotation feels. [card §9] */
@unmanaged export class CentralFlow {
  @inline get full(): bool { return true; }
  @inline get xsph(): bool { return false; }
  @inline get flow(): bool { return true; }
  @inline get central(): bool { return true; }
  @inline get symmetric(): bool { return false; }
}
/** Central flow, and XSPH velocity differences. */
@unmanaged export class CentralFlowXsph {
  @inline get full(): bool { return true; }
  @inline get xsph(): bool { return true; }
  @inline get flow(): bool { return true; }
  @inline get central(): bool { return true; }
  @inline get symmetric(): bool { return false; }
}

/** Flow whose viscous forces are none of this pass; the sum in place of the density rate is about the diagonal of their matrix. [ADR 29] */
@unmanaged export class SymmetricFlow {
  @inline get full(): bool { return true; }
  @inline get xsph(): bool { return false; }
  @inline get flow(): bool { return true; }
  @inline get central(): bool { return false; }
  @inline get symmetric(): bool { return true; }
}
/** Symmetric flow, and XSPH velocity differences. */
@unmanaged export class SymmetricFlowXsph {
  @inline get full(): bool { return true; }
  @inline get xsph(): bool { return true; }
  @inline get flow(): bool { return true; }
  @inline get central(): bool { return false; }
  @inline get symmetric(): bool { return true; }
}

/** a + b of a pair that is alike; else the smaller of them twice, so that no particle gets more than among its own kind. */
@inline function twiceSmaller(a: v128, b: v128): v128 {
  const least = f32x4.pmin(a, b);
  return add(least, least);
}

/** Adds the sums of a group of slabs (the sums must be clear before the first color), or sets those of the active particles of a chunk. */
@inline export function addForces<K, W, T, M>(task: i32): void {
  const kernel = changetype<K>(0), terms = changetype<T>(0), mode = changetype<M>(0), end = taskEnd<M>(task);
  const sums = besideRecords(AT_SUM, ROW), toXsph = address(AT_SUM_XSPH) - address(AT_SUM), zero = f32x4.splat(0);
  const coefficients = terms.flow ? address(COEFFICIENTS) : 0;
  const densities = mode.uneven ? restDensities() : 0, corrections = mode.corrected ? besideRecords(AT_CORRECTION, LONG_ROW) : 0;
  let largest = zero, largestX = zero;
  for (let i = taskBegin<M>(task); i < end; i++) {
    if (mode.gathers && !isActive(i)) continue;
    const p = recordOf(i), x_i = xyz0(v128.load(p)), v_i = xyz0(v128.load(p, RECORD_VELOCITY));
    const s_i = f32x4.replace_lane(v128.load(p, RECORD_COMPRESSION), 2, 0), e_i = v128.load(p, RECORD_LINEAR);
    const invR_i = v128.load32_splat(p, RECORD_INVERSE_SUPPORT), V_i = v128.load32_splat(p, RECORD_VOLUME);
    const c_i = v128.load32_splat(p, RECORD_KERNEL);
    const tolerance = mode.uneven ? toleranceOf(p, densities, !terms.flow) : zero; // who flows has its rate from elsewhere
    const lightness = mode.uneven ? lightnessOf(p, densities) : zero;
    const P_i = v128.shuffle<u32>(s_i, s_i, 1, 1, 1, 1);
    const own = mode.corrected ? longRowOf(p, corrections) : 0;
    const E_i = mode.corrected ? mul(P_i, v128.load(own)) : zero, F_i = mode.corrected ? mul(P_i, v128.load(own, 16)) : zero;
    let fx = zero, fy = zero, fz = zero, rate = zero, ex = zero, ey = zero, ez = zero;
    const stop = listEndOf(i);
    let l = listOf(i);
    if (l < stop) do { // the test at the end: out of loops that begin with theirs, compilers move nothing
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), r2 = distance2(dx, dy, dz), r = f32x4.sqrt(r2);
      const t0 = rowOf(four.j0, sums), t1 = rowOf(four.j1, sums), t2 = rowOf(four.j2, sums), t3 = rowOf(four.j3, sums);
      const sumN = four.compressionSum(s_i);
      const c_j = four.factorIn(s_i), h = four.hSum(s_i); // h = h̄/10
      const near_i = nearness(r, invR_i), near_j = nearnessThere(r, four.minusInvR(x_i));
      const g = slopeOverDistance<K>(r, c_i, near_i, c_j, near_j);

      const vx = four.vx(v_i), vy = four.vy(v_i), vz = four.vz(v_i), minus_V_j = four.minusVolume(v_i);
      const vdotx = madd(vz, dz, madd(vy, dy, mul(vx, dx))), approach = f32x4.pmin(vdotx, zero);
      const mu = div(mul(h, approach), madd(h, h, r2)), w = mul(g, vdotx), VV = mul(V_i, minus_V_j);

      let pressures = four.pressureSum(s_i), linear: v128, quadratic: v128, viscosities = zero, xsph = zero;
      let rateToI = mul(minus_V_j, w), rateToJ = mul(V_i, w);
      if (terms.full) {
        linear = twiceSmaller(v128.shuffle<u32>(e_i, e_i, 0, 0, 0, 0), four.linear);
        quadratic = twiceSmaller(v128.shuffle<u32>(e_i, e_i, 1, 1, 1, 1), four.quadratic);
        viscosities = four.viscosity;
        xsph = twiceSmaller(v128.shuffle<u32>(e_i, e_i, 3, 3, 3, 3), four.xsph);
        if (mode.uneven) {
          const there = restDensitiesThere<W>(four, densities), rho0_j = terms.flow ? there : f32x4.abs(there);
          const here = weightHere(tolerance, rho0_j), beyond = weightThere(lightness, rho0_j);
          pressures = madd(here, P_i, mul(beyond, four.pressure));
          rateToI = mul(here, rateToI);
          rateToJ = mul(beyond, rateToJ);
        }
      } else {
        linear = mode.sized ? f32x4.pmax(div(v128.load(SPLAT_SIZED), h), v128.load(SPLAT_LEAST_LINEAR)) : v128.load(SPLAT_LINEAR);
        quadratic = v128.load(SPLAT_QUADRATIC);
      }
      const viscous = div(mul(mu, sub(mul(quadratic, mu), linear)), sumN);
      const f = mul(mul(VV, add(pressures, viscous)), g); // −T along x_ij
      let tx = mul(f, dx), ty = mul(f, dy), tz = mul(f, dz);
      if (mode.corrected) {
        const P_j = sub(pressures, P_i), k = mul(VV, g);
        const c0 = longRowOf(four.j0, corrections), c1 = longRowOf(four.j1, corrections);
        const c2 = longRowOf(four.j2, corrections), c3 = longRowOf(four.j3, corrections);
        const a0 = v128.load(c0), a1 = v128.load(c1), a2 = v128.load(c2), a3 = v128.load(c3);
        const b0 = v128.load(c0, 16), b1 = v128.load(c1, 16), b2 = v128.load(c2, 16), b3 = v128.load(c3, 16);
        const kx = mul(k, dx), ky = mul(k, dy), kz = mul(k, dz);
        const xx = madd(first(a0, a1, a2, a3), P_j, v128.shuffle<u32>(E_i, E_i, 0, 0, 0, 0));
        const yy = madd(second(a0, a1, a2, a3), P_j, v128.shuffle<u32>(E_i, E_i, 1, 1, 1, 1));
        const zz = madd(third(a0, a1, a2, a3), P_j, v128.shuffle<u32>(E_i, E_i, 2, 2, 2, 2));
        const xy = madd(fourth(a0, a1, a2, a3), P_j, v128.shuffle<u32>(E_i, E_i, 3, 3, 3, 3));
        const yz = madd(first(b0, b1, b2, b3), P_j, v128.shuffle<u32>(F_i, F_i, 0, 0, 0, 0));
        const zx = madd(second(b0, b1, b2, b3), P_j, v128.shuffle<u32>(F_i, F_i, 1, 1, 1, 1));
        tx = add(tx, madd(zx, kz, madd(xy, ky, mul(xx, kx))));
        ty = add(ty, madd(yz, kz, madd(yy, ky, mul(xy, kx))));
        tz = add(tz, madd(zz, kz, madd(yz, ky, mul(zx, kx))));
        largest = f32x4.pmax(f32x4.abs(tx), f32x4.pmax(f32x4.abs(ty), f32x4.pmax(f32x4.abs(tz), largest)));
      }
      if (!mode.gathers) largest = f32x4.pmax(f32x4.abs(mul(f, r)), largest);

      if (terms.symmetric) {
        const N_i = v128.shuffle<u32>(s_i, s_i, 0, 0, 0, 0), mu_i = v128.shuffle<u32>(e_i, e_i, 2, 2, 2, 2);
        const near = mul(h, f32x4.splat(0.2)), bounded = div(mul(positive(g), r2), madd(near, near, r2)); // 0 for what pads a list
        rateToJ = div(mul(mul(VV, add(mu_i, viscosities)), bounded), mul(N_i, sub(sumN, N_i)));
        rateToI = f32x4.neg(rateToJ);
      } else if (terms.full) {
        const N_i = v128.shuffle<u32>(s_i, s_i, 0, 0, 0, 0), N_j = sub(sumN, N_i);
        const mu_i = v128.shuffle<u32>(e_i, e_i, 2, 2, 2, 2), sum = f32x4.pmax(add(mu_i, viscosities), v128.load(SPLAT_TINY));
        const harmonic = div(mul(mul(mu_i, viscosities), f32x4.splat(4)), sum); // 2 μ̄
        const near = mul(h, f32x4.splat(0.2)), bounded = div(mul(positive(g), r2), madd(near, near, r2)); // g⁺s, near = h̄/50
        let k = mul(div(mul(VV, harmonic), mul(N_i, N_j)), bounded);
        if (terms.flow) {
          rateToI = f32x4.neg(k);
          rateToJ = k;
          if (terms.central) {
            k = div(mul(k, v128.load(SPLAT_CENTRAL)), r2);
            rateToI = mul(rateToI, v128.load(SPLAT_CENTRAL_MEAN));
            rateToJ = mul(rateToJ, v128.load(SPLAT_CENTRAL_MEAN));
          }
          v128.store(l + coefficients, k);
          k = mul(k, v128.load(SPLAT_EXPLICIT));
        }
        if (terms.central) {
          const along = mul(k, vdotx);
          tx = sub(tx, mul(along, dx)); ty = sub(ty, mul(along, dy)); tz = sub(tz, mul(along, dz));
          largest = f32x4.pmax(f32x4.abs(mul(along, r)), largest);
        } else {
          tx = sub(tx, mul(k, vx)); ty = sub(ty, mul(k, vy)); tz = sub(tz, mul(k, vz));
          if (!mode.gathers) largest = f32x4.pmax(f32x4.abs(mul(k, f32x4.sqrt(madd(vz, vz, madd(vy, vy, mul(vx, vx)))))), largest);
        }
      }
      if (mode.gathers) {
        fx = sub(fx, tx); fy = sub(fy, ty); fz = sub(fz, tz);
        rate = add(rate, rateToI);
      } else {
        const quantum = v128.load(SPLAT_QUANTUM);
        tx = rounded(tx, quantum); ty = rounded(ty, quantum); tz = rounded(tz, quantum);
        fx = sub(fx, tx); fy = sub(fy, ty); fz = sub(fz, tz);
        rate = add(rate, rateToI);
        scatter(tx, ty, tz, f32x4.neg(rateToJ), t0, t1, t2, t3);
      }

      if (terms.xsph) { // m_i Δv_i = Σ V_i V_j 2E/(N_i+N_j) (v_j − v_i) W̄, E the smaller ερ₀ [PV09 eq. 11]
        const h_i = v128.shuffle<u32>(s_i, s_i, 3, 3, 3, 3), size = f32x4.splat(40); // R = 40 · h/20
        const weight = mul(size, madd(mul(c_i, h_i), kernel.value(near_i), mul(mul(c_j, sub(h, h_i)), kernel.value(near_j))));
        const k = mul(mul(VV, weight), div(xsph, sumN));
        let ux = mul(k, vx), uy = mul(k, vy), uz = mul(k, vz);
        if (mode.gathers) { ex = add(ex, ux); ey = add(ey, uy); ez = add(ez, uz); }
        else {
          largestX = f32x4.pmax(f32x4.pmax(f32x4.abs(ux), f32x4.abs(uy)), f32x4.pmax(f32x4.abs(uz), largestX));
          const quantumX = v128.load(SPLAT_QUANTUM_XSPH);
          ux = rounded(ux, quantumX); uy = rounded(uy, quantumX); uz = rounded(uz, quantumX);
          ex = add(ex, ux); ey = add(ey, uy); ez = add(ez, uz);
          scatter(f32x4.neg(ux), f32x4.neg(uy), f32x4.neg(uz), zero, t0 + toXsph, t1 + toXsph, t2 + toXsph, t3 + toXsph);
        }
      }
      l += FOUR;
    } while (l < stop);
    const sum = rowOf(p, sums);
    if (mode.gathers) {
      v128.store(sum, zero);
      if (terms.xsph) v128.store(sum + toXsph, zero);
    }
    addRow(sum, fx, fy, fz, rate);
    if (terms.xsph) addRow(sum + toXsph, ex, ey, ez, zero);
  }
  if (mode.gathers) return;
  const group = groupOf(task), report = address(AT_GROUP_REPORT) + <usize>group * GROUP_BYTES;
  store<f32>(report, largestLane(largest), GROUP_FORCE);
  store<f32>(report, largestLane(largestX), GROUP_XSPH);
}
