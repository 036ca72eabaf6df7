// Moves the vertices of a surface without turning an element over: where it is bent more sharply than the way is long, or where f32 cannot
// tell the new places apart, vertices stop earlier. A surface whose elements all have an area keeps that.

import type { SurfaceMesh } from '../meshes/surface-mesh.ts';

/** How often the way of a vertex is halved before it stays where it was. */
const HALVINGS = 4;

/** New positions for the vertices of a surface, m: those in `goals`, or as far on the way there as no element is turned over. */
export function moveVertices(
  { dimension, positions: start, elements }: SurfaceMesh,
  goals: Float32Array,
): Float32Array {
  const positions = goals.slice(),
    halved = new Uint8Array(start.length / 3);
  for (;;) {
    const stopped = new Set<number>();
    for (let e = 0; e < elements.length; e += dimension) {
      if (keepsSide(start, positions, elements, e, dimension)) continue;
      for (let k = e; k < e + dimension; k++) if (halved[elements[k]!]! <= HALVINGS) stopped.add(elements[k]!);
    }
    if (stopped.size === 0) return positions;
    for (const v of stopped) {
      const part = ++halved[v]! > HALVINGS ? 0 : 1 / (1 << halved[v]!);
      for (let k = 3 * v; k < 3 * v + 3; k++) positions[k] = start[k]! + part * (goals[k]! - start[k]!);
    }
  }
}

/**
 * Whether an element has an extent at `q` and faces the same side as at `p`. A triangle that has shrunk to a point and grown on the other side
 * faces the same side again, but then all its edges have turned around.
 */
function keepsSide(p: Float32Array, q: Float32Array, elements: Uint32Array, e: number, dimension: 2 | 3): boolean {
  const a = 3 * elements[e]!,
    b = 3 * elements[e + 1]!;
  const ux = p[b]! - p[a]!,
    uy = p[b + 1]! - p[a + 1]!,
    toUx = q[b]! - q[a]!,
    toUy = q[b + 1]! - q[a + 1]!;
  if (dimension === 2) return ux * toUx + uy * toUy > 0;
  const c = 3 * elements[e + 2]!;
  const uz = p[b + 2]! - p[a + 2]!,
    toUz = q[b + 2]! - q[a + 2]!,
    vx = p[c]! - p[a]!,
    vy = p[c + 1]! - p[a + 1]!,
    vz = p[c + 2]! - p[a + 2]!,
    toVx = q[c]! - q[a]!,
    toVy = q[c + 1]! - q[a + 1]!,
    toVz = q[c + 2]! - q[a + 2]!;
  const side =
    (uy * vz - uz * vy) * (toUy * toVz - toUz * toVy) +
    (uz * vx - ux * vz) * (toUz * toVx - toUx * toVz) +
    (ux * vy - uy * vx) * (toUx * toVy - toUy * toVx);
  const u = ux * toUx + uy * toUy + uz * toUz,
    v = vx * toVx + vy * toVy + vz * toVz;
  if (u > 0 || v > 0) return side > 0;
  const w = (vx - ux) * (toVx - toUx) + (vy - uy) * (toVy - toUy) + (vz - uz) * (toVz - toUz);
  return w > 0 && side > 0;
}
