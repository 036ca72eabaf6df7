// How close particles are at the start: bodies that overlap push each other apart violently.

import type { Neighbors } from '../neighbors/neighbors.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import { type Substance, smoothingOf } from '../substances/substance.ts';

const SAMPLES = 20000;

/** Smallest distance between two particles over the smaller one's size h/ξ, from the pair lists; looks at no more than 20,000. */
export function smallestGap(
  set: ParticleSet,
  neighbors: Neighbors,
  substances: readonly Substance[],
  dimension: 2 | 3,
): number {
  const position = set.f64('position'),
    h = set.f64('smoothingLength'),
    substance = set.u32('substance');
  const smoothing = substances.map((p) => smoothingOf(p, dimension)),
    size = (i: number) => h[i]! / smoothing[substance[i]!]!;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < set.count; i += Math.ceil(set.count / SAMPLES)) {
    for (const j of neighbors.listOf(i)) {
      let square = 0;
      for (let a = 0; a < 3; a++) {
        const d = shortest(position[3 * i + a]! - position[3 * j + a]!, neighbors.box.period[a]!);
        square += d * d;
      }
      least = Math.min(least, Math.sqrt(square) / Math.min(size(i), size(j)));
    }
  }
  return least;
}

/** Distance to the nearest image along an axis, m. */
function shortest(d: number, period: number): number {
  return period > 0 ? d - period * Math.round(d / period) : d;
}
