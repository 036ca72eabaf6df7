// Projected conjugate gradients for B μ = b, μ ≥ 0, B = C + dt D L: one product a round. [ADR 43]
//   p = z + β d,   z = r/D of who is free, else 0,   β = −z·B d/d·B d,   d = max(−μ, α p)
//   t = min(1, r·d/d·B d),   μ += t d,   r −= t B d
// Free is who has pressure or needs some. Who carries tension, ζ > 0, is always free, and has C/ζ for C where μ < 0. Dot products are
// f64, per chunk; the host adds them in order. Called by src/substances/sph/solve-pressure.ts.

import {
  AT_NORMAL, KEPT, NEXT_DRIFT, REPORT_ALONG, REPORT_BEND, REPORT_BENT, REPORT_ERROR, REPORT_SOLVED, STEP, STRIDE,
  SUB_GRADIENT_SCALE, SUB_REST_DENSITY,
  SYSTEM_COMPLIANCE, SYSTEM_DIAGONAL, SYSTEM_HANDED, SYSTEM_PRODUCT, SYSTEM_RESIDUAL, SYSTEM_SHARE, SYSTEM_TENSION, TAKEN,
} from '../../src/wasm/layout';
import { chunkBegin, chunkEnd, real } from '../context';
import { substanceOf } from '../passes/pack';
import { densityOf, lengthOf, relativeMassOf } from '../schemes/shared/particle';
import { reportOf } from '../schemes/shared/report';
import { hasBodies, rateOfBodies } from './bodies';
import { rowAt, solvedAt, systemOf } from './prepare';
import { FORCE, MOTION, RATE, UNKNOWN, unknownsOf } from './unknowns';

/** Residuals at the last pressures, from the rates of the motions that these lead to; there is no direction yet. */
export function beginPressure(chunk: i32): void {
  const report = reportOf(chunk), end = chunkEnd(chunk), dt = real(NEXT_DRIFT);
  let error = 0.0;
  for (let i = chunkBegin(chunk); i < end; i++) {
    const system = systemOf(i), mu = load<f64>(solvedAt(i));
    const rate = rateOf(i) + <f64>load<f32>(rowAt(AT_NORMAL, i), 12);
    const r = load<f64>(system, SYSTEM_RESIDUAL) + dt * rate - compressed(system, mu);
    store<f64>(system, r, SYSTEM_RESIDUAL);
    store<f32>(unknownsOf(i), 0, UNKNOWN);
    error += errorOf(system, mu, r);
  }
  closeErrors(report, chunk, error);
}

/** Accelerations by a direction. */
export function movePressure(chunk: i32): void {
  const end = chunkEnd(chunk);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const unknowns = unknownsOf(i), d = v128.load32_splat(unknowns, UNKNOWN);
    const F = f32x4.add(v128.load(unknowns, FORCE), f32x4.mul(d, v128.load(rowAt(AT_NORMAL, i))));
    v128.store(unknowns, f32x4.replace_lane(f32x4.mul(F, f32x4.splat(<f32>(1 / relativeMassOf(i)))), 3, 0), MOTION);
  }
}

/** B d = C d − dt D Q(F(d)/m), and d·B d. */
export function applyPressure(chunk: i32): void {
  const end = chunkEnd(chunk), dt2 = real(NEXT_DRIFT) * real(STEP);
  let bend = 0.0;
  for (let i = chunkBegin(chunk); i < end; i++) {
    const system = systemOf(i), d = <f64>load<f32>(unknownsOf(i), UNKNOWN);
    const mu = load<f64>(solvedAt(i)), Bd = compressed(system, mu + d) - compressed(system, mu) - dt2 * rateOf(i);
    store<f64>(system, Bd, SYSTEM_PRODUCT);
    bend += d * Bd;
  }
  store<f64>(reportOf(chunk), bend, REPORT_BEND);
}

/** Takes a part of the direction, and notes how much of what is left lies along its product. */
export function takePressure(chunk: i32): void {
  const report = reportOf(chunk), end = chunkEnd(chunk), t = real(TAKEN);
  let error = 0.0, bent = 0.0;
  for (let i = chunkBegin(chunk); i < end; i++) {
    const system = systemOf(i), at = solvedAt(i), d = <f64>load<f32>(unknownsOf(i), UNKNOWN), was = load<f64>(at);
    const pulls = load<f64>(system, SYSTEM_TENSION) > 0, mu = pulls ? was + t * d : max<f64>(was + t * d, 0);
    const Bd = load<f64>(system, SYSTEM_PRODUCT);
    let r = load<f64>(system, SYSTEM_RESIDUAL) - t * Bd;
    if (pulls) r += t * (compressed(system, was + d) - compressed(system, was)) - (compressed(system, mu) - compressed(system, was));
    store<f64>(at, mu);
    store<f64>(system, r, SYSTEM_RESIDUAL);
    bent += steepest(system, mu, r) * Bd;
    error += errorOf(system, mu, r);
  }
  store<f64>(report, bent, REPORT_BENT);
  closeErrors(report, chunk, error);
}

/** The next direction, never to less than no pressure; sums are cleared for its product. */
export function turnPressure(chunk: i32): void {
  const end = chunkEnd(chunk), beta = real(KEPT), stride = real(STRIDE), zero = f32x4.splat(0);
  let along = 0.0;
  for (let i = chunkBegin(chunk); i < end; i++) {
    const system = systemOf(i), unknowns = unknownsOf(i), mu = load<f64>(solvedAt(i)), r = load<f64>(system, SYSTEM_RESIDUAL);
    const p = steepest(system, mu, r) + beta * <f64>load<f32>(unknowns, UNKNOWN), d = <f32>held(system, mu, stride * p);
    store<f32>(unknowns, d, UNKNOWN);
    v128.store(unknowns, zero, FORCE);
    along += r * <f64>d;
  }
  store<f64>(reportOf(chunk), along, REPORT_ALONG);
}

/**
 * What was found, without what has acted already, goes beside the places, and the sums of what is handed over are cleared. Reports how
 * short steps must be for it.
 */
export function endPressure(chunk: i32): void {
  const report = reportOf(chunk), end = chunkEnd(chunk), zero = f32x4.splat(0);
  let largest = 0.0;
  for (let i = chunkBegin(chunk); i < end; i++) {
    const unknowns = unknownsOf(i), mu = load<f64>(solvedAt(i)), substance = substanceOf(i), h = lengthOf(i);
    const rho0 = load<f64>(substance, SUB_REST_DENSITY), N = densityOf(i) / rho0; // P = μ N²/G
    store<f32>(unknowns, <f32>(mu - load<f64>(systemOf(i), SYSTEM_HANDED)), UNKNOWN);
    v128.store(unknowns, zero, FORCE);
    largest = max<f64>(largest, (Math.abs(mu) * N) / (load<f64>(substance, SUB_GRADIENT_SCALE) * rho0 * h * h));
  }
  store<f64>(report, largest, REPORT_SOLVED);
}

/** C μ, or C μ/ζ where it pulls. */
@inline function compressed(system: usize, mu: f64): f64 {
  const C = load<f64>(system, SYSTEM_COMPLIANCE), tension = load<f64>(system, SYSTEM_TENSION);
  return mu < 0 && tension > 0 ? (C * mu) / tension : C * mu;
}

/** D, with C/ζ for C. */
@inline function pullingDiagonal(system: usize): f64 {
  const C = load<f64>(system, SYSTEM_COMPLIANCE);
  return load<f64>(system, SYSTEM_DIAGONAL) - C + C / load<f64>(system, SYSTEM_TENSION);
}

/** r/D of who is free. */
@inline function steepest(system: usize, mu: f64, r: f64): f64 {
  if (mu > 0 || (mu == 0 && r > 0)) return r / load<f64>(system, SYSTEM_DIAGONAL);
  return load<f64>(system, SYSTEM_TENSION) > 0 ? r / pullingDiagonal(system) : 0;
}

/** A change of μ that does not go below 0, or beyond 0 as much less or more as D is another there. */
@inline function held(system: usize, mu: f64, change: f64): f64 {
  if (load<f64>(system, SYSTEM_TENSION) == 0) return max<f64>(change, -mu);
  if (mu == 0 || (mu > 0) == (mu + change > 0)) return change;
  const ratio = load<f64>(system, SYSTEM_DIAGONAL) / pullingDiagonal(system);
  return (mu + change) * (mu > 0 ? ratio : 1 / ratio) - mu;
}

/** Error of ρ/ρ₀: who can let go of all its pressure, and never pulls, has none. */
@inline function errorOf(system: usize, mu: f64, r: f64): f64 {
  const never = load<f64>(system, SYSTEM_TENSION) == 0;
  return (r > 0 || !never ? Math.abs(r) : min<f64>(-r, load<f64>(system, SYSTEM_DIAGONAL) * mu)) * load<f64>(system, SYSTEM_SHARE);
}

/** Q of particle i; walls that are no bodies rest. */
@inline function rateOf(i: i32): f64 {
  const unknowns = unknownsOf(i), w = rowAt(AT_NORMAL, i), u = unknowns + MOTION;
  const across = <f64>load<f32>(w) * <f64>load<f32>(u) + <f64>load<f32>(w, 4) * <f64>load<f32>(u, 4);
  const rate = <f64>load<f32>(unknowns, RATE) - (across + <f64>load<f32>(w, 8) * <f64>load<f32>(u, 8));
  return hasBodies() ? rate + rateOfBodies(i) : rate;
}

/** Errors as a mean over the chunk. */
@inline function closeErrors(report: usize, chunk: i32, error: f64): void {
  store<f64>(report, error / <f64>(chunkEnd(chunk) - chunkBegin(chunk)), REPORT_ERROR);
}
