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
  /** Whether nothing drove it when it was last looked at. */
  readonly isStopped?: boolean;
}

/** Numbers of a point. */
const POINT = 9;
/** In a list: the point has ended, and an open front begins with it. */
const OPENS = 5,
  /** Added to the others: the point stopped. */
  STOPPED = 8;

/** The fronts in a list: the line of points around each crack, closed or between two ends; in the plane every point by itself. */
export function readFronts(list: readonly number[], dimension: 2 | 3): FrontPoint[][] {
  const fronts: FrontPoint[][] = [];
  let last: FrontPoint[] | undefined;
  for (let k = 0; k + POINT <= list.length; k += POINT) {
    const [crack, body, code] = [list[k]!, list[k + 1]!, list[k + 2]!],
      point: FrontPoint = {
        crack,
        body,
        runs: (code === OPENS ? ENDED : code % STOPPED) as Running,
        isStopped: code >= STOPPED,
        at: [list[k + 3]!, list[k + 4]!, list[k + 5]!],
        towards: [list[k + 6]!, list[k + 7]!, list[k + 8]!],
      };
    if (dimension === 3 && code !== OPENS && last && last[0]!.crack === crack && last[0]!.body === body)
      last.push(point);
    else {
      last = [point];
      fronts.push(last);
    }
  }
  return fronts;
}

/** Writes fronts in place of what a list holds. What has ended is left out; a front that ended in places goes on as several. */
export function writeFronts(list: number[], fronts: readonly (readonly FrontPoint[])[]): void {
  list.length = 0;
  for (const front of fronts)
    for (const line of linesOf(front))
      line.forEach(({ crack, body, runs, at, towards, isStopped }, k) => {
        const code = runs === ENDED ? (k === 0 ? OPENS : ENDED) : isStopped ? STOPPED + runs : runs;
        list.push(crack, body, code, at[0], at[1], at[2], towards[0], towards[1], towards[2]);
      });
}

/** The parts of a front that have not ended, each between the two points that did: their last edges are there. */
function linesOf(front: readonly FrontPoint[]): FrontPoint[][] {
  const first = front.findIndex(({ runs }) => runs === ENDED),
    lines: FrontPoint[][] = [];
  if (first < 0) return [[...front]];
  let line = [front[first]!];
  for (let k = 1; k <= front.length; k++) {
    const point = front[(first + k) % front.length]!;
    if (point.runs !== ENDED) {
      line.push(point);
      continue;
    }
    if (line.length > 1) lines.push([...line, point]);
    line = [point];
  }
  return lines;
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
