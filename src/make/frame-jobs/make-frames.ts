// The frames of a job, made by several threads: each takes the next one that is waiting. What comes out does not depend on how many there are.

import { invariant } from '../../problem.ts';
import type { FrameThread } from './frame-thread.ts';
import { startThread } from './frame-thread.ts';
import { type ExportJob, type FrameJob, type FrameTask, isOrdered, type Made } from './job.ts';

/** How to make them. */
export interface MakeOptions {
  readonly threads: number;
  /** Frames that are in work are finished after it, no others begun. */
  readonly signal: AbortSignal;
  /** Told of every frame, in the order in which they are done. */
  onMade(made: Made): void;
}

/** Frames to make; a source that waits for more asks whether they are still wanted. */
export type TaskSource = (isOver: () => boolean) => AsyncIterable<FrameTask>;

/** Makes frames until there are no more, or one fails, or the signal comes. */
export async function makeFrames(job: FrameJob, source: TaskSource, options: MakeOptions): Promise<void> {
  const { signal, onMade } = options,
    stop = new SharedArrayBuffer(4),
    threads: FrameThread[] = [];
  let failed = false;
  const isOver = (): boolean => failed || signal.aborted,
    queue = source(isOver)[Symbol.asyncIterator]();
  const work = async (): Promise<void> => {
    for (let thread: FrameThread | undefined; ; ) {
      const { value: task, done } = await queue.next();
      if (done || isOver()) return;
      if (!thread) {
        thread = startThread({ job, stop });
        threads.push(thread);
      }
      const answer = await thread.ask({ kind: 'frame', task });
      invariant(answer.kind === 'made', `a frame was answered with ${answer.kind}`);
      onMade(answer.made);
    }
  };
  const guarded = (): Promise<void> =>
    work().catch((error) => {
      failed = true;
      throw error;
    });
  try {
    await Promise.all(Array.from({ length: isOrdered(job) ? 1 : options.threads }, guarded));
  } finally {
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

/** Makes the one file of all frames; returns its bytes. Undefined if the signal came first; then there is no file. */
export async function makeSequence(
  job: ExportJob,
  tasks: readonly FrameTask[],
  path: string,
  { signal, onFrame }: { readonly signal: AbortSignal; onFrame(frame: number): void },
): Promise<number | undefined> {
  const stop = new SharedArrayBuffer(4),
    thread = startThread({ job, stop }),
    halt = (): void => void Atomics.store(new Int32Array(stop), 0, 1);
  signal.addEventListener('abort', halt);
  try {
    const answer = await thread.ask({ kind: 'sequence', tasks, path }, onFrame);
    return answer.kind === 'written' ? answer.bytes : undefined;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    signal.removeEventListener('abort', halt);
    await thread.end();
  }
}
