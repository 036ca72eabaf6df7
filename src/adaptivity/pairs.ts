// Pairs of particles to merge: each particle with the nearest one of like mass. [ADR 16]

/** Particles, of which some may merge. */
export interface Pairing {
  /** x y z of every particle, m. */
  readonly position: ArrayLike<number>;
  /** kg */
  readonly mass: ArrayLike<number>;
  /** 1 for every particle that may merge, else 0. */
  readonly eligible: ArrayLike<number>;
  readonly count: number;
  /** The others within the support of a particle. */
  readonly neighborsOf: (i: number) => ArrayLike<number>;
  /** The heaviest that may stand where a particle is, kg. */
  readonly massLimit: (i: number) => number;
  /** Whether two particles may become one. */
  readonly fit: (i: number, j: number) => boolean;
}

/** Masses of a pair differ by no more than this factor. */
const LIKE = Number((globalThis as never as { process: { env: Record<string, string> } }).process.env.LIKE ?? 15);

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

/** The nearest free particle of like mass, or −1. */
function partnerOf({ position, mass, eligible, neighborsOf, massLimit, fit }: Pairing, taken: Uint8Array, i: number): number {
  const limit = massLimit(i),
    m = mass[i]!;
  let best = -1,
    nearest = Number.POSITIVE_INFINITY;
  const neighbors = neighborsOf(i);
  for (let k = 0; k < neighbors.length; k++) {
    const j = neighbors[k]!,
      other = mass[j]!;
    if (eligible[j] !== 1 || taken[j] === 1 || other > LIKE * m || m > LIKE * other) continue;
    if (m + other > limit || m + other > massLimit(j) || !fit(i, j)) continue;
    const dx = position[3 * j]! - position[3 * i]!,
      dy = position[3 * j + 1]! - position[3 * i + 1]!,
      dz = position[3 * j + 2]! - position[3 * i + 2]!,
      r2 = (dx * dx + dy * dy + dz * dz) * Math.max(m / other, other / m);
    if (r2 < nearest || (r2 === nearest && j < best)) [best, nearest] = [j, r2];
  }
  return best;
}
