// Spectral projected gradient for B μ = b, μ ≥ 0, B = C + dt² L: one product a round. [ADR 43]
//   d = max(0, μ + α r/D) − μ,   t = min(1, r·d/d·B d),   μ += t d,   r −= t B d,   α = d·D d/d·B d
// Dot products are f64, per chunk; the host adds them in order. Called by src/substances/sph/solve-pressure.ts.

import {
  AT_MOTION, AT_NORMAL, AT_POINT, AT_PUSH, AT_SUM, REPORT_ALONG, REPORT_BEND, REPORT_ERROR, REPORT_WEIGHED, STEP, STRIDE,
  SYSTEM_COMPLIANCE, SYSTEM_DIAGONAL, SYSTEM_PRODUCT, SYSTEM_RESIDUAL, SYSTEM_SHARE, TAKEN,
} from '../../src/wasm/layout';
import { chunkBegin, chunkEnd, real } from '../context';
import { relativeMassOf } from '../schemes/shared/particle';
import { reportOf } from '../schemes/shared/report';
import { rateAt, rowAt, solvedAt, systemOf } from './prepare';

/** Residuals at the last pressures, from the rates of the motions that these lead to; and the first direction. */
export function beginPressure(chunk: i32): void {
  const report = reportOf(chunk), end = chunkEnd(chunk), dt = real(STEP);
  openReport(report);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const system = systemOf(i), mu = load<f64>(solvedAt(i));
    const rate = rateOf(i) + <f64>load<f32>(rowAt(AT_NORMAL, i), 12);
    const r = load<f64>(system, SYSTEM_RESIDUAL) + dt * rate - load<f64>(system, SYSTEM_COMPLIANCE) * mu;
    turn(report, i, system, mu, r);
  }
  closeReport(report, chunk);
}

/** Accelerations by a direction. */
export function movePressure(chunk: i32): void {
  const end = chunkEnd(chunk);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const d = v128.load32_splat(rowAt(AT_POINT, i), 12);
    const F = f32x4.add(v128.load(rowAt(AT_PUSH, i)), f32x4.mul(d, v128.load(rowAt(AT_NORMAL, i))));
    v128.store(rowAt(AT_MOTION, i), f32x4.replace_lane(f32x4.mul(F, f32x4.splat(<f32>(1 / relativeMassOf(i)))), 3, 0));
  }
}

/** B d = C d − dt² Q(F(d)/m), and d·B d. */
export function applyPressure(chunk: i32): void {
  const end = chunkEnd(chunk), dt = real(STEP), dt2 = dt * dt;
  let bend = 0.0;
  for (let i = chunkBegin(chunk); i < end; i++) {
    const system = systemOf(i), d = <f64>load<f32>(rowAt(AT_POINT, i), 12);
    const Bd = load<f64>(system, SYSTEM_COMPLIANCE) * d - dt2 * rateOf(i);
    store<f64>(system, Bd, SYSTEM_PRODUCT);
    bend += d * Bd;
  }
  store<f64>(reportOf(chunk), bend, REPORT_BEND);
}

/** Takes a part of the direction, and turns to the next. */
export function takePressure(chunk: i32): void {
  const report = reportOf(chunk), end = chunkEnd(chunk), t = real(TAKEN);
  openReport(report);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const system = systemOf(i), at = solvedAt(i), d = <f64>load<f32>(rowAt(AT_POINT, i), 12), mu = max<f64>(load<f64>(at) + t * d, 0);
    store<f64>(at, mu);
    turn(report, i, system, mu, load<f64>(system, SYSTEM_RESIDUAL) - t * load<f64>(system, SYSTEM_PRODUCT));
  }
  closeReport(report, chunk);
}

/** What was found goes beside the places, and the sums of what is handed over are cleared. */
export function endPressure(chunk: i32): void {
  const end = chunkEnd(chunk), zero = f32x4.splat(0);
  for (let i = chunkBegin(chunk); i < end; i++) {
    store<f32>(rowAt(AT_POINT, i), <f32>load<f64>(solvedAt(i)), 12);
    v128.store(rowAt(AT_SUM, i), zero);
  }
}

/** Notes the residual of particle i, its direction, and their products; sums are cleared for the next product. */
@inline function turn(report: usize, i: i32, system: usize, mu: f64, r: f64): void {
  const D = load<f64>(system, SYSTEM_DIAGONAL), d = <f64><f32>(max<f64>(mu + (real(STRIDE) * r) / D, 0) - mu);
  store<f64>(system, r, SYSTEM_RESIDUAL);
  store<f32>(rowAt(AT_POINT, i), <f32>d, 12);
  v128.store(rowAt(AT_PUSH, i), f32x4.splat(0));
  store<f32>(rateAt(i), 0);
  add(report + REPORT_ALONG, r * d);
  add(report + REPORT_WEIGHED, d * D * d);
  const left = r > 0 ? r : min<f64>(-r, D * mu); // who can let go of all its pressure has no error
  add(report + REPORT_ERROR, left * load<f64>(system, SYSTEM_SHARE));
}

/** Q of particle i, walls at rest. */
@inline function rateOf(i: i32): f64 {
  const w = rowAt(AT_NORMAL, i), u = rowAt(AT_MOTION, i);
  const across = <f64>load<f32>(w) * <f64>load<f32>(u) + <f64>load<f32>(w, 4) * <f64>load<f32>(u, 4);
  return <f64>load<f32>(rateAt(i)) - (across + <f64>load<f32>(w, 8) * <f64>load<f32>(u, 8));
}

@inline function add(slot: usize, value: f64): void {
  store<f64>(slot, load<f64>(slot) + value);
}

@inline function openReport(report: usize): void {
  store<f64>(report, 0, REPORT_ALONG);
  store<f64>(report, 0, REPORT_WEIGHED);
  store<f64>(report, 0, REPORT_ERROR);
}

/** Errors as a mean over the chunk. */
@inline function closeReport(report: usize, chunk: i32): void {
  store<f64>(report, load<f64>(report, REPORT_ERROR) / <f64>(chunkEnd(chunk) - chunkBegin(chunk)), REPORT_ERROR);
}
