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
  const { part } = set,
    wide = <T extends Float64Array | Uint32Array>(own: T, components: number): T =>
      part ? part.withGhosts(own, components) : own,
    position = wide(set.f64('position'), 3),
    h = wide(set.f64('smoothingLength'), 1),
    substance = wide(set.u32('substance'), 1);
  const smoothing = substances.map((p) => smoothingOf(p, dimension)),
    size = (i: number) => h[i]! / smoothing[substance[i]!]!,
    every = Math.ceil(set.everywhere / SAMPLES),
    ghosts = part?.halo.before ?? 0;
  let least = Number.POSITIVE_INFINITY;
  for (let own = (every - ((part?.first ?? 0) % every)) % every; own < set.count; own += every) {
    for (const other of neighbors.listOf(own)) {
      const [i, j] = [ghosts + own, ghosts + other];
      let square = 0;
      for (let a = 0; a < 3; a++) {
        const d = shortest(position[3 * i + a]! - position[3 * j + a]!, neighbors.box.period[a]!);
        square += d * d;
      }
      least = Math.min(least, Math.sqrt(square) / Math.min(size(i), size(j)));
    }
  }
  return part ? -part.largest(-least) : least;
}

/** Distance to the nearest image along an axis, m. */
function shortest(d: number, period: number): number {
  return period > 0 ? d - period * Math.round(d / period) : d;
}
