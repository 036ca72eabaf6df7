// The step limits that all families share. [card §6; DC99 eq. 15-16, PV09 eq. 13, X7, X18]

import * as at from '../wasm/layout.ts';
import type { Engine } from './engine.ts';
import { maxOverChunks } from './reports.ts';
import { NO_LIMIT, type StepLimit, tighten } from './step-limit.ts';

/** Puts the limit from the extremes that the last kick reported into `out`. */
export function measureStepLimit({ set, time }: Engine, out: StepLimit): void {
  const sound = maxOverChunks(set, at.REPORT_SOUND),
    signal = maxOverChunks(set, at.REPORT_SIGNAL);
  Object.assign(out, NO_LIMIT);
  // λ₁ h/c and its viscous variants λ₁ h/(c + η c_visc/4) and, for β > 2, λ₁ h/(β|v|/2), because what hits a wall approaches the
  // particles behind it with |v| (Monaghan: 0.6 β max|μ|). It is the viscosity that binds when it more than halves the step.
  tighten(out, signal < 2 * sound ? 'sound' : 'viscosity', time.courant / signal);
  tighten(out, 'speed', time.courant / maxOverChunks(set, at.REPORT_SPEED)); //                           λ₁ h/|v|
  tighten(out, 'acceleration', time.acceleration / Math.sqrt(maxOverChunks(set, at.REPORT_ACCELERATION))); // λ₂ √(h/|a|)
  tighten(out, 'divergence', time.divergence / maxOverChunks(set, at.REPORT_DIVERGENCE)); //              λ₃/|∇·v|
  if (set.hasHeat) tighten(out, 'heat', at.LAMINAR / maxOverChunks(set, at.REPORT_CONDUCTION)); //           0.1 h²/κ
}
