// What the torques on eddies do to the flow, and spin that spreads; each pair once, four pairs at a time. [BKKW17, ADR 69]
//   T_ij = g x_ij × (V_j τ_i + V_i τ_j) on i, and the opposite on j;   torque on i: −2 V_i V_j A g (ω_i − ω_j),  A the smaller ρ₀ Θ ν_ω
// Transfers are rounded to the quantum of all forces, so momentum is exact [docs/adr/0006]. x_ij × T_ij over all pairs is −Σ J τ: what spin
// gains.

import {
  AT_EDDY, AT_EDDY_GAIN, AT_GROUP_REPORT, AT_SUM, EDDIES_SPREAD, EDDY_SPIN, EDDY_SPREAD, EDDY_TWIST, GROUP_BYTES, GROUP_FORCE,
  RECORD_INVERSE_SUPPORT, RECORD_KERNEL, RECORD_VOLUME, SPLAT_QUANTUM,
} from '../../src/wasm/layout';
import { address, int } from '../context';
import { add, first, fourth, largestLane, madd, mul, second, sub, third, xyz0 } from '../math/simd';
import { distance2, FOUR, fourPairs, listEndOf, listOf, recordOf, rounded } from '../passes/four-pairs';
import { EachPair, groupOf, taskBegin, taskEnd } from '../passes/pairs';
import { addRow, addThere, besideRecords, LONG_ROW, longRowOf, ROW, rowOf } from '../passes/sums';
import { weight, weightOf } from './measure';

/** Adds the forces of a group of slabs to the sums of all forces. */
@inline export function addEddyForces<W>(task: i32): void {
  const end = taskEnd<EachPair>(task), sums = besideRecords(AT_SUM, ROW), gains = besideRecords(AT_EDDY_GAIN, ROW);
  const rows = besideRecords(AT_EDDY, LONG_ROW), zero = f32x4.splat(0), quantum = v128.load(SPLAT_QUANTUM);
  const spreads = int(EDDIES_SPREAD) != 0;
  let largest = zero;
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), own = longRowOf(p, rows), x_i = xyz0(v128.load(p));
    const invR_i = v128.load32_splat(p, RECORD_INVERSE_SUPPORT), V_i = v128.load32_splat(p, RECORD_VOLUME);
    const c_i = weightOf(v128.load32_splat(p, RECORD_KERNEL), invR_i);
    const tx = v128.load32_splat(own, EDDY_TWIST), ty = v128.load32_splat(own, EDDY_TWIST + 4), tz = v128.load32_splat(own, EDDY_TWIST + 8);
    const ox = v128.load32_splat(own, EDDY_SPIN), oy = v128.load32_splat(own, EDDY_SPIN + 4), oz = v128.load32_splat(own, EDDY_SPIN + 8);
    const a_i = v128.load32_splat(own, EDDY_SPREAD);
    let fx = zero, fy = zero, fz = zero, gx = zero, gy = zero, gz = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i);
      const g = weight(four, distance2(dx, dy, dz), x_i, c_i, invR_i), V_j = four.volume;
      const j0 = longRowOf(four.j0, rows), j1 = longRowOf(four.j1, rows), j2 = longRowOf(four.j2, rows), j3 = longRowOf(four.j3, rows);
      const q0 = v128.load(j0, EDDY_TWIST), q1 = v128.load(j1, EDDY_TWIST), q2 = v128.load(j2, EDDY_TWIST), q3 = v128.load(j3, EDDY_TWIST);
      const qx = mul(g, madd(V_j, tx, mul(V_i, first(q0, q1, q2, q3)))), qy = mul(g, madd(V_j, ty, mul(V_i, second(q0, q1, q2, q3))));
      const qz = mul(g, madd(V_j, tz, mul(V_i, third(q0, q1, q2, q3))));
      let ux = sub(mul(dy, qz), mul(dz, qy)), uy = sub(mul(dz, qx), mul(dx, qz)), uz = sub(mul(dx, qy), mul(dy, qx));
      largest = f32x4.pmax(f32x4.pmax(f32x4.abs(ux), f32x4.abs(uy)), f32x4.pmax(f32x4.abs(uz), largest));
      let wx = zero, wy = zero, wz = zero;
      if (spreads) {
        const o0 = v128.load(j0, EDDY_SPIN), o1 = v128.load(j1, EDDY_SPIN), o2 = v128.load(j2, EDDY_SPIN), o3 = v128.load(j3, EDDY_SPIN);
        const least = f32x4.pmin(a_i, fourth(o0, o1, o2, o3)), k = mul(mul(mul(V_i, V_j), add(least, least)), g);
        wx = mul(k, sub(ox, first(o0, o1, o2, o3)));
        wy = mul(k, sub(oy, second(o0, o1, o2, o3)));
        wz = mul(k, sub(oz, third(o0, o1, o2, o3)));
      }
      ux = rounded(ux, quantum); uy = rounded(uy, quantum); uz = rounded(uz, quantum);
      fx = add(fx, ux); fy = add(fy, uy); fz = add(fz, uz);
      addThere(four, sums, f32x4.neg(ux), f32x4.neg(uy), f32x4.neg(uz), zero);
      if (!spreads) continue;
      gx = sub(gx, wx); gy = sub(gy, wy); gz = sub(gz, wz);
      addThere(four, gains, wx, wy, wz, zero);
    }
    addRow(rowOf(p, sums), fx, fy, fz, zero);
    if (spreads) addRow(rowOf(p, gains), gx, gy, gz, zero);
  }
  const report = address(AT_GROUP_REPORT) + <usize>groupOf(task) * GROUP_BYTES;
  store<f32>(report, max<f32>(load<f32>(report, GROUP_FORCE), largestLane(largest)), GROUP_FORCE);
}
