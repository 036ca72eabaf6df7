// When viscous forces need a step of their own.

import type { Scene } from '../../scene/schema.ts';
import { LAMINAR } from '../../wasm/layout.ts';
import { type SphParameters, soundSpeed } from './parameters.ts';

/**
 * Whether a substance needs the step of worlds that flow: its viscous forces depend on the flow, or would bind the step size.
 * @param h of its finest particles, m
 */
export function needsFlow(p: SphParameters, h: number, { time, obstacles }: Scene): boolean {
  if (p.jumpNumber !== undefined) return true;
  if (p.viscosity === 0) return false;
  if (time.viscositySolver === 'implicit' || obstacles.some(({ grip = 0 }) => grip > 0)) return true;
  const limit = (LAMINAR * h * h * p.restDensity) / p.viscosity;
  return time.viscositySolver === 'auto' && limit < (time.courant * h) / soundSpeed(p);
}
