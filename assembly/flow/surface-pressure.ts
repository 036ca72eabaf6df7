// The force of pressure that goes with ∇·v of the symmetric form: Σ P V tr(L Q B) is its power, so that pressure and viscous stress meet
// the same surface, and what a liquid resists is the whole stress there too. [ADR 29] Forces by P alone (passes/forces.ts) go with the
// plain sum of the divergence, which lacks half of its support at a surface; this is the difference,
//   f_i = Σ_j c_ij (E_i + E_j) x_ij,   E = (Q − s) P,   s P the pressure in the records [ADR 31]
// Q is a function of B, so that rigid motion has no power: momentum and angular momentum are kept. Each pair once, four at a time.

import {
  AT_GROUP_REPORT, AT_SHAPE, AT_SUM, COEFFICIENTS, GROUP_BYTES, RECORD_COMPRESSION, RECORD_PRESSURE, SPLAT_QUANTUM,
} from '../../src/wasm/layout';
import { address } from '../context';
import { add, first, fourth, largestLane, madd, mul, second, sub, third, xyz0 } from '../math/simd';
import { FOUR, fourPairs, listEndOf, listOf, recordOf, rounded } from '../passes/four-pairs';
import { EachPair, groupOf, taskBegin, taskEnd } from '../passes/pairs';
import { addRow, addThere, besideRecords, LONG_ROW, longRowOf, ROW, rowOf } from '../passes/sums';
import { qxx, qxy, qyy, qyz, qzx, qzz } from './inverse-shape';

/** Keeps E of particle i, whose B was just inverted; 0 unless it `counts`. `scale` is s. */
export function keepSurfacePressure(i: i32, record: usize, scale: f64, counts: bool): void {
  const row = address(AT_SHAPE) + (<usize>i << LONG_ROW), N = <f64>load<f32>(record, RECORD_COMPRESSION);
  const P = counts ? (N * N * <f64>load<f32>(record, RECORD_PRESSURE)) / scale : 0;
  v128.store(row, f32x4(<f32>(P * (qxx - scale)), <f32>(P * (qyy - scale)), <f32>(P * (qzz - scale)), <f32>(P * qxy)));
  v128.store(row, f32x4(<f32>(P * qyz), <f32>(P * qzx), 0, 0), 16);
}

/** Adds the forces of a group of slabs to the sums of the force pass. */
@inline export function addSurfacePressure<W>(task: i32): void {
  const end = taskEnd<EachPair>(task), sums = besideRecords(AT_SUM, ROW), tensors = besideRecords(AT_SHAPE, LONG_ROW);
  const weights = address(COEFFICIENTS), zero = f32x4.splat(0), quantum = v128.load(SPLAT_QUANTUM);
  let largest = zero;
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), own = longRowOf(p, tensors), x_i = xyz0(v128.load(p)), S_i = v128.load(own), T_i = v128.load(own, 16);
    let fx = zero, fy = zero, fz = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), k = f32x4.neg(v128.load(l + weights));
      const dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i);
      const q0 = longRowOf(four.j0, tensors), q1 = longRowOf(four.j1, tensors);
      const q2 = longRowOf(four.j2, tensors), q3 = longRowOf(four.j3, tensors);
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
