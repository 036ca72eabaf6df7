// Pieces of broken bodies as tests look at them.

import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import type { PieceMesh } from '../../src/surface/pieces/broken-bodies.ts';

/** The mesh of a piece with one vertex at every place. */
export function weldedPiece({ mesh, places }: Pick<PieceMesh, 'mesh' | 'places'>): SurfaceMesh {
  const numbers = new Map<number, number>(),
    at = Array.from(places, (place) => {
      if (!numbers.has(place)) numbers.set(place, numbers.size);
      return numbers.get(place)!;
    }),
    positions = new Float32Array(3 * numbers.size),
    normals = new Float32Array(3 * numbers.size);
  at.forEach((to, from) => {
    positions.set(mesh.positions.subarray(3 * from, 3 * from + 3), 3 * to);
    normals.set(mesh.normals.subarray(3 * from, 3 * from + 3), 3 * to);
  });
  return { ...mesh, positions, normals, elements: mesh.elements.map((v) => at[v]!), fields: {} };
}
