// Starts a job in its own thread and hands on what it says. Without the code of a thread it stays in the calling one.

import { Worker } from 'node:worker_threads';
import { PULSE_WORDS, readPulse } from '../cache/pulse.ts';
import { type Problem, ThixoError } from '../problem.ts';
import type { ErrorData } from './failure.ts';
import { stalled, watchOver } from './watchdog.ts';
import type { DoJob, WorkMessage } from './work.ts';

/** Work under way. */
export interface Working<Result> {
  /** Ends with the result, or fails with what was thrown in the thread. */
  readonly done: Promise<Result>;
  /** Asks it to finish the frame and stop. */
  stop(): void;
}

/** How a job is done. */
export interface Work<Job, Event, Result> {
  /** Code of a thread that does the job of its `workerData`; undefined to call `inline` instead. */
  readonly script: URL | undefined;
  readonly inline: DoJob<Job, Event, Result>;
  /** Looks whether the thread moves; undefined for work that gives no signs of life. */
  readonly watch?: StallWatch<Event> | undefined;
  /** Called with the number of the thread when it has ended, however it did. */
  afterThread?(thread: number): void;
}

/** What to do about a thread that no longer moves. */
export interface StallWatch<Event> {
  /** Ends the work with STALLED; otherwise it is only told of. */
  readonly stops: boolean;
  /** Without a sign of life for so long it is stuck, ms; default 30 s. */
  readonly patience?: number | undefined;
  /** The event that tells of it. */
  eventOf(warning: Problem): Event;
}

const fromSources = import.meta.url.endsWith('.ts');

/** The code of a thread beside this file; undefined when run from the sources (tests, tsx): Node cannot start a thread from TypeScript. */
export function threadScript(name: string): URL | undefined {
  return fromSources ? undefined : new URL(name, import.meta.url);
}

/** Starts the job. */
export function startWork<Job, Event, Result>(
  job: Job,
  onEvent: (event: Event) => void,
  { script, inline, ...thread }: Work<Job, Event, Result>,
): Working<Result> {
  const shared = new SharedArrayBuffer(4 * PULSE_WORDS),
    flag = new Int32Array(shared),
    stop = (): void => void Atomics.store(flag, 0, 1),
    listener = new Listener(onEvent, stop),
    hear = (event: Event): void => listener.hear(event);
  const work = script
    ? inThread<Event, Result>(script, { job, stop: shared }, hear, thread)
    : inPlace(job, flag, hear, inline);
  return { done: work.finally(() => listener.requireWhole()), stop };
}

/** Who is told. One that throws hears no more; the work is brought to its end, so that it can be gone on with. */
class Listener<Event> {
  private readonly onEvent: (event: Event) => void;
  private readonly stop: () => void;
  private failure: { readonly error: unknown } | undefined;

  constructor(onEvent: (event: Event) => void, stop: () => void) {
    this.onEvent = onEvent;
    this.stop = stop;
  }

  hear(event: Event): void {
    if (this.failure) return;
    try {
      this.onEvent(event);
    } catch (error) {
      this.failure = { error };
      this.stop();
    }
  }

  /** Throws what it has thrown. */
  requireWhole(): void {
    if (this.failure) throw this.failure.error;
  }
}

/** The result of the work; asks it to stop when the signal comes. */
export async function resultOf<Result>(
  { done, stop }: Working<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  try {
    return await done;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

async function inPlace<Job, Event, Result>(
  job: Job,
  stop: Int32Array,
  onEvent: (event: Event) => void,
  doJob: DoJob<Job, Event, Result>,
): Promise<Result> {
  let last: WorkMessage<Event, Result> | undefined;
  await doJob(job, stop, (message) => {
    last = message;
    if (message.kind === 'event') onEvent(message.event);
  });
  return outcomeOf(last);
}

async function inThread<Event, Result>(
  script: URL,
  workerData: { job: unknown; stop: SharedArrayBuffer },
  onEvent: (event: Event) => void,
  { watch, afterThread }: Pick<Work<unknown, Event, Result>, 'watch' | 'afterThread'>,
): Promise<Result> {
  const worker = new Worker(script, { workerData, execArgv: [] }),
    { threadId } = worker;
  let stopWatching = (): void => {};
  try {
    const last = await new Promise<WorkMessage<Event, Result>>((resolve, reject) => {
      worker.on('message', (message: WorkMessage<Event, Result>) => {
        if (message.kind === 'event') onEvent(message.event);
        else resolve(message);
      });
      worker.on('error', reject);
      worker.on('exit', (code) =>
        reject(new Error(`The thread of the simulation ended with code ${code} and no result.`)),
      );
      if (watch) stopWatching = watchThread(workerData.stop, watch, onEvent, reject);
    });
    return outcomeOf(last);
  } finally {
    stopWatching();
    await worker.terminate();
    afterThread?.(threadId);
  }
}

/** Tells of a thread that does not move, or lets the work fail. */
function watchThread<Event>(
  shared: SharedArrayBuffer,
  { stops, patience, eventOf }: StallWatch<Event>,
  onEvent: (event: Event) => void,
  fail: (error: Error) => void,
): () => void {
  const words = new Int32Array(shared);
  return watchOver(
    () => readPulse(words),
    (stall) => {
      if (stops) fail(new ThixoError([stalled(stall, 'error')]));
      else onEvent(eventOf(stalled(stall, 'warning')));
    },
    patience,
  );
}

function outcomeOf<Event, Result>(last: WorkMessage<Event, Result> | undefined): Result {
  if (last?.kind === 'result') return last.result;
  if (last?.kind === 'problems') throw new ThixoError(last.problems);
  throw revive(last?.kind === 'error' ? last.error : { message: 'The simulation ended without a result.' });
}

/** The error that was thrown in the thread, with its own stack. */
function revive({ message, ...rest }: ErrorData): Error {
  return Object.assign(new Error(message), rest);
}
