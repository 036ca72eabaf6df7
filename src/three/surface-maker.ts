// Surfaces of the particles of a scene, with the settings of a view.

import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import type { Scene, SurfaceSettings } from '../scene/schema.ts';
import { type SurfaceOptions, surfaceOptions } from '../surface/surface-options.ts';
import { Surfacer } from '../surface/surfacer.ts';
import type { ModuleSource } from '../threads/module.ts';
import type { WorldFields } from '../world/published-fields.ts';

/** How a surface is made of particles. What is left out is taken from `surface` of the scene. */
export interface SurfaceMakerOptions extends ModuleSource {
  /** Voxel size, level, smoothing and field of the surface. */
  readonly surface?: Partial<Pick<SurfaceSettings, 'voxel' | 'level' | 'smoothing' | 'field'>> | undefined;
  /** Threads that make it; default 1. A page needs cross-origin isolation for more. */
  readonly threads?: number | undefined;
}

export class SurfaceMaker {
  private readonly surfacer: Surfacer;
  private readonly options: SurfaceOptions;

  private constructor(surfacer: Surfacer, options: SurfaceOptions) {
    this.surfacer = surfacer;
    this.options = options;
  }

  static async create(scene: Scene, made: SurfaceMakerOptions): Promise<SurfaceMaker> {
    const { surface, threads = 1, wasmUrl, workerUrl } = made;
    const options = { ...surfaceOptions(scene), ...surface };
    return new SurfaceMaker(await Surfacer.create({ threads, wasmUrl, workerUrl }), options);
  }

  /** The surface of particles. */
  build(fields: WorldFields): SurfaceMesh {
    return this.surfacer.build(fields, this.options);
  }

  /** Ends its threads. */
  dispose(): void {
    this.surfacer.dispose();
  }
}
