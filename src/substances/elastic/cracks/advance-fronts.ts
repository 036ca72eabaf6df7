// Fronts that run: each point looks ahead, and goes on in the plane that the tension pulls apart. [card §16]
// A point that leaves the body, crosses another crack or meets another front has ended. New facets lie between the old and the new front.

import { branchFront } from './branching.ts';
import {
  ENDED,
  type FrontPoint,
  pushFacet,
  RESTS,
  RESTS_BACK,
  RUNS,
  RUNS_BACK,
  readFronts,
  writeFronts,
} from './crack-lists.ts';
import { AHEAD, type BrittleBody, type Cracks, mayBreak } from './cracks.ts';
import { meetingReach, NearFronts } from './near-fronts.ts';
import { resampleFront } from './resample-front.ts';
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
/** How far a point of a front in space may be behind and ahead of the middle between its neighbors, over the spacing: finer fingers than the
 * particles can tell would leave threads behind that hold together and carry nothing. */
const MOST_BEHIND = 0.4,
  MOST_AHEAD = 0.6;
/** A plane that the front lies so much across of is not run into. */
const LEAST_ALONG = 0.5;
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
    advanced = fronts.flatMap((before, number) => {
      const body = cracks.bodies.get(before[0]!.body);
      if (!body) return [before.map(ended)];
      if (!mayBreak(body, now)) return [before];
      const meetings = before.map((point, k) =>
          point.runs === ENDED ? undefined : others.meets(point, number, k, body.spacing),
        ),
        front = joinFronts(cracks, before, meetings),
        views = front.map((_, k) => lookAlong(cracks, body, front, k)),
        isNear = (point: FrontPoint, onlyBeside: boolean) =>
          body.law.branching !== undefined && others.hasOther(point, number, body.frontGround, onlyBeside),
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
      return [dimension === 3 && moved ? resampleFront(cracks, next, body.spacing) : next, ...branches];
    });
  writeFronts(lists.crackFronts!, advanced);
}

const ended = (point: FrontPoint): FrontPoint => ({ ...point, runs: ENDED });

/** All fronts, as far around as bodies ask for. */
function othersOf(cracks: Cracks, fronts: readonly (readonly FrontPoint[])[]): NearFronts {
  let reach = 0;
  for (const { law, frontGround, spacing } of cracks.bodies.values())
    reach = Math.max(reach, law.branching === undefined ? meetingReach(spacing) : frontGround);
  return new NearFronts(fronts, reach);
}

/** Ends the points of a front that meet another one. Facets close what is between them. */
function joinFronts(
  { lists, dimension }: Cracks,
  front: readonly FrontPoint[],
  meetings: readonly (Point | undefined)[],
): readonly FrontPoint[] {
  if (meetings.every((there) => there === undefined)) return front;
  const facets = lists.crackFacets!;
  front.forEach((point, k) => {
    const [there, next] = [meetings[k], (k + 1) % front.length],
      [after, beyond] = [front[next]!, meetings[next]];
    if (dimension === 2) {
      if (there) pushFacet(facets, point, point.at, there);
      return;
    }
    if (there) pushFacet(facets, point, point.at, there, after.at);
    if (beyond) pushFacet(facets, point, there ?? point.at, beyond, after.at);
  });
  return front.map((point, k) => (meetings[k] ? ended(point) : point));
}

/** What a point sees ahead: a tension; nothing that holds it; or nothing that it looks at. */
type View = Tension | 'free' | undefined;

/** What a point of a front sees, among its neighbors: one that lags behind them is carried along, and one that is far ahead waits. */
function lookAlong(cracks: Cracks, body: BrittleBody, front: readonly FrontPoint[], k: number): View {
  const point = front[k]!,
    view = lookAhead(cracks, body, point);
  if (front.length < 3 || point.runs === ENDED) return view;
  const [before, after] = [front.at(k - 1)!, front[(k + 1) % front.length]!],
    middle = along(before.at, 0.5, difference(after.at, before.at)),
    lag = dot(difference(middle, point.at), point.towards) / body.spacing;
  if (lag > MOST_BEHIND && point.runs < RESTS) return 'free';
  const isWaiting = lag < -MOST_AHEAD && before.runs !== ENDED && after.runs !== ENDED;
  return isWaiting ? undefined : view;
}

/** Less than a spacing from the surface or from another crack, and among crumbs, nothing holds what runs. */
function lookAhead(cracks: Cracks, { spacing, runsAt, lag }: BrittleBody, point: FrontPoint): View {
  if (point.runs === ENDED) return undefined;
  const ahead = along(point.at, AHEAD * spacing - lag, point.towards),
    felt = lag > 0 ? { at: along(point.at, -lag, point.towards), towards: point.towards } : point;
  if (point.runs < RESTS && !cracks.isInside(point.body, along(point.at, AHEAD * spacing, point.towards), spacing))
    return 'free';
  const mayRun = cracks.tensions.mayReach(point.body, ahead, AROUND * spacing, runsAt, felt),
    tension = mayRun ? cracks.tensions.at(point.body, ahead, AROUND * spacing, felt, runsAt) : undefined;
  if (tension || point.runs >= RESTS) return tension;
  const isFree =
    (!mayRun && !cracks.tensions.isHeld(point.body, ahead, AROUND * spacing)) ||
    cracks.crosses(point.body, point.at, along(point.at, AHEAD * spacing, point.towards), point.crack);
  return isFree ? 'free' : undefined;
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
