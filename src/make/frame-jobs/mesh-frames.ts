// Isosurfaces: each frame for itself, in any order.

import { performance } from 'node:perf_hooks';
import { openCache, readFrame } from '../../cache/cache.ts';
import { Disk } from '../../cache/disk.ts';
import { realFiles } from '../../cache/files.ts';
import { loadTrigonometry } from '../../cache/scene-file.ts';
import type { SurfaceMesh } from '../../meshes/surface-mesh.ts';
import { hasOwnShapes, SceneSurface } from '../../surface/scene-surface.ts';
import { surfaceOfEach } from '../../surface/substance-surfaces.ts';
import { surfaceOptions } from '../../surface/surface-options.ts';
import { Surfacer } from '../../surface/surfacer.ts';
import { surfaceToWalls } from '../../surface/wet-walls.ts';
import type { WorldFields } from '../../world/published-fields.ts';
import type { FrameMaker, MeshJob } from './job.ts';
import { findSurface, storeSurface } from './stored-surface.ts';

/** Makes the surfaces of a job. */
export async function makeSurfaces(job: MeshJob): Promise<FrameMaker> {
  const { cache, scene } = job,
    disk = new Disk(realFiles),
    options = surfaceOptions(scene),
    trig = await loadTrigonometry();
  let surfacer: Surfacer | undefined, shown: SceneSurface | undefined;
  return {
    make: async (task) => {
      const began = performance.now(),
        found = findSurface(disk, job, task);
      if (found) return found;
      surfacer ??= await Surfacer.create({ threads: 1 });
      if (hasOwnShapes(scene))
        shown ??= new SceneSurface(scene, readFrame(disk, cache, openCache(cache).frameLines[0]!), trig);
      const plain = (fields: WorldFields): SurfaceMesh => surfacer!.build(fields, options),
        build = surfaceToWalls(scene, task.line.time, trig, plain),
        around = (fields: WorldFields): SurfaceMesh => surfaceOfEach(scene, fields, build),
        fields = readFrame(disk, cache, task.line),
        mesh = shown ? shown.at(fields, around) : around(fields);
      return storeSurface(disk, job, task, mesh, began);
    },
    dispose: () => surfacer?.dispose(),
  };
}
