// Files for other programs: one per frame, or one of all frames.

import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { readFrame } from '../../cache/cache.ts';
import { Disk, digest } from '../../cache/disk.ts';
import { realFiles } from '../../cache/files.ts';
import { exportContext } from '../../export/context.ts';
import type { ExportContext, ExportFrame, Format } from '../../export/format.ts';
import { FORMATS } from '../../export/formats.ts';
import { invariant } from '../../problem.ts';
import { withPieces } from '../../world/pieces.ts';
import type { ExportJob, FrameMaker, FrameTask } from './job.ts';
import { PieceFrames } from './piece-frames.ts';
import { readFoam } from './stored-foam.ts';
import { readSurface } from './stored-surface.ts';

/** Makes the files of a job, one per frame. */
export async function makeExports(job: ExportJob): Promise<FrameMaker> {
  const { folder } = job,
    disk = new Disk(realFiles),
    context = await contextOf(job),
    pieces = job.mostPieces === undefined ? undefined : new PieceFrames(disk, job);
  return {
    make: async (task) => {
      const began = performance.now(),
        { frame, time } = task.line,
        shown = pieces ? await pieces.frameOf(task) : frameOf(disk, job, task),
        bytes = await bytesOf(job, shown, context),
        file = join(folder, task.file);
      disk.write(file, bytes);
      const wallSeconds = (performance.now() - began) / 1000;
      return { ...{ frame, time, made: true, file, wallSeconds }, bytes: bytes.length, sha256: digest(bytes) };
    },
    dispose: () => pieces?.dispose(),
  };
}

/** Thrown out of a sequence that was asked to stop. */
export const STOPPED = 'the sequence was asked to stop';

/** Writes the one file of all frames; `onFrame` is told of each frame that goes in, in every pass over them. Returns its bytes. */
export async function writeSequence(
  job: ExportJob,
  tasks: readonly FrameTask[],
  path: string,
  { onFrame, shouldStop }: { onFrame(frame: number): void; shouldStop(): boolean },
): Promise<number> {
  const disk = new Disk(realFiles),
    format: Format = FORMATS[job.format];
  invariant(format.kind === 'sequence', `${job.format} has a file per frame`);
  const pieces = job.mostPieces === undefined ? undefined : new PieceFrames(disk, job);
  async function* frames(): AsyncGenerator<ExportFrame> {
    for (const task of tasks) {
      await new Promise((resolve) => setImmediate(resolve));
      if (shouldStop()) throw new Error(STOPPED);
      yield pieces ? await pieces.frameOf(task) : frameOf(disk, job, task);
      onFrame(task.line.frame);
    }
  }
  try {
    return await disk.writePieces(path, format.encode(frames, await contextOf(job)));
  } finally {
    pieces?.dispose();
  }
}

/** What all frames of an export have in common. */
export function contextOf(job: ExportJob): Promise<ExportContext> {
  const { scene, title, frameRate, what, view, frameCount, colorRange: range } = job;
  return exportContext(scene, { title, frameRate, what, view, frameCount, extent: view.bounds, range });
}

function frameOf(disk: Disk, job: ExportJob, task: FrameTask): ExportFrame {
  const { frame, time } = task.line,
    fields = withPieces(job.scene, readFrame(disk, job.cache, task.line));
  if (job.what === 'foam') return { frame, time, fields, foam: readFoam(disk, job, task.line) };
  return { frame, time, fields, surface: readSurface(disk, job, task) };
}

/** The file of one frame; formats with one file for all frames get a single one. */
async function bytesOf(job: ExportJob, frame: ExportFrame, context: ExportContext): Promise<Uint8Array> {
  const format: Format = FORMATS[job.format];
  if (format.kind === 'frames') return format.encode(frame, context);
  invariant(job.mostPieces !== undefined, `${job.format} has one file for all frames`);
  async function* only(): AsyncGenerator<ExportFrame> {
    yield frame;
  }
  const parts: Uint8Array[] = [];
  for await (const part of format.encode(only, context)) parts.push(part);
  return Buffer.concat(parts);
}
