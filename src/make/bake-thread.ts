// Starts a bake in its own thread and hands on what it says.

import type { BakeResult } from '../cache/bake.ts';
import type { BakeEvent } from '../cache/records.ts';
import { type BakeJob, doBakeJob } from './bake-job.ts';
import { startWork, threadScript, type Working } from './work-thread.ts';

/** Starts the job; asked to stop, it finishes the frame and saves. `script` is the code of the thread; tests bring their own. */
export function startBake(
  job: BakeJob,
  onEvent: (event: BakeEvent) => void,
  script: URL | undefined = threadScript('./bake-worker.js'),
): Working<BakeResult> {
  return startWork(job, onEvent, { script, inline: doBakeJob });
}
