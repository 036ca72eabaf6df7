// How the values of a field are spread over the particles of a frame: shares of equal parts of their range.

import { niceRange } from '../colors/nice-numbers.ts';

/** Shares of the particles, by value. */
export interface Distribution {
  /** Ends of the range, round numbers. */
  readonly from: number;
  readonly to: number;
  /** Share of the particles in each of the equal parts of the range; their sum is 1. */
  readonly shares: readonly number[];
}

/**
 * The distribution of values; those that are not finite are left out. Undefined if there are none.
 * @example distributionOf(fields.density, 20)!.shares
 */
export function distributionOf(values: ArrayLike<number>, parts: number): Distribution | undefined {
  let [low, high, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (let k = 0; k < values.length; k++) {
    const value = values[k]!;
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
    count++;
  }
  if (count === 0) return undefined;
  const [from, to] = niceRange(low, high),
    shares = new Array<number>(parts).fill(0);
  for (let k = 0; k < values.length; k++) {
    const part = Math.floor(((values[k]! - from) / (to - from)) * parts);
    if (Number.isFinite(part)) shares[Math.min(Math.max(part, 0), parts - 1)]! += 1 / count;
  }
  return { from, to, shares };
}

/** Speeds of particles, m/s, of their velocities. */
export function speedsOf(velocity: Float32Array): Float32Array {
  const speeds = new Float32Array(velocity.length / 3);
  for (let i = 0; i < speeds.length; i++)
    speeds[i] = Math.hypot(velocity[3 * i]!, velocity[3 * i + 1]!, velocity[3 * i + 2]!);
  return speeds;
}
