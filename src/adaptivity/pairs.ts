// Pairs of particles to merge: each with the nearest one, like masses first. What no round cluster takes becomes coarser this way, and a
// fine particle among coarse ones is absorbed, which costs more and disturbs more than anything else. [ADR 16]

import type { Cover } from './cover.ts';

/** Particles, of which some may merge. */
export type Pairing = Pick<Cover, 'position' | 'mass' | 'eligible' | 'count' | 'neighborsOf' | 'massLimit'> & {
  readonly alike: NonNullable<Cover['alike']>;
};

/** Masses up to this factor apart count as like: then both must allow the pair. A heavier one absorbs the other if it allows it. */
const LIKE = 2;

/** Pairs to merge, no particle in two of them; the heavier of a pair comes first. */
export function choosePairs(p: Pairing): number[][] {
  const taken = new Uint8Array(p.count),
    pairs: number[][] = [];
  for (let i = 0; i < p.count; i++) {
    if (p.eligible[i] !== 1 || taken[i] === 1) continue;
    const j = partnerOf(p, taken, i);
    if (j < 0) continue;
    taken[i] = 1;
    taken[j] = 1;
    pairs.push(p.mass[j]! > p.mass[i]! ? [j, i] : [i, j]);
  }
  return pairs;
}

/** The nearest free particle that may join particle i, or −1; distance counts the more, the more the masses differ. */
function partnerOf(p: Pairing, taken: Uint8Array, i: number): number {
  const { position, mass, eligible } = p,
    m = mass[i]!,
    neighbors = p.neighborsOf(i);
  let best = -1,
    least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < neighbors.length; k++) {
    const j = neighbors[k]!;
    if (eligible[j] !== 1 || taken[j] === 1) continue;
    const dx = position[3 * j]! - position[3 * i]!,
      dy = position[3 * j + 1]! - position[3 * i + 1]!,
      dz = position[3 * j + 2]! - position[3 * i + 2]!,
      other = mass[j]!,
      cost = (dx * dx + dy * dy + dz * dz) * Math.max(m / other, other / m);
    if (cost < least && mayPair(p, i, j)) [best, least] = [j, cost];
  }
  return best;
}

function mayPair({ mass, massLimit, alike }: Pairing, i: number, j: number): boolean {
  const total = mass[i]! + mass[j]!;
  if (!alike(i, j)) return false;
  if (mass[i]! > LIKE * mass[j]!) return total <= massLimit(i);
  if (mass[j]! > LIKE * mass[i]!) return total <= massLimit(j);
  return total <= massLimit(i) && total <= massLimit(j);
}
