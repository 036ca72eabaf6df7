// The surface of a world, made anew whenever a view asks for it.

import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import type { SurfaceSettings } from '../scene/schema.ts';
import { type SurfaceOptions, surfaceOptions } from '../surface/surface-options.ts';
import { Surfacer } from '../surface/surfacer.ts';
import type { WorldFields } from '../world/published-fields.ts';
import type { ParticleSource } from './particles-view.ts';

/** How a surface is made of particles. What is left out is taken from `surface` of the scene. */
export interface SurfaceMakerOptions {
  /** Voxel size, level, smoothing and field of the surface. */
  readonly surface?: Partial<Pick<SurfaceSettings, 'voxel' | 'level' | 'smoothing' | 'field'>> | undefined;
  /** Threads that make it; default 1. A page needs cross-origin isolation for more. */
  readonly threads?: number | undefined;
}

export class SurfaceMaker {
  readonly source: ParticleSource;
  private readonly surfacer: Surfacer;
  private readonly options: SurfaceOptions;

  private constructor(source: ParticleSource, surfacer: Surfacer, options: SurfaceOptions) {
    this.source = source;
    this.surfacer = surfacer;
    this.options = options;
  }

  static async create(source: ParticleSource, { surface, threads = 1 }: SurfaceMakerOptions): Promise<SurfaceMaker> {
    const options = { ...surfaceOptions(source.scene), ...surface };
    return new SurfaceMaker(source, await Surfacer.create({ threads }), options);
  }

  /** The surface of particles; by default of the source as it is now. */
  build(fields: WorldFields = this.source.fields): SurfaceMesh {
    return this.surfacer.build(fields, this.options);
  }

  /** Ends its threads. */
  dispose(): void {
    this.surfacer.dispose();
  }
}
