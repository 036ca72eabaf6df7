// Heat content and temperature of a substance, as assembly/flow/enthalpy.ts has them.

import type { ParticleSet } from '../particles/particle-set.ts';
import * as at from '../wasm/layout.ts';
import type { SubstanceParameters } from './substance.ts';

/** What determines the heat content of a substance. */
type HeatParameters = Pick<SubstanceParameters, 'heatCapacity' | 'latentHeat' | 'melting' | 'groundHeat'>;

/** Stefan and Boltzmann's constant σ, W/(m²·K⁴). */
export const STEFAN_BOLTZMANN = 5.670374419e-8;

/**
 * Heat content H(T) = H₀ + C T + L u at a temperature T (K), J/kg; u goes from 0 at `melting.from` to 1 at `melting.to`.
 * @example enthalpy({ heatCapacity: 2500, latentHeat: 2e5, melting: { from: 320, to: 340 } }, 330) // 925000
 */
export function enthalpy({ heatCapacity, latentHeat, melting, groundHeat = 0 }: HeatParameters, T: number): number {
  const sensible = heatCapacity * T + groundHeat;
  if (latentHeat === 0 || !melting) return sensible;
  return sensible + latentHeat * Math.min(Math.max((T - melting.from) / (melting.to - melting.from), 0), 1);
}

/** The temperature with a heat content H (J/kg), K. */
export function temperatureOf(
  { heatCapacity: C, latentHeat, melting, groundHeat = 0 }: HeatParameters,
  content: number,
): number {
  const H = content - groundHeat;
  if (latentHeat === 0 || !melting || H <= C * melting.from) return H / C;
  const { from, to } = melting;
  return H >= C * to + latentHeat ? (H - latentHeat) / C : from + (H - C * from) / (C + latentHeat / (to - from));
}

/** Writes what makes a substance melt and conduct into its row of the table. */
export function writeHeat({ shared }: ParticleSet, p: SubstanceParameters, row: number): void {
  shared.setReal(row + at.SUB_SOLIDUS, p.melting?.from ?? 0);
  shared.setReal(row + at.SUB_LIQUIDUS, p.melting?.to ?? 0);
  shared.setReal(row + at.SUB_HEAT_CAPACITY, p.heatCapacity);
  shared.setReal(row + at.SUB_CONDUCTIVITY, p.conductivity);
  shared.setReal(row + at.SUB_LATENT_HEAT, p.latentHeat);
  shared.setReal(row + at.SUB_GROUND_HEAT, p.groundHeat ?? 0);
}
