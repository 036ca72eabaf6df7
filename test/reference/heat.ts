// Conduction, surface and heat content in double precision, written from the card: brute force, nothing shared with the engine. [card §10]

import { neighborsOf, type State } from './sph.ts';

/** What a substance is to heat. */
export interface HeatMaterial {
  /** k, W/(m·K). */
  readonly conductivity: number;
  /** C, J/(kg·K). */
  readonly heatCapacity: number;
  /** L, J/kg. */
  readonly latentHeat: number;
  /** Solid up to `from`, liquid from `to` on, K. */
  readonly melting?: { readonly from: number; readonly to: number };
}

/** Q_i = Σ_j V_i V_j [4 k_i k_j/(k_i + k_j)] (T_j − T_i) F_ij r²/(r² + h̄²/2500), W. The last factor bounds pointed kernels [card §3]. */
export function heatReceived(s: State, materials: readonly HeatMaterial[], T: Float64Array): Float64Array {
  const volume = (i: number): number => s.mass[i]! / s.density[i]!;
  return s.mass.map((_, i) => {
    const k_i = materials[s.material[i]!]!.conductivity;
    return neighborsOf(s, i).reduce((sum, { j, F, r }) => {
      const k_j = materials[s.material[j]!]!.conductivity;
      const h = (s.smoothingLength[i]! + s.smoothingLength[j]!) / 2,
        bound = (r * r) / (r * r + (h * h) / 2500);
      return sum + volume(i) * volume(j) * ((4 * k_i * k_j) / (k_i + k_j)) * (T[j]! - T[i]!) * F * bound;
    }, 0);
  });
}

/** n_i = Σ_j V_j ∇_iW̄, x y z per particle, 1/m: towards the substance at its surface, 0 inside. */
export function surfaceVectors(s: State): Float64Array {
  const n = new Float64Array(s.position.length);
  for (let i = 0; i < s.mass.length; i++) {
    for (const { j, gradW } of neighborsOf(s, i)) {
      for (let a = 0; a < 3; a++) n[3 * i + a]! += (s.mass[j]! / s.density[j]!) * gradW[a]!;
    }
  }
  return n;
}

/** Heat content at T (K): ∫ C dT, and L while it melts, J/kg. */
export function heatContent({ heatCapacity, latentHeat, melting }: HeatMaterial, T: number): number {
  if (!melting || T <= melting.from) return heatCapacity * T;
  const melted = T >= melting.to ? 1 : (T - melting.from) / (melting.to - melting.from);
  return heatCapacity * T + melted * latentHeat;
}
