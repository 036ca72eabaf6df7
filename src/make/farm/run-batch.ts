// Has the jobs of a batch done that are missing, on the engine that was asked for, and tells of it.

import { performance } from 'node:perf_hooks';
import { EXIT } from '../../codes.ts';
import { type Problem, ThixoError } from '../../problem.ts';
import { didYouMean } from '../../scene/suggest.ts';
import { usage } from '../usage.ts';
import { type Batch, dropResult, type Job, type JobResult, readResult, verdictOf } from './batch.ts';
import type { Engine } from './engine.ts';

/** What is told while jobs are done: `start`, then `note` and `job`, then `done`. */
export type FarmEvent =
  | {
      readonly event: 'start';
      /** Title of the scene. */
      readonly scene: string;
      /** Folder of the jobs. */
      readonly folder: string;
      /** What a job is called: `run` or `chunk`. */
      readonly noun: string;
      /** How many there are. */
      readonly jobs: number;
      /** Those of them that are over. */
      readonly kept: number;
      /** `local`, `slurm`, or the address of Redis without its password. */
      readonly on: string;
    }
  | {
      /** Something of the engine, such as the number that Slurm gave. */
      readonly event: 'note';
      readonly note: string;
    }
  | {
      /** A job is over. */
      readonly event: 'job';
      readonly id: string;
      /** Its settings for people. */
      readonly label: string;
      /** 0 done, 4 diverged; others failed. */
      readonly exit: number;
      readonly problem?: Problem | undefined;
      /** The machine that did it. */
      readonly host: string;
      /** Wall time of its last attempt, s. */
      readonly seconds: number;
      /** How many are over now. */
      readonly done: number;
    }
  | {
      readonly event: 'done';
      readonly folder: string;
      /** How many are over. */
      readonly done: number;
      /** Those of them that failed: neither done nor diverged. */
      readonly failed: number;
      /** Wall time, s. */
      readonly wallSeconds: number;
      /** Whether it was asked to stop before all were over. */
      readonly interrupted: boolean;
    };

/** How a batch is done. */
export interface BatchOptions {
  readonly on: string;
  readonly workers: number | undefined;
  readonly threads: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly sbatch: readonly string[];
  /** Whether jobs that failed for good are tried again. */
  readonly again: boolean;
  tell(event: FarmEvent): void;
}

/** How it ended. */
export interface BatchEnd {
  readonly outcome: 'done' | 'interrupted';
  /** Results of all jobs that are over. */
  readonly results: ReadonlyMap<string, JobResult>;
}

/** Does what is missing of a batch. */
export async function runBatch(batch: Batch, options: BatchOptions): Promise<BatchEnd> {
  const { on, signal, tell, again } = options,
    engine = await engineFor(on),
    began = performance.now();
  const labels = new Map(batch.jobs.map(({ id, label }) => [id, label])),
    results = new Map<string, JobResult>(),
    missing = batch.jobs.filter((job) => !keep(batch, job, again, results));
  const { folder, title, noun, jobs } = batch;
  tell({ event: 'start', scene: title, folder, noun, jobs: jobs.length, kept: results.size, on: shownEngine(on) });
  const onResult = (result: JobResult): void => {
    results.set(result.id, result);
    const { id, exit, problem, host, seconds } = result;
    tell({ event: 'job', id, label: labels.get(id) ?? id, exit, problem, host, seconds, done: results.size });
  };
  const onNote = (note: string): void => tell({ event: 'note', note });
  if (missing.length > 0) await engine(batch, missing, { ...options, onResult, onNote });
  const interrupted = signal.aborted && results.size < jobs.length,
    failed = [...results.values()].filter(isFailed).length,
    wallSeconds = (performance.now() - began) / 1000;
  tell({ event: 'done', folder, done: results.size, failed, wallSeconds, interrupted });
  return { outcome: interrupted ? 'interrupted' : 'done', results };
}

/** Whether a job neither ended well nor diverged. */
export function isFailed({ exit }: JobResult): boolean {
  return exit !== EXIT.ok && exit !== EXIT.diverged;
}

/** Whether a job is over; its result is remembered then, and forgotten otherwise. */
function keep({ folder }: Batch, { id }: Job, again: boolean, results: Map<string, JobResult>): boolean {
  const result = readResult(folder, id);
  if (!result) return false;
  const isOver = verdictOf(result.exit) === 'final' && !(again && result.exit !== EXIT.ok);
  if (isOver) results.set(id, result);
  else dropResult(folder, id);
  return isOver;
}

async function engineFor(on: string): Promise<Engine> {
  if (on === 'local') return (await import('./local.ts')).runLocally;
  if (on === 'slurm') return (await import('./slurm.ts')).runOnSlurm;
  if (/^rediss?:\/\//.test(on)) return (await import('./redis.ts')).runOnRedis(on);
  const hint = `${didYouMean(on, ['local', 'slurm', 'redis://'])}Use local, slurm, or redis://host:6379.`;
  throw new ThixoError([usage(`--on ${on}: there is no such engine.`, hint)]);
}

/** The name of an engine, without a password. */
function shownEngine(on: string): string {
  return on.replace(/\/\/[^@/]*@/, '//');
}
