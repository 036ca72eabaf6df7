// What new facets cut: only pairs that they touch are looked at, only gradients of their ends are found again, here and in the shared
// memory. The result has the same bits as links from scratch.

import * as at from '../../../wasm/layout.ts';
import { Fit, isHidden, type Links, linkOf, type ReferenceNodes } from '../gradients.ts';
import type { Cutter } from './cutter.ts';
import { boxOf, type changedEdges } from './live-fronts.ts';
import type { StartGrid } from './start-grid.ts';
import { difference, lengthOf } from './vectors.ts';

/** The words of the shared memory. */
interface Words {
  readonly u32: Uint32Array;
  readonly f64: Float64Array;
}

/** What links are cut with. */
interface CutWith {
  readonly nodes: ReferenceNodes;
  readonly links: Links;
  readonly cutter: Cutter;
  readonly grid: StartGrid;
}

/**
 * Cuts the links that facets from a number on cross. Returns the nodes whose gradients changed, ascending.
 * @param edges of fronts that moved: what is seen through cracks near them changes
 */
export function cutLinks(
  { nodes, links, cutter, grid }: CutWith,
  first: number,
  edges: ReturnType<typeof changedEdges> = [],
): number[] {
  const touched = new Set<number>();
  cutByFacets({ links, cutter, grid, nodes }, first, touched);
  if (links.veil) fadeLinks({ links, cutter, grid, nodes }, edges, touched);
  const changed = [...touched].sort((a, b) => a - b),
    fit = new Fit(nodes.dimension),
    isFlat = flatOf(links, nodes.count),
    flat = links.flat as number[];
  for (const i of changed) {
    const fits = fit.node(nodes, links, i);
    if (fits && isFlat[i]) flat.splice(flat.indexOf(i), 1); // only where cracks can be seen through
    if (!fits && !isFlat[i]) flat.push(i);
    isFlat[i] = Number(!fits);
  }
  return changed;
}

/** Looks again at all links near edges of fronts that cross a crack. */
function fadeLinks(
  { links, cutter, grid, nodes }: CutWith,
  edges: ReturnType<typeof changedEdges>,
  touched: Set<number>,
): void {
  const near = new Set<number>(),
    { bodies, reach } = cutter.nodes,
    room = reach + cutter.farthest;
  for (const edge of edges) {
    const [low, high] = boxOf(edge);
    const count = grid.findWithin(low, high, room);
    for (let k = 0; k < count; k++) if (bodies[grid.found[k]!] === edge.body) near.add(grid.found[k]!);
  }
  for (const i of near)
    for (let l = links.begins[i]!; l < links.begins[i + 1]!; l++)
      if (links.to[l]! > i && links.veil![l]! > 0) veilLink(nodes, { links, cutter }, i, l, touched);
}

/** Finds what two nodes see of each other, as it is now. */
function veilLink(
  nodes: ReferenceNodes,
  { links, cutter }: Pick<CutWith, 'links' | 'cutter'>,
  i: number,
  l: number,
  touched: Set<number>,
): void {
  const j = links.to[l]!,
    veil = cutter.veilOf(i, j);
  if (veil === links.veil![l]) return;
  const returns = linkOf(links, j, i);
  links.veil![l] = links.veil![returns] = veil;
  links.cut![l] = links.cut![returns] = Number(isHidden(nodes, i, j, veil));
  touched.add(i).add(j);
}

function cutByFacets({ links, cutter, grid, nodes }: CutWith, first: number, touched: Set<number>): void {
  const { facets } = cutter,
    { bodies, reach } = cutter.nodes,
    low: [number, number, number] = [0, 0, 0],
    high: [number, number, number] = [0, 0, 0],
    looks = looksOf(links, bodies.length);
  for (let facet = first; facet < facets.count; facet++) {
    const at = facets.stride * facet,
      side = new Side(facets.corners, at, facets.dimension),
      body = facets.bodyOf(facet);
    for (let a = 0; a < 3; a++) {
      low[a] = Number.POSITIVE_INFINITY;
      high[a] = Number.NEGATIVE_INFINITY;
      for (let k = at + a; k < at + facets.stride; k += 3) {
        low[a] = Math.min(low[a]!, facets.corners[k]!);
        high[a] = Math.max(high[a]!, facets.corners[k]!);
      }
    }
    const count = grid.findWithin(low, high, (0.5 + 1e-6) * reach),
      middle = [0, 1, 2].map((a) => 0.5 * (low[a]! + high[a]!)),
      half = 0.5 * lengthOf(difference(high, low)),
      ball = (1 + 1e-6) * half + 1e-6 * reach,
      by = { links, cutter, side, facet, nodes, middle, square: ball * ball, looks };
    looks[0]!++;
    for (let k = 0; k < count; k++) if (bodies[grid.found[k]!] === body) looks[1 + grid.found[k]!] = looks[0]!;
    for (let k = 0; k < count; k++) if (bodies[grid.found[k]!] === body) cutNode(by, grid.found[k]!, touched);
  }
}

/** How often facets were looked at, and of every node the last look that it was near in: one end of what a facet cuts is nearer than half of it. */
const knownLooks = new WeakMap<object, Uint32Array>();

function looksOf(links: Links, count: number): Uint32Array {
  const looks = knownLooks.get(links) ?? new Uint32Array(1 + count);
  knownLooks.set(links, looks);
  return looks;
}

/** A facet that cuts links: its plane, the ball that it is in, and which nodes are near it. */
interface CutBy extends Omit<CutWith, 'grid'> {
  readonly side: Side;
  readonly facet: number;
  readonly middle: readonly number[];
  readonly square: number;
  readonly looks: Uint32Array;
}

/** Cuts the links of a node that a facet crosses; those to an earlier node that is near too were looked at from there. */
function cutNode(by: CutBy, node: number, touched: Set<number>): void {
  const { links, cutter, side, facet, nodes, middle, square, looks } = by,
    { starts: x, reach } = cutter.nodes,
    own = side.of(x, node),
    near = 1e-6 * reach,
    px = x[3 * node]! - middle[0]!,
    py = x[3 * node + 1]! - middle[1]!,
    pz = x[3 * node + 2]! - middle[2]!;
  for (let l = links.begins[node]!; l < links.begins[node + 1]!; l++) {
    const to = links.to[l]!;
    if ((links.cut![l] && !links.veil) || (to < node && looks[1 + to] === looks[0])) continue;
    const other = side.of(x, to);
    if ((own > near && other > near) || (own < -near && other < -near)) continue; // on one side
    if (Math.abs(own - other) > 1e-3 * reach) {
      const t = own / (own - other),
        dx = px + t * (x[3 * to]! - x[3 * node]!),
        dy = py + t * (x[3 * to + 1]! - x[3 * node + 1]!),
        dz = pz + t * (x[3 * to + 2]! - x[3 * node + 2]!);
      if (dx * dx + dy * dy + dz * dz > square) continue; // passes the plane beside the facet
    }
    const [i, j] = node < to ? [node, to] : [to, node],
      [a, b] = [3 * i, 3 * j];
    if (!cutter.facets.crossesFacet(facet, x[a]!, x[a + 1]!, x[a + 2]!, x[b]!, x[b + 1]!, x[b + 2]!)) continue;
    const forth = node < to ? l : linkOf(links, i, j);
    if (links.veil) {
      veilLink(nodes, { links, cutter }, i, forth, touched);
      continue;
    }
    links.cut![forth] = links.cut![linkOf(links, j, i)] = 1;
    touched.add(i).add(j);
  }
}

/** How far points are in front of the plane of a facet, m. */
class Side {
  private readonly n: [number, number, number] = [0, 0, 0];
  private readonly distance: number;

  constructor(c: readonly number[], at: number, dimension: 2 | 3) {
    const { n } = this,
      [ux, uy, uz] = [c[at + 3]! - c[at]!, c[at + 4]! - c[at + 1]!, c[at + 5]! - c[at + 2]!];
    if (dimension === 2) {
      n[0] = -uy;
      n[1] = ux;
    } else {
      const [vx, vy, vz] = [c[at + 6]! - c[at]!, c[at + 7]! - c[at + 1]!, c[at + 8]! - c[at + 2]!];
      n[0] = uy * vz - uz * vy;
      n[1] = uz * vx - ux * vz;
      n[2] = ux * vy - uy * vx;
    }
    const size = Math.sqrt(n[0]! * n[0]! + n[1]! * n[1]! + n[2]! * n[2]!);
    for (let a = 0; a < 3; a++) n[a] = size > 0 ? n[a]! / size : 0; // no area: all are beside it, and nothing crosses
    this.distance = n[0]! * c[at]! + n[1]! * c[at + 1]! + n[2]! * c[at + 2]!;
  }

  of(x: Float64Array, i: number): number {
    const { n } = this;
    return n[0]! * x[3 * i]! + n[1]! * x[3 * i + 1]! + n[2]! * x[3 * i + 2]! - this.distance;
  }
}

/** Which nodes are flat, by the links. */
const flats = new WeakMap<object, Uint8Array>();

/** 1 for nodes that have no gradients: crumbs. */
export function flatOf(links: Links, count: number): Uint8Array {
  const known = flats.get(links) ?? new Uint8Array(count);
  if (!flats.has(links)) for (const n of links.flat) known[n] = 1;
  flats.set(links, known);
  return known;
}

/** Writes the gradients of some nodes where the passes read them: at the nodes, and at those that they are linked to. */
export function rewriteLinks(words: Words, links: Links, nodes: readonly number[]): void {
  for (const n of nodes)
    for (let l = links.begins[n]!; l < links.begins[n + 1]!; l++) {
      const j = links.to[l]!,
        here = wordOf(words, links, n, l),
        there = wordOf(words, links, j, linkOf(links, j, n));
      for (let a = 0; a < 3; a++) {
        words.f64[here + 2 * a] = links.g[3 * l + a]!; //          g_nj
        words.f64[there + 6 + 2 * a] = links.g[3 * l + a]!; //     the g_ji of j
      }
    }
}

/** Where g_nj of a link begins, in words of 8 bytes; lanes of two links lie side by side. */
function wordOf({ u32 }: Words, { begins }: Links, n: number, l: number): number {
  const begin = u32[(u32[at.AT_NODE_LINKS >> 2]! >>> 2) + 2 * n]!,
    k = l - begins[n]!;
  return ((begin + (k >> 1) * at.LINK_BYTES) >>> 3) + 2 + (k & 1);
}
