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
import { type BrittleBody, type Cracks, mayBreak } from './cracks.ts';
import { besides, cutNumber, rimOf } from './cutter.ts';
import { NearFronts } from './near-fronts.ts';
import type { Point } from './vectors.ts';
import { along, difference, unitOf } from './vectors.ts';

/** Radius of a new crack over the spacing. */
const RADIUS = 0.75;
/** A new crack lies between two layers of particles: so far from the node, over the spacing. */
const ASIDE = 0.5;
/** So many nodes of a body are looked at, those whose bounds are largest. */
const MOST_LOOKS = 64;
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

/** Nodes of a body that may break, and by how much their bounds pass their strengths. */
interface Tense {
  readonly nodes: number[];
  readonly ratios: number[];
}

/** Where a crack may begin. */
interface Look {
  readonly cracks: Cracks;
  readonly body: number;
  readonly brittle: BrittleBody;
  /** Fronts that no other crack begins near to. */
  readonly ground: NearFronts;
  readonly seed: number;
}

/** A look at the bodies of a world. */
interface Time {
  /** Of the scene. */
  readonly seed: number;
  /** s */
  readonly now: number;
  /** Where the facets of this look begin in their list. */
  readonly from: number;
  /** The list of fronts before this look: stresses are those of before, also where a front has ended since. */
  readonly fronts: readonly number[];
}

/** Begins at most one crack in each body that breaks. */
export function startCracks(cracks: Cracks, { seed, now, from, fronts: before }: Time): void {
  const found = tenseNodes(cracks, seed);
  if (found.size === 0) return;
  const fronts = [before, cracks.lists.crackFronts!].flatMap((list) => readFronts(list, cracks.dimension)),
    reach = Math.max(...[...cracks.bodies.values()].map(({ frontGround }) => frontGround)),
    ground = new NearFronts(fronts, reach);
  for (const [body, tense] of found) {
    const brittle = cracks.bodies.get(body)!;
    if (!mayBreak(brittle, now)) continue;
    const candidate = mostTense({ cracks, body, brittle, ground, seed }, tense);
    if (candidate) startAt(cracks, body, brittle, candidate, from);
  }
}

const strengthOf = (cracks: Cracks, { law: { strength, scatter } }: BrittleBody, seed: number, node: number) =>
  strength * (1 + scatter * randomSigned(seed, STREAMS.strength, cracks.idOf(node)));

/** Nodes whose bounds pass their strengths, by bodies in the order of their first nodes. At faces splinters would be crumbs. */
function tenseNodes(cracks: Cracks, seed: number): Map<number, Tense> {
  const { bodies } = cracks.cutter.nodes,
    found = new Map<number, Tense>();
  for (let node = 0; node < bodies.length; node++) {
    const brittle = cracks.bodies.get(bodies[node]!),
      bound = cracks.tensions.boundOf(node);
    if (
      !brittle ||
      bound < (1 - brittle.law.scatter) * brittle.law.strength ||
      cracks.marks.has(node) ||
      cracks.holds[node]
    )
      continue;
    const ratio = bound / strengthOf(cracks, brittle, seed, node);
    if (ratio < 1) continue;
    const tense = found.get(bodies[node]!) ?? { nodes: [], ratios: [] };
    found.set(bodies[node]!, tense);
    tense.nodes.push(node);
    tense.ratios.push(ratio);
  }
  return found;
}

/** The node that is farthest beyond its strength, the first of several, among those whose bounds are largest. */
function mostTense(look: Look, { nodes, ratios }: Tense): Candidate | undefined {
  const { cracks, body, brittle, ground, seed } = look,
    { starts } = cracks.cutter.nodes,
    order = nodes.map((_, k) => k).sort((a, b) => ratios[b]! - ratios[a]! || a - b);
  let best: Candidate | undefined,
    looks = 0;
  for (const k of order) {
    if (ratios[k]! < 0.5 * (best?.ratio ?? 0) || looks === MOST_LOOKS) break;
    const node = nodes[k]!,
      at: Point = [starts[3 * node]!, starts[3 * node + 1]!, starts[3 * node + 2]!];
    if (ground.isNear(body, at, brittle.frontGround)) continue;
    looks++;
    const strength = strengthOf(cracks, brittle, seed, node),
      least = (1 - 1e-12) * strength * Math.max(1, best?.ratio ?? 0),
      tension = cracks.tensions.at(body, at, brittle.reach, undefined, least),
      ratio = tension ? tension.value / strength : 0;
    if (tension && ratio >= 1 && ratio > (best?.ratio ?? 0)) best = { node, ratio, normal: tension.normal };
  }
  return best;
}

/** Lays the facets and the front of a new crack beside a node, on the side where the tension is larger. */
function startAt(
  cracks: Cracks,
  body: number,
  { spacing, reach }: BrittleBody,
  { node, normal }: Candidate,
  from: number,
): void {
  const { lists, dimension, tensions } = cracks,
    { starts } = cracks.cutter.nodes,
    at: Point = [starts[3 * node]!, starts[3 * node + 1]!, starts[3 * node + 2]!],
    sides = [1, -1].map((side) => along(at, side * ASIDE * spacing, normal)) as [Point, Point],
    [here, there] = sides.map((side) => tensions.at(body, side, reach)?.value ?? 0) as [number, number],
    center = there > here ? sides[1] : sides[0],
    crack = nextCrack(lists.crackFacets!, dimension, from, cracks.cutter.facets.lastCrack),
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

/** A point of a front that runs away from the center of its crack, unless it is outside of the body or the crack is too small to have a rim. */
function pointOf(
  cracks: Cracks,
  own: Pick<FrontPoint, 'crack' | 'body'>,
  at: Point,
  center: Point,
  runs: Running,
  spacing: number,
): FrontPoint {
  const towards = unitOf(difference(at, center)),
    ends = !towards || !cracks.isInside(own.body, at, spacing) || cracks.crosses(own.body, center, at, own.crack);
  return { ...own, at, towards: towards ?? [0, 0, 0], runs: ends ? ENDED : runs };
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
