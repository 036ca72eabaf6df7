// The points of a front in space as close to each other as they should be.

import { ENDED, type FrontPoint, pushFacet, RUNS } from './crack-lists.ts';
import type { Cracks } from './cracks.ts';
import type { Point } from './vectors.ts';
import { along, difference, dot, lengthOf, unitOf } from './vectors.ts';

/** Edges of a front, over the spacing: longer ones are split, shorter ones dropped. */
const LONGEST = 1,
  SHORTEST = 0.25;

/** A front whose long edges get one more point and whose short ones lose one, and what that leaves open is a facet. */
export function resampleFront(cracks: Cracks, front: readonly FrontPoint[], spacing: number): FrontPoint[] {
  const kept: FrontPoint[] = [];
  front.forEach((point, k) => {
    const after = front[(k + 1) % front.length]!,
      before = kept.at(-1),
      isShort = before && lengthOf(difference(point.at, before.at)) < SHORTEST * spacing;
    if (isShort && before.runs !== ENDED && point.runs !== ENDED && front.length - k + kept.length > 4) {
      pushFacet(cracks.lists.crackFacets!, point, before.at, point.at, after.at);
      return;
    }
    kept.push(point);
  });
  return kept.flatMap((point, k) => {
    const after = kept[(k + 1) % kept.length]!,
      edge = difference(after.at, point.at),
      towards = lengthOf(edge) > LONGEST * spacing ? between(point, after, edge) : undefined;
    if (!towards) return [point];
    const at = along(point.at, 0.5, edge),
      isThere = cracks.isInside(point.body, at, spacing) && !cracks.isHeld(point.body, at, spacing);
    return isThere ? [point, { ...point, runs: RUNS, isStopped: false, at, towards }] : [point];
  });
}

/**
 * Where a new point on an edge runs to; undefined if both of its ends have ended. Beside an end it runs across the edge: so the front follows
 * the surface, and the corner that two fronts leave where they meet closes.
 */
function between(point: FrontPoint, after: FrontPoint, edge: Point): Point | undefined {
  const [here, there] = [point.runs !== ENDED, after.runs !== ENDED];
  if (here && there) return unitOf(along(point.towards, 1, after.towards));
  if (!here && !there) return undefined;
  const { towards } = here ? point : after,
    e = unitOf(edge)!;
  return unitOf(along(towards, -dot(towards, e), e));
}
