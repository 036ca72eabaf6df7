// Cracks as the lists of numbers that a world keeps: facets, and the points of fronts in order along each front.

import type { Point } from './vectors.ts';

/** Whether a point of a front still runs, and which end of its segment it is in the plane. */
export type Running = 0 | 1 | 2 | 3 | 4;
/** It ended; it runs on; it runs on from the first end of its segment; the same two of a cut that did not begin to run yet. */
export const ENDED = 0,
  RUNS = 1,
  RUNS_BACK = 2,
  RESTS = 3,
  RESTS_BACK = 4;

/** A point of a front, in the shape at the start. */
export interface FrontPoint {
  /** The crack that it belongs to; −1 − k for cut k of the scene. */
  readonly crack: number;
  readonly body: number;
  readonly runs: Running;
  /** m */
  readonly at: Point;
  /** Where it runs to, a unit vector. */
  readonly towards: Point;
}

/** Numbers of a point. */
const POINT = 9;

/** The fronts in a list: the closed line of points around each crack; in the plane every point by itself. */
export function readFronts(list: readonly number[], dimension: 2 | 3): FrontPoint[][] {
  const fronts: FrontPoint[][] = [];
  for (let k = 0; k + POINT <= list.length; k += POINT) {
    const [crack, body, runs, x, y, z, dx, dy, dz] = list.slice(k, k + POINT) as [number, number, Running, ...number[]],
      point = { crack, body, runs, at: [x, y, z], towards: [dx, dy, dz] } as FrontPoint,
      last = fronts.at(-1);
    if (dimension === 3 && last?.at(0)?.crack === crack && last.at(0)?.body === body) last.push(point);
    else fronts.push([point]);
  }
  return fronts;
}

/** Writes fronts in place of what a list holds; those that have ended are left out. */
export function writeFronts(list: number[], fronts: readonly (readonly FrontPoint[])[]): void {
  list.length = 0;
  for (const front of fronts) {
    if (front.every(({ runs }) => runs === ENDED)) continue;
    for (const { crack, body, runs, at, towards } of front) list.push(crack, body, runs, ...at, ...towards);
  }
}

/** Adds a facet to a list. */
export function pushFacet(
  list: number[],
  { crack, body }: Pick<FrontPoint, 'crack' | 'body'>,
  ...corners: Point[]
): void {
  list.push(body, crack);
  for (const corner of corners) list.push(...corner);
}

/**
 * The number of the next crack.
 * @param last the largest number before a place in the list
 */
export function nextCrack(facets: readonly number[], dimension: 2 | 3, from: number, last: number): number {
  const stride = 2 + 3 * dimension;
  let next = last + 1;
  for (let k = from + 1; k < facets.length; k += stride) next = Math.max(next, facets[k]! + 1);
  return next;
}
