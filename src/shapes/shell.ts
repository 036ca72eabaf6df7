// An open mesh as a body: everything near its triangles, thick enough for two layers of samples, so that they span space.

import { areaOf } from './bounds.ts';
import { closedMesh } from './closed-mesh.ts';
import type { Solid } from './solid.ts';

/** The solid that so many samples fill: the solid itself, or a shell around the triangles of an open mesh. */
export function fillable(solid: Solid, samples: number): Solid {
  const { triangles } = solid;
  if (!triangles || closedMesh(triangles)) return solid;
  // Half the samples on each side, s apart: A s² = samples / 2 with a layer of thickness s on each side.
  return { ...solid, radius: Math.sqrt((2 * areaOf(triangles)) / samples) };
}
