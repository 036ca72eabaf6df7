// The jobs in a folder, whatever they are.

import { ThixoError } from '../../problem.ts';
import { isStudy, openStudy } from '../sweep/study.ts';
import { sweepBatch } from '../sweep/sweep-batch.ts';
import { usage } from '../usage.ts';
import type { Batch } from './batch.ts';
import { openStageBatch } from './stage-batch.ts';

/** Opens the batch in a folder: a study, or chunks of frames. Throws USAGE if it has none. */
export function openBatch(folder: string): Batch {
  if (isStudy(folder)) return sweepBatch(openStudy(folder));
  const found = openStageBatch(folder);
  if (found) return found;
  const hint = 'Name the folder of a sweep, or hand over frames: `thixo farm mesh out/dam-break --on slurm`.';
  throw new ThixoError([usage(`${folder} has no jobs.`, hint)]);
}
