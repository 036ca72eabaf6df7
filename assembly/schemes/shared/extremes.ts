// The extremes of a kick, from which the next step follows, and the particles that the detective looks at. [card §6]

import {
  PAIR_UNIT, REPORT_ACCELERATION, REPORT_BAD, REPORT_CONDUCTION, REPORT_DENSEST, REPORT_DENSITY_HIGH, REPORT_DENSITY_LOW,
  REPORT_DIVERGENCE, REPORT_EXTERNAL, REPORT_FASTEST, REPORT_PUSH, REPORT_SIGNAL, REPORT_SOUND, REPORT_SPEED, REPORT_VISCOUS, REPORT_WALL,
  SUB_CONDUCTIVITY, SUB_FELT_SPEED, SUB_HEAT_CAPACITY, SUB_QUADRATIC, SUB_REST_DENSITY, SUB_SOUND_SPEED,
} from '../../../src/wasm/layout';
import { real } from '../../context';
import { paceOf } from '../../passes/pack';
import { vectorAt } from '../../math/vector';
import { soundSpeedFactor } from '../../state-equation';
import { densityOf, positionOf } from './particle';
import { raise, reportOf } from './report';

/** Up to this β steps that suit the speed suit the quadratic viscosity as well. */
const USUAL_QUADRATIC: f64 = 2;

/** Begins the kick of a chunk; returns its report. */
export function beginKick(chunk: i32): usize {
  const report = reportOf(chunk);
  vectorAt(report + REPORT_EXTERNAL).set(0, 0, 0);
  vectorAt(report + REPORT_WALL).set(0, 0, 0);
  store<f64>(report, Infinity, REPORT_DENSITY_LOW);
  store<f64>(report, 0, REPORT_DENSITY_HIGH);
  store<f64>(report, -1, REPORT_DENSEST);
  store<f64>(report, 0, REPORT_SPEED);
  store<f64>(report, -1, REPORT_FASTEST);
  store<f64>(report, 0, REPORT_ACCELERATION);
  store<f64>(report, 0, REPORT_PUSH);
  store<f64>(report, 0, REPORT_DIVERGENCE);
  store<f64>(report, 0, REPORT_SOUND);
  store<f64>(report, 0, REPORT_SIGNAL);
  store<f64>(report, 0, REPORT_VISCOUS);
  store<f64>(report, 0, REPORT_CONDUCTION);
  store<f64>(report, -1, REPORT_BAD);
  return report;
}

/** Ends the kick of a chunk: from masses over the unit to kg, from squares to rates. */
export function endKick(report: usize): void {
  toKilograms(report + REPORT_EXTERNAL);
  toKilograms(report + REPORT_WALL);
  toRoot(report + REPORT_SPEED);
  toRoot(report + REPORT_ACCELERATION);
  toRoot(report + REPORT_PUSH);
  toRoot(report + REPORT_PUSH);
}

/** A vector of a report that was summed with masses over the unit. */
export function toKilograms(slot: usize): void {
  const sum = vectorAt(slot), unit = real(PAIR_UNIT);
  sum.set(sum.x * unit, sum.y * unit, sum.z * unit);
}

@inline function toRoot(slot: usize): void {
  store<f64>(slot, Math.sqrt(load<f64>(slot)));
}

/** Notes (v/h)² of particle i. */
@inline export function noteSpeed(report: usize, i: i32, square: f64): void {
  const pace = square * paceOf(i);
  if (pace > load<f64>(report, REPORT_SPEED)) {
    store<f64>(report, pace, REPORT_SPEED);
    store<f64>(report, <f64>i, REPORT_FASTEST);
  }
}

/** Notes (a/h)², and dt⁴ times that. */
@inline export function notePush(report: usize, square: f64, dt: f64): void {
  raise(report + REPORT_ACCELERATION, square);
  raise(report + REPORT_PUSH, dt * dt * dt * dt * square);
}

/** Notes ρ/ρ₀ of particle i; the densest is whichever is farthest from 1, by its factor. */
@inline export function noteCompression(report: usize, i: i32, compression: f64): void {
  let lowest = load<f64>(report, REPORT_DENSITY_LOW), highest = load<f64>(report, REPORT_DENSITY_HIGH);
  if (compression < lowest) {
    lowest = compression;
    store<f64>(report, lowest, REPORT_DENSITY_LOW);
    if (highest * lowest < 1) store<f64>(report, <f64>i, REPORT_DENSEST);
  }
  if (compression > highest) {
    highest = compression;
    store<f64>(report, highest, REPORT_DENSITY_HIGH);
    if (highest * lowest > 1) store<f64>(report, <f64>i, REPORT_DENSEST);
  }
}

/** Notes the rates of a particle that bound steps, 1/s. */
@inline export function noteRates(report: usize, expands: f64, sound: f64, signals: f64, diffuses: f64): void {
  raise(report + REPORT_DIVERGENCE, expands);
  raise(report + REPORT_SOUND, sound);
  raise(report + REPORT_SIGNAL, signals);
  raise(report + REPORT_VISCOUS, diffuses);
}

/** Notes κ/h², 1/s. */
@inline export function noteConduction(report: usize, substance: usize, rho: f64, h2: f64): void {
  const capacity = rho * load<f64>(substance, SUB_HEAT_CAPACITY);
  raise(report + REPORT_CONDUCTION, load<f64>(substance, SUB_CONDUCTIVITY) / (capacity * h2));
}

/** Notes particle i if one of its numbers is none, or if its density is not positive. */
@inline export function noteBad(report: usize, i: i32, squares: f64): void {
  const x = positionOf(i), rho = densityOf(i);
  if (!isFinite(squares + rho + (x.x + x.y + x.z)) || !(rho > 0)) store<f64>(report, <f64>i, REPORT_BAD);
}

/** |ρ̇|/max(ρ, ρ₀), 1/s: rarefied particles need no small steps. */
@inline export function expansion(substance: usize, rho: f64, rate: f64): f64 {
  return Math.abs(rate) / Math.max(rho, load<f64>(substance, SUB_REST_DENSITY));
}

/** Speed of sound that a particle feels at rest density, its own or that of a stiffer substance beside it, m/s. [X53] */
@inline export function feltSpeed(substance: usize): f64 {
  return Math.max(load<f64>(substance, SUB_FELT_SPEED), load<f64>(substance, SUB_SOUND_SPEED));
}

/** What makes a speed of sound at rest density a rate, 1/m: c/√k at this compression, over h. */
@inline export function stiffening(substance: usize, compression: f64, h: f64): f64 {
  return soundSpeedFactor(substance, compression) / h;
}

/** The rate of signals, 1/s, with what a large β of the quadratic viscosity asks for. */
@inline export function withQuadratic(substance: usize, signals: f64, v2: f64, h: f64): f64 {
  const beta = load<f64>(substance, SUB_QUADRATIC);
  return beta > USUAL_QUADRATIC ? Math.max(signals, (beta / USUAL_QUADRATIC) * (Math.sqrt(v2) / h)) : signals;
}
