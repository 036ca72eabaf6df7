// A worker: takes jobs from Redis and does each in a process of its own, until it is told to stop. If the worker is killed, its jobs see that their
// input has ended, save and stop; another worker gets them.

import { spawn } from 'node:child_process';
import { isAbsolute } from 'node:path';
import type { Job } from 'bullmq';
import { ThixoError } from '../../problem.ts';
import { withProblems } from '../failure.ts';
import { type OptionNames, requireOptions, requireWhole } from '../options.ts';
import { usage } from '../usage.ts';
import { MOST_ATTEMPTS, readResult, verdictOf, writeResult } from './batch.ts';
import { jobWords, thixoProgram } from './program.ts';
import { answerOf, connectionOf, loadBullmq, QUEUE, type QueuedJob } from './redis.ts';

/** What a worker tells. */
export type WorkerEvent =
  | { readonly event: 'start' /** Jobs at a time. */; readonly workers: number }
  | { readonly event: 'begin'; readonly folder: string; readonly id: string }
  | {
      readonly event: 'end';
      readonly folder: string;
      readonly id: string;
      /** Exit code of its process; null if a signal ended it. */
      readonly exit: number | null;
      /** `final`: it is over. `again`: it is tried again, and counted. `later`: it is tried again. */
      readonly verdict: 'final' | 'again' | 'later';
    }
  | { readonly event: 'done' };

/** How a worker works. */
export interface WorkerOptions {
  /**
   * Address of the Redis server.
   * @example { on: 'redis://studio-1:6379' }
   */
  readonly on: string;
  /**
   * Jobs at a time. Default: 1.
   * @example { on: 'redis://studio-1:6379', workers: 4 }
   */
  readonly workers?: number | undefined;
  /**
   * After so many seconds without a sign of life of a worker its job is given to another. Default: 30.
   * @example { on: 'redis://studio-1:6379', patience: 120 }
   */
  readonly patience?: number | undefined;
  /**
   * When it aborts, jobs save and stop, and go back into the queue. Default: never.
   * @example { on: 'redis://studio-1:6379', signal: AbortSignal.timeout(3_600_000) }
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Told of what happens. Default: nobody is.
   * @example { on: 'redis://studio-1:6379', onEvent: (e) => console.log(e.event) }
   */
  onEvent?(event: WorkerEvent): void;
}

const NAMES: OptionNames<WorkerOptions> = { on: true, workers: true, patience: true, signal: true, onEvent: true };

/** Before a job that does not count as failed is tried again, ms. */
const LATER = 2000;

/**
 * Takes jobs from Redis until the signal aborts.
 * @example await runWorker({ on: 'redis://studio-1:6379', workers: 2, signal: AbortSignal.timeout(3_600_000) });
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  return withProblems(async () => {
    requireOptions(options, NAMES);
    const { on, workers = 1, patience = 30, signal = new AbortController().signal, onEvent } = options;
    requireWhole('workers', workers, 1, 1000);
    requireWhole('patience', patience, 1, 86_400);
    if (!/^rediss?:\/\//.test(on))
      throw new ThixoError([
        usage(`--on ${on}: workers take jobs from Redis.`, 'Name the server: --on redis://studio-1:6379.'),
      ]);
    const { Worker, DelayedError } = await loadBullmq();
    const process = async (job: Job<QueuedJob>, token?: string): Promise<void> => {
      const { folder, id } = requireJob(job.data);
      onEvent?.({ event: 'begin', folder, id });
      const { exit, words } = await runProcess(job.data, signal),
        verdict = verdictOf(exit);
      onEvent?.({ event: 'end', folder, id, exit, verdict });
      if (verdict === 'later') {
        await job.moveToDelayed(Date.now() + LATER, token);
        throw new DelayedError();
      }
      if (verdict === 'final' && readResult(folder, id)) return;
      if (verdict === 'again' && job.attemptsMade + 1 >= MOST_ATTEMPTS) giveUp(job.data, exit ?? 137);
      else throw new Error(`exit ${exit ?? 'by a signal'}: ${words}`);
    };
    const times = { lockDuration: 1000 * patience, stalledInterval: 500 * patience, maxStalledCount: 1e6 },
      worker = new Worker<QueuedJob>(QUEUE, process, { connection: connectionOf(on), concurrency: workers, ...times });
    worker.on('error', () => {}); // BullMQ connects again by itself
    try {
      await answerOf(worker.waitUntilReady(), on);
      onEvent?.({ event: 'start', workers });
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      onEvent?.({ event: 'done' });
    } finally {
      await worker.close(!signal.aborted).catch(() => {});
    }
  });
}

/** A job as it was queued. Throws if it is none: anybody may write to Redis. */
function requireJob(data: QueuedJob): QueuedJob {
  const { folder, id, threads } = data,
    isSound =
      typeof folder === 'string' && isAbsolute(folder) && /^[0-9a-f]{12}$/.test(id) && Number.isInteger(threads);
  if (isSound && threads >= 1 && threads <= 64) return data;
  throw new Error('this is not a job of Thixo');
}

/** Does a job in a process of its own; `words` are the last ones it said. */
function runProcess(
  { folder, id, threads }: QueuedJob,
  signal: AbortSignal,
): Promise<{ readonly exit: number | null; readonly words: string }> {
  const [node, program] = thixoProgram(),
    child = spawn(node, [program, ...jobWords(folder, id, threads)], {
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { ...process.env, THIXO_ENDS_WITH_INPUT: '1' },
    });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-400);
  });
  child.stdin.on('error', () => {});
  const stop = (): void => void child.kill('SIGTERM');
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit) => {
      signal.removeEventListener('abort', stop);
      resolve({ exit, words });
    });
  });
}

function giveUp({ folder, id }: QueuedJob, exit: number): void {
  writeResult(folder, { id, exit, host: '', seconds: 0 });
}
