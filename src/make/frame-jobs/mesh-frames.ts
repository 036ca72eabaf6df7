// Isosurfaces: each frame for itself, in any order.

import { performance } from 'node:perf_hooks';
import { openCache, readFrame } from '../../cache/cache.ts';
import { Disk } from '../../cache/disk.ts';
import { realFiles } from '../../cache/files.ts';
import { loadTrigonometry } from '../../cache/scene-file.ts';
import type { SurfaceMesh } from '../../meshes/surface-mesh.ts';
import { type BodySkin, bindSkins, hasSkins, skinnedSurface } from '../../surface/scene-skins.ts';
import { surfaceOptions } from '../../surface/surface-options.ts';
import { Surfacer } from '../../surface/surfacer.ts';
import type { WorldFields } from '../../world/published-fields.ts';
import type { FrameMaker, MeshJob } from './job.ts';
import { findSurface, storeSurface } from './stored-surface.ts';

/** Makes the surfaces of a job. */
export async function makeSurfaces(job: MeshJob): Promise<FrameMaker> {
  const { cache, scene } = job,
    disk = new Disk(realFiles),
    options = surfaceOptions(scene);
  let surfacer: Surfacer | undefined, skins: readonly BodySkin[] | undefined;
  return {
    make: async (task) => {
      const began = performance.now(),
        found = findSurface(disk, job, task);
      if (found) return found;
      surfacer ??= await Surfacer.create({ threads: 1 });
      if (hasSkins(scene))
        skins ??= bindSkins(scene, readFrame(disk, cache, openCache(cache).frameLines[0]!), await loadTrigonometry());
      const around = (fields: WorldFields): SurfaceMesh => surfacer!.build(fields, options),
        fields = readFrame(disk, cache, task.line),
        mesh = skins ? skinnedSurface(skins, fields, around) : around(fields);
      return storeSurface(disk, job, task, mesh, began);
    },
    dispose: () => surfacer?.dispose(),
  };
}
