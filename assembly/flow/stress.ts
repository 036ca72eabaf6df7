// Viscous stress as the seed prints it: a_i = Σ m_j/(ρ_iρ_j) (S_i + S_j)·∇_iW̄, S = η D. [PV09 §3c] Conserves momentum, but no sum of
// it sees velocities that alternate from particle to particle (X17): for comparison only. Each pair once, four at a time.

import {
  AT_GROUP_REPORT, AT_LIST, AT_RECORD, AT_STRAIN, AT_SUM, GROUP_BYTES, RECORD_SHIFT, SPLAT_ONE, SPLAT_QUANTUM, SPLAT_TINY,
} from '../../src/wasm/layout';
import { address } from '../context';
import { add, div, high, highPair, largestLane, low, lowPair, madd, mul, positive, sub, xyz0 } from '../math/simd';
import { addRow, scatter } from '../passes/forces';
import { EachPair, groupOf, sumOf, taskBegin, taskEnd } from '../passes/pairs';

/** Adds the forces by stress tensors of a group of slabs to the sums of the force pass. */
@inline export function addStress<K, W>(task: i32): void {
  const kernel = changetype<K>(0), domain = changetype<W>(0);
  const begin = taskBegin<EachPair>(task), end = taskEnd<EachPair>(task);
  const records = address(AT_RECORD), lists = address(AT_LIST), sums = address(AT_SUM), tensors = address(AT_STRAIN);
  const zero = f32x4.splat(0);
  let largest = zero;
  for (let i = begin; i < end; i++) {
    const p = records + (<usize>i << RECORD_SHIFT), own = tensors + (p - records);
    const x_i = xyz0(v128.load(p)), s_i = v128.load(own), s2_i = v128.load(own, 16), one = v128.load(SPLAT_ONE);
    const invR_i = v128.load32_splat(p, 12), m_i = v128.load32_splat(p, 28), c_i = v128.load32_splat(p, 40), rho_i = v128.load32_splat(p, 32);
    let fx = zero, fy = zero, fz = zero;
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
      const k = div(mul(mul(m_i, lowPair(t0, t1)), g), mul(rho_i, rho_j));

      const q0 = tensors + (j0 - records), q1 = tensors + (j1 - records), q2 = tensors + (j2 - records), q3 = tensors + (j3 - records);
      a = add(s_i, v128.load(q0)); b = add(s_i, v128.load(q1)); c = add(s_i, v128.load(q2)); d = add(s_i, v128.load(q3));
      t0 = low(a, b); t1 = low(c, d); t2 = high(a, b); t3 = high(c, d);
      const xx = lowPair(t0, t1), yy = highPair(t0, t1), zz = lowPair(t2, t3), xy = highPair(t2, t3);
      a = add(s2_i, v128.load(q0, 16)); b = add(s2_i, v128.load(q1, 16)); c = add(s2_i, v128.load(q2, 16)); d = add(s2_i, v128.load(q3, 16));
      t0 = low(a, b); t1 = low(c, d);
      const yz = lowPair(t0, t1), zx = highPair(t0, t1);
      let tx = mul(k, madd(zx, dz, madd(xy, dy, mul(xx, dx)))); // what i loses
      let ty = mul(k, madd(yz, dz, madd(yy, dy, mul(xy, dx))));
      let tz = mul(k, madd(zz, dz, madd(yz, dy, mul(zx, dx))));
      largest = f32x4.pmax(f32x4.sqrt(madd(tz, tz, madd(ty, ty, mul(tx, tx)))), largest);
      const quantum = v128.load(SPLAT_QUANTUM);
      tx = sub(add(tx, quantum), quantum); ty = sub(add(ty, quantum), quantum); tz = sub(add(tz, quantum), quantum);
      fx = sub(fx, tx); fy = sub(fy, ty); fz = sub(fz, tz);
      scatter(tx, ty, tz, zero, sums, records, j0, j1, j2, j3);
    }
    addRow(sumOf(p, records, sums), fx, fy, fz, zero);
  }
  const report = address(AT_GROUP_REPORT) + <usize>groupOf(task) * GROUP_BYTES;
  store<f32>(report, max(load<f32>(report), largestLane(largest)));
}
