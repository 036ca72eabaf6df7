// The pair passes of the symmetric form: from velocities to gradients, and from tensions to forces. [ADR 29] The weights of the pairs stand
// beside the lists (gradient.ts). Each pair once, four at a time.

import {
  AT_DIRECTION, AT_GROUP_REPORT, AT_SUM, AT_TENSION, COEFFICIENTS, GROUP_BYTES, RECORD_VELOCITY, SPLAT_QUANTUM,
} from '../../src/wasm/layout';
import { address } from '../context';
import { add, first, fourth, largestLane, madd, mul, second, sub, third, xyz0 } from '../math/simd';
import { FOUR, fourPairs, listEndOf, listOf, recordOf, rounded } from '../passes/four-pairs';
import { EachPair, groupOf, taskBegin, taskEnd } from '../passes/pairs';
import { addRow, addThere, besideRecords, LONGEST_ROW, longestRowOf, ROW, rowOf, scatter } from '../passes/sums';

/** Adds M = Σ c p_ij x_ijᵀ and Σ c α(η_i + η_j) p_ij of a group of slabs, p the directions, which end in α η. */
@inline export function addDirections<W>(task: i32): void {
  const end = taskEnd<EachPair>(task), rows = besideRecords(AT_TENSION, LONGEST_ROW), directions = besideRecords(AT_DIRECTION, ROW);
  const weights = address(COEFFICIENTS), zero = f32x4.splat(0);
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), x_i = xyz0(v128.load(p)), q_i = v128.load(rowOf(p, directions)), own = longestRowOf(p, rows);
    const p_i = f32x4.mul(q_i, f32x4(1, 1, 1, -1)); // so that differences end in −α(η_i + η_j)
    let xx = zero, xy = zero, xz = zero, yx = zero, yy = zero, yz = zero, zx = zero, zy = zero, zz = zero, fx = zero, fy = zero, fz = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), c = v128.load(l + weights);
      const a = sub(p_i, v128.load(rowOf(four.j0, directions))), b = sub(p_i, v128.load(rowOf(four.j1, directions)));
      const d = sub(p_i, v128.load(rowOf(four.j2, directions))), e = sub(p_i, v128.load(rowOf(four.j3, directions)));
      const vx = first(a, b, d, e), vy = second(a, b, d, e), vz = third(a, b, d, e), k = mul(c, fourth(a, b, d, e));
      const cx = mul(c, four.dx(x_i)), cy = mul(c, four.dy(x_i)), cz = mul(c, four.dz(x_i));
      const mxx = mul(vx, cx), mxy = mul(vx, cy), mxz = mul(vx, cz), myx = mul(vy, cx), myy = mul(vy, cy), myz = mul(vy, cz);
      const mzx = mul(vz, cx), mzy = mul(vz, cy), mzz = mul(vz, cz), kx = mul(k, vx), ky = mul(k, vy), kz = mul(k, vz);
      xx = add(xx, mxx); xy = add(xy, mxy); xz = add(xz, mxz); yx = add(yx, myx); yy = add(yy, myy); yz = add(yz, myz);
      zx = add(zx, mzx); zy = add(zy, mzy); zz = add(zz, mzz); fx = sub(fx, kx); fy = sub(fy, ky); fz = sub(fz, kz);
      const r0 = longestRowOf(four.j0, rows), r1 = longestRowOf(four.j1, rows);
      const r2 = longestRowOf(four.j2, rows), r3 = longestRowOf(four.j3, rows);
      scatter(mxx, mxy, mxz, myx, r0, r1, r2, r3);
      scatter(myy, myz, mzx, mzy, r0 + 16, r1 + 16, r2 + 16, r3 + 16);
      scatter(mzz, kx, ky, kz, r0 + 32, r1 + 32, r2 + 32, r3 + 32);
    }
    addRow(own, xx, xy, xz, yx);
    addRow(own + 16, yy, yz, zx, zy);
    addRow(own + 32, zz, fx, fy, fz);
  }
}

/** Products of the solve. */
@unmanaged export class Solved {
  @inline get acts(): bool { return false; }
}
/** Forces that act at once: rounded to quanta, with Σ c α(η_i + η_j) v_ij of the velocities. */
@unmanaged export class AtOnce {
  @inline get acts(): bool { return true; }
}

/** Adds Σ c (T_i + T_j) x_ij of a group of slabs: to the products of the directions, or as forces to the sums of the force pass. */
@inline export function addTensions<W, T>(task: i32): void {
  const end = taskEnd<EachPair>(task), rows = besideRecords(AT_TENSION, LONGEST_ROW), sums = besideRecords(AT_SUM, ROW);
  const weights = address(COEFFICIENTS), zero = f32x4.splat(0), quantum = v128.load(SPLAT_QUANTUM), acts = changetype<T>(0).acts;
  let largest = zero;
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), x_i = xyz0(v128.load(p)), v_i = xyz0(v128.load(p, RECORD_VELOCITY)), own = longestRowOf(p, rows);
    const S = v128.load(own), T = v128.load(own, 16), U = v128.load(own, 32);
    let fx = zero, fy = zero, fz = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), c = v128.load(l + weights);
      const cx = mul(c, four.dx(x_i)), cy = mul(c, four.dy(x_i)), cz = mul(c, four.dz(x_i));
      const q0 = longestRowOf(four.j0, rows), q1 = longestRowOf(four.j1, rows);
      const q2 = longestRowOf(four.j2, rows), q3 = longestRowOf(four.j3, rows);
      const a = add(S, v128.load(q0)), b = add(S, v128.load(q1)), d = add(S, v128.load(q2)), e = add(S, v128.load(q3));
      let tx = madd(third(a, b, d, e), cz, madd(second(a, b, d, e), cy, mul(first(a, b, d, e), cx))), ty = mul(fourth(a, b, d, e), cx);
      const f = add(T, v128.load(q0, 16)), g = add(T, v128.load(q1, 16)), h = add(T, v128.load(q2, 16)), k = add(T, v128.load(q3, 16));
      ty = madd(second(f, g, h, k), cz, madd(first(f, g, h, k), cy, ty));
      const m = add(U, v128.load(q0, 32)), n = add(U, v128.load(q1, 32)), o = add(U, v128.load(q2, 32)), q = add(U, v128.load(q3, 32));
      let tz = madd(first(m, n, o, q), cz, madd(fourth(f, g, h, k), cy, mul(third(f, g, h, k), cx)));
      if (acts) {
        const control = mul(c, second(m, n, o, q));
        tx = madd(control, four.vx(v_i), tx); ty = madd(control, four.vy(v_i), ty); tz = madd(control, four.vz(v_i), tz); // what i loses
        largest = f32x4.pmax(f32x4.sqrt(madd(tz, tz, madd(ty, ty, mul(tx, tx)))), largest);
        tx = rounded(tx, quantum); ty = rounded(ty, quantum); tz = rounded(tz, quantum);
        fx = sub(fx, tx); fy = sub(fy, ty); fz = sub(fz, tz);
        addThere(four, sums, tx, ty, tz, zero);
      } else {
        fx = add(fx, tx); fy = add(fy, ty); fz = add(fz, tz);
        addThere(four, sums, f32x4.neg(tx), f32x4.neg(ty), f32x4.neg(tz), zero);
      }
    }
    addRow(rowOf(p, sums), fx, fy, fz, zero);
  }
  if (!acts) return;
  const report = address(AT_GROUP_REPORT) + <usize>groupOf(task) * GROUP_BYTES;
  store<f32>(report, max(load<f32>(report), largestLane(largest)));
}
