// The last touch of a surface: moved along its normals, by a small part of a spacing at most, until it holds the volume of the particles.
// The level of a smoothed field lies inside convex bodies and rounds edges; this takes the error out of balls, sheets and drops.

import { meshArea, meshVolume } from '../meshes/measure-mesh.ts';
import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import { moveVertices } from './move-vertices.ts';

/** Rounds: the area changes a little when the surface moves. */
const ROUNDS = 2;

/** Moves the surface until it holds `volume` (m³; m² in 2D), by at most `farthest` (m). */
export function settleVolume(mesh: SurfaceMesh, volume: number, farthest: number): SurfaceMesh {
  const { positions: start, normals } = mesh;
  let positions = start,
    moved = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const geometry = { ...mesh, positions },
      area = meshArea(geometry);
    if (!(area > 0)) return mesh;
    moved += (volume - meshVolume(geometry)) / area;
    moved = Math.min(farthest, Math.max(-farthest, moved));
    positions = start.map((x, k) => x + moved * normals[k]!);
  }
  return { ...mesh, positions: moveVertices(mesh, positions) };
}
