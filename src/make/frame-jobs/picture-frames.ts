// Pictures: each frame for itself, from its particles and, if the look asks for it, its surface.

import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openCache, readFrame } from '../../cache/cache.ts';
import { Disk, digest } from '../../cache/disk.ts';
import { realFiles } from '../../cache/files.ts';
import { loadTrigonometry } from '../../cache/scene-file.ts';
import { encodePng } from '../../render/png.ts';
import { renderFrame } from '../../render/render-frame.ts';
import { needsFirst } from '../../render/render-input.ts';
import type { WorldFields } from '../../world/published-fields.ts';
import type { FrameMaker, PictureJob } from './job.ts';
import { readFoam } from './stored-foam.ts';
import { readSurface } from './stored-surface.ts';

/** Makes the pictures of a job. */
export async function makePictures(job: PictureJob): Promise<FrameMaker> {
  const { cache, scene, folder, view, range, width, height } = job,
    disk = new Disk(realFiles),
    trig = await loadTrigonometry();
  let first: WorldFields | undefined;
  return {
    make: async (task) => {
      const began = performance.now(),
        { frame, time } = task.line,
        fields = readFrame(disk, cache, task.line),
        surface = readSurface(disk, job, task),
        foam = readFoam(disk, job, task.line);
      if (needsFirst(scene)) first ??= readFrame(disk, cache, openCache(cache).frameLines[0]!);
      const picture = renderFrame({
        ...{ scene, time, fields, surface, foam, width, height, view, trig, first },
        ...(range ? { range } : {}),
      });
      const bytes = encodePng(picture),
        file = join(folder, task.file);
      disk.write(file, bytes);
      const wallSeconds = (performance.now() - began) / 1000;
      return { ...{ frame, time, made: true, file, wallSeconds }, bytes: bytes.length, sha256: digest(bytes) };
    },
    dispose: () => {},
  };
}
