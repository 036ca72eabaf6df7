// Smoothing that keeps the volume: every vertex goes towards the middle of its neighbors and then a little further back, which takes off
// bumps and leaves the rest [Taubin 1995].

import { findPieces, type MeshPieces } from '../meshes/mesh-pieces.ts';
import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import { moveVertices } from './move-vertices.ts';
import { restoreDrops } from './restore-drops.ts';

const FORTH = 0.5;
const BACK = -0.53;
/** Pieces with fewer vertices are left alone: they have no bumps, only a shape to lose. */
const FEWEST = { 2: 10, 3: 30 };

/** The surface after `rounds` of smoothing. Vertices, normals and fields keep their numbers. */
export function smoothMesh(mesh: SurfaceMesh, rounds: number): SurfaceMesh {
  if (rounds === 0) return mesh;
  const { dimension, elements } = mesh,
    pieces = findPieces(mesh);
  const positions = Float64Array.from(mesh.positions),
    middles = new Float64Array(positions.length),
    degree = neighborCounts(mesh, pieces);
  for (let round = 0; round < rounds; round++) {
    for (const share of [FORTH, BACK]) {
      sumNeighbors(positions, elements, dimension, middles);
      for (let v = 0; v < degree.length; v++) {
        const n = degree[v]!;
        if (n === 0) continue;
        for (let k = 3 * v; k < 3 * v + 3; k++) positions[k]! += share * (middles[k]! / n - positions[k]!);
      }
    }
  }
  restoreDrops(positions, mesh.positions, elements, dimension, pieces);
  return { ...mesh, positions: moveVertices(mesh, Float32Array.from(positions)) };
}

/** A vertex of a closed surface has as many neighbors as elements; 0 for those that shall stay where they are. */
function neighborCounts(
  { dimension, positions, elements }: SurfaceMesh,
  { pieceOf, vertices }: MeshPieces,
): Uint32Array {
  const counts = new Uint32Array(positions.length / 3);
  for (let e = 0; e < elements.length; e++) counts[elements[e]!]!++;
  return counts.map((n, v) => (vertices[pieceOf[v]!]! < FEWEST[dimension] ? 0 : n));
}

/** Sum over the neighbors of every vertex. In a closed surface each side of a triangle is run through once in each direction. */
function sumNeighbors(p: Float64Array, elements: Uint32Array, dimension: 2 | 3, sums: Float64Array): void {
  sums.fill(0);
  if (dimension === 2) {
    for (let e = 0; e < elements.length; e += 2) {
      addTo(sums, elements[e]!, p, elements[e + 1]!);
      addTo(sums, elements[e + 1]!, p, elements[e]!);
    }
    return;
  }
  for (let e = 0; e < elements.length; e += 3) {
    const a = elements[e]!,
      b = elements[e + 1]!,
      c = elements[e + 2]!;
    addTo(sums, a, p, b);
    addTo(sums, b, p, c);
    addTo(sums, c, p, a);
  }
}

function addTo(sums: Float64Array, to: number, p: Float64Array, from: number): void {
  sums[3 * to]! += p[3 * from]!;
  sums[3 * to + 1]! += p[3 * from + 1]!;
  sums[3 * to + 2]! += p[3 * from + 2]!;
}
