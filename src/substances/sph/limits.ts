// The largest stable step, and which criterion sets it. [card §6; DC99 eq. 15-16, PV09 eq. 13, X7, X18]

import type { ParticleSet } from '../../particles/particle-set.ts';
import type { TimeSettings } from '../../scene/schema.ts';
import * as at from '../../wasm/layout.ts';

/** What can bind the step. */
export type Criterion = 'sound' | 'viscosity' | 'speed' | 'acceleration' | 'divergence' | 'none';

export interface StepLimit {
  /** Largest stable step, s; infinite without particles. */
  readonly dt: number;
  readonly criterion: Criterion;
}

/** dt ≤ 0.1 h²/ν: a third of the measured limit of the Morris form. [card §6] */
const LAMINAR = 0.1;

/** The limit from the extremes that the last kick reported. */
export function stepLimit(set: ParticleSet, time: TimeSettings): StepLimit {
  const max = (slot: number) => maxOverChunks(set, slot);
  const sound = max(at.REPORT_SOUND),
    signal = max(at.REPORT_SIGNAL);
  const candidates: StepLimit[] = [
    { criterion: 'sound', dt: time.courant / sound }, //                                  λ₁ h/c
    { criterion: 'viscosity', dt: time.courant / signal }, //                             λ₁ h/(c(1+η/4))
    { criterion: 'viscosity', dt: LAMINAR / max(at.REPORT_VISCOUS) }, //                  0.1 h²/ν
    { criterion: 'speed', dt: time.courant / max(at.REPORT_SPEED) }, //                   λ₁ h/|v|
    { criterion: 'acceleration', dt: time.acceleration / Math.sqrt(max(at.REPORT_ACCELERATION)) }, // λ₂ √(h/|a|)
    { criterion: 'divergence', dt: time.divergence / max(at.REPORT_DIVERGENCE) }, //      λ₃/|∇·v|
  ];
  let least: StepLimit = { criterion: 'none', dt: Number.POSITIVE_INFINITY };
  for (const candidate of candidates) if (candidate.dt < least.dt) least = candidate;
  // The viscous variant always lies below λ₁h/c: it is the viscosity that binds only when it more than halves the step.
  if (least.dt === time.courant / signal && signal < 2 * sound) return { criterion: 'sound', dt: least.dt };
  return least;
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

/** Sum of a 3-vector report slot over all chunks, in order. */
export function sumOverChunks(set: ParticleSet, slot: number, out: [number, number, number]): void {
  const { f64, u32 } = set.shared,
    reports = u32[at.AT_CHUNK_REPORT >> 2]! >> 3;
  out.fill(0);
  for (let chunk = 0; chunk < set.chunks; chunk++) {
    for (let a = 0; a < 3; a++) out[a]! += f64[reports + (chunk * at.REPORT_BYTES + slot) / 8 + a]!;
  }
}
