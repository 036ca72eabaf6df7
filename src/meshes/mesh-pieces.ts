// The pieces of a surface: what hangs together by elements.

import type { SurfaceMesh } from './surface-mesh.ts';

/** The pieces of a surface. */
export interface MeshPieces {
  /** Piece of every vertex, from 0. */
  readonly pieceOf: Uint32Array;
  /** Vertices of every piece. */
  readonly vertices: Uint32Array;
}

/** Finds the pieces of a surface, in the order of their first vertices. Linear but for the height of small trees. */
export function findPieces({
  dimension,
  positions,
  elements,
}: Pick<SurfaceMesh, 'dimension' | 'positions' | 'elements'>): MeshPieces {
  const parent = Uint32Array.from({ length: positions.length / 3 }, (_, v) => v);
  const root = (v: number): number => {
    while (parent[v] !== v) {
      parent[v] = parent[parent[v]!]!;
      v = parent[v]!;
    }
    return v;
  };
  for (let e = 0; e < elements.length; e += dimension) {
    for (let k = 1; k < dimension; k++) {
      const a = root(elements[e]!),
        b = root(elements[e + k]!);
      // The lower number stays, so that the first vertex of a piece is its root.
      if (a < b) parent[b] = a;
      else parent[a] = b;
    }
  }
  const pieceOf = new Uint32Array(parent.length),
    vertices: number[] = [];
  for (let v = 0; v < parent.length; v++) {
    const first = root(v);
    pieceOf[v] = first === v ? vertices.length : pieceOf[first]!;
    vertices[pieceOf[v]!] = (vertices[pieceOf[v]!] ?? 0) + 1;
  }
  return { pieceOf, vertices: Uint32Array.from(vertices) };
}
