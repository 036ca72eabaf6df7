// The largest stable step, and which criterion sets it. [card §6; DC99 eq. 15-16, PV09 eq. 13, X7, X18]

import type { ParticleSet } from '../../particles/particle-set.ts';
import type { TimeSettings } from '../../scene/schema.ts';
import * as at from '../../wasm/layout.ts';

/** What can bind the step. */
export type Criterion =
  | 'sound'
  | 'viscosity'
  | 'speed'
  | 'acceleration'
  | 'divergence'
  | 'heat'
  | 'stiffness'
  | 'damping'
  | 'none';

export interface StepLimit {
  /** Largest stable step, s; infinite without particles. */
  dt: number;
  criterion: Criterion;
  /** Whether viscous forces are to be solved for in the next step. */
  implicit: boolean;
}

/** dt ≤ 0.1 h²/ν: a third of the measured limit of the Morris form. [card §6] */
export const LAMINAR = 0.1;

/**
 * Puts the limit from the extremes that the last kick reported into `out`.
 * @param solvable whether viscous forces may be solved for
 */
export function measureStepLimit(set: ParticleSet, time: TimeSettings, out: StepLimit, solvable: boolean): void {
  const sound = maxOverChunks(set, at.REPORT_SOUND),
    signal = maxOverChunks(set, at.REPORT_SIGNAL);
  out.dt = Number.POSITIVE_INFINITY;
  out.criterion = 'none';
  // λ₁ h/c and its viscous variants λ₁ h/(c + η c_visc/4) and, for β > 2, λ₁ h/(β|v|/2), because what hits a wall approaches the
  // particles behind it with |v| (Monaghan: 0.6 β max|μ|). It is the viscosity that binds when it more than halves the step.
  tighten(out, signal < 2 * sound ? 'sound' : 'viscosity', time.courant / signal);
  tighten(out, 'speed', time.courant / maxOverChunks(set, at.REPORT_SPEED)); //                           λ₁ h/|v|
  tighten(out, 'acceleration', time.acceleration / Math.sqrt(maxOverChunks(set, at.REPORT_ACCELERATION))); // λ₂ √(h/|a|)
  tighten(out, 'divergence', time.divergence / maxOverChunks(set, at.REPORT_DIVERGENCE)); //              λ₃/|∇·v|
  if (set.hasHeat) tighten(out, 'heat', LAMINAR / maxOverChunks(set, at.REPORT_CONDUCTION)); //           0.1 h²/κ
  const viscous = LAMINAR / maxOverChunks(set, at.REPORT_VISCOUS); //                                     0.1 h²/ν
  out.implicit = set.flows && solvable && (time.viscositySolver === 'implicit' || viscous < out.dt);
  if (!out.implicit) tighten(out, 'viscosity', viscous);
}

/** Lowers a limit to dt (s) if that is less. */
export function tighten(limit: StepLimit, criterion: Criterion, dt: number): void {
  if (!(dt < limit.dt)) return;
  limit.dt = dt;
  limit.criterion = criterion;
}

/** No limit at all: a world without particles. */
export function noLimit(): StepLimit {
  return { criterion: 'none', dt: Number.POSITIVE_INFINITY, implicit: false };
}

/** Largest value of a report slot over all chunks; 0 without particles. */
export function maxOverChunks(set: ParticleSet, slot: number): number {
  const { f64, u32 } = set.shared,
    reports = u32[at.AT_CHUNK_REPORT >> 2]! >> 3;
  let max = 0;
  for (let chunk = 0; chunk < set.chunks; chunk++)
    max = Math.max(max, f64[reports + (chunk * at.REPORT_BYTES + slot) / 8]!);
  return max;
}

/** Smallest value of a report slot over all chunks; infinite without particles. */
export function minOverChunks(set: ParticleSet, slot: number): number {
  const { f64, u32 } = set.shared,
    reports = u32[at.AT_CHUNK_REPORT >> 2]! >> 3;
  let min = Number.POSITIVE_INFINITY;
  for (let chunk = 0; chunk < set.chunks; chunk++)
    min = Math.min(min, f64[reports + (chunk * at.REPORT_BYTES + slot) / 8]!);
  return min;
}

/** Sum of a report slot over all chunks, in order. */
export function sumOfChunks(set: ParticleSet, slot: number): number {
  const { f64, u32 } = set.shared,
    reports = u32[at.AT_CHUNK_REPORT >> 2]! >> 3;
  let sum = 0;
  for (let chunk = 0; chunk < set.chunks; chunk++) sum += f64[reports + (chunk * at.REPORT_BYTES + slot) / 8]!;
  return sum;
}

/** Sum of a 3-vector report slot over all chunks, in order. */
export function sumOverChunks(set: ParticleSet, slot: number, out: [number, number, number]): void {
  const { f64, u32 } = set.shared,
    reports = u32[at.AT_CHUNK_REPORT >> 2]! >> 3;
  out.fill(0);
  for (let chunk = 0; chunk < set.chunks; chunk++) {
    for (let a = 0; a < 3; a++) out[a]! += f64[reports + (chunk * at.REPORT_BYTES + slot) / 8 + a]!;
  }
}
