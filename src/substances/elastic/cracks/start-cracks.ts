// Where cracks begin: at the node whose averaged tension passes its strength by most, as a disc of about one spacing across the tension.
// [card §16] The rims of cuts that end inside a body that breaks are fronts from the start.

import { randomSigned, STREAMS } from '../../../random/random.ts';
import type { Cut } from '../../../scene/schema.ts';
import type { Trigonometry } from '../../../shapes/rotation.ts';
import {
  ENDED,
  type FrontPoint,
  nextCrack,
  pushFacet,
  RESTS,
  RESTS_BACK,
  RUNS,
  RUNS_BACK,
  type Running,
  readFronts,
  writeFronts,
} from './crack-lists.ts';
import type { BrittleBody, Cracks } from './cracks.ts';
import { besides, cutNumber, rimOf } from './cutter.ts';
import type { Point } from './tension.ts';
import { along, difference, lengthOf, unitOf } from './vectors.ts';

/** Radius of a new crack over the spacing. */
const RADIUS = 0.75;
/** A new crack lies between two layers of particles: so far from the node, over the spacing. */
const ASIDE = 0.5;
/** So near to a front, over the spacing, no other crack begins: the front is what breaks the body there. */
const OWN_GROUND = 3;
/** Corners of a new crack. */
const CORNERS = 6;
/** x and y of a corner of a hexagon. */
const HALF_ROOT_3 = 0.8660254037844386;
const HEXAGON = [
  [1, 0],
  [0.5, HALF_ROOT_3],
  [-0.5, HALF_ROOT_3],
  [-1, 0],
  [-0.5, -HALF_ROOT_3],
  [0.5, -HALF_ROOT_3],
] as const;

interface Candidate {
  readonly node: number;
  /** Tension over the strength of the node. */
  readonly ratio: number;
  readonly normal: Point;
}

/** Begins at most one crack in each body that breaks. */
export function startCracks(cracks: Cracks, seed: number): void {
  for (const [body, brittle] of cracks.bodies) {
    const candidate = mostTense(cracks, body, brittle, seed);
    if (candidate) startAt(cracks, body, brittle, candidate);
  }
}

/** The node that is farthest beyond its strength, the first of several. */
function mostTense(cracks: Cracks, body: number, brittle: BrittleBody, seed: number): Candidate | undefined {
  const { starts, bodies } = cracks.cutter.nodes,
    { strength, scatter } = brittle.law,
    fronts = readFronts(cracks.lists.crackFronts!, cracks.dimension).flat(),
    alive = fronts.filter((point) => point.body === body && point.runs !== ENDED);
  let best: Candidate | undefined;
  for (let node = 0; node < bodies.length; node++) {
    if (bodies[node] !== body) continue;
    const bound = cracks.tensions.boundOf(node);
    if (bound < (1 - scatter) * strength) continue;
    const own = strength * (1 + scatter * randomSigned(seed, STREAMS.strength, cracks.idOf(node)));
    if (bound < own || bound < own * (best?.ratio ?? 0) * 0.5) continue;
    const at: Point = [starts[3 * node]!, starts[3 * node + 1]!, starts[3 * node + 2]!];
    if (alive.some((point) => lengthOf(difference(point.at, at)) < OWN_GROUND * brittle.spacing)) continue;
    if (cracks.isAtFace(node)) continue; // splinters would be crumbs
    const tension = cracks.tensions.at(body, at, brittle.reach);
    if (!tension || tension.value < own || tension.value / own <= (best?.ratio ?? 0)) continue;
    best = { node, ratio: tension.value / own, normal: tension.normal };
  }
  return best;
}

/** Lays the facets and the front of a new crack beside a node, on the side where the tension is larger. */
function startAt(cracks: Cracks, body: number, { spacing, reach }: BrittleBody, { node, normal }: Candidate): void {
  const { lists, dimension, tensions } = cracks,
    { starts } = cracks.cutter.nodes,
    at: Point = [starts[3 * node]!, starts[3 * node + 1]!, starts[3 * node + 2]!],
    sides = [1, -1].map((side) => along(at, side * ASIDE * spacing, normal)) as [Point, Point],
    [here, there] = sides.map((side) => tensions.at(body, side, reach)?.value ?? 0) as [number, number],
    center = there > here ? sides[1] : sides[0],
    crack = nextCrack(lists.crackFacets!, dimension),
    own = { crack, body },
    [u, v] = besides(normal) as unknown as [Point, Point];
  if (dimension === 2) {
    const e: Point = [normal[1], -normal[0], 0],
      ends = [along(center, -RADIUS * spacing, e), along(center, RADIUS * spacing, e)] as [Point, Point];
    pushFacet(lists.crackFacets!, own, ...ends);
    addFronts(cracks, [
      [pointOf(cracks, own, ends[0], center, RUNS_BACK, spacing)],
      [pointOf(cracks, own, ends[1], center, RUNS, spacing)],
    ]);
    return;
  }
  const rim = HEXAGON.map(([x, y]) => along(along(center, RADIUS * spacing * x, u), RADIUS * spacing * y, v));
  rim.forEach((point, k) => {
    pushFacet(lists.crackFacets!, own, center, point, rim[(k + 1) % CORNERS]!);
  });
  addFronts(cracks, [rim.map((point) => pointOf(cracks, own, point, center, RUNS, spacing))]);
}

/** A point of a front that runs away from the center of its crack, unless it is outside of the body. */
function pointOf(
  cracks: Cracks,
  own: Pick<FrontPoint, 'crack' | 'body'>,
  at: Point,
  center: Point,
  runs: Running,
  spacing: number,
): FrontPoint {
  const towards = unitOf(difference(at, center))!,
    ends = !cracks.isInside(own.body, at, spacing) || cracks.crosses(own.body, center, at, own.crack);
  return { ...own, at, towards, runs: ends ? ENDED : runs };
}

function addFronts({ lists, dimension }: Cracks, fronts: readonly FrontPoint[][]): void {
  writeFronts(lists.crackFronts!, [...readFronts(lists.crackFronts!, dimension), ...fronts]);
}

/** Adds the rims of all cuts that are discs, as far as they are in bodies that break. */
export function startAtCuts(cracks: Cracks, cuts: readonly Cut[], trig: Trigonometry): void {
  cuts.forEach(({ shape, body: only }, k) => {
    if (!('disc' in shape)) return;
    const center = shape.disc.center as Point,
      rim = rimOf(shape.disc, cracks.dimension, trig);
    for (const [body, { spacing }] of cracks.bodies) {
      if (only !== undefined && only !== body) continue;
      const own = { crack: cutNumber(k), body },
        points = rim.map((at, n) =>
          pointOf(cracks, own, at, center, cracks.dimension === 2 && n === 0 ? RESTS_BACK : RESTS, spacing),
        );
      addFronts(cracks, cracks.dimension === 2 ? points.map((point) => [point]) : [points]);
    }
  });
}
