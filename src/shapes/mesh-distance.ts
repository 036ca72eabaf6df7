// Distance from a point to the triangles of a mesh, and whether it is inside. What is needed for that is made once for each mesh.

import { type Bvh, buildBvh } from './bvh.ts';
import { closedMesh } from './closed-mesh.ts';
import { closestPoint } from './closest-point.ts';
import { isInsideMesh } from './inside-mesh.ts';
import type { Vec3 } from './shape.ts';
import type { TriangleSet } from './triangle-set.ts';

interface Prepared {
  readonly bvh: Bvh;
  readonly closed: boolean;
}

const prepared = new WeakMap<TriangleSet, Prepared>();

/** Distance from a point to the nearest triangle, m, negative inside; and the nearest point. Positive everywhere for an open mesh. */
export function meshDistance(set: TriangleSet, x: number, y: number, z: number): { distance: number; nearest: Vec3 } {
  const { bvh, closed } = prepare(set);
  const { distance, x: nx, y: ny, z: nz } = closestPoint(bvh, x, y, z)!;
  const isInside = closed && isInsideMesh(bvh, x, y, z);
  return { distance: isInside ? 0 - distance : distance, nearest: [nx, ny, nz] };
}

function prepare(set: TriangleSet): Prepared {
  const known = prepared.get(set);
  if (known) return known;
  const made = { bvh: buildBvh(set), closed: closedMesh(set) };
  prepared.set(set, made);
  return made;
}
