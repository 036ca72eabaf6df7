// What fronts leave behind: links that are stretched far beyond what breaks the body, because gradients hardly see one neighbor that goes its
// own way; and fronts with nothing left ahead that hangs together. Looked at now and then. [card §16, ADR 53]

import * as at from '../../../wasm/layout.ts';
import type { ElasticParameters } from '../parameters.ts';
import { ENDED, type FrontPoint, nextCrack, pushFacet, readFronts, writeFronts } from './crack-lists.ts';
import { AHEAD, type BrittleBody, type Cracks, mayBreak } from './cracks.ts';
import { besides } from './cutter.ts';
import type { Point } from './vectors.ts';
import { along, difference, dot, lengthOf, unitOf } from './vectors.ts';

/** Stretch at which any link beside a crack tears, beyond that of the body at its strength. */
const STRETCH = 0.25;
/** Threads: what two nodes beside a crack have fewer neighbors in common than this does not hold them together. Whole bodies have 2 and 4 at least. */
const COMMON = { 2: 1, 3: 2 } as const;
/** Radius of the facet that cuts a thread, over the spacing: it should cut no more than that. */
const RADIUS = 0.3;
/** Links so far around the place ahead may be what a front breaks next, over the spacing. */
const AROUND = 1.25;

/** Cuts links between nodes beside cracks that are stretched too far. `from`: where the facets of this look begin in their list. */
export function tearThreads(cracks: Cracks, set: { readonly shared: Words }, now: number, from: number): void {
  const { links, cutter, bodies, lists, dimension, holds } = cracks,
    { begins, to, cut } = links,
    { starts, bodies: bodyOf } = cutter.nodes,
    { u32, f64 } = set.shared,
    x = u32[at.AT_NODE_PLACE >> 2]! >>> 3,
    longest = new Map<number, number>();
  for (const [body, brittle] of bodies) if (mayBreak(brittle, now)) longest.set(body, mostStretch(brittle.law));
  const isBeside = besideCracks(cracks);
  let crack: number | undefined;
  for (let i = 0; i < isBeside.length; i++) {
    const most = isBeside[i] ? longest.get(bodyOf[i]!) : undefined;
    if (most === undefined) continue;
    for (let l = begins[i]!; l < begins[i + 1]!; l++) {
      const j = to[l]!;
      if (j < i || cut![l] || !isBeside[j] || (holds[i] && holds[j])) continue;
      let [now2, then2] = [0, 0];
      for (let a = 0; a < 3; a++) {
        const [d, D] = [f64[x + 4 * j + a]! - f64[x + 4 * i + a]!, starts[3 * j + a]! - starts[3 * i + a]!];
        now2 += d * d;
        then2 += D * D;
      }
      const isLong = now2 > (most + STRETCH) * (most + STRETCH) * then2;
      if (!(now2 > most * most * then2)) continue;
      if (!isLong && commonOf(links, i, j) >= COMMON[dimension]) continue;
      crack ??= nextCrack(lists.crackFacets!, dimension, from, cutter.facets.lastCrack);
      cutBetween(cracks, { crack, body: bodyOf[i]! }, i, j);
    }
  }
}

/** The words of the shared memory. */
interface Words {
  readonly u32: Uint32Array;
  readonly f64: Float64Array;
}

/** 1 for nodes that have lost a neighbor to a cut or crack. */
function besideCracks({ links: { begins, cut } }: Cracks): Uint8Array {
  const is = new Uint8Array(begins.length - 1);
  for (let n = 0; n < is.length; n++) for (let l = begins[n]!; l < begins[n + 1]! && !is[n]; l++) is[n] = cut![l]!;
  return is;
}

/** How many nodes two nodes are both linked to. */
function commonOf({ begins, to, cut }: Cracks['links'], i: number, j: number): number {
  let [k, l, common] = [begins[i]!, begins[j]!, 0];
  while (k < begins[i + 1]! && l < begins[j + 1]!) {
    const [a, b] = [to[k]!, to[l]!];
    if (a === b && !cut![k] && !cut![l]) common++;
    if (a <= b) k++;
    if (b <= a) l++;
  }
  return common;
}

/** Twice the stretch at which the body breaks. */
function mostStretch({
  strength,
  youngsModulus,
  yieldStrain,
  maxPlasticStrain,
}: BrittleBody['law'] & ElasticParameters) {
  const elastic = strength / youngsModulus,
    plastic = yieldStrain === undefined ? 0 : (maxPlasticStrain ?? 1);
  return 1 + 2 * elastic + 2 * plastic;
}

/** Lays a small facet across the middle of two nodes. */
function cutBetween(cracks: Cracks, own: Pick<FrontPoint, 'crack' | 'body'>, i: number, j: number): void {
  const { starts } = cracks.cutter.nodes,
    place = (n: number): Point => [starts[3 * n]!, starts[3 * n + 1]!, starts[3 * n + 2]!],
    way = difference(place(j), place(i)),
    n = unitOf(way),
    middle = along(place(i), 0.5, way),
    r = RADIUS * cracks.bodies.get(own.body)!.spacing;
  if (!n) return;
  if (cracks.dimension === 2) {
    const e: Point = [n[1], -n[0], 0];
    pushFacet(cracks.lists.crackFacets!, own, along(middle, -r, e), along(middle, r, e));
    return;
  }
  const [u, v] = besides(n) as unknown as [Point, Point],
    corner = (a: number, b: number) => along(along(middle, a * r, u), b * r, v);
  pushFacet(cracks.lists.crackFacets!, own, corner(1, 0), corner(-0.5, 0.866), corner(-0.5, -0.866));
}

/** Ends points of fronts that have nothing ahead of them which still hangs together. */
export function endSpentFronts(cracks: Cracks): void {
  const { lists, dimension, bodies } = cracks,
    fronts = readFronts(lists.crackFronts!, dimension);
  let changed = false;
  const next = fronts.map((front) =>
    front.map((point, k) => {
      const body = bodies.get(point.body);
      if (point.runs === ENDED || !body) return point;
      const normal = normalOf(front, k, dimension);
      if (!normal || holdsAhead(cracks, body, point, normal)) return point;
      changed = true;
      return { ...point, runs: ENDED } as FrontPoint;
    }),
  );
  if (changed) writeFronts(lists.crackFronts!, next);
}

/** Across the crack at a point of its front. */
function normalOf(front: readonly FrontPoint[], k: number, dimension: 2 | 3): Point | undefined {
  const { towards: d } = front[k]!;
  if (dimension === 2) return [d[1], -d[0], 0];
  const e = difference(front[(k + 1) % front.length]!.at, front.at(k - 1)!.at);
  return unitOf([d[1] * e[2] - d[2] * e[1], d[2] * e[0] - d[0] * e[2], d[0] * e[1] - d[1] * e[0]]);
}

/** Whether a link that is not cut leads through the plane of a crack ahead of its front. */
function holdsAhead(cracks: Cracks, { spacing }: BrittleBody, { at: p, towards, body }: FrontPoint, n: Point): boolean {
  const { links, grid, cutter } = cracks,
    { starts, bodies } = cutter.nodes,
    place = (k: number): Point => [starts[3 * k]!, starts[3 * k + 1]!, starts[3 * k + 2]!],
    ahead = along(p, AHEAD * spacing, towards),
    room = AROUND * spacing;
  const count = grid.findWithin(ahead, ahead, 2 * room);
  for (let k = 0; k < count; k++) {
    const i = grid.found[k]!;
    if (bodies[i] !== body) continue;
    const here = dot(difference(place(i), p), n);
    if (here < 0 || here > 2 * room) continue;
    for (let l = links.begins[i]!; l < links.begins[i + 1]!; l++) {
      if (links.cut![l]) continue;
      const j = links.to[l]!,
        there = dot(difference(place(j), p), n);
      if (there >= 0) continue;
      const t = here / (here - there),
        crossing = along(place(i), t, difference(place(j), place(i)));
      if (lengthOf(difference(crossing, ahead)) < room) return true;
    }
  }
  return false;
}
