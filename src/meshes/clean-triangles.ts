// Triangles that are no good: with a corner twice, there twice, or without area.

import type { TriangleSet } from '../shapes/triangle-set.ts';
import { EdgeTable, NONE } from './edge-table.ts';

/** What cleaning gives. */
export interface Cleaned {
  readonly triangles: Uint32Array;
  readonly edges: EdgeTable;
  /** Triangles with a corner twice. */
  readonly degenerate: number;
  /** Triangles that were there already. */
  readonly duplicates: number;
}

/** A triangle is flat if its height is below this fraction of its longest edge: about what rounding to single precision leaves. */
const FLAT = 1e-7;
/** Rounds of taking away slivers that touch each other. */
const ROUNDS = 8;

/** Takes away the triangles that have a corner twice and those that are there already. */
export function cleanTriangles(triangles: Uint32Array): Cleaned {
  const proper = keep(triangles, (t) => {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    return a !== b && b !== c && c !== a;
  });
  const known = new EdgeTable(proper),
    single = withoutDuplicates(proper, known);
  return {
    triangles: single,
    edges: single === proper ? known : new EdgeTable(single),
    degenerate: (triangles.length - proper.length) / 3,
    duplicates: (proper.length - single.length) / 3,
  };
}

/**
 * Takes away triangles without height from a mesh whose neighbors agree, and counts them. The long edge of a sliver is that of a
 * neighbor, which is cut at the corner between its ends, so that a closed mesh stays closed; without such a neighbor it is dropped.
 */
export function removeSlivers({ positions, triangles }: TriangleSet): Slivers {
  let current: Slivers = { triangles, slivers: 1 },
    slivers = 0;
  if (!hasSliver(positions, triangles)) return { triangles, slivers };
  for (let round = 0; round < ROUNDS && current.slivers > 0; round++) {
    current = withoutSlivers(positions, current.triangles);
    slivers += current.slivers;
  }
  return { triangles: current.triangles, slivers };
}

function hasSliver(positions: Float64Array, triangles: Uint32Array): boolean {
  for (let t = 0; t < triangles.length; t += 3) if (longCorner(positions, triangles, t) !== NONE) return true;
  return false;
}

/** Triangles, and how many slivers are gone. */
export interface Slivers {
  readonly triangles: Uint32Array;
  readonly slivers: number;
}

/** The triangles, by the place of their first corner, that `isGood` says yes to. */
function keep(triangles: Uint32Array, isGood: (t: number) => boolean): Uint32Array {
  const kept = new Uint32Array(triangles.length);
  let at = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    if (!isGood(t)) continue;
    for (let k = 0; k < 3; k++) kept[at++] = triangles[t + k]!;
  }
  return kept.slice(0, at);
}

/**
 * Takes away triangles whose three corners another has: if they look the same way, and if they look the other way but the edges show
 * that one is too many. A wall whose two sides are triangles back to back stays.
 */
function withoutDuplicates(triangles: Uint32Array, edges: EdgeTable): Uint32Array {
  if (edges.isPerfect) return triangles;
  const firsts = firstWithCorners(triangles, edges),
    ways = new Uint8Array(triangles.length / 3); // of every first one: which ways those with its corners look, so far
  return keep(triangles, (t) => {
    const first = firsts[t / 3]!,
      way = runsLike(triangles, t, first) ? 1 : 2,
      before = ways[first / 3]!;
    ways[first / 3] = before | way;
    const isCrowded = [0, 1, 2].some((k) => edges.uses(edges.edgeOf[t + k]!) % 2 === 1);
    return before === 0 || ((before & way) === 0 && !isCrowded);
  });
}

/** For every triangle the first one with the same three corners. Those have all edges in common; each edge and its third corner tell. */
function firstWithCorners(triangles: Uint32Array, edges: EdgeTable): Uint32Array {
  let vertices = 0;
  for (const vertex of triangles) vertices = Math.max(vertices, vertex + 1);
  const seenFrom = new Uint32Array(vertices).fill(NONE),
    seenAt = new Uint32Array(vertices),
    firsts = new Uint32Array(triangles.length / 3);
  // Corners sorted by their edges, each once for a triangle: that of its lowest edge.
  const starts = new Uint32Array(edges.count + 1),
    lowest = (t: number): number => {
      const [a, b, c] = [edges.edgeOf[t]!, edges.edgeOf[t + 1]!, edges.edgeOf[t + 2]!];
      return a <= b && a <= c ? t : b <= c ? t + 1 : t + 2;
    };
  for (let t = 0; t < triangles.length; t += 3) starts[edges.edgeOf[lowest(t)]! + 1]!++;
  for (let edge = 0; edge < edges.count; edge++) starts[edge + 1]! += starts[edge]!;
  const sorted = new Uint32Array(firsts.length);
  for (let t = 0; t < triangles.length; t += 3) sorted[starts[edges.edgeOf[lowest(t)]!]!++] = lowest(t);
  for (const corner of sorted) {
    const edge = edges.edgeOf[corner]!,
      third = triangles[EdgeTable.next(EdgeTable.next(corner))]!,
      t = corner - (corner % 3);
    if (seenFrom[third] !== edge) {
      seenFrom[third] = edge;
      seenAt[third] = t;
    }
    firsts[t / 3] = seenAt[third]!;
  }
  return firsts;
}

/** Whether two triangles with the same corners look the same way. */
function runsLike(triangles: Uint32Array, t: number, u: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (triangles[t + k] === triangles[u]) return triangles[t + ((k + 1) % 3)] === triangles[u + 1];
  }
  return false;
}

/** One round; slivers that touch one that was taken away wait for the next. */
function withoutSlivers(positions: Float64Array, triangles: Uint32Array): Slivers {
  let slivers = 0;
  const edges = new EdgeTable(triangles),
    changed = triangles.slice(),
    touched = new Uint8Array(triangles.length / 3),
    gone = new Uint8Array(triangles.length / 3);
  for (let t = 0; t < triangles.length; t += 3) {
    const long = touched[t / 3] ? NONE : longCorner(positions, triangles, t);
    if (long === NONE) continue;
    const edge = edges.edgeOf[long]!;
    const other =
      edges.uses(edge) === 2
        ? [edges.first[edge]!, edges.following[edges.first[edge]!]!].find((c) => c !== long)!
        : NONE;
    const u = other === NONE ? NONE : other - (other % 3);
    if (other === NONE || triangles[other] === triangles[long]) {
      if (edges.uses(edge) === 1) {
        gone[t / 3] = 1;
        slivers++;
      }
      continue;
    }
    if (touched[u / 3]) continue;
    // Sliver a, b, c with c between a and b; neighbor b, a, d. They become a, d, c and d, b, c.
    const a = triangles[long]!,
      b = triangles[EdgeTable.next(long)]!,
      c = triangles[EdgeTable.next(EdgeTable.next(long))]!,
      d = triangles[EdgeTable.next(EdgeTable.next(other))]!;
    touched[t / 3] = 1;
    touched[u / 3] = 1;
    slivers++;
    if (c === d) {
      gone[t / 3] = 1;
      gone[u / 3] = 1;
      continue;
    }
    changed.set([a, d, c], t);
    changed.set([d, b, c], u);
  }
  return { triangles: keep(changed, (t) => !gone[t / 3]), slivers };
}

/** The corner from which the longest edge of a flat triangle begins; NONE if it is not flat. */
function longCorner(p: Float64Array, triangles: Uint32Array, t: number): number {
  const side = (k: number): [number, number, number] => {
    const from = 3 * triangles[t + k]!,
      to = 3 * triangles[t + ((k + 1) % 3)]!;
    return [p[to]! - p[from]!, p[to + 1]! - p[from + 1]!, p[to + 2]! - p[from + 2]!];
  };
  const square = (v: readonly number[]): number => v[0]! * v[0]! + v[1]! * v[1]! + v[2]! * v[2]!;
  const [u, v, w] = [side(0), side(1), side(2)];
  const lengths = [square(u), square(v), square(w)];
  const longest = Math.max(...lengths);
  const area = square([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]);
  return area <= FLAT * FLAT * longest * longest ? t + lengths.indexOf(longest) : NONE;
}
