// The energy of deformation of solids, as the last evaluation left it, and that of their contacts.

import type { Measured } from '../../engine/family.ts';
import { eachNearPair } from '../../particles/near-pairs.ts';
import { cutTestOf } from './cracks/cutter.ts';
import { contactRadius, type ElasticParameters, elasticSmoothing, isElastic, waveModulus } from './parameters.ts';

/** Σ V (½ ε:σ + ½ k_v (det F − 1)²) and Σ ∫ F dD of the contacts of solids with each other, J. [AW09 eq. 63, 65; ADR 39] */
export function totalElasticEnergy(world: Measured): number {
  let sum = 0;
  for (const energy of world.set.f64('elasticEnergy')) sum += energy;
  return sum + contactEnergy(world);
}

function contactEnergy({ set, substances, dimension }: Measured): number {
  const lengths = set.f64('smoothingLength'),
    kinds = set.u32('substance'),
    bodies = set.u32('sourceBody'),
    X = set.f64('reference'),
    { log } = set.team.wasm,
    solidAt = (i: number) => substances[kinds[i]!] as ElasticParameters,
    reaches = Float64Array.from(lengths, (h, i) => (isElastic(solidAt(i)) ? h * contactRadius(solidAt(i)) : 0)),
    isCut = cutTestOf(set),
    points = { count: set.count, positions: set.f64('position'), reaches };
  let former = Number.POSITIVE_INFINITY; // of a pair that was cut apart
  const areLinked = (i: number, j: number): boolean => {
    former = Number.POSITIVE_INFINITY;
    if (bodies[i] !== bodies[j]) return false;
    const p = solidAt(i),
      reach = 0.5 * (p.support / elasticSmoothing(p)) * (lengths[i]! + lengths[j]!);
    let square = 0;
    for (let a = 0; a < 3; a++) square += (X[3 * i + a]! - X[3 * j + a]!) * (X[3 * i + a]! - X[3 * j + a]!);
    if (square >= reach * reach) return false;
    if (!isCut?.(i, j)) return true;
    former = Math.sqrt(square);
    return false;
  };
  let sum = 0;
  eachNearPair(points, (i, j, square) => {
    if (areLinked(i, j)) return;
    const r0 = Math.min(reaches[i]! + reaches[j]!, former);
    if (square >= r0 * r0) return;
    const s = 1 - Math.max(Math.sqrt(square) / r0, 0.1),
      modulus = 2 / (1 / waveModulus(solidAt(i)) + 1 / waveModulus(solidAt(j)));
    sum += modulus * r0 * r0 * (dimension === 3 ? r0 : 1) * (-s - log(1 - s)); // ∫ s/(1 − s) ds
  });
  return sum;
}
