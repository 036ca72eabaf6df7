// The energy in the bonds and contacts of globules, summed over all pairs.

import type { Measured } from '../../engine/family.ts';
import { eachNearPair } from '../../particles/near-pairs.ts';
import { type Bond, bondEnergy } from './pair-law.ts';
import { isGlobules, lawAt, reachOf } from './parameters.ts';

/** Σ ∫ F dD over all pairs of globules, J; negative where bonds hold. */
export function totalBondEnergy({ set, substances, dimension, box: { min, period } }: Measured): number {
  const lengths = set.f64('smoothingLength'),
    kinds = set.u32('substance'),
    temperature = set.hasHeat ? set.f64('temperature') : undefined;
  const globuleAt = (i: number) => {
    const p = substances[kinds[i]!]!;
    if (!isGlobules(p)) return undefined;
    const law = lawAt(p, temperature?.[i] ?? 0, dimension);
    return { p, ...law, radius: (lengths[i]! / reachOf(p)) * law.size };
  };
  const globules = Array.from({ length: set.count }, (_, i) => globuleAt(i)),
    reaches = globules.map((g) => (g ? g.radius * g.range : 0)),
    points = { count: set.count, positions: set.f64('position'), reaches, origin: min, period };
  let energy = 0;
  eachNearPair(points, (i, j, square) => {
    const a = globules[i],
      b = globules[j];
    if (!a || !b) return;
    const restDistance = a.radius + b.radius,
      size = dimension === 3 ? restDistance * restDistance : restDistance,
      { repulsionExponent, attractionExponent } = a.p,
      bond: Bond = {
        restDistance,
        strength: 0.5 * (a.strength + b.strength) * size,
        range: kinds[i] === kinds[j] ? 0.5 * (a.range + b.range) : 1,
        repulsionExponent,
        attractionExponent,
      };
    energy += bondEnergy(bond, Math.sqrt(square), set.team.wasm.log);
  });
  return energy;
}
