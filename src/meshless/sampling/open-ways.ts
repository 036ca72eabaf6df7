// Which voxels of a mesh are joined to which of those around them: the straight way between their middles must stay inside. Gaps that are
// thinner than a voxel are seen too, because the triangles themselves are asked.

import {
  type Bvh,
  buildBvh,
  CORNERS,
  MAX_DEPTH,
  NODE_COUNT,
  NODE_HIGH,
  NODE_NEXT,
  NODE_WORDS,
} from '../../shapes/bvh.ts';
import { isInsideMesh } from '../../shapes/inside-mesh.ts';
import type { Solid } from '../../shapes/solid.ts';

/** What this needs to know of a grid. */
export interface Voxels {
  readonly count: number;
  /** Edge of a voxel, m. */
  readonly voxel: number;
  /** Cell of each voxel. */
  readonly cells: Int32Array;
  /** Middle of each voxel, x, y, z, m. */
  readonly middles: Float64Array;
  /** Voxel of each cell, −1 outside. */
  readonly numbers: Int32Array;
  /** From a cell to the 26 around it; place k is opposite to place 25 − k. */
  readonly offsets: Int32Array;
}

/** A bit for each of the 26 ways from every voxel, in the order of `offsets`: 1 if it is open. */
export function openWays({ triangles, center }: Solid, grid: Voxels): Uint32Array {
  const bvh = buildBvh(triangles!),
    open = new Uint32Array(grid.count).fill((1 << 26) - 1),
    { middles, cells, numbers, offsets, voxel } = grid,
    near: number[] = [];
  for (let v = 0; v < grid.count; v++) {
    const p = [middles[3 * v]! - center[0], middles[3 * v + 1]! - center[1], middles[3 * v + 2]! - center[2]] as const;
    gather(bvh, p, voxel, near);
    if (near.length === 0) continue;
    for (let k = 13; k < 26; k++) {
      const w = numbers[cells[v]! + offsets[k]!]!;
      if (w < 0) continue;
      const q = [
        middles[3 * w]! - center[0],
        middles[3 * w + 1]! - center[1],
        middles[3 * w + 2]! - center[2],
      ] as const;
      if (staysInside(bvh, near, p, q)) continue;
      open[v]! &= ~(1 << k);
      open[w]! &= ~(1 << (25 - k));
    }
  }
  return open;
}

type Point = readonly [number, number, number];

const stack = new Uint32Array(2 * MAX_DEPTH);

/** The triangles whose boxes come within `reach` (m) of a point on every axis, as places in the hierarchy. */
function gather({ boxes, links, corners }: Bvh, p: Point, reach: number, found: number[]): void {
  found.length = 0;
  let open = 0;
  stack[open++] = 0;
  while (open > 0) {
    const node = stack[--open]!;
    let isApart = false;
    for (let a = 0; a < 3; a++) {
      isApart ||= p[a]! + reach < boxes[node + a]! || p[a]! - reach > boxes[node + NODE_HIGH + a]!;
    }
    if (isApart) continue;
    const next = links[node + NODE_NEXT]!,
      count = links[node + NODE_COUNT]!;
    if (count === 0) {
      stack[open++] = next * NODE_WORDS;
      stack[open++] = node + NODE_WORDS;
    }
    for (let t = next; t < next + count; t++) if (isNear(corners, CORNERS * t, p, reach)) found.push(t);
  }
}

function isNear(c: Float64Array, at: number, p: Point, reach: number): boolean {
  for (let a = 0; a < 3; a++) {
    const [u, v, w] = [c[at + a]!, c[at + 3 + a]!, c[at + 6 + a]!];
    if (Math.min(u, v, w) > p[a]! + reach || Math.max(u, v, w) < p[a]! - reach) return false;
  }
  return true;
}

/** Whether nothing between two points inside is outside: where the way meets two triangles, what is between them must be inside, as in shells that overlap. */
function staysInside(bvh: Bvh, near: readonly number[], p: Point, q: Point): boolean {
  const meets: number[] = [];
  for (const t of near) {
    const at = meeting(bvh.corners, CORNERS * t, p, q);
    if (at >= 0) meets.push(at);
  }
  meets.sort((a, b) => a - b);
  for (let k = 1; k < meets.length; k++) {
    const t = (meets[k - 1]! + meets[k]!) / 2,
      [x, y, z] = [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), p[2] + t * (q[2] - p[2])];
    if (meets[k]! > meets[k - 1]! && !isInsideMesh(bvh, x, y, z)) return false;
  }
  return true;
}

/** Which part of the way from p to q is behind one where it meets a triangle, edges included; −1 if it does not. */
function meeting(c: Float64Array, at: number, p: Point, q: Point): number {
  const d = [q[0] - p[0], q[1] - p[1], q[2] - p[2]] as const,
    e = [c[at + 3]! - c[at]!, c[at + 4]! - c[at + 1]!, c[at + 5]! - c[at + 2]!] as const,
    f = [c[at + 6]! - c[at]!, c[at + 7]! - c[at + 1]!, c[at + 8]! - c[at + 2]!] as const,
    s = [p[0] - c[at]!, p[1] - c[at + 1]!, p[2] - c[at + 2]!] as const,
    df = cross(d, f),
    area = dot(e, df);
  if (area === 0) return -1;
  const se = cross(s, e),
    u = dot(s, df) / area,
    v = dot(d, se) / area,
    t = dot(f, se) / area;
  return u >= -EDGE && v >= -EDGE && u + v <= 1 + EDGE && t >= 0 && t <= 1 ? t : -1;
}

/** How far beyond an edge a way still meets a triangle, over its size: met twice is better than never. */
const EDGE = 1e-9;

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
