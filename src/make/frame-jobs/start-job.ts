// Which code does which job; only that is loaded.

import { type FrameJob, type FrameMaker, isOrdered } from './job.ts';

/** Gets ready for a job. */
export async function startJob(job: FrameJob): Promise<FrameMaker> {
  if (job.kind === 'picture') return (await import('./picture-frames.ts')).makePictures(job);
  if (job.kind === 'export') return (await import('./export-frames.ts')).makeExports(job);
  if (job.kind === 'foam') return (await import('./foam-frames.ts')).makeFoam(job);
  if (isOrdered(job)) return (await import('./active-frames.ts')).makeActiveSurfaces(job);
  return (await import('./mesh-frames.ts')).makeSurfaces(job);
}
