// The energy in the bonds and contacts of globules, summed over all pairs.

import type { Measured } from '../../engine/family.ts';
import { ExactSum } from '../../math/exact-sum.ts';
import { eachPairOnce, PAIR_NUMBERS } from '../../particles/pairs-of-ranks.ts';
import { bondEnergy } from './pair-law.ts';
import { isGlobules, lawAt, reachOf } from './parameters.ts';

/** Numbers of a globule for its pairs: place, reach of its force, radius (m), strength, range, substance. */
const [REACH, RADIUS, STRENGTH, RANGE, KIND] = [3, 4, 5, 6, 7] as const;

/**
 * Σ ∫ F dD over all pairs of globules, J; negative where bonds hold. In a world that is spread over ranks all of them ask, and all get that of all. The
 * sum is exact until its end, so it does not depend on the order of pairs and on who finds them.
 */
export function totalBondEnergy(world: Measured): number {
  const { set, substances, dimension, box } = world,
    sum = new ExactSum(),
    { repulsionExponent = 0, attractionExponent = 0 } = substances.find(isGlobules) ?? {};
  eachPairOnce(numbersOf(world), set.part, { origin: box.min, period: box.period }, (x, i, j, square) => {
    const restDistance = x[i + RADIUS]! + x[j + RADIUS]!,
      size = dimension === 3 ? restDistance * restDistance : restDistance,
      bond = {
        ...{ restDistance, repulsionExponent, attractionExponent },
        strength: 0.5 * (x[i + STRENGTH]! + x[j + STRENGTH]!) * size,
        range: x[i + KIND] === x[j + KIND] ? 0.5 * (x[i + RANGE]! + x[j + RANGE]!) : 1,
      };
    sum.add(bondEnergy(bond, Math.sqrt(square), set.team.wasm.log));
  });
  set.part?.comm.reduce(sum.digits, 'sum');
  return sum.value;
}

function numbersOf({ set, substances, dimension }: Measured): Float64Array {
  const lengths = set.f64('smoothingLength'),
    kinds = set.u32('substance'),
    places = set.f64('position'),
    temperature = set.hasHeat ? set.f64('temperature') : undefined,
    numbers = new Float64Array(PAIR_NUMBERS * set.count);
  for (let i = 0, at = 0; i < set.count; i++, at += PAIR_NUMBERS) {
    const p = substances[kinds[i]!]!;
    if (!isGlobules(p)) continue;
    const { strength, range, size } = lawAt(p, temperature?.[i] ?? 0, dimension),
      radius = (lengths[i]! / reachOf(p)) * size;
    for (let a = 0; a < 3; a++) numbers[at + a] = places[3 * i + a]!;
    numbers[at + REACH] = radius * range;
    numbers[at + RADIUS] = radius;
    numbers[at + STRENGTH] = strength;
    numbers[at + RANGE] = range;
    numbers[at + KIND] = kinds[i]!;
  }
  return numbers;
}
