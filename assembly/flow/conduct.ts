// Heat that particles conduct to each other, and the gradient of the filled part of space; each pair once, four pairs at a time. [card §10]
//   Q_i = Σ_j V_i V_j [4 k_i k_j/(k_i + k_j)] (T_j − T_i) F_ij,  F = max(0, −W̄′/r) (X12),      n_i = Σ_j V_j ∇_iW̄
// Temperatures are pairs of f32, so that small differences between hot particles count. Transfers are rounded to a common quantum: what
// one particle loses the other gets, to the last bit [docs/adr/0006]. F is bounded near 0 as the viscous term of passes/forces.ts is.

import {
  AT_DENSITY, AT_GROUP_REPORT, AT_HEAT_RECORD, AT_MASS, AT_SUM_HEAT, AT_TEMPERATURE, GROUP_BYTES, GROUP_HEAT, PAIR_UNIT,
  RECORD_INVERSE_SUPPORT, RECORD_KERNEL, RECORD_LENGTH, SPLAT_QUANTUM_HEAT, SPLAT_TINY, SUB_CONDUCTIVITY, SUB_REST_DENSITY,
  SUB_SUMMATION,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, real } from '../context';
import { add, div, first, fourth, largestLane, madd, mul, positive, second, sub, third, xyz0 } from '../math/simd';
import {
  distance2, FOUR, fourPairs, listEndOf, listOf, nearness, nearnessThere, recordOf, rounded, slopeOverDistance,
} from '../passes/four-pairs';
import { substanceOf } from '../passes/pack';
import { EachPair, groupOf, taskBegin, taskEnd } from '../passes/pairs';
import { addRow, addThere, besideRecords, ROW, rowOf } from '../passes/sums';

/** V of particle i, m³: a summed density is too low at surfaces to tell it, there the rest density does. */
@inline export function volumeOf(i: i32, substance: usize): f64 {
  const at = <usize>i << 3, summed = load<f64>(substance, SUB_SUMMATION) != 0;
  return load<f64>(address(AT_MASS) + at) / (summed ? load<f64>(substance, SUB_REST_DENSITY) : load<f64>(address(AT_DENSITY) + at));
}

/** What the pair pass reads of a chunk: T in two parts, k, V; and forgets the old sums. */
export function packHeat(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), unit = real(PAIR_UNIT);
  for (let i = begin; i < end; i++) {
    const row = address(AT_HEAT_RECORD) + (<usize>i << 4), substance = substanceOf(i);
    const T = load<f64>(address(AT_TEMPERATURE) + (<usize>i << 3)), coarse = <f32>T;
    store<f32>(row, coarse);
    store<f32>(row, <f32>(T - <f64>coarse), 4);
    store<f32>(row, <f32>load<f64>(substance, SUB_CONDUCTIVITY), 8);
    store<f32>(row, <f32>(volumeOf(i, substance) / unit), 12);
    v128.store(address(AT_SUM_HEAT) + (<usize>i << 4), f32x4.splat(0));
  }
}

/** Adds the sums of a group of slabs: n in 1/m, Q in W over the unit of pair passes. Those of all must be clear before the first color. */
@inline export function addConduction<K, W>(task: i32): void {
  const end = taskEnd<EachPair>(task), sums = besideRecords(AT_SUM_HEAT, ROW), rows = besideRecords(AT_HEAT_RECORD, ROW);
  const zero = f32x4.splat(0), tiny = v128.load(SPLAT_TINY), quantum = v128.load(SPLAT_QUANTUM_HEAT);
  let largest = zero;
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), own = rowOf(p, rows), x_i = xyz0(v128.load(p));
    const invR_i = v128.load32_splat(p, RECORD_INVERSE_SUPPORT), c_i = v128.load32_splat(p, RECORD_KERNEL);
    const h_i = v128.load32_splat(p, RECORD_LENGTH);
    const T_i = v128.load32_splat(own), t_i = v128.load32_splat(own, 4), k_i = v128.load32_splat(own, 8), V_i = v128.load32_splat(own, 12);
    let nx = zero, ny = zero, nz = zero, Q = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i);
      const r2 = distance2(dx, dy, dz), r = f32x4.sqrt(r2), s_i = nearness(r, invR_i), s_j = nearnessThere(r, four.minusInvR(x_i));
      const g = slopeOverDistance<K>(r, c_i, s_i, four.factor, s_j), h = add(h_i, four.h); // h̄/10

      const a = v128.load(rowOf(four.j0, rows)), b = v128.load(rowOf(four.j1, rows));
      const c = v128.load(rowOf(four.j2, rows)), d = v128.load(rowOf(four.j3, rows));
      const dT = add(sub(T_i, first(a, b, c, d)), sub(t_i, second(a, b, c, d))), k_j = third(a, b, c, d), V_j = fourth(a, b, c, d);
      const conductivity = div(mul(f32x4.splat(4), mul(k_i, k_j)), f32x4.pmax(add(k_i, k_j), tiny));
      const near = mul(h, f32x4.splat(0.2)), F = div(mul(positive(g), r2), madd(near, near, r2)); // near = h̄/50
      const transfer = mul(mul(mul(V_i, V_j), mul(conductivity, F)), dT), lost = rounded(transfer, quantum);
      largest = f32x4.pmax(f32x4.abs(transfer), largest);
      const gx = mul(g, dx), gy = mul(g, dy), gz = mul(g, dz);
      nx = sub(nx, mul(V_j, gx)); ny = sub(ny, mul(V_j, gy)); nz = sub(nz, mul(V_j, gz)); Q = sub(Q, lost);
      addThere(four, sums, mul(V_i, gx), mul(V_i, gy), mul(V_i, gz), lost);
    }
    addRow(rowOf(p, sums), nx, ny, nz, Q);
  }
  store<f32>(address(AT_GROUP_REPORT) + <usize>groupOf(task) * GROUP_BYTES, largestLane(largest), GROUP_HEAT);
}
