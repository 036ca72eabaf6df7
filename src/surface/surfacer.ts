// Isosurfaces of particles, made anew for every frame. The work is done in surface-engine.ts.

import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import type { ModuleSource } from '../threads/module.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { sizesOf } from './particle-sizes.ts';
import { settleVolume } from './settle-volume.ts';
import { smoothMesh } from './smooth-mesh.ts';
import { emptyMesh, SurfaceEngine } from './surface-engine.ts';
import type { SurfaceOptions } from './surface-options.ts';

/** How a surfacer is run. */
export interface SurfacerOptions extends ModuleSource {
  /** Threads to use; default 1. */
  readonly threads?: number;
}

export class Surfacer {
  private readonly engine: SurfaceEngine;

  private constructor(engine: SurfaceEngine) {
    this.engine = engine;
  }

  /**
   * Makes a surfacer; it keeps its memory and threads until it is disposed of. The surface does not depend on the number of threads.
   * @example const surfacer = await Surfacer.create(); const mesh = surfacer.build(world.fields, surfaceOptions(world.scene));
   */
  static async create({ threads = 1, ...source }: SurfacerOptions = {}): Promise<Surfacer> {
    return new Surfacer(await SurfaceEngine.create(threads, source));
  }

  /** The surface of the particles: a closed mesh of triangles in 3D, closed lines in 2D. */
  build(fields: WorldFields, options: SurfaceOptions): SurfaceMesh {
    const { engine } = this,
      sizes = sizesOf(fields, options);
    if (engine.place(fields, options, sizes) === 0) return emptyMesh(options.dimension);
    engine.evaluate(options.kernels === 'fitted');
    const mesh = smoothMesh(engine.polygonize(fields, options), options.smoothing);
    return settleVolume(mesh, sizes.total, options.settling * sizes.smallest);
  }

  /** Stops the threads. */
  dispose(): void {
    this.engine.dispose();
  }
}
