// Plans the regions in which moves of neighbors are compared, see assembly/moves.ts. Pure arithmetic, no memory.

import { MAX_REGIONS_ALONG } from '../wasm/layout.ts';

/** What the plan depends on. */
export interface RegionInput {
  readonly maxRegions: number;
  /** Corners of the particles, m. */
  readonly min: ArrayLike<number>;
  readonly max: ArrayLike<number>;
  /** Period of each axis, m; 0 where it does not wrap. */
  readonly period: ArrayLike<number>;
  /** Lower corner of the periodic box, m. */
  readonly periodMin: ArrayLike<number>;
  /** How far apart two particles are at most whose moves are compared, m. */
  readonly reach: number;
}

/** Regions by axis x, y, z. */
export interface RegionPlan {
  readonly min: readonly number[];
  readonly counts: readonly number[];
  /** Regions per meter. */
  readonly inverseSize: readonly number[];
  readonly ring: readonly boolean[];
}

/** Size of a region over the reach, where that does not make too many: smaller ones tell more and cost more. */
const SIZE = 1.25;

/** Plans the regions. */
export function planRegions({ maxRegions, min, max, period, periodMin, reach }: RegionInput): RegionPlan {
  const axes = [0, 1, 2],
    ring = axes.map((a) => period[a]! > 0),
    extent = axes.map((a) => (ring[a] ? period[a]! : max[a]! - min[a]!));
  let counts = [1, 1, 1];
  for (let size = SIZE * reach; size > 0 && size < Number.MAX_VALUE; size *= 1.25) {
    const fit = extent.map((e) => Math.max(1, Math.min(MAX_REGIONS_ALONG, Math.floor(e / size))));
    if (!(fit[0]! * fit[1]! * fit[2]! <= maxRegions)) continue;
    counts = fit;
    break;
  }
  return {
    min: axes.map((a) => (ring[a] ? periodMin[a]! : min[a]!)),
    counts,
    inverseSize: axes.map((a) => (extent[a]! > 0 ? counts[a]! / extent[a]! : 0)),
    ring,
  };
}
