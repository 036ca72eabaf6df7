// The energy of compression of smoothed particles.

import type { Measured } from '../../engine/family.ts';
import type { WasmExports } from '../../threads/module.ts';
import { isSph, type SphParameters } from './parameters.ts';

/** Σ m u(ρ) over all smoothed particles, J. */
export function totalCompressionEnergy({ set, substances }: Measured): number {
  const density = set.f64('density'),
    mass = set.f64('mass'),
    kinds = set.u32('substance');
  let energy = 0;
  for (let i = 0; i < set.count; i++) {
    const p = substances[kinds[i]!]!;
    if (isSph(p)) energy += mass[i]! * internalEnergy(p, density[i]!, set.team.wasm);
  }
  return energy;
}

/** u(ρ) with P = ρ² du/dρ and u(ρ₀) = 0, J/kg. Linear: k(ln(ρ/ρ₀) + ρ₀/ρ − 1). [card §4] Where ζ < 1 negative pressure stores less. */
export function internalEnergy(p: SphParameters, rho: number, { log, pow }: Pick<WasmExports, 'log' | 'pow'>): number {
  const { stiffness: k, restDensity: rho0, exponent: gamma } = p,
    x = rho / rho0;
  const scale = x < 1 && p.stateEquation !== 'ideal-gas' ? p.negativePressure : 1;
  if (p.stateEquation === 'ideal-gas') return k * log(x);
  if (p.stateEquation === 'linear' || gamma === 1) return scale * k * (log(x) + 1 / x - 1);
  return scale * (k / gamma) * ((pow(x, gamma - 1) - 1) / (gamma - 1) + 1 / x - 1);
}
