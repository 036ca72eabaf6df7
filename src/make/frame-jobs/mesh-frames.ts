// Isosurfaces: each frame for itself, in any order.

import { performance } from 'node:perf_hooks';
import { readFrame } from '../../cache/cache.ts';
import { Disk } from '../../cache/disk.ts';
import { realFiles } from '../../cache/files.ts';
import { surfaceOptions } from '../../surface/surface-options.ts';
import { Surfacer } from '../../surface/surfacer.ts';
import type { FrameMaker, MeshJob } from './job.ts';
import { findSurface, storeSurface } from './stored-surface.ts';

/** Makes the surfaces of a job. */
export async function makeSurfaces(job: MeshJob): Promise<FrameMaker> {
  const { cache, scene } = job,
    disk = new Disk(realFiles),
    options = surfaceOptions(scene);
  let surfacer: Surfacer | undefined;
  return {
    make: async (task) => {
      const began = performance.now(),
        found = findSurface(disk, job, task);
      if (found) return found;
      surfacer ??= await Surfacer.create({ threads: 1 });
      const mesh = surfacer.build(readFrame(disk, cache, task.line), options);
      return storeSurface(disk, job, task, mesh, began);
    },
    dispose: () => surfacer?.dispose(),
  };
}
