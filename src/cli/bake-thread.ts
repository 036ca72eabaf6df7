// Starts a bake in its own thread and hands on what it says. Run from the sources (tests, tsx) it stays in the calling thread, because
// Node cannot start a thread from TypeScript.

import { Worker } from 'node:worker_threads';
import type { BakeResult } from '../cache/bake.ts';
import type { BakeEvent } from '../cache/records.ts';
import { ThixoError } from '../problem.ts';
import { type BakeJob, type BakeMessage, doBakeJob } from './bake-job.ts';
import type { ErrorData } from './failure.ts';

/** A bake under way. */
export interface Baking {
  /** Ends with the result, or fails with what was thrown in the thread. */
  readonly done: Promise<BakeResult>;
  /** Asks it to finish the frame, save and stop. */
  stop(): void;
}

const fromSources = import.meta.url.endsWith('.ts');

/** Starts the job. `script` is the code of the thread; tests bring their own. */
export function startBake(
  job: BakeJob,
  onEvent: (event: BakeEvent) => void,
  script: URL | undefined = fromSources ? undefined : new URL('./bake-worker.js', import.meta.url),
): Baking {
  const stop = new SharedArrayBuffer(4),
    flag = new Int32Array(stop);
  const done = script ? inThread(script, { job, stop }, onEvent) : inline(job, flag, onEvent);
  return { done, stop: () => void Atomics.store(flag, 0, 1) };
}

async function inline(job: BakeJob, stop: Int32Array, onEvent: (event: BakeEvent) => void): Promise<BakeResult> {
  let last: BakeMessage | undefined;
  await doBakeJob(job, stop, (message) => {
    last = message;
    if (message.kind === 'event') onEvent(message.event);
  });
  return outcomeOf(last);
}

async function inThread(
  script: URL,
  workerData: { job: BakeJob; stop: SharedArrayBuffer },
  onEvent: (event: BakeEvent) => void,
): Promise<BakeResult> {
  const worker = new Worker(script, { workerData, execArgv: [] });
  try {
    const last = await new Promise<BakeMessage>((resolve, reject) => {
      worker.on('message', (message: BakeMessage) => {
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

function outcomeOf(last: BakeMessage | undefined): BakeResult {
  if (last?.kind === 'result') return last.result;
  if (last?.kind === 'problems') throw new ThixoError(last.problems);
  throw revive(last?.kind === 'error' ? last.error : { message: 'The simulation ended without a result.' });
}

/** The error that was thrown in the thread, with its own stack. */
function revive({ message, ...rest }: ErrorData): Error {
  return Object.assign(new Error(message), rest);
}
