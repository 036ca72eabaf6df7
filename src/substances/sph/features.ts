// When viscous forces need a step of their own.

import type { Scene } from '../../scene/schema.ts';
import { LAMINAR } from '../../wasm/layout.ts';
import { artificialViscosity } from './numerics.ts';
import { isCorrected, type SphParameters, soundSpeed } from './parameters.ts';

/** A viscosity that the artificial one exceeds by more than this is not computed: nobody could see it. */
const HIDDEN = 10;

/**
 * Whether the viscosity of a Newtonian substance matters at a spacing.
 * @param h of its finest particles, m
 */
export function isViscous(p: SphParameters, h: number, dimension: 2 | 3): boolean {
  return p.viscosity > 0 && HIDDEN * p.viscosity > artificialViscosity(p, h, dimension);
}

/** Whether a scene asks for grip at an obstacle in so many words: sticking alone is no reason for another step. */
function asksForGrip({ grip = 0, substances = {} }: Scene['obstacles'][number]): boolean {
  return grip > 0 || Object.values(substances).some((touch) => (touch.grip ?? 0) > 0);
}

/**
 * Whether a substance needs the step of worlds that flow: its viscous forces depend on the flow, or would bind the step size.
 * @param h of its finest particles, m
 */
export function needsFlow(p: SphParameters, h: number, { time, obstacles, dimension }: Scene): boolean {
  if (p.jumpNumber !== undefined) return true;
  if (time.pressure === 'implicit' && isCorrected(p)) return true; // what corrects acts with the pressure of the last step
  if (!isViscous(p, h, dimension)) return false;
  if (p.stressForm !== 'morris') return true; // the other steps know that form only
  if (time.viscositySolver === 'implicit' || obstacles.some(asksForGrip)) return true;
  const limit = (LAMINAR * h * h * p.restDensity) / p.viscosity;
  return time.viscositySolver === 'auto' && limit < (time.courant * h) / soundSpeed(p);
}
