// The point of a mesh that is nearest to a given one. The plain reference of assembly/obstacles/mesh.ts.

import { type Bvh, CORNERS, MAX_DEPTH, NODE_COUNT, NODE_NEXT, NODE_WORDS } from './bvh.ts';

/** The nearest point of a mesh. */
export interface ClosestPoint {
  /** m */
  readonly distance: number;
  /** Place of its triangle in the hierarchy; `order` there says which one of the mesh it is. */
  readonly place: number;
  /** m */
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/**
 * The point of the mesh nearest to (x, y, z), or nothing if all of it is at least `reach` (m) away.
 * @example const { distance } = closestPoint(buildBvh(mesh), 0, 1, 0)!;
 */
export function closestPoint(
  { boxes, links, corners }: Bvh,
  x: number,
  y: number,
  z: number,
  reach = Number.POSITIVE_INFINITY,
): ClosestPoint | undefined {
  const found = { distance: reach, place: -1, x: 0, y: 0, z: 0 };
  let best = reach * reach,
    open = 0;
  if (corners.length > 0) stack[open++] = 0;
  while (open > 0) {
    const node = stack[--open]!;
    if (!(boxSquare(boxes, node, x, y, z) < best)) continue;
    const next = links[node + NODE_NEXT]!,
      count = links[node + NODE_COUNT]!;
    if (count === 0) {
      const first = node + NODE_WORDS,
        second = next * NODE_WORDS;
      const nearFirst = boxSquare(boxes, first, x, y, z) <= boxSquare(boxes, second, x, y, z);
      stack[open++] = nearFirst ? second : first;
      stack[open++] = nearFirst ? first : second;
    }
    for (let k = next; k < next + count; k++) {
      const square = closestOnTriangle(corners, CORNERS * k, x, y, z);
      if (!(square < best)) continue;
      best = square;
      found.place = k;
      found.x = point[0]!;
      found.y = point[1]!;
      found.z = point[2]!;
    }
  }
  found.distance = Math.sqrt(best);
  return found.place < 0 ? undefined : found;
}

/** Two entries are pushed for each level. */
const stack = new Uint32Array(2 * MAX_DEPTH);
/** What `closestOnTriangle` found. */
const point = new Float64Array(3);

/** Square of the distance to the box of a node. */
function boxSquare(boxes: Float32Array, node: number, x: number, y: number, z: number): number {
  const dx = Math.max(boxes[node]! - x, 0, x - boxes[node + 4]!),
    dy = Math.max(boxes[node + 1]! - y, 0, y - boxes[node + 5]!),
    dz = Math.max(boxes[node + 2]! - z, 0, z - boxes[node + 6]!);
  return dx * dx + dy * dy + dz * dz;
}

/** Square of the distance to a triangle. By the sides of its edges that the point is on (Ericson, Real-Time Collision Detection, 5.1.5). */
function closestOnTriangle(c: Float64Array, at: number, x: number, y: number, z: number): number {
  const ax = c[at]!,
    ay = c[at + 1]!,
    az = c[at + 2]!;
  const ux = c[at + 3]! - ax,
    uy = c[at + 4]! - ay,
    uz = c[at + 5]! - az;
  const vx = c[at + 6]! - ax,
    vy = c[at + 7]! - ay,
    vz = c[at + 8]! - az;
  const px = x - ax,
    py = y - ay,
    pz = z - az;
  const uu = ux * ux + uy * uy + uz * uz,
    uv = ux * vx + uy * vy + uz * vz,
    vv = vx * vx + vy * vy + vz * vz;
  const up = ux * px + uy * py + uz * pz,
    vp = vx * px + vy * py + vz * pz;
  let s = 0,
    t = 0;
  const bothEdges = uu * vv - uv * uv,
    inU = vv * up - uv * vp,
    inV = uu * vp - uv * up;
  if (bothEdges > 0 && inU >= 0 && inV >= 0 && inU + inV <= bothEdges) {
    s = inU / bothEdges;
    t = inV / bothEdges;
  } else {
    // The nearest of the three edges.
    let least = Number.POSITIVE_INFINITY;
    const consider = (a: number, b: number): void => {
      const dx = px - a * ux - b * vx,
        dy = py - a * uy - b * vy,
        dz = pz - a * uz - b * vz,
        square = dx * dx + dy * dy + dz * dz;
      if (square >= least) return;
      least = square;
      s = a;
      t = b;
    };
    consider(uu > 0 ? clamp(up / uu) : 0, 0);
    consider(0, vv > 0 ? clamp(vp / vv) : 0);
    const ww = uu - 2 * uv + vv,
      along = ww > 0 ? clamp((uu - uv - up + vp) / ww) : 0;
    consider(1 - along, along);
  }
  const qx = s * ux + t * vx,
    qy = s * uy + t * vy,
    qz = s * uz + t * vz;
  point[0] = ax + qx;
  point[1] = ay + qy;
  point[2] = az + qz;
  const dx = px - qx,
    dy = py - qy,
    dz = pz - qz;
  return dx * dx + dy * dy + dz * dz;
}

function clamp(s: number): number {
  return Math.min(Math.max(s, 0), 1);
}
