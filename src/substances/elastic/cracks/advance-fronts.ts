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
import { AHEAD, AROUND, type BrittleBody, type Cracks, mayBreak } from './cracks.ts';
import { meetingReach, NearFronts } from './near-fronts.ts';
import { resampleFront } from './resample-front.ts';
import { FAR, type Tension } from './tension.ts';
import type { Point } from './vectors.ts';
import { along, difference, dot, lengthOf, unitOf } from './vectors.ts';

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
/** Where the surface or another crack is so near ahead, over the spacing, points look less far ahead, and less far around. */
const NARROW = 2,
  CLOSE = 0.5,
  CLOSE_AROUND = 1;
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
  /** Whether points that stopped are looked at, too; and whether also those are that nothing pulls at. */
  readonly isPatient: boolean;
  readonly isThorough: boolean;
}

/** Lets all fronts run, and branch where bodies say so. */
export function advanceFronts(cracks: Cracks, run: Run): void {
  const { lists, dimension } = cracks,
    fronts = readFronts(lists.crackFronts!, dimension);
  if (fronts.length === 0) return;
  const others = othersOf(cracks, fronts),
    advanced = fronts.flatMap((front, number) => {
      const body = cracks.bodies.get(front[0]!.body);
      if (!body) return [front.map(ended)];
      return mayBreak(body, run.now) ? advanceFront(cracks, body, { front, number, others }, run) : [front];
    });
  writeFronts(lists.crackFronts!, advanced);
}

/** A front among all others. */
interface Line {
  readonly front: readonly FrontPoint[];
  readonly number: number;
  readonly others: NearFronts;
}

/** Lets one front run. Returns it and its branches. */
function advanceFront(cracks: Cracks, body: BrittleBody, line: Line, run: Run): FrontPoint[][] {
  const { number, others } = line,
    { time, from, isThorough } = run,
    looks = line.front.map((_, k) => lookAlong(cracks, body, line.front, k, run));
  if (!isThorough && !looks.some(isDriven)) return [line.front.map((point, k) => restingAs(point, looks[k]))];
  const meetings = line.front.map((point, k) =>
      point.runs !== ENDED && (isThorough || isDriven(looks[k]))
        ? others.meets(point, number, k, body.spacing)
        : undefined,
    ),
    front = joinFronts(cracks, line.front, meetings),
    views = looks.map((view, k) => (meetings[k] ? undefined : view)),
    isNear = (point: FrontPoint, onlyBeside: boolean) =>
      body.law.branching !== undefined && others.hasOther(point, number, body.frontGround, onlyBeside),
    { front: split, branches } =
      body.law.branching === undefined
        ? { front, branches: [] }
        : branchFront({
            ...{ cracks, body, front, from, isCrowded: (point) => isNear(point, false) },
            tensions: views.map((view) => (typeof view === 'object' ? view : undefined)),
          }),
    isStraight = split.map((point, k) => isDriven(views[k]) && (point !== front[k] || isNear(point, true))),
    next = split.map((_, k) => advancePoint(cracks, body, { front: split, views, k, isStraight }, time)),
    moved = split.some((point, k) => hasMoved(point, next[k]!));
  layFacets(cracks, split, next);
  return [cracks.dimension === 3 && moved ? resampleFront(cracks, next, body.spacing) : next, ...branches];
}

const ended = (point: FrontPoint): FrontPoint => ({ ...point, runs: ENDED });
/** A point that does not move; those that are far from moving are looked at less often. */
const restingAs = (point: FrontPoint, view: View): FrontPoint =>
  point.isStopped === (view === 'far') ? point : { ...point, isStopped: view === 'far' };

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

/** What a point sees ahead: a tension that drives it; nothing that holds it; far less than would drive it; or somewhat less. */
type View = Tension | 'free' | 'far' | undefined;

const isDriven = (view: View): view is Tension | 'free' => view !== undefined && view !== 'far';

/** What a point of a front sees, among its neighbors: one that lags behind them is carried along, and one that is far ahead waits. */
function lookAlong(
  cracks: Cracks,
  body: BrittleBody,
  front: readonly FrontPoint[],
  k: number,
  { isPatient, isThorough }: Run,
): View {
  const point = front[k]!,
    isLeftOut = point.isStopped && !isPatient;
  if (point.runs === ENDED) return 'far';
  if (front.length < 3) return isLeftOut ? 'far' : lookAhead(cracks, body, point, isThorough);
  const { at, towards } = point,
    before = front[k === 0 ? front.length - 1 : k - 1]!,
    after = front[k + 1 === front.length ? 0 : k + 1]!;
  let lag = 0;
  for (let a = 0; a < 3; a++) lag += (0.5 * (before.at[a]! + after.at[a]!) - at[a]!) * towards[a]!;
  if (lag > MOST_BEHIND * body.spacing && point.runs < RESTS) return 'free';
  const isWaiting = lag < -MOST_AHEAD * body.spacing && before.runs !== ENDED && after.runs !== ENDED;
  if (isWaiting) return undefined;
  return isLeftOut ? 'far' : lookAhead(cracks, body, point, isThorough);
}

/** Less than a spacing from the surface or from another crack, and among crumbs, nothing holds what runs. */
function lookAhead(
  cracks: Cracks,
  { spacing, runsAt, lag }: BrittleBody,
  point: FrontPoint,
  isThorough: boolean,
): View {
  const ahead = along(point.at, AHEAD * spacing - lag, point.towards),
    { tensions } = cracks;
  if (!isThorough && !tensions.isTense(ahead, AROUND * spacing)) return point.isStopped ? 'far' : undefined;
  const felt = lag > 0 ? { at: along(point.at, -lag, point.towards), towards: point.towards } : point,
    next = along(point.at, AHEAD * spacing, point.towards);
  if (point.runs < RESTS && !cracks.isInside(point.body, next, spacing)) return 'free';
  const mayRun = tensions.mayReach(point.body, ahead, AROUND * spacing, runsAt, felt),
    tension = mayRun ? tensions.at(point.body, ahead, AROUND * spacing, felt, runsAt) : undefined;
  if (tension || point.runs >= RESTS) return tension;
  const far = along(point.at, NARROW * spacing, point.towards),
    meetsFar = cracks.crosses(point.body, point.at, far, point.crack),
    isNarrow = meetsFar || !cracks.isInside(point.body, far, spacing),
    close = mayRun && isNarrow ? lookClose(cracks, { spacing, runsAt, lag }, point, felt) : undefined;
  if (close) return close;
  const isFree =
    (!mayRun && !tensions.isHeld(point.body, ahead, AROUND * spacing)) ||
    (meetsFar && cracks.crosses(point.body, point.at, next, point.crack));
  return isFree ? 'free' : mayRun && tensions.lastBound < FAR * runsAt ? 'far' : undefined;
}

/**
 * What a point sees just ahead where little is left before the surface or another crack: halves that turn about what is left press its far side
 * together, and an average across it would hold the front for ever.
 */
function lookClose(
  cracks: Cracks,
  { spacing, runsAt, lag }: Pick<BrittleBody, 'spacing' | 'runsAt' | 'lag'>,
  point: FrontPoint,
  felt: Pick<FrontPoint, 'at' | 'towards'>,
): Tension | undefined {
  const ahead = along(point.at, CLOSE * spacing - lag, point.towards);
  return cracks.tensions.at(point.body, ahead, CLOSE_AROUND * spacing, felt, runsAt);
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
  if (!isDriven(view)) return restingAs(point, view);
  const goesOn = view === 'free' || among.isStraight[k],
    direction = goesOn ? point.towards : turned(point, smoothNormal(among, view), tangentOf(front, k));
  if (!direction) return restingAs(point, undefined);
  const way = Math.min(FASTEST * body.shearSpeed * time, FARTHEST * body.spacing),
    to = along(point.at, way, direction),
    ends =
      !cracks.isInside(point.body, to, body.spacing) ||
      cracks.isHeld(point.body, to, body.spacing) ||
      cracks.crosses(point.body, point.at, to, point.crack),
    runs = point.runs === RESTS ? RUNS : point.runs === RESTS_BACK ? RUNS_BACK : point.runs;
  return { ...point, at: to, towards: direction, runs: ends ? ENDED : runs, isStopped: false };
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
