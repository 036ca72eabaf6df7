// Surfaces of the particles of a scene, with the settings of a view.

import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import type { Scene, SurfaceSettings } from '../scene/schema.ts';
import { hasOwnShapes, SceneSurface } from '../surface/scene-surface.ts';
import { type SurfaceOptions, surfaceOptions } from '../surface/surface-options.ts';
import { Surfacer } from '../surface/surfacer.ts';
import type { ModuleSource } from '../threads/module.ts';
import { loadTrigonometry } from '../threads/trigonometry.ts';
import type { WorldFields } from '../world/published-fields.ts';

/** How a surface is made of particles. What is left out is taken from `surface` of the scene. */
export interface SurfaceMakerOptions extends ModuleSource {
  /** Voxel size, level, smoothing and field of the surface. */
  readonly surface?: Partial<Pick<SurfaceSettings, 'voxel' | 'level' | 'smoothing' | 'field'>> | undefined;
  /** Threads that make it; default 1. A page needs cross-origin isolation for more. */
  readonly threads?: number | undefined;
  /** The particles of frame 0, to which skins and pieces of bodies are bound; default: those that are there when the view is made. */
  readonly reference?: WorldFields | undefined;
}

export class SurfaceMaker {
  private readonly surfacer: Surfacer;
  private readonly options: SurfaceOptions;

  private readonly shown: SceneSurface | undefined;

  private constructor(surfacer: Surfacer, options: SurfaceOptions, shown: SceneSurface | undefined) {
    this.surfacer = surfacer;
    this.shown = shown;
    this.options = options;
  }

  /** @param first particles of the first frame, unless the options have them */
  static async create(scene: Scene, made: SurfaceMakerOptions, first?: WorldFields): Promise<SurfaceMaker> {
    const { surface, threads = 1, wasmUrl, workerUrl, memoryBytes, reference = first } = made;
    const options = { ...surfaceOptions(scene), ...surface };
    const drawn = { ...scene, surface: { ...scene.surface, ...surface } },
      shown =
        reference && hasOwnShapes(scene) ? new SceneSurface(drawn, reference, await loadTrigonometry()) : undefined;
    return new SurfaceMaker(await Surfacer.create({ threads, wasmUrl, workerUrl, memoryBytes }), options, shown);
  }

  /** The surface of particles, with the skins of bodies that have one and the pieces of those that can break. */
  build(fields: WorldFields): SurfaceMesh {
    const around = (rest: WorldFields): SurfaceMesh => this.surfacer.build(rest, this.options);
    return this.shown ? this.shown.at(fields, around) : around(fields);
  }

  /** Ends its threads. */
  dispose(): void {
    this.surfacer.dispose();
  }
}
