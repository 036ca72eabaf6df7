// Fronts that run: each point looks ahead, and goes on in the plane that the tension pulls apart. [card §16]
// A point that leaves the body, or crosses another crack, has ended. New facets lie between the old and the new front.

import { branchFront, NearFronts } from './branching.ts';
import {
  ENDED,
  type FrontPoint,
  pushFacet,
  RESTS,
  RESTS_BACK,
  RUNS,
  RUNS_BACK,
  type Running,
  readFronts,
  writeFronts,
} from './crack-lists.ts';
import { AHEAD, type BrittleBody, type Cracks, mayBreak } from './cracks.ts';
import type { Tension } from './tension.ts';
import type { Point } from './vectors.ts';
import { along, difference, dot, lengthOf, unitOf } from './vectors.ts';

/** The tension ahead is averaged so far around, over the spacing. */
const AROUND = 1.5;
/** Fastest front over the speed of shear waves. */
const FASTEST = 0.5;
/** Farthest way at a time, over the spacing. */
const FARTHEST = 0.5;
/** Part of the new direction that comes from the tension ahead; the rest is the old one. */
const TURN = 0.5;
/** A plane that the front lies so much across of is not run into. */
const LEAST_ALONG = 0.5;
/** Edges of a front, over the spacing: longer ones are split, shorter ones dropped. */
const LONGEST = 1,
  SHORTEST = 0.25;

/** A time for which fronts run. */
interface Run {
  /** s */
  readonly time: number;
  /** s */
  readonly now: number;
  /** Where the facets of this look begin in their list. */
  readonly from: number;
}

/** Lets all fronts run, and branch where bodies say so. */
export function advanceFronts(cracks: Cracks, { time, now, from }: Run): void {
  const { lists, dimension } = cracks,
    fronts = readFronts(lists.crackFronts!, dimension);
  if (fronts.length === 0) return;
  const others = othersOf(cracks, fronts),
    advanced = fronts.flatMap((front, number) => {
      const body = cracks.bodies.get(front[0]!.body);
      if (!body) return [front.map((point) => ({ ...point, runs: ENDED as Running }))];
      if (!mayBreak(body, now)) return [front];
      const views = front.map((point) => lookAhead(cracks, body, point)),
        isNear = (point: FrontPoint, onlyBeside: boolean) =>
          others?.hasOther(point, number, body.frontGround, onlyBeside) ?? false,
        { front: split, branches } =
          body.law.branching === undefined
            ? { front, branches: [] }
            : branchFront({
                ...{ cracks, body, front, from, isCrowded: (point) => isNear(point, false) },
                tensions: views.map((view) => (typeof view === 'object' ? view : undefined)),
              }),
        isStraight = split.map((point, k) => point !== front[k] || isNear(point, true)),
        next = split.map((_, k) => advancePoint(cracks, body, { front: split, views, k, isStraight }, time)),
        moved = split.some((point, k) => hasMoved(point, next[k]!));
      layFacets(cracks, split, next);
      return [dimension === 3 && moved ? resample(cracks, next, body.spacing) : next, ...branches];
    });
  writeFronts(lists.crackFronts!, advanced);
}

/** All fronts, where a body has some that branch. */
function othersOf(cracks: Cracks, fronts: readonly (readonly FrontPoint[])[]): NearFronts | undefined {
  let reach = 0;
  for (const { law, frontGround } of cracks.bodies.values())
    if (law.branching !== undefined) reach = Math.max(reach, frontGround);
  return reach > 0 ? new NearFronts(fronts, reach) : undefined;
}

/** What a point sees ahead: a tension; nothing that holds it; or nothing that it looks at. */
type View = Tension | 'free' | undefined;

/** Less than a spacing from the surface, and among crumbs, nothing holds what runs. */
function lookAhead(cracks: Cracks, { spacing, runsAt, lag }: BrittleBody, point: FrontPoint): View {
  if (point.runs === ENDED) return undefined;
  const ahead = along(point.at, AHEAD * spacing - lag, point.towards),
    felt = lag > 0 ? { at: along(point.at, -lag, point.towards), towards: point.towards } : point;
  if (point.runs < RESTS && !cracks.isInside(point.body, along(point.at, AHEAD * spacing, point.towards), spacing))
    return 'free';
  if (!cracks.tensions.mayReach(point.body, ahead, AROUND * spacing, runsAt, felt))
    return point.runs < RESTS && !cracks.tensions.isHeld(point.body, ahead, AROUND * spacing) ? 'free' : undefined;
  return cracks.tensions.at(point.body, ahead, AROUND * spacing, felt, runsAt);
}

/** A point among those of its front, and what they see. */
interface Among {
  readonly front: readonly FrontPoint[];
  readonly views: readonly View[];
  readonly k: number;
  /** Whether points go on straight: they are beside another front that they branched from. */
  readonly isStraight: readonly boolean[];
}

/** Where a point of a front is next. */
function advancePoint(cracks: Cracks, body: BrittleBody, among: Among, time: number): FrontPoint {
  const { front, views, k } = among,
    [point, view] = [front[k]!, views[k]];
  if (!view) return point;
  const goesOn = view === 'free' || among.isStraight[k],
    direction = goesOn ? point.towards : turned(point, smoothNormal(among, view), tangentOf(front, k));
  if (!direction) return point;
  const way = Math.min(FASTEST * body.shearSpeed * time, FARTHEST * body.spacing),
    to = along(point.at, way, direction),
    ends =
      !cracks.isInside(point.body, to, body.spacing) ||
      cracks.isHeld(point.body, to, body.spacing) ||
      cracks.crosses(point.body, point.at, to, point.crack),
    runs = point.runs === RESTS ? RUNS : point.runs === RESTS_BACK ? RUNS_BACK : point.runs;
  return { ...point, at: to, towards: direction, runs: ends ? ENDED : runs };
}

/** The normal that a point sees, with half of those of its neighbors along the front. */
function smoothNormal({ front, views, k }: Among, { normal }: Tension): Point {
  let sum = normal;
  if (front.length < 3) return sum;
  for (const beside of [views.at(k - 1), views[(k + 1) % front.length]]) {
    if (typeof beside !== 'object') continue;
    sum = along(sum, dot(beside.normal, normal) < 0 ? -0.5 : 0.5, beside.normal);
  }
  return unitOf(sum) ?? normal;
}

/** The direction of a front after it looked ahead: towards the plane across a normal, and across the front. */
function turned({ towards }: FrontPoint, normal: Point, tangent: Point | undefined): Point | undefined {
  let plane = along(towards, -dot(towards, normal), normal);
  if (lengthOf(plane) < LEAST_ALONG) return undefined;
  if (tangent) plane = along(plane, -dot(plane, tangent), tangent);
  const wanted = unitOf(plane);
  if (!wanted) return undefined;
  return unitOf(along(along([0, 0, 0], 1 - TURN, towards), TURN, wanted));
}

/** Along the front, through the neighbors of a point; none in the plane. */
function tangentOf(front: readonly FrontPoint[], k: number): Point | undefined {
  if (front.length < 3) return undefined;
  const [before, after] = [front.at(k - 1)!, front[(k + 1) % front.length]!];
  return unitOf(difference(after.at, before.at));
}

const hasMoved = (before: FrontPoint, after: FrontPoint) => before.at !== after.at;

/** Facets between a front and where it is next. */
function layFacets({ lists, dimension }: Cracks, front: readonly FrontPoint[], next: readonly FrontPoint[]): void {
  const facets = lists.crackFacets!;
  front.forEach((p, k) => {
    const after = (k + 1) % front.length,
      [q, r, s] = [next[k]!, front[after]!, next[after]!];
    if (dimension === 2) {
      if (!hasMoved(p, q)) return;
      if (p.runs === RUNS_BACK || p.runs === RESTS_BACK) pushFacet(facets, p, q.at, p.at);
      else pushFacet(facets, p, p.at, q.at);
      return;
    }
    if (hasMoved(p, q)) pushFacet(facets, p, p.at, q.at, r.at);
    if (hasMoved(r, s)) pushFacet(facets, p, q.at, s.at, r.at);
  });
}

/** A front with points as close as they should be: long edges get one more, short ones lose one, and what that leaves open is a facet. */
function resample(cracks: Cracks, front: readonly FrontPoint[], spacing: number): FrontPoint[] {
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
      runs = point.runs !== ENDED && after.runs !== ENDED,
      towards = unitOf(along(point.towards, 1, after.towards));
    if (!runs || !towards || lengthOf(edge) <= LONGEST * spacing) return [point];
    const at = along(point.at, 0.5, edge);
    return cracks.isInside(point.body, at, spacing) ? [point, { ...point, runs: RUNS, at, towards }] : [point];
  });
}
