// What a surface is made of and how finely: taken from a scene, or given by hand.

import type { Scene } from '../scene/schema.ts';
import { restDensitiesOf } from '../substances/substance.ts';

/** Settings of an isosurface. */
export interface SurfaceOptions {
  readonly dimension: 2 | 3;
  /** Rest density of each substance, kg/m³ (kg/m² in 2D); a particle's volume at rest is its mass over this. */
  readonly restDensities: readonly number[];
  /** Edge of a voxel over the spacing of the smallest particles, or over a quarter of that of most particles if that is more. */
  readonly voxel: number;
  /** Value of the field on the surface: 0.5 lies half a spacing outside the last layer of particles. */
  readonly level: number;
  /** Rounds of smoothing. */
  readonly smoothing: number;
  /** How far the finished surface may be moved until it holds the volume of the particles, over the spacing; 0 leaves it. */
  readonly settling: number;
  /** `density`: every particle counts with its volume at rest; `characteristic`: with its present volume. */
  readonly field: 'density' | 'characteristic';
  /** `fitted`: flat in sheets and long in threads; `round`, the default: the same in all directions. Only for isosurfaces. */
  readonly kernels?: 'round' | 'fitted';
}

/** The surface settings of a scene. */
export function surfaceOptions(scene: Scene): SurfaceOptions {
  const { voxel, level, smoothing, settling, field, kernels } = scene.surface;
  return {
    dimension: scene.dimension,
    restDensities: restDensitiesOf(scene),
    voxel,
    level,
    smoothing,
    settling,
    field,
    kernels,
  };
}
