// Makes neighbors agree about what is outside, and closed parts look outward. Parts hang together by edges that two triangles share.

import { type Bvh, buildBvh } from '../shapes/bvh.ts';
import { isInsideMesh } from '../shapes/inside-mesh.ts';
import type { TriangleSet } from '../shapes/triangle-set.ts';
import { EdgeTable, NONE } from './edge-table.ts';
import { labelParts } from './mesh-condition.ts';

/** What orienting gives. */
export interface Oriented {
  readonly triangles: Uint32Array;
  /** Triangles that were turned over. */
  readonly flipped: number;
}

/** Triangles that are looked at to tell cavities from parts that are inside out, at most: less than a second of work. */
const EFFORT = 3e6;

/** One part while it is judged. */
interface Part {
  /** Triangles, counted; and those that disagree with the first one. */
  size: number;
  against: number;
  closed: boolean;
  /** Volume if all agreed with the first triangle, m³. */
  volume: number;
}

/**
 * Turns triangles over: in each part the fewer that disagree with the others, and all of a closed part that looks inward, unless it is
 * the wall of a cavity: agreed from the start, and within another closed part.
 */
export function orientMesh({ positions, triangles }: TriangleSet, edges = new EdgeTable(triangles)): Oriented {
  const { labels, count } = labelParts(edges, (edge) => edges.uses(edge) === 2);
  const opposed = findOpposed(edges);
  const parts = judgeParts(positions, edges, labels, count, opposed);
  const turn = turnsOf({ positions, triangles }, labels, parts);
  const result = triangles.slice();
  let flipped = 0;
  for (let t = 0; t < labels.length; t++) {
    if (opposed[t] === turn[labels[t]!]) continue;
    result[3 * t + 1] = triangles[3 * t + 2]!;
    result[3 * t + 2] = triangles[3 * t + 1]!;
    flipped++;
  }
  return { triangles: result, flipped };
}

/** 1 for every triangle that looks the other way than the first one of its part, walking from neighbor to neighbor. */
function findOpposed(edges: EdgeTable): Uint8Array {
  const { triangles } = edges;
  const opposed = new Uint8Array(triangles.length / 3),
    seen = new Uint8Array(opposed.length),
    open: number[] = [];
  for (let start = 0; start < seen.length; start++) {
    if (seen[start]) continue;
    seen[start] = 1;
    open.push(start);
    for (let t = open.pop(); t !== undefined; t = open.pop()) {
      for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
        const edge = edges.edgeOf[corner]!;
        if (edges.uses(edge) !== 2) continue;
        const first = edges.first[edge]!,
          other = first === corner ? edges.following[first]! : first,
          u = Math.floor(other / 3);
        if (seen[u]) continue;
        seen[u] = 1;
        // Neighbors that agree run through their edge in opposite directions.
        opposed[u] = triangles[other] === triangles[corner] ? 1 - opposed[t]! : opposed[t]!;
        open.push(u);
      }
    }
  }
  return opposed;
}

function judgeParts(
  p: Float64Array,
  edges: EdgeTable,
  labels: Uint32Array,
  count: number,
  opposed: Uint8Array,
): Part[] {
  const parts = Array.from({ length: count }, (): Part => ({ size: 0, against: 0, closed: true, volume: 0 }));
  const { triangles } = edges;
  for (let t = 0; t < labels.length; t++) {
    const part = parts[labels[t]!]!;
    part.size++;
    part.against += opposed[t]!;
    for (let k = 0; k < 3; k++) if (edges.uses(edges.edgeOf[3 * t + k]!) !== 2) part.closed = false;
    const [a, b, c] = [3 * triangles[3 * t]!, 3 * triangles[3 * t + 1]!, 3 * triangles[3 * t + 2]!];
    const six =
      p[a]! * (p[b + 1]! * p[c + 2]! - p[b + 2]! * p[c + 1]!) +
      p[a + 1]! * (p[b + 2]! * p[c]! - p[b]! * p[c + 2]!) +
      p[a + 2]! * (p[b]! * p[c + 1]! - p[b + 1]! * p[c]!);
    part.volume += opposed[t] ? -six / 6 : six / 6;
  }
  return parts;
}

/** For every part the kind of triangles that stay as they are: 0 those that agree with its first, 1 those that oppose it. */
function turnsOf(set: TriangleSet, labels: Uint32Array, parts: readonly Part[]): Uint8Array {
  const first = new Uint32Array(parts.length).fill(NONE);
  labels.forEach((label, t) => {
    if (first[label] === NONE) first[label] = t;
  });
  let effort = EFFORT,
    bvh: Bvh | undefined;
  return Uint8Array.from(parts, (part, label) => {
    if (!part.closed) return 2 * part.against > part.size ? 1 : 0;
    if (part.volume >= 0) return 0;
    if (part.against > 0 || effort <= 0) return 1;
    bvh ??= buildBvh(set);
    const others = (t: number): boolean => --effort > 0 && labels[t] !== label && parts[labels[t]!]!.closed;
    return isInsideMesh(bvh, ...middleOf(set, first[label]!), others) ? 0 : 1;
  });
}

/** The middle of a triangle. */
function middleOf({ positions: p, triangles }: TriangleSet, t: number): [number, number, number] {
  const along = (axis: number): number => {
    const corner = (k: number): number => p[3 * triangles[3 * t + k]! + axis]!;
    return (corner(0) + corner(1) + corner(2)) / 3;
  };
  return [along(0), along(1), along(2)];
}
