// The energy of smoothed particles: of compression and of eddies.

import type { Measured } from '../../engine/family.ts';
import type { WasmExports } from '../../threads/module.ts';
import { eddyEnergy } from './eddies/eddies.ts';
import { gradientFactor, packingSum } from './lattice-sums.ts';
import { isSph, type SphParameters } from './parameters.ts';

/** Energy of compression and of eddies, added to what came before, J. */
export function totalEnergy(world: Measured, before = 0): number {
  return eddyEnergy(world, totalCompressionEnergy(world, before));
}

/** Σ m u(ρ) over all smoothed particles, added to what came before, J. */
export function totalCompressionEnergy({ set, substances, dimension }: Measured, before = 0): number {
  const density = set.f64('density'),
    mass = set.f64('mass'),
    kinds = set.u32('substance'),
    stored = substances.map((p) => (isSph(p) ? storedPart(p, dimension) : 0));
  let energy = before;
  for (let i = 0; i < set.count; i++) {
    const p = substances[kinds[i]!]!;
    if (isSph(p)) energy += stored[kinds[i]!]! * mass[i]! * internalEnergy(p, density[i]!, set.team.wasm);
  }
  return energy;
}

/**
 * What a substance stores over what its density says: a summed density changes by less than the volume does, as its scale and the gradient
 * of the kernel on a lattice say, and forces do the work of the whole change. [card §3, ADR 31]
 */
function storedPart({ density, kernel, smoothing }: SphParameters, dimension: 2 | 3): number {
  if (density !== 'summation') return 1;
  return packingSum(kernel, smoothing, dimension) / gradientFactor(kernel, smoothing, dimension);
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
