// Implicit viscosity: (m_i + dt Σ_j K_ij + dt w_i) δ_i − dt Σ_j K_ij δ_j = f_i for the change of velocity δ, by conjugate gradients with
// the diagonal as preconditioner. K_ij = 2 m_i m_j η̄/(ρ_iρ_j) F_ij stand beside the lists (passes/forces.ts), w_i is the drag of
// walls. Backward Euler: steps of any size are stable. Vectors are f32, their products f64 per chunk, added in order.

import {
  ALPHA, AT_ACCELERATION, AT_CHUNK_REPORT, AT_DELTA, AT_DENSITY, AT_DIRECTION, AT_MASS, AT_RESIDUAL, AT_SMOOTHING_LENGTH, AT_SUM,
  AT_VELOCITY, AT_WALL, BETA, COEFFICIENTS, CORRECTION, PAIR_UNIT, REPORT_BYTES, REPORT_CURVATURE, REPORT_DESCENT, REPORT_FASTEST,
  REPORT_GAIN, REPORT_REFERENCE, REPORT_REMAINDER, REPORT_SPEED, REPORT_WHOLE, STEP, SYMMETRIC,
  TENSION_BYTES, WALL_SHIFT,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { Unbounded } from '../lists';
import { add, div, mul, sub, xyz0 } from '../math/simd';
import { FOUR, fourPairs, listEndOf, listOf, recordOf } from '../passes/four-pairs';
import { paceOf } from '../passes/pack';
import { EachPair, taskBegin, taskEnd } from '../passes/pairs';
import { besideRecords, ROW, rowOf } from '../passes/sums';
import { controlOf, tensionOf } from './tension';

/** Relative change that a solve need not see, of velocities. */
const FLOOR: f64 = 1e-6;

/** Adds Σ_j K_ij (p_i − p_j) of a group of slabs, p the directions; the sums must be clear before the first color. */
export function addProducts(task: i32): void {
  const end = taskEnd<EachPair>(task), directions = besideRecords(AT_DIRECTION, ROW), sums = besideRecords(AT_SUM, ROW);
  const coefficients = address(COEFFICIENTS); // from an entry of a list to its −K
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), p_i = v128.load(rowOf(p, directions)), own = rowOf(p, sums);
    let a = f32x4.splat(0), b = f32x4.splat(0);
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<Unbounded>(l), k = l + coefficients;
      const o0 = rowOf(four.j0, 0), o1 = rowOf(four.j1, 0), o2 = rowOf(four.j2, 0), o3 = rowOf(four.j3, 0);
      const t0 = mul(v128.load32_splat(k), sub(p_i, v128.load(directions + o0)));
      const t1 = mul(v128.load32_splat(k, 4), sub(p_i, v128.load(directions + o1)));
      const t2 = mul(v128.load32_splat(k, 8), sub(p_i, v128.load(directions + o2)));
      const t3 = mul(v128.load32_splat(k, 12), sub(p_i, v128.load(directions + o3)));
      a = add(a, add(t0, t1)); b = add(b, add(t2, t3));
      v128.store(sums + o0, add(v128.load(sums + o0), t0));
      v128.store(sums + o1, add(v128.load(sums + o1), t1));
      v128.store(sums + o2, add(v128.load(sums + o2), t2));
      v128.store(sums + o3, add(v128.load(sums + o3), t3));
    }
    v128.store(own, sub(v128.load(own), add(a, b)));
  }
}

/** w_i: drag of walls over the unit of pair passes, 1/s. */
@inline export function wallRate(i: i32, m: f64): f64 {
  return (m * <f64>load<f32>(address(AT_WALL) + (<usize>i << WALL_SHIFT))) / load<f64>(address(AT_DENSITY) + (<usize>i << 3));
}

/** Residual at the first guess, and the first direction. The sums hold the products of the guessed velocities. */
export function beginSolve(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), unit = real(PAIR_UNIT), dt = real(STEP);
  let descent = 0.0, remainder = 0.0, reference = 0.0, whole = 0.0, gainX = 0.0, gainY = 0.0, gainZ = 0.0;
  const symmetric = int(SYMMETRIC) != 0;
  for (let i = begin; i < end; i++) {
    const o = <usize>i << 4, at3 = <usize>i * 24, m = load<f64>(address(AT_MASS) + (<usize>i << 3)) / unit, w = dt * wallRate(i, m);
    const sum = address(AT_SUM) + o, delta = address(AT_DELTA) + o, wall = address(AT_WALL) + (<usize>i << WALL_SHIFT);
    const diagonal = <f64>load<f32>(delta, 12), S = <f64>load<f32>(wall);
    for (let axis: usize = 0; axis < 3; axis++) {
      const v = load<f64>(address(AT_VELOCITY) + at3 + (axis << 3)), a = load<f64>(address(AT_ACCELERATION) + at3 + (axis << 3));
      const d = <f64>load<f32>(delta + (axis << 2));
      const drag = S > 0 ? w * (<f64>load<f32>(wall + (axis << 2), 4) / S - v - d) : 0;
      const r = drag - dt * <f64>load<f32>(sum + (axis << 2)) - m * d;
      store<f32>(address(AT_RESIDUAL) + o + (axis << 2), <f32>r);
      store<f32>(address(AT_DIRECTION) + o + (axis << 2), <f32>(r / diagonal));
      descent += (r * r) / diagonal;
      remainder += (r * r) / m;
      reference += m * (dt * dt * a * a + FLOOR * v * v);
    }
    whole += m * unit;
    gainX += m * unit * <f64>load<f32>(delta); gainY += m * unit * <f64>load<f32>(delta, 4); gainZ += m * unit * <f64>load<f32>(delta, 8);
    store<f32>(address(AT_DIRECTION) + o, 0, 12);
    store<f32>(address(AT_RESIDUAL) + o, 0, 12);
    v128.store(sum, f32x4.splat(0));
    if (symmetric) prepareTension(i);
  }
  const report = address(AT_CHUNK_REPORT) + <usize>chunk * REPORT_BYTES;
  store<f64>(report, descent, REPORT_DESCENT);
  store<f64>(report, remainder, REPORT_REMAINDER);
  store<f64>(report, reference, REPORT_REFERENCE);
  store<f64>(report, whole, REPORT_WHOLE);
  store<f64>(report, gainX, REPORT_GAIN); store<f64>(report, gainY, REPORT_GAIN + 8); store<f64>(report, gainZ, REPORT_GAIN + 16);
}

/** Readies particle i for the next product of the symmetric form: its row is clear, its direction ends in α η. */
@inline function prepareTension(i: i32): void {
  memory.fill(tensionOf(i), 0, TENSION_BYTES);
  store<f32>(address(AT_DIRECTION) + (<usize>i << 4), controlOf(i), 12);
}

/** a·b of two vectors, in f64. */
@inline function dot(a: v128, b: v128): f64 {
  const low = f64x2.mul(f64x2.promote_low_f32x4(a), f64x2.promote_low_f32x4(b));
  return f64x2.extract_lane(low, 0) + f64x2.extract_lane(low, 1) + <f64>f32x4.extract_lane(a, 2) * <f64>f32x4.extract_lane(b, 2);
}

/** A p in place of the products, and p·A p. */
export function applyMatrix(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), perUnit = 1 / real(PAIR_UNIT), dt = real(STEP), dts = f32x4.splat(<f32>dt);
  const masses = address(AT_MASS), sums = address(AT_SUM), directions = address(AT_DIRECTION);
  let curvature = 0.0;
  for (let i = begin; i < end; i++) {
    const o = <usize>i << 4, m = load<f64>(masses + (<usize>i << 3)) * perUnit, own = f32x4.splat(<f32>(m + dt * wallRate(i, m)));
    const p = v128.load(directions + o), Ap = add(mul(own, p), mul(dts, v128.load(sums + o)));
    v128.store(sums + o, Ap);
    curvature += dot(p, Ap);
  }
  store<f64>(address(AT_CHUNK_REPORT) + <usize>chunk * REPORT_BYTES, curvature, REPORT_CURVATURE);
}

/** δ ← δ + α p, r ← r − α A p; what is left, and the momentum that δ is. The diagonal beside δ stays. */
export function descend(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), unit = real(PAIR_UNIT), alpha = f32x4.splat(<f32>real(ALPHA));
  const masses = address(AT_MASS), sums = address(AT_SUM), directions = address(AT_DIRECTION);
  const deltas = address(AT_DELTA), residuals = address(AT_RESIDUAL);
  let descent = 0.0, remainder = 0.0, gainX = 0.0, gainY = 0.0, gainZ = 0.0;
  for (let i = begin; i < end; i++) {
    const o = <usize>i << 4, mass = load<f64>(masses + (<usize>i << 3));
    const delta = add(v128.load(deltas + o), mul(alpha, xyz0(v128.load(directions + o))));
    const r = sub(v128.load(residuals + o), mul(alpha, xyz0(v128.load(sums + o))));
    v128.store(deltas + o, delta);
    v128.store(residuals + o, r);
    const rr = dot(r, r);
    descent += rr / <f64>f32x4.extract_lane(delta, 3);
    remainder += (rr * unit) / mass;
    gainX += mass * <f64>f32x4.extract_lane(delta, 0);
    gainY += mass * <f64>f32x4.extract_lane(delta, 1);
    gainZ += mass * <f64>f32x4.extract_lane(delta, 2);
  }
  const report = address(AT_CHUNK_REPORT) + <usize>chunk * REPORT_BYTES;
  store<f64>(report, descent, REPORT_DESCENT);
  store<f64>(report, remainder, REPORT_REMAINDER);
  store<f64>(report, gainX, REPORT_GAIN); store<f64>(report, gainY, REPORT_GAIN + 8); store<f64>(report, gainZ, REPORT_GAIN + 16);
}

/** p ← r/diagonal + β p; forgets the products. */
export function turn(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), beta = f32x4.splat(<f32>real(BETA));
  const sums = address(AT_SUM), directions = address(AT_DIRECTION), deltas = address(AT_DELTA), residuals = address(AT_RESIDUAL);
  const symmetric = int(SYMMETRIC) != 0;
  for (let i = begin; i < end; i++) {
    const o = <usize>i << 4, steepest = div(v128.load(residuals + o), v128.load32_splat(deltas + o, 12));
    const p = add(steepest, mul(beta, v128.load(directions + o)));
    v128.store(directions + o, p);
    v128.store(sums + o, f32x4.splat(0));
    if (symmetric) prepareTension(i);
  }
}

/** v ← v + δ + correction, and the acceleration that it is part of. */
export function finishSolve(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), dt = real(STEP);
  let speed = 0.0, fastest = -1;
  for (let i = begin; i < end; i++) {
    const delta = address(AT_DELTA) + (<usize>i << 4), h = load<f64>(address(AT_SMOOTHING_LENGTH) + (<usize>i << 3));
    let v2 = 0.0;
    for (let axis: usize = 0; axis < 3; axis++) {
      const at = <usize>i * 24 + (axis << 3), gain = <f64>load<f32>(delta + (axis << 2)) + real(CORRECTION + (axis << 3));
      const v = load<f64>(address(AT_VELOCITY) + at) + gain;
      store<f64>(address(AT_VELOCITY) + at, v);
      store<f64>(address(AT_ACCELERATION) + at, load<f64>(address(AT_ACCELERATION) + at) + gain / dt);
      v2 += v * v;
    }
    const pace = (v2 / (h * h)) * paceOf(i);
    if (pace > speed) { speed = pace; fastest = i; }
  }
  const report = address(AT_CHUNK_REPORT) + <usize>chunk * REPORT_BYTES;
  store<f64>(report, Math.sqrt(speed), REPORT_SPEED);
  store<f64>(report, <f64>fastest, REPORT_FASTEST);
}
