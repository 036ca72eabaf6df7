// The k nearest points of a grid: balls that grow until one holds k points.

import type { SampleDimension } from '../samples.ts';
import { NearestList, type PointSearch, squareDistance } from './search.ts';

/**
 * Indices of the k nearest points, the nearest first.
 * @param low smallest coordinates of all points, m
 * @param high largest coordinates of all points, m
 * @param step by how much the first ball reaches into the box of the points, m
 */
export function nearestByGrowing(
  search: PointSearch,
  positions: Float64Array,
  d: SampleDimension,
  low: readonly number[],
  high: readonly number[],
  step: number,
  place: ArrayLike<number>,
  k: number,
): number[] {
  const list = new NearestList(Math.min(k, search.count));
  if (list.limit < 0) return [];
  let outside = 0,
    across = 0;
  for (let a = 0; a < d; a++) {
    const gap = Math.max(low[a]! - place[a]!, place[a]! - high[a]!, 0),
      far = Math.max(Math.abs(low[a]! - place[a]!), Math.abs(high[a]! - place[a]!));
    outside += gap * gap;
    across += far * far;
  }
  const farthest = 1.001 * Math.sqrt(across) + step;
  let radius = Math.sqrt(outside) + step,
    inside = search.within(place, radius);
  while (inside.length < Math.min(k, search.count) && radius < farthest) {
    radius = Math.min(farthest, 2 * radius);
    inside = search.within(place, radius);
  }
  for (const i of inside) list.offer(i, squareDistance(positions, d, i, place));
  return list.indices;
}
