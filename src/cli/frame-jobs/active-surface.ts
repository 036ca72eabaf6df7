// The active surface as jobs use it.

import type { SurfaceMesh } from '../../meshes/surface-mesh.ts';
import { ThixoError } from '../../problem.ts';
import type { Scene } from '../../scene/schema.ts';
import type { WorldFields } from '../../world/published-fields.ts';
import { usage } from '../usage.ts';

/** A surface that follows the particles from frame to frame. */
export interface FollowingSurface {
  /** Follows the particles to the next frame, `dt` s later. */
  advance(fields: WorldFields, dt: number): SurfaceMesh;
  /** Its whole state. */
  snapshot(): Uint8Array;
  restore(state: Uint8Array): void;
  dispose(): void;
}

/** Starts one. */
export async function activeSurface(_scene: Scene): Promise<FollowingSurface> {
  const hint = 'Use `--set surface.kind=isosurface`.';
  throw new ThixoError([usage('The active surface is not in this version.', hint)]);
}
