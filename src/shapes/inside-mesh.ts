// Whether a point is inside a closed mesh: how often the mesh winds around it, counted where a ray along an axis leaves and enters.
// The projected edge that two triangles share is judged by the same numbers for both, so that a ray through an edge or a corner is
// counted once and not twice or never. Where rays along different axes disagree, as they can in meshes with holes, two of three decide.

import { type Bvh, CORNERS, MAX_DEPTH, NODE_COUNT, NODE_HIGH, NODE_NEXT, NODE_WORDS } from './bvh.ts';

/**
 * Whether the mesh encloses (x, y, z), whichever way its triangles face. Shells that overlap enclose what any of them does. If `counts` is
 * given, only triangles of the mesh that it says yes to do.
 * @example const wet = isInsideMesh(buildBvh(cup), x, y, z);
 */
export function isInsideMesh(
  bvh: Bvh,
  x: number,
  y: number,
  z: number,
  counts?: (triangle: number) => boolean,
): boolean {
  if (bvh.corners.length === 0) return false;
  for (let a = 0; a < 3; a++) {
    const p = a === 0 ? x : a === 1 ? y : z;
    if (!(p >= bvh.boxes[a]! && p <= bvh.boxes[NODE_HIGH + a]!)) return false;
  }
  const alongX = windingAlong(bvh, 0, x, y, z, counts) !== 0,
    alongY = windingAlong(bvh, 1, y, z, x, counts) !== 0;
  return alongX === alongY ? alongX : windingAlong(bvh, 2, z, x, y, counts) !== 0;
}

const stack = new Uint32Array(2 * MAX_DEPTH);

/** Triangles that a ray along an axis leaves through less those it enters through; p is the point's coordinate on it, u and v the next two. */
function windingAlong(
  { boxes, links, corners, order }: Bvh,
  axis: number,
  p: number,
  u: number,
  v: number,
  counts?: (triangle: number) => boolean,
): number {
  const next1 = (axis + 1) % 3,
    next2 = (axis + 2) % 3;
  let winding = 0,
    open = 0;
  stack[open++] = 0;
  while (open > 0) {
    const node = stack[--open]!;
    if (boxes[node + NODE_HIGH + axis]! < p || isBeside(boxes, node, next1, u) || isBeside(boxes, node, next2, v))
      continue;
    const next = links[node + NODE_NEXT]!,
      count = links[node + NODE_COUNT]!;
    if (count === 0) {
      stack[open++] = next * NODE_WORDS;
      stack[open++] = node + NODE_WORDS;
    }
    for (let k = next; k < next + count; k++) {
      if (counts && !counts(order[k]!)) continue;
      winding += crossing(corners, CORNERS * k, axis, next1, next2, p, u, v);
    }
  }
  return winding;
}

function isBeside(boxes: Float32Array, node: number, axis: number, p: number): boolean {
  return p < boxes[node + axis]! || p > boxes[node + NODE_HIGH + axis]!;
}

/** 1 where the ray leaves through the triangle, −1 where it enters, 0 where it misses. */
function crossing(
  c: Float64Array,
  at: number,
  i: number,
  j: number,
  k: number,
  p: number,
  u: number,
  v: number,
): number {
  const a = at,
    b = at + 3,
    d = at + 6;
  const way =
    side(c[a + j]!, c[a + k]!, c[b + j]!, c[b + k]!, u, v) +
    side(c[b + j]!, c[b + k]!, c[d + j]!, c[d + k]!, u, v) +
    side(c[d + j]!, c[d + k]!, c[a + j]!, c[a + k]!, u, v);
  if (way === 0) return 0;
  const e1i = c[b + i]! - c[a + i]!,
    e1j = c[b + j]! - c[a + j]!,
    e1k = c[b + k]! - c[a + k]!;
  const e2i = c[d + i]! - c[a + i]!,
    e2j = c[d + j]! - c[a + j]!,
    e2k = c[d + k]! - c[a + k]!;
  const height =
    (p - c[a + i]!) * (e1j * e2k - e1k * e2j) +
    (u - c[a + j]!) * (e1k * e2i - e1i * e2k) +
    (v - c[a + k]!) * (e1i * e2j - e1j * e2i);
  return height * way < 0 ? way : 0;
}

/** Whether the edge from a to b passes the point on its right, seen in the plane: 1 upward, −1 downward, 0 not. */
function side(au: number, av: number, bu: number, bv: number, u: number, v: number): number {
  if (av > v === bv > v) return 0;
  const up = bv > av,
    at = up ? au + ((v - av) * (bu - au)) / (bv - av) : bu + ((v - bv) * (au - bu)) / (av - bv);
  return at > u ? (up ? 1 : -1) : 0;
}
