// Which neighbors a particle merges with: near-spherical clusters about it, as heavy as asked for. Prefixes of the neighbors by distance
// are tried first; one that is not round is mended by a few exchanges with the next nearest. Bounded work, no randomness.
// [DC99 §4.2; the tests are those of card §5, X4]

import { CHILDREN } from '../particles/split.ts';
import type { Places } from './merge.ts';
import { addMoments, excessAfter, excessOf, MOMENTS, momentsInto, type Roundness } from './moments.ts';

/** The center of mass must be nearer than this to the center, in h of the center; at a flat surface it is at 0.20. [card §5] */
export const OFFSET_LIMIT = 0.1;

/**
 * Least sphericity by dimension: 0.98 in 3D, where half a cluster at a surface has 0.957 [card §5]; in 2D, where that has 0.78, what an
 * ellipse has that is as long as the ellipsoids of 0.98: 1.25 times its width.
 */
export const SPHERICITY_LIMIT = { 2: 0.95, 3: 0.98 } as const;

/** Masses within a cluster differ by no more than this factor. [card §5] */
export const MASS_RATIO = 2;

/** Members beyond this distance from the center, in h of the center, are never taken. */
export const REACH = 1.5;

/** Most members of a cluster. */
export const MOST_MEMBERS = 14;

/** A cluster must be as heavy as this many of its lightest member, so that a later split makes nothing lighter. */
const LEAST_MULTIPLE = 0.999 * CHILDREN;

/** How many exchanges may mend a prefix, and how many of the next nearest take part. */
const EXCHANGES = 4;
const RESERVES = 10;

/** A prefix that misses a limit by more than this factor is not mended: it costs more than half the time and brings nothing. */
const HOPELESS = 3;

/** A particle and the neighbors that may merge with it. */
export interface Candidates extends Places {
  /** Index of the particle in the middle. */
  readonly center: number;
  /** h of the center, m. */
  readonly radius: number;
  /** The heaviest that may come out, kg. */
  readonly massLimit: number;
  /** What should come out, kg; 10 to 11 times the center's mass leaves the fewest particles over. */
  readonly targetMass: number;
  /** Fewest members, the center included; 5 if left out. */
  readonly minCount?: number;
  /** In h of the center; `OFFSET_LIMIT` if left out. */
  readonly offsetLimit?: number;
  /** `SPHERICITY_LIMIT` if left out. */
  readonly sphericityLimit?: number;
}

/**
 * The best near-spherical cluster around a center, the center first, or undefined if there is none. `indices` are the neighbors that
 * may merge, in any order; the result does not depend on it.
 * @example
 * const members = chooseCluster({ dimension: 3, position, mass, indices, count, center: 4, radius: h, massLimit: 14 * m, targetMass: 10 * m });
 */
export function chooseCluster(c: Candidates): number[] | undefined {
  const pool = poolOf(c);
  const lightest = pool.reduce((least, i) => Math.min(least, c.mass[i]!), Number.POSITIVE_INFINITY);
  const minCount = c.minCount ?? 5;
  const sizes: { n: number; miss: number }[] = [];
  let total = 0;
  for (let n = 1; n <= Math.min(pool.length, MOST_MEMBERS); n++) {
    total += c.mass[pool[n - 1]!]!;
    if (total > c.massLimit) break;
    if (n >= minCount && total >= LEAST_MULTIPLE * lightest) sizes.push({ n, miss: Math.abs(total - c.targetMass) });
  }
  sizes.sort((a, b) => a.miss - b.miss || b.n - a.n);
  const limit = {
    offset: (c.offsetLimit ?? OFFSET_LIMIT) * c.radius,
    sphericity: c.sphericityLimit ?? SPHERICITY_LIMIT[c.dimension],
  };
  const moments = momentsOf(c, pool);
  for (const { n } of sizes) {
    const members = mend(c, pool, moments, n, limit);
    if (members !== undefined && heavyEnough(c, members)) return members;
  }
  return undefined;
}

/** The center and the neighbors that can join it, nearest first. */
function poolOf(c: Candidates): number[] {
  const { position, center, mass, indices, count } = c;
  const [x, y, z] = [position[3 * center]!, position[3 * center + 1]!, position[3 * center + 2]!];
  const reach = REACH * c.radius;
  const near: { i: number; r2: number }[] = [];
  for (let k = 0; k < count; k++) {
    const i = indices[k]!;
    const dx = position[3 * i]! - x;
    const dy = position[3 * i + 1]! - y;
    const dz = position[3 * i + 2]! - z;
    const r2 = dx * dx + dy * dy + dz * dz;
    if (i !== center && r2 < reach * reach) near.push({ i, r2 });
  }
  near.sort((a, b) => a.r2 - b.r2 || a.i - b.i);
  const nearest = near.map(({ i }) => i);
  const least = leastMass(mass, center, nearest);
  return [center, ...nearest.filter((i) => mass[i]! >= least && mass[i]! <= MASS_RATIO * least)];
}

/** The lower end of the range of masses, `MASS_RATIO` wide, that holds the center and the most of its neighbors, kg. */
function leastMass(mass: ArrayLike<number>, center: number, nearest: readonly number[]): number {
  let best = mass[center]!;
  let most = -1;
  for (const i of [center, ...nearest]) {
    const least = mass[i]!;
    if (least === best && most >= 0) continue;
    if (least > mass[center]! || MASS_RATIO * least < mass[center]!) continue;
    const held = nearest.reduce((n, j) => n + (mass[j]! >= least && mass[j]! <= MASS_RATIO * least ? 1 : 0), 0);
    if (held > most) {
      best = least;
      most = held;
    }
  }
  return best;
}

function momentsOf(c: Candidates, pool: readonly number[]): Float64Array {
  const moments = new Float64Array(MOMENTS * pool.length);
  for (let k = 0; k < pool.length; k++) momentsInto(moments, MOMENTS * k, c, c.center, pool[k]!);
  return moments;
}

/** The n nearest, with as many exchanged for the next nearest as it takes to pass; undefined if it cannot be mended. */
function mend(
  c: Candidates,
  pool: readonly number[],
  moments: Float64Array,
  n: number,
  limit: Roundness,
): number[] | undefined {
  const order = pool.map((_, k) => k);
  const sum = new Float64Array(MOMENTS);
  for (let k = 0; k < n; k++) addMoments(sum, moments, MOMENTS * k, 1);
  let excess = excessOf(sum, c.dimension, limit);
  const end = Math.min(pool.length, n + RESERVES);
  if (excess > HOPELESS) return undefined;
  for (let tries = 0; excess >= 1 && tries < EXCHANGES; tries++) {
    let out = -1;
    let into = -1;
    for (let k = 1; k < n; k++) {
      for (let r = n; r < end; r++) {
        const [leaving, joining] = [MOMENTS * order[k]!, MOMENTS * order[r]!];
        if (sum[0]! - moments[leaving]! + moments[joining]! > c.massLimit) continue;
        const changed = excessAfter(sum, moments, leaving, joining, c.dimension, limit, excess);
        if (changed < excess) [excess, out, into] = [changed, k, r];
      }
    }
    if (out < 0) return undefined;
    addMoments(sum, moments, MOMENTS * order[out]!, -1);
    addMoments(sum, moments, MOMENTS * order[into]!, 1);
    [order[out], order[into]] = [order[into]!, order[out]!];
  }
  return excess < 1 ? order.slice(0, n).map((k) => pool[k]!) : undefined;
}

function heavyEnough({ mass }: Candidates, members: readonly number[]): boolean {
  let total = 0;
  let lightest = Number.POSITIVE_INFINITY;
  for (const i of members) {
    total += mass[i]!;
    lightest = Math.min(lightest, mass[i]!);
  }
  return total >= LEAST_MULTIPLE * lightest;
}
