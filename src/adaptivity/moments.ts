// Mass, first and second moments of a cluster about one of its members, as ten numbers that members can be added to and taken from:
// with them a cluster with one member more or exchanged is judged without looking at the others. No allocation.

import { inertiaRatio, type Members, roundnessOf } from './merge.ts';

/** How many numbers the moments of a cluster are: Σm, Σmx (3), Σm xx yy zz xy xz yz. */
export const MOMENTS = 10;

/** Writes the moments of particle i about particle `origin` to `out` from `at` on: kg, kg·m, kg·m². */
export function momentsInto(
  out: Float64Array,
  at: number,
  { position, mass }: Pick<Members, 'position' | 'mass'>,
  origin: number,
  i: number,
): void {
  const m = mass[i]!;
  const x = position[3 * i]! - position[3 * origin]!;
  const y = position[3 * i + 1]! - position[3 * origin + 1]!;
  const z = position[3 * i + 2]! - position[3 * origin + 2]!;
  out[at] = m;
  out[at + 1] = m * x;
  out[at + 2] = m * y;
  out[at + 3] = m * z;
  out[at + 4] = m * x * x;
  out[at + 5] = m * y * y;
  out[at + 6] = m * z * z;
  out[at + 7] = m * x * y;
  out[at + 8] = m * x * z;
  out[at + 9] = m * y * z;
}

/** sum += sign · (the moments in `from` at `at`). */
export function addMoments(sum: Float64Array, from: Float64Array, at: number, sign: 1 | -1): void {
  for (let k = 0; k < MOMENTS; k++) sum[k]! += sign * from[at + k]!;
}

/** When a cluster counts as round about its center. */
export interface Roundness {
  /** The center of mass must be nearer than this to the center, m. */
  readonly offset: number;
  /** The sphericity must be at least this. */
  readonly sphericity: number;
}

/** How far a cluster is from passing: 1 at the limit, less inside; the worse of the two tests. */
export function excessOf(sum: Float64Array, dimension: 2 | 3, limit: Roundness): number {
  const m = sum[0]!;
  const x = sum[1]! / m;
  const y = sum[2]! / m;
  const z = sum[3]! / m;
  const offset = Math.sqrt(x * x + y * y + z * z) / limit.offset;
  const xx = sum[4]! - m * x * x;
  const yy = sum[5]! - m * y * y;
  const xy = sum[7]! - m * x * y;
  const s =
    dimension === 2
      ? roundnessOf(xx, yy, xy)
      : inertiaRatio(xx, yy, sum[6]! - m * z * z, xy, sum[8]! - m * x * z, sum[9]! - m * y * z);
  return Math.max(offset, (1 - s) / (1 - limit.sphericity));
}

const exchanged = new Float64Array(MOMENTS);

/**
 * What `excessOf` gives when the member whose moments are at `out` is exchanged for the one at `into`; infinite if it is no less than
 * `bound` because of the center of mass alone, which is found first and settles most exchanges.
 */
export function excessAfter(
  sum: Float64Array,
  moments: Float64Array,
  out: number,
  into: number,
  dimension: 2 | 3,
  limit: Roundness,
  bound: number,
): number {
  const m = sum[0]! - moments[out]! + moments[into]!;
  const x = sum[1]! - moments[out + 1]! + moments[into + 1]!;
  const y = sum[2]! - moments[out + 2]! + moments[into + 2]!;
  const z = sum[3]! - moments[out + 3]! + moments[into + 3]!;
  const reach = bound * limit.offset * m;
  if (x * x + y * y + z * z >= reach * reach) return Number.POSITIVE_INFINITY;
  exchanged[0] = m;
  exchanged[1] = x;
  exchanged[2] = y;
  exchanged[3] = z;
  for (let k = 4; k < MOMENTS; k++) exchanged[k] = sum[k]! - moments[out + k]! + moments[into + k]!;
  return excessOf(exchanged, dimension, limit);
}
