// A liquid feels elastic solids as a boundary: they fill space in its density sums, and it presses on them. [ADR 39; AIAST12, AHA12]
//   N_i += Σ_s V_s W_is,   Ṅ_i −= Σ_s V_s g v_is·x_is,   T_is = V_i V_s (P_i/N_i² + P_s + Π_i) g x_is
//   g = −W_is′/r, W with h of the liquid
//   P_s = P_i + ρ₀ g·(x_s − x_i) between 0 and 2 P_i: the pressure of the liquid goes on in the solid as its weight makes it
// Π as between particles of the liquid (passes/forces.ts). What the liquid gets the solid loses, rounded to the quantum of all transfers.
// The usual loops see no solids: there they weigh nothing.

import {
  AT_GROUP_REPORT, AT_SUM, AT_TOUCH, FLOW, GRAVITY, GROUP_BYTES, GROUP_FORCE, RECORD_COMPRESSION, RECORD_INVERSE_SUPPORT, RECORD_KERNEL,
  RECORD_LENGTH, RECORD_LINEAR, RECORD_PRESSURE, RECORD_QUADRATIC, RECORD_VELOCITY, RECORD_VOLUME, SPLAT_QUANTUM, TOUCH_RECORD_IS,
  TOUCH_RECORD_VOLUME, TOUCH_RECORD_WEIGHT,
} from '../../src/wasm/layout';
import { address, int, real } from '../context';
import { add, div, first, fourth, largestLane, madd, mul, positive, sub, third, xyz0 } from '../math/simd';
import {
  distance, distance2, FOUR, FourPairs, fourPairs, listEndOf, listOf, nearness, nearnessThere, recordOf, rounded,
} from '../passes/four-pairs';
import { EachPair, groupOf, taskBegin, taskEnd } from '../passes/pairs';
import { addRow, addThere, besideRecords, LONG_ROW, longRowOf, ROW, rowOf } from '../passes/sums';

/** R over h/20. */
const DIAMETER: f32 = 40;

/** V of the solids among four neighbors. */
@inline function solidVolumes<W>(four: FourPairs<W>, touches: usize): v128 {
  return third(quad(four.j0, touches), quad(four.j1, touches), quad(four.j2, touches), quad(four.j3, touches));
}
/** G ρ₀ of the liquids among four neighbors. */
@inline function weights<W>(four: FourPairs<W>, touches: usize): v128 {
  return fourth(quad(four.j0, touches), quad(four.j1, touches), quad(four.j2, touches), quad(four.j3, touches));
}
@inline function quad(record: usize, touches: usize): v128 { return v128.load(longRowOf(record, touches), TOUCH_RECORD_IS); }

/**
 * Adds what solids fill to the density sums of liquids, for a group of slabs: Σ V_s W to the first and to the third number of a row, and
 * their part of the divergence, Σ V_s g v·x, to the fourth.
 */
@inline export function addFilled<K, W>(task: i32): void {
  const kernel = changetype<K>(0), end = taskEnd<EachPair>(task), sums = besideRecords(AT_SUM, ROW), zero = f32x4.splat(0);
  const touches = besideRecords(AT_TOUCH, LONG_ROW), diameters = f32x4.splat(2 * DIAMETER);
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), x_i = xyz0(v128.load(p)), invR_i = v128.load32_splat(p, RECORD_INVERSE_SUPPORT);
    const S_i = v128.load32_splat(longRowOf(p, touches), TOUCH_RECORD_VOLUME), isLiquid = load<f32>(p, RECORD_VOLUME) > 0;
    const c_i = v128.load32_splat(p, RECORD_KERNEL), h_i = v128.load32_splat(p, RECORD_LENGTH), v_i = xyz0(v128.load(p, RECORD_VELOCITY));
    let filled = zero, spread = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), S_j = isLiquid ? solidVolumes(four, touches) : v128.and(S_i, f32x4.gt(four.volume, zero));
      if (!v128.any_true(S_j)) continue;
      const dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), r = distance(dx, dy, dz);
      const near = isLiquid ? nearness(r, invR_i) : nearnessThere(r, four.minusInvR(x_i));
      const c = isLiquid ? c_i : four.factor, size = mul(isLiquid ? h_i : four.h, diameters);
      const part = mul(mul(S_j, mul(c, size)), kernel.value(near)), g = div(mul(mul(S_j, add(c, c)), kernel.slope(near)), r);
      const apart = mul(g, madd(four.vz(v_i), dz, madd(four.vy(v_i), dy, mul(four.vx(v_i), dx))));
      filled = add(filled, part);
      spread = add(spread, apart);
      if (!isLiquid) addThere<W>(four, sums, part, zero, part, apart);
    }
    if (isLiquid) addRow(rowOf(p, sums), filled, zero, filled, spread);
  }
}

/** Adds the pressure between liquids and solids to the sums of forces, for a group of slabs. */
@inline export function addPressed<K, W>(task: i32): void {
  const kernel = changetype<K>(0), end = taskEnd<EachPair>(task), sums = besideRecords(AT_SUM, ROW), zero = f32x4.splat(0);
  const touches = besideRecords(AT_TOUCH, LONG_ROW), quantum = v128.load(SPLAT_QUANTUM), rates = f32x4.splat(int(FLOW) ? 0 : 1);
  const gx = f32x4.splat(<f32>real(GRAVITY)), gy = f32x4.splat(<f32>real(GRAVITY + 8)), gz = f32x4.splat(<f32>real(GRAVITY + 16));
  let largest = zero;
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), x_i = xyz0(v128.load(p)), v_i = xyz0(v128.load(p, RECORD_VELOCITY)), V_i = v128.load32_splat(p, RECORD_VOLUME);
    const invR_i = v128.load32_splat(p, RECORD_INVERSE_SUPPORT), S_i = v128.load32_splat(longRowOf(p, touches), TOUCH_RECORD_VOLUME);
    const isLiquid = load<f32>(p, RECORD_VOLUME) > 0, w_i = v128.load32_splat(longRowOf(p, touches), TOUCH_RECORD_WEIGHT);
    let fx = zero, fy = zero, fz = zero, rate = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), V_j = four.volume, S_j = solidVolumes(four, touches), VV = isLiquid ? mul(V_i, S_j) : mul(S_i, V_j);
      if (!v128.any_true(f32x4.gt(VV, zero))) continue;
      const dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), r2 = distance2(dx, dy, dz), r = f32x4.sqrt(r2);
      const near = isLiquid ? nearness(r, invR_i) : nearnessThere(r, four.minusInvR(x_i));
      const c = isLiquid ? v128.load32_splat(p, RECORD_KERNEL) : four.factor, g = div(mul(add(c, c), kernel.slope(near)), r);
      const P = isLiquid ? v128.load32_splat(p, RECORD_PRESSURE) : four.pressure;
      const N = isLiquid ? v128.load32_splat(p, RECORD_COMPRESSION) : four.compression;
      const h20 = isLiquid ? v128.load32_splat(p, RECORD_LENGTH) : four.h, h = add(h20, h20); // h/10
      const linear = isLiquid ? v128.load32_splat(p, RECORD_LINEAR) : four.linear;
      const quadratic = isLiquid ? v128.load32_splat(p, RECORD_QUADRATIC) : four.quadratic;
      const down = madd(gz, dz, madd(gy, dy, mul(gx, dx))), more = isLiquid ? mul(w_i, f32x4.neg(down)) : mul(weights(four, touches), down);
      const most = positive(add(P, P)), P_s = f32x4.pmax(f32x4.pmin(add(P, more), most), f32x4.pmin(P, zero));

      const vx = four.vx(v_i), vy = four.vy(v_i), vz = four.vz(v_i), vdotx = madd(vz, dz, madd(vy, dy, mul(vx, dx)));
      const mu = div(mul(h, f32x4.pmin(vdotx, zero)), madd(h, h, r2)), viscous = div(mul(mu, sub(mul(quadratic, mu), linear)), N);
      const f = mul(mul(VV, add(add(P, P_s), viscous)), g), tx = rounded(mul(f, dx), quantum), ty = rounded(mul(f, dy), quantum);
      const tz = rounded(mul(f, dz), quantum), nearing = mul(mul(g, vdotx), rates);
      largest = f32x4.pmax(f32x4.abs(mul(f, r)), largest);
      fx = add(fx, tx); fy = add(fy, ty); fz = add(fz, tz);
      if (isLiquid) rate = sub(rate, mul(S_j, nearing));
      const toJ = isLiquid ? zero : f32x4.neg(mul(v128.and(S_i, f32x4.gt(V_j, zero)), nearing));
      addThere<W>(four, sums, f32x4.neg(tx), f32x4.neg(ty), f32x4.neg(tz), toJ);
    }
    addRow(rowOf(p, sums), fx, fy, fz, rate);
  }
  const report = address(AT_GROUP_REPORT) + <usize>groupOf(task) * GROUP_BYTES;
  store<f32>(report, max<f32>(load<f32>(report, GROUP_FORCE), largestLane(largest)), GROUP_FORCE);
}
