// Redis: a queue of BullMQ, from which workers on any machine take jobs. What is queued is only the folder of a batch and the name of a job; both mean
// something because all machines see the folder at the same path.

import { createHash } from 'node:crypto';
import type { Queue } from 'bullmq';
import { type Batch, type Job, MOST_ATTEMPTS } from './batch.ts';
import type { Engine } from './engine.ts';
import { farmFailed } from './farm-failed.ts';
import { pause } from './pause.ts';
import { ResultWatch } from './watch-results.ts';

/** Name of the queue. */
export const QUEUE = 'thixo';

/** What is queued. */
export interface QueuedJob {
  /** Absolute path of the batch. */
  readonly folder: string;
  readonly id: string;
  readonly threads: number;
}

/** Between two looks for results, ms; and looks between two questions to Redis. */
const LOOK = 500;
const ASK_EVERY = 10;
/** For the first answer of Redis, ms. */
const PATIENCE = 5_000;

/** Queues jobs and waits until workers have done them. */
export const runOnRedis =
  (on: string): Engine =>
  async (batch, jobs, { threads, signal, onNote, onResult }) => {
    const { Queue } = await loadBullmq(),
      queue = new Queue(QUEUE, { connection: connectionOf(on) });
    queue.on('error', () => {}); // BullMQ connects again by itself
    try {
      await answerOf(queue.waitUntilReady(), on);
      await enqueue(queue, batch, jobs, threads);
      const workers = await queue.getWorkersCount();
      onNote(
        workers > 0
          ? `${jobs.length} jobs queued, ${workers} workers.`
          : `${jobs.length} jobs queued, no worker yet: \`thixo worker --on ${on.replace(/\/\/[^@/]*@/, '//…@')}\`.`,
      );
      const watch = new ResultWatch(batch.folder, jobs, onResult);
      for (let looks = 1; !watch.look() && !signal.aborted; looks++) {
        if (looks % ASK_EVERY === 0) await requireAlive(queue, batch, watch);
        await pause(LOOK, signal);
      }
    } finally {
      await queue.close().catch(() => {});
    }
  };

/** The package, which only those need who use Redis. */
export async function loadBullmq(): Promise<typeof import('bullmq')> {
  try {
    return await import('bullmq');
  } catch {
    const message = 'Redis needs the packages bullmq and ioredis, which are not installed.';
    throw farmFailed(message, 'Install them beside Thixo: `npm install bullmq ioredis`.');
  }
}

/** How BullMQ connects. */
export function connectionOf(on: string): { url: string; maxRetriesPerRequest: null } {
  return { url: on, maxRetriesPerRequest: null };
}

/** What Redis answers. Throws FARM_FAILED if it does not. */
export async function answerOf<T>(asked: Promise<T>, on: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `There is no Redis server at ${on.replace(/\/\/[^@/]*@/, '//')}.`,
      hint = 'Start one: `redis-server --appendonly yes --maxmemory-policy noeviction`; check host, port and password.';
    timer = setTimeout(() => reject(farmFailed(message, hint)), PATIENCE);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A job that is queued has the same name: it is never queued twice. */
function queuedId({ folder }: Batch, id: string): string {
  return `${createHash('sha256').update(folder).digest('hex').slice(0, 12)}-${id}`;
}

async function enqueue(queue: Queue, batch: Batch, jobs: readonly Job[], threads: number): Promise<void> {
  for (const { id } of jobs) {
    const known = await queue.getJob(queuedId(batch, id));
    if (known && (await known.isFailed())) await known.remove();
  }
  const { folder } = batch;
  await queue.addBulk(
    jobs.map(({ id }) => ({
      name: 'job',
      data: { folder, id, threads } satisfies QueuedJob,
      opts: {
        jobId: queuedId(batch, id),
        attempts: MOST_ATTEMPTS,
        backoff: { type: 'exponential', delay: 1000 },
        removeOnComplete: true,
      },
    })),
  );
}

/** Throws FARM_FAILED if a job was given up without a result, as where a worker does not see the folder. */
async function requireAlive(queue: Queue, batch: Batch, watch: ResultWatch): Promise<void> {
  for (const id of watch.missing) {
    const job = await queue.getJob(queuedId(batch, id)).catch(() => undefined);
    if (!job || !(await job.isFailed().catch(() => false))) continue;
    if (watch.look() || !watch.missing.includes(id)) continue;
    const message = `Workers could not do job ${id}: ${job.failedReason?.slice(0, 200)}`;
    throw farmFailed(
      message,
      `All workers must see ${batch.folder} at the same path. Then run the same command again.`,
    );
  }
}
