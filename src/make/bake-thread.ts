// Starts a bake in its own thread and hands on what it says.

import type { BakeResult } from '../cache/bake.ts';
import { Disk } from '../cache/disk.ts';
import { realFiles } from '../cache/files.ts';
import type { BakeEvent } from '../cache/records.ts';
import { releaseLockOf } from '../cache/run-lock.ts';
import { type BakeJob, doBakeJob } from './bake-job.ts';
import { startWork, threadScript, type Working } from './work-thread.ts';

/** How the thread is started. */
export interface BakeThread {
  /** Its code; tests bring their own. */
  readonly script?: URL | undefined;
  /** Whether a bake that no longer moves is ended with STALLED. */
  readonly stopIfStuck?: boolean | undefined;
  /** When it is said not to move, ms. */
  readonly patience?: number | undefined;
}

/** Starts the job; asked to stop, it finishes the frame and saves. */
export function startBake(
  job: BakeJob,
  onEvent: (event: BakeEvent) => void,
  { script = threadScript('./bake-worker.js'), stopIfStuck = false, patience }: BakeThread = {},
): Working<BakeResult> {
  return startWork(job, onEvent, {
    ...{ script, inline: doBakeJob },
    watch: { stops: stopIfStuck, patience, eventOf: (warning) => ({ event: 'warning', ...warning }) as const },
    // A thread that ended without a word, such as one without memory, has not given back the lock; its process lives on.
    afterThread: (thread) => releaseLockOf(new Disk(realFiles), job.output, thread),
  });
}
