// Artificial viscosity alone, by the coefficients that stand beside the lists: the formula of passes/equal-forces.ts without a kernel.
// Of one substance whose particles have one mass and one h. [card §8, ADR 43]
//   T_ij = k μ (βμ − ηc)/(N_i + N_j) x_ij,  μ = h v·x/(r² + h²/100) where they approach

import {
  AT_GROUP_REPORT, AT_SUM, COEFFICIENTS, GROUP_BYTES, GROUP_FORCE, GROUP_XSPH, RECORD_COMPRESSION, RECORD_LENGTH, RECORD_VELOCITY,
  SPLAT_LINEAR, SPLAT_QUADRATIC, SPLAT_QUANTUM,
} from '../../src/wasm/layout';
import { address } from '../context';
import { add, div, largestLane, madd, mul, sub } from '../math/simd';
import { FOUR, fourPairs, listEndOf, listOf, recordOf, rounded } from '../passes/four-pairs';
import { EachPair, groupOf, taskBegin, taskEnd } from '../passes/pairs';
import { addRow, besideRecords, ROW, rowOf, scatter } from '../passes/sums';

/** Adds the momentum that damping passes on in a group of slabs, in whole quanta; the sums must be clear before the first color. */
@inline export function addDamping<W>(task: i32): void {
  const begin = taskBegin<EachPair>(task), end = taskEnd<EachPair>(task), zero = f32x4.splat(0), coefficients = address(COEFFICIENTS);
  const sums = besideRecords(AT_SUM, ROW), quantum = v128.load(SPLAT_QUANTUM);
  const linear = v128.load(SPLAT_LINEAR), quadratic = v128.load(SPLAT_QUADRATIC);
  const h20 = begin < end ? v128.load32_splat(recordOf(begin), RECORD_LENGTH) : zero, h = add(h20, h20), hh = mul(h, h);
  let largest = zero;
  for (let i = begin; i < end; i++) {
    const p = recordOf(i), x_i = v128.load(p), v_i = v128.load(p, RECORD_VELOCITY), s_i = v128.load(p, RECORD_COMPRESSION);
    let fx = zero, fy = zero, fz = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), sumN = four.compressionSum(s_i);
      const vdotx = madd(four.vz(v_i), dz, madd(four.vy(v_i), dy, mul(four.vx(v_i), dx)));
      const t0 = rowOf(four.j0, sums), t1 = rowOf(four.j1, sums), t2 = rowOf(four.j2, sums), t3 = rowOf(four.j3, sums);
      const mu = div(mul(h, f32x4.pmin(vdotx, zero)), madd(dz, dz, madd(dy, dy, madd(dx, dx, hh))));
      const f = mul(v128.load(l + coefficients), div(mul(mu, sub(linear, mul(quadratic, mu))), sumN)); // −T along x_ij
      const x = mul(f, dx), y = mul(f, dy), z = mul(f, dz), tx = rounded(x, quantum), ty = rounded(y, quantum), tz = rounded(z, quantum);
      largest = f32x4.pmax(f32x4.pmax(f32x4.abs(x), f32x4.abs(y)), f32x4.pmax(f32x4.abs(z), largest));
      fx = sub(fx, tx); fy = sub(fy, ty); fz = sub(fz, tz);
      scatter(tx, ty, tz, zero, t0, t1, t2, t3);
    }
    addRow(rowOf(p, sums), fx, fy, fz, zero);
  }
  const report = address(AT_GROUP_REPORT) + <usize>groupOf(task) * GROUP_BYTES;
  store<f32>(report, largestLane(largest), GROUP_FORCE);
  store<f32>(report, 0, GROUP_XSPH);
}
