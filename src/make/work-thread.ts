// Starts a job in its own thread and hands on what it says. Without the code of a thread it stays in the calling one.

import { Worker } from 'node:worker_threads';
import { ThixoError } from '../problem.ts';
import type { ErrorData } from './failure.ts';
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
  { script, inline }: Work<Job, Event, Result>,
): Working<Result> {
  const shared = new SharedArrayBuffer(4),
    flag = new Int32Array(shared),
    stop = (): void => void Atomics.store(flag, 0, 1),
    listener = new Listener(onEvent, stop),
    hear = (event: Event): void => listener.hear(event);
  const work = script ? inThread<Event, Result>(script, { job, stop: shared }, hear) : inPlace(job, flag, hear, inline);
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
): Promise<Result> {
  const worker = new Worker(script, { workerData, execArgv: [] });
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
    });
    return outcomeOf(last);
  } finally {
    await worker.terminate();
  }
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
