// A smoothed substance in a preview, whose particles are larger.

import { DEFAULTS } from './defaults.ts';
import { PRESETS } from './presets.ts';

/** Damping η below which a substance is not made thinner: it keeps the simulation stable. */
const LEAST_DAMPING = 0.5;

/** The substance with an artificial viscosity such that ν ≈ ηhc/20 stays what it was, with h larger by a factor. It is not checked yet. */
export function thinner(substance: Readonly<Record<string, unknown>>, factor: number): unknown {
  const { preset, artificialViscosity } = substance;
  const known: Partial<Record<string, { readonly artificialViscosity?: number }>> = PRESETS;
  const usual = (typeof preset === 'string' ? known[preset] : undefined) ?? DEFAULTS,
    eta = artificialViscosity ?? usual.artificialViscosity ?? DEFAULTS.artificialViscosity;
  if (typeof eta !== 'number') return substance;
  return { ...substance, artificialViscosity: Math.max(Math.min(eta, LEAST_DAMPING), eta / factor) };
}
