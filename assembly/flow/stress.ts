// Viscous stress as the seed prints it: a_i = Σ m_j/(ρ_iρ_j) (S_i + S_j)·∇_iW̄, S = η D. [PV09 §3c] Conserves momentum, but no sum of
// it sees velocities that alternate from particle to particle (X17): for comparison only. Each pair once, four at a time.

import {
  AT_GROUP_REPORT, AT_STRAIN, AT_SUM, GROUP_BYTES, RECORD_COMPRESSION, RECORD_INVERSE_SUPPORT, RECORD_KERNEL, RECORD_VOLUME,
  SPLAT_QUANTUM,
} from '../../src/wasm/layout';
import { address } from '../context';
import { add, div, first, fourth, largestLane, madd, mul, second, sub, third, xyz0 } from '../math/simd';
import {
  distance, FOUR, fourPairs, listEndOf, listOf, nearness, nearnessThere, recordOf, rounded, slopeOverDistance,
} from '../passes/four-pairs';
import { EachPair, groupOf, taskBegin, taskEnd } from '../passes/pairs';
import { addRow, addThere, besideRecords, LONGEST_ROW, longestRowOf, ROW, rowOf } from '../passes/sums';

/** Adds the forces by stress tensors of a group of slabs to the sums of the force pass. */
@inline export function addStress<K, W>(task: i32): void {
  const end = taskEnd<EachPair>(task), sums = besideRecords(AT_SUM, ROW), tensors = besideRecords(AT_STRAIN, LONGEST_ROW);
  const zero = f32x4.splat(0), quantum = v128.load(SPLAT_QUANTUM);
  let largest = zero;
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), own = longestRowOf(p, tensors), x_i = xyz0(v128.load(p)), S_i = v128.load(own), T_i = v128.load(own, 16);
    const invR_i = v128.load32_splat(p, RECORD_INVERSE_SUPPORT), V0_i = v128.load32_splat(p, RECORD_VOLUME);
    const N_i = v128.load32_splat(p, RECORD_COMPRESSION), c_i = v128.load32_splat(p, RECORD_KERNEL);
    let fx = zero, fy = zero, fz = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), r = distance(dx, dy, dz);
      const s_i = nearness(r, invR_i), s_j = nearnessThere(r, four.minusInvR(x_i));
      const g = slopeOverDistance<K>(r, c_i, s_i, four.factor, s_j), k = div(mul(mul(V0_i, four.volume), g), mul(N_i, four.compression));

      const q0 = longestRowOf(four.j0, tensors), q1 = longestRowOf(four.j1, tensors);
      const q2 = longestRowOf(four.j2, tensors), q3 = longestRowOf(four.j3, tensors);
      const a = add(S_i, v128.load(q0)), b = add(S_i, v128.load(q1)), c = add(S_i, v128.load(q2)), d = add(S_i, v128.load(q3));
      const e = add(T_i, v128.load(q0, 16)), f = add(T_i, v128.load(q1, 16));
      const o = add(T_i, v128.load(q2, 16)), q = add(T_i, v128.load(q3, 16));
      const xx = first(a, b, c, d), yy = second(a, b, c, d), zz = third(a, b, c, d), xy = fourth(a, b, c, d);
      const yz = first(e, f, o, q), zx = second(e, f, o, q);
      let tx = mul(k, madd(zx, dz, madd(xy, dy, mul(xx, dx)))); // what i loses
      let ty = mul(k, madd(yz, dz, madd(yy, dy, mul(xy, dx))));
      let tz = mul(k, madd(zz, dz, madd(yz, dy, mul(zx, dx))));
      largest = f32x4.pmax(f32x4.sqrt(madd(tz, tz, madd(ty, ty, mul(tx, tx)))), largest);
      tx = rounded(tx, quantum); ty = rounded(ty, quantum); tz = rounded(tz, quantum);
      fx = sub(fx, tx); fy = sub(fy, ty); fz = sub(fz, tz);
      addThere(four, sums, tx, ty, tz, zero);
    }
    addRow(rowOf(p, sums), fx, fy, fz, zero);
  }
  const report = address(AT_GROUP_REPORT) + <usize>groupOf(task) * GROUP_BYTES;
  store<f32>(report, max(load<f32>(report), largestLane(largest)));
}
