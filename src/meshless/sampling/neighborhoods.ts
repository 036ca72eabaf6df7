// The neighbors of samples by the length of the way within their shape, and supports that hold a good number of them. [AW09 §7.1, §8.1]

import type { ShortestWays } from './shortest-ways.ts';

/** Who is near whom. Lists of all samples stand one after another: those of sample i from `starts[i]` up to `starts[i + 1]`. */
export interface Neighborhoods {
  /** Radius of the support of each sample, m. Within it are 18 to 26 neighbors (8 to 12 in 2D), or all there are. */
  readonly supportRadii: Float64Array;
  /** Where the list of each sample begins, and the end of the last. */
  readonly starts: Uint32Array;
  /** The neighbors, the nearest first. A sample is not its own neighbor. */
  readonly neighbors: Uint32Array;
  /** Length of the shortest way to each within the shape, m. */
  readonly distances: Float64Array;
}

/** Fewest and most neighbors: more make an elastic body soft, fewer make gradients poor. */
const FEWEST = { 2: 8, 3: 18 } as const;
const MOST = { 2: 12, 3: 26 } as const;
/** Support over the distance of the last neighbor, where there are no further samples. */
const BEYOND = 1.1;

interface Near {
  readonly sample: number;
  readonly distance: number;
}

/** Lists the neighbors of samples at these voxels and positions. */
export function neighborhoodsOf(ways: ShortestWays, voxels: readonly number[], positions: Float64Array): Neighborhoods {
  const { dimension } = ways.grid,
    supportRadii = new Float64Array(voxels.length),
    starts = new Uint32Array(voxels.length + 1),
    neighbors: number[] = [],
    distances: number[] = [];
  const samplesAt = new Map<number, number[]>();
  voxels.forEach((v, n) => {
    const there = samplesAt.get(v);
    if (there) there.push(n);
    else samplesAt.set(v, [n]);
  });
  for (let i = 0; i < voxels.length; i++) {
    const near = nearestSamples(ways, samplesAt, voxels, positions, i, MOST[dimension] + 1),
      kept = keptCount(near, FEWEST[dimension], MOST[dimension]);
    for (const { sample, distance } of near.slice(0, kept)) {
      neighbors.push(sample);
      distances.push(distance);
    }
    starts[i + 1] = neighbors.length;
    const last = near[kept - 1]?.distance ?? ways.grid.voxel,
      next = near[kept]?.distance;
    supportRadii[i] = next === undefined ? BEYOND * last : (last + next) / 2;
  }
  return { supportRadii, starts, neighbors: Uint32Array.from(neighbors), distances: Float64Array.from(distances) };
}

/** At least `wanted` samples around one, the nearest first, unless there are fewer. */
function nearestSamples(
  ways: ShortestWays,
  samplesAt: ReadonlyMap<number, readonly number[]>,
  voxels: readonly number[],
  positions: Float64Array,
  i: number,
  wanted: number,
): Near[] {
  const near: Near[] = [];
  // A few more, because their order by position is not quite that of their voxels.
  const enough = Math.ceil(1.25 * wanted);
  ways.search([voxels[i]!], positions.subarray(3 * i, 3 * i + 3), (v) => {
    for (const sample of samplesAt.get(v) ?? []) {
      if (sample !== i) near.push({ sample, distance: wayTo(ways, positions, i, v, sample) });
    }
    return near.length >= enough;
  });
  return near.sort((a, b) => a.distance - b.distance || a.sample - b.sample);
}

/** Straight ways are as long as they are in space, whatever the voxels are; others go from the middle of a voxel to that of another. */
function wayTo(ways: ShortestWays, positions: Float64Array, i: number, v: number, j: number): number {
  const dx = positions[3 * i]! - positions[3 * j]!,
    dy = positions[3 * i + 1]! - positions[3 * j + 1]!,
    dz = positions[3 * i + 2]! - positions[3 * j + 2]!,
    straight = Math.sqrt(dx * dx + dy * dy + dz * dz);
  return ways.isStraight(v) ? straight : Math.max(straight, ways.lengths[v]!);
}

/** How many neighbors to keep: the number after which the next one is farthest away in proportion, so that no list is cut among equals. */
function keptCount(near: readonly Near[], fewest: number, most: number): number {
  if (near.length <= fewest) return near.length;
  let best = Math.min(near.length, most),
    widest = 1;
  for (let k = fewest; k <= Math.min(most, near.length - 1); k++) {
    const gap = near[k]!.distance / near[k - 1]!.distance;
    if (gap > widest) {
      widest = gap;
      best = k;
    }
  }
  return best;
}
