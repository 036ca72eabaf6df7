// Heat that particles conduct to each other, and the gradient of the filled part of space; each pair once, four pairs at a time. [card §10]
//   Q_i = Σ_j V_i V_j [4 k_i k_j/(k_i + k_j)] (T_j − T_i) F_ij,  F = max(0, −W̄′/r) (X12),      n_i = Σ_j V_j ∇_iW̄
// Temperatures are pairs of f32, so that small differences between hot particles count. Transfers are rounded to a common quantum: what
// one particle loses the other gets, to the last bit [docs/adr/0006]. F is bounded near 0 as the viscous term of passes/forces.ts is.

import {
  AT_DENSITY, AT_GROUP_REPORT, AT_HEAT_RECORD, AT_LIST, AT_MASS, AT_RECORD, AT_SUM_HEAT, AT_TEMPERATURE, GROUP_BYTES, GROUP_HEAT, MASS_UNIT, RECORD_SHIFT,
  SPLAT_ONE, SPLAT_QUANTUM_HEAT, SPLAT_TINY, SUB_CONDUCTIVITY, SUB_REST_DENSITY,
  SUB_SUMMATION,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, real } from '../context';
import { add, div, high, highPair, largestLane, low, lowPair, madd, mul, positive, sub, xyz0 } from '../math/simd';
import { addRow, scatter } from '../passes/forces';
import { substanceOf } from '../passes/pack';
import { EachPair, groupOf, sumOf, taskBegin, taskEnd } from '../passes/pairs';

/** V of particle i, m³: a summed density is too low at surfaces to tell it, there the rest density does. */
@inline export function volumeOf(i: i32, substance: usize): f64 {
  const at = <usize>i << 3, summed = load<f64>(substance, SUB_SUMMATION) != 0;
  return load<f64>(address(AT_MASS) + at) / (summed ? load<f64>(substance, SUB_REST_DENSITY) : load<f64>(address(AT_DENSITY) + at));
}

/** What the pair pass reads of a chunk: T in two parts, k, V; and forgets the old sums. */
export function packHeat(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), unit = real(MASS_UNIT);
  for (let i = begin; i < end; i++) {
    const at = <usize>i << 3, row = address(AT_HEAT_RECORD) + (<usize>i << 4), T = load<f64>(address(AT_TEMPERATURE) + at), coarse = <f32>T, substance = substanceOf(i);
    store<f32>(row, coarse);
    store<f32>(row, <f32>(T - <f64>coarse), 4);
    store<f32>(row, <f32>load<f64>(substance, SUB_CONDUCTIVITY), 8);
    store<f32>(row, <f32>(volumeOf(i, substance) / unit), 12);
    v128.store(address(AT_SUM_HEAT) + (<usize>i << 4), f32x4.splat(0));
  }
}

/** Adds the sums of a group of slabs (nx, ny, nz in 1/m, Q in W over the unit of mass); those of all must be clear before the first color. */
@inline export function addConduction<K, W>(task: i32): void {
  const kernel = changetype<K>(0), domain = changetype<W>(0);
  const begin = taskBegin<EachPair>(task), end = taskEnd<EachPair>(task);
  const records = address(AT_RECORD), lists = address(AT_LIST), sums = address(AT_SUM_HEAT), rows = address(AT_HEAT_RECORD), zero = f32x4.splat(0);
  let largest = zero;
  for (let i = begin; i < end; i++) {
    const p = records + (<usize>i << RECORD_SHIFT), own = sumOf(p, records, rows);
    const x_i = xyz0(v128.load(p)), one = v128.load(SPLAT_ONE), tiny = v128.load(SPLAT_TINY);
    const invR_i = v128.load32_splat(p, 12), c_i = v128.load32_splat(p, 40), h_i = v128.load32_splat(p, 44);
    const T_i = v128.load32_splat(own), t_i = v128.load32_splat(own, 4), k_i = v128.load32_splat(own, 8), V_i = v128.load32_splat(own, 12);
    let nx = zero, ny = zero, nz = zero, Q = zero;
    const stop = load<usize>(lists + (<usize>i << 3), 4);
    for (let l = load<usize>(lists + (<usize>i << 3)); l < stop; l += 16) {
      const j0 = load<usize>(l), j1 = load<usize>(l, 4), j2 = load<usize>(l, 8), j3 = load<usize>(l, 12);
      let a = sub(x_i, v128.load(j0)), b = sub(x_i, v128.load(j1)), c = sub(x_i, v128.load(j2)), d = sub(x_i, v128.load(j3));
      let t0 = low(a, b), t1 = low(c, d), t2 = high(a, b), t3 = high(c, d);
      const dx = domain.shortest(lowPair(t0, t1), 0), dy = domain.shortest(highPair(t0, t1), 16), dz = domain.shortest(lowPair(t2, t3), 32);
      const minusInvR_j = highPair(t2, t3);
      const r2 = f32x4.pmax(madd(dz, dz, madd(dy, dy, mul(dx, dx))), tiny), r = f32x4.sqrt(r2);
      t2 = high(v128.load(j0, 32), v128.load(j1, 32)); t3 = high(v128.load(j2, 32), v128.load(j3, 32));
      const c_j = lowPair(t2, t3), h = add(h_i, highPair(t2, t3)); // h̄/10
      const near_i = positive(sub(one, mul(r, invR_i))), near_j = positive(madd(r, minusInvR_j, one));
      const g = div(madd(c_i, kernel.slope(near_i), mul(c_j, kernel.slope(near_j))), r);

      a = v128.load(sumOf(j0, records, rows)); b = v128.load(sumOf(j1, records, rows)); c = v128.load(sumOf(j2, records, rows)); d = v128.load(sumOf(j3, records, rows));
      t0 = low(a, b); t1 = low(c, d); t2 = high(a, b); t3 = high(c, d);
      const dT = add(sub(T_i, lowPair(t0, t1)), sub(t_i, highPair(t0, t1))), k_j = lowPair(t2, t3), V_j = highPair(t2, t3);
      const conductivity = div(mul(f32x4.splat(4), mul(k_i, k_j)), f32x4.pmax(add(k_i, k_j), tiny));
      const near = mul(h, f32x4.splat(0.2)), F = div(mul(positive(g), r2), madd(near, near, r2)); // near = h̄/50
      let lost = mul(mul(mul(V_i, V_j), mul(conductivity, F)), dT);
      largest = f32x4.pmax(f32x4.abs(lost), largest);
      const quantum = v128.load(SPLAT_QUANTUM_HEAT);
      lost = sub(add(lost, quantum), quantum);
      Q = sub(Q, lost);
      const gx = mul(g, dx), gy = mul(g, dy), gz = mul(g, dz);
      nx = sub(nx, mul(V_j, gx)); ny = sub(ny, mul(V_j, gy)); nz = sub(nz, mul(V_j, gz));
      scatter(mul(V_i, gx), mul(V_i, gy), mul(V_i, gz), lost, sums, records, j0, j1, j2, j3);
    }
    addRow(sumOf(p, records, sums), nx, ny, nz, Q);
  }
  store<f32>(address(AT_GROUP_REPORT) + <usize>groupOf(task) * GROUP_BYTES, largestLane(largest), GROUP_HEAT);
}
