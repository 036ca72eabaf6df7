// How far apart particles are at rest: what their pictures are as large as.

import { rootOf } from '../math/roots.ts';
import type { SubstanceInput } from '../scene/schema.ts';
import { factsOf } from './family-facts.ts';
import { substancesOf } from './substance.ts';

/** What the size of particles depends on. */
interface Sizes {
  readonly count: number;
  /** kg */
  readonly mass: Float32Array;
  /** Index into the substances of the scene. */
  readonly substance: Uint32Array;
}

/** A scene, as far as the size of its particles goes. */
interface Matter {
  readonly dimension: 2 | 3;
  readonly substances: Readonly<Record<string, SubstanceInput>>;
}

/**
 * Distance at which two particles like each one rest side by side, m: twice the radius of a globule, its own if radii vary; of smoothed
 * particles the edge (m/ρ₀)^(1/d) of the space one takes.
 */
export function restDistances({ dimension, substances }: Matter, { count, mass, substance }: Sizes): Float32Array {
  const kinds = substancesOf({ substances, dimension }).map((p) => ({
    restDensity: p.restDensity,
    factor: factsOf(p).restDistance(p, dimension),
  }));
  const out = new Float32Array(count);
  let [lastMass, lastSubstance, distance] = [Number.NaN, -1, 0];
  for (let k = 0; k < count; k++) {
    if (mass[k] !== lastMass || substance[k] !== lastSubstance) {
      lastMass = mass[k]!;
      lastSubstance = substance[k]!;
      const { restDensity, factor } = kinds[lastSubstance] ?? { restDensity: 1000, factor: 1 };
      distance = factor * rootOf(lastMass / restDensity, dimension);
    }
    out[k] = distance;
  }
  return out;
}
