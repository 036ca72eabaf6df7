// The frames of a job, made by several threads: each takes the next one that is waiting. What comes out does not depend on how many there are.

import { invariant } from '../../problem.ts';
import { type Stall, watchOver } from '../watchdog.ts';
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
  /** Told once when none of the frames in work has been done for a long time; what it throws ends the work. */
  onStall(stall: Stall): void;
  /** When that is, ms; default 30 s. */
  readonly patience?: number | undefined;
  /** Starts a thread; tests bring their own. */
  readonly start?: typeof startThread;
}

/** Frames to make; a source that waits for more asks whether they are still wanted. */
export type TaskSource = (isOver: () => boolean) => AsyncIterable<FrameTask>;

/** Makes frames until there are no more, or one fails, or the signal comes. */
export async function makeFrames(job: FrameJob, source: TaskSource, options: MakeOptions): Promise<void> {
  const { signal, onMade, start = startThread } = options,
    stop = new SharedArrayBuffer(4),
    threads: FrameThread[] = [],
    inWork = new InWork();
  let failed = false;
  const isOver = (): boolean => failed || signal.aborted,
    queue = source(isOver)[Symbol.asyncIterator]();
  const work = async (): Promise<void> => {
    for (let thread: FrameThread | undefined; ; ) {
      const { value: task, done } = await queue.next();
      if (done || isOver()) return;
      if (!thread) {
        thread = start({ job, stop });
        threads.push(thread);
      }
      inWork.begin(task.line.frame);
      const answer = await thread.ask({ kind: 'frame', task });
      inWork.end(task.line.frame);
      invariant(answer.kind === 'made', `a frame was answered with ${answer.kind}`);
      onMade(answer.made);
    }
  };
  const guarded = (): Promise<void> =>
    work().catch((error) => {
      failed = true;
      throw error;
    });
  const watch = inWork.watch(options);
  try {
    const all = Promise.all(Array.from({ length: isOrdered(job) ? 1 : options.threads }, guarded));
    await Promise.race([all, watch.stalled]);
  } finally {
    failed = true;
    watch.end();
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

/** The frames that threads are at. */
class InWork {
  private readonly frames = new Set<number>();
  private count = 0;

  begin(frame: number): void {
    this.frames.add(frame);
    this.count++;
  }

  end(frame: number): void {
    this.frames.delete(frame);
    this.count++;
  }

  /** Looks after them; `stalled` never ends, but for what `onStall` throws. */
  watch({ onStall, patience }: Pick<MakeOptions, 'onStall' | 'patience'>): { stalled: Promise<never>; end(): void } {
    let end = (): void => {};
    const stalled = new Promise<never>((_, reject) => {
      const tell = (stall: Stall): void => {
        try {
          onStall(stall);
        } catch (error) {
          reject(error as Error);
        }
      };
      end = watchOver(() => this.sign(), tell, patience);
    });
    stalled.catch(() => {}); // it may come when nobody waits any more
    return { stalled, end };
  }

  private sign(): { count: number; doing: string } | undefined {
    const { count, frames } = this,
      list = [...frames].sort((a, b) => a - b).join(', ');
    return frames.size === 0 ? undefined : { count, doing: `at ${frames.size > 1 ? 'frames' : 'frame'} ${list}` };
  }
}

/** Makes the one file of all frames; returns its bytes. Undefined if the signal came first; then there is no file. */
export async function makeSequence(
  job: ExportJob,
  tasks: readonly FrameTask[],
  path: string,
  { signal, onFrame, ...watching }: Omit<MakeOptions, 'threads' | 'onMade'> & { onFrame(frame: number): void },
): Promise<number | undefined> {
  const stop = new SharedArrayBuffer(4),
    { start = startThread } = watching,
    thread = start({ job, stop }),
    inWork = new InWork(),
    halt = (): void => void Atomics.store(new Int32Array(stop), 0, 1);
  signal.addEventListener('abort', halt);
  let frame = tasks[0]?.line.frame ?? 0;
  const onDone = (done: number): void => {
    inWork.end(frame);
    frame = done + 1;
    inWork.begin(frame);
    onFrame(done);
  };
  inWork.begin(frame);
  const watch = inWork.watch(watching);
  try {
    const answer = await Promise.race([thread.ask({ kind: 'sequence', tasks, path }, onDone), watch.stalled]);
    return answer.kind === 'written' ? answer.bytes : undefined;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    signal.removeEventListener('abort', halt);
    watch.end();
    await thread.end();
  }
}
