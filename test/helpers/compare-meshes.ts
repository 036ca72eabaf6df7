// Meshes seen as a whole: how many pieces, and how far the normals turn from one to the next.

import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';

/** Connected pieces of a mesh. */
export function componentsOf({ positions, elements, dimension }: SurfaceMesh): number {
  const parent = Uint32Array.from({ length: positions.length / 3 }, (_, v) => v);
  const root = (v: number): number => {
    let r = v;
    while (parent[r] !== r) r = parent[r]!;
    parent[v] = r;
    return r;
  };
  for (let e = 0; e < elements.length; e += dimension)
    for (let k = 1; k < dimension; k++) parent[root(elements[e + k]!)] = root(elements[e]!);
  return parent.reduce((count, p, v) => count + (p === v ? 1 : 0), 0);
}

/** Mean angle between the normals of the vertices of a mesh and those of the closest vertices of another, rad. */
export function normalJump(from: SurfaceMesh, to: SurfaceMesh): number {
  let sum = 0,
    count = 0;
  for (let v = 0; v < to.positions.length; v += 21) {
    let closest = 0,
      least = Number.POSITIVE_INFINITY;
    for (let w = 0; w < from.positions.length; w += 3) {
      const distance =
        (to.positions[v]! - from.positions[w]!) ** 2 +
        (to.positions[v + 1]! - from.positions[w + 1]!) ** 2 +
        (to.positions[v + 2]! - from.positions[w + 2]!) ** 2;
      if (distance < least) [closest, least] = [w, distance];
    }
    const cosine = [0, 1, 2].reduce((dot, a) => dot + to.normals[v + a]! * from.normals[closest + a]!, 0);
    sum += Math.acos(Math.min(1, cosine));
    count++;
  }
  return sum / count;
}
