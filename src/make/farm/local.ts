// The engine of one machine: some jobs at a time, in this process. Every run has threads of its own, so that none waits for another.

import { availableParallelism } from 'node:os';
import { MOST_ATTEMPTS, pauseAfter, verdictOf, workOn, writeResult } from './batch.ts';
import type { Engine } from './engine.ts';
import { pause } from './pause.ts';

/** Between two looks at a cache that somebody else is writing, ms. */
const BUSY_PAUSE = 2000;

/** Does jobs here. */
export const runLocally: Engine = async (batch, jobs, { workers, threads, env, signal, onResult }) => {
  const queue = jobs.map(({ id }) => ({ id, failures: 0, from: 0 })),
    pool = Math.max(1, Math.min(workers ?? Math.floor(availableParallelism() / threads), jobs.length));
  const work = async (): Promise<void> => {
    for (let job = queue.shift(); job && !signal.aborted; job = queue.shift()) {
      await pause(job.from - Date.now(), signal);
      if (signal.aborted) return;
      const result = await workOn(batch, job.id, { threads, signal, env }),
        verdict = verdictOf(result.exit);
      if (verdict === 'again') job.failures++;
      if (verdict === 'final' || job.failures >= MOST_ATTEMPTS) {
        if (verdict !== 'final') writeResult(batch.folder, result);
        onResult(result);
      } else {
        const later = verdict === 'later' ? BUSY_PAUSE : pauseAfter(job.failures);
        queue.push({ ...job, from: Date.now() + later });
      }
    }
  };
  await Promise.all(Array.from({ length: pool }, work));
};
