// Jobs that may be done anywhere, in any order, again and again: each goes on where it stopped, and its result appears at once or not at all.
// What becomes of a job that ended is decided here, the same for every engine.

import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Disk } from '../../cache/disk.ts';
import { realFiles } from '../../cache/files.ts';
import { CODES, EXIT } from '../../codes.ts';
import type { Problem } from '../../problem.ts';
import { failureOf } from '../failure.ts';

/** How a job is done. */
export interface JobOptions {
  readonly threads: number;
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How the work of a job ended, where it threw nothing. */
export type JobOutcome = 'done' | 'interrupted' | 'diverged';

/** Jobs in a folder that all machines see at the same path. */
export interface Batch {
  /** Absolute path. */
  readonly folder: string;
  readonly title: string;
  /** What a job is called: `run` or `chunk`. */
  readonly noun: string;
  readonly jobs: readonly Job[];
  /** Does one of them. */
  work(
    id: string,
    options: JobOptions,
  ): Promise<{ readonly outcome: JobOutcome; readonly problem?: Problem | undefined }>;
}

export interface Job {
  /** Hash of its settings: what it makes is what it is called. */
  readonly id: string;
  /** Its settings for people. */
  readonly label: string;
}

/** How a job ended: a file of the batch. */
export interface JobResult {
  readonly id: string;
  /** Exit code, as that of the command. */
  readonly exit: number;
  /** What was wrong. */
  readonly problem?: Problem | undefined;
  /** The machine that did it. */
  readonly host: string;
  /** Wall time of the last attempt, s. */
  readonly seconds: number;
}

/** What becomes of a job: it is over, it is tried again after a pause and counted, or it is tried again and not counted. */
export type Verdict = 'final' | 'again' | 'later';

/** Exit code of a job whose cache somebody else is writing, for engines that see nothing else: `EX_TEMPFAIL`. */
export const EXIT_BUSY = 75;
/** Times that a job is tried which fails in a way that may pass. */
export const MOST_ATTEMPTS = 4;

const FINAL: readonly number[] = [EXIT.ok, EXIT.usage, EXIT.input, EXIT.diverged, EXIT.limit];

/**
 * What becomes of a job that ended with an exit code; null if a signal ended it.
 * @example verdictOf(130) // 'later': it saved what it had and was interrupted
 */
export function verdictOf(exit: number | null): Verdict {
  if (exit === EXIT.interrupted || exit === EXIT_BUSY) return 'later';
  return exit !== null && FINAL.includes(exit) ? 'final' : 'again';
}

/** Pause before the next attempt, ms: 1 s, 2 s, 4 s and so on. */
export function pauseAfter(failures: number): number {
  return 1000 * (1 << Math.max(0, Math.min(10, failures - 1)));
}

/** Does a job and leaves its result where that is final. Never throws what the job throws. */
export async function workOn(batch: Batch, id: string, options: JobOptions): Promise<JobResult> {
  const known = readResult(batch.folder, id);
  if (known && verdictOf(known.exit) === 'final') return known;
  const began = performance.now(),
    end = await endOf(batch, id, options),
    result = { id, ...end, host: hostname(), seconds: Number(((performance.now() - began) / 1000).toFixed(3)) };
  if (verdictOf(result.exit) === 'final') writeResult(batch.folder, result);
  return result;
}

async function endOf(batch: Batch, id: string, options: JobOptions): Promise<Pick<JobResult, 'exit' | 'problem'>> {
  try {
    const { outcome, problem } = await batch.work(id, options),
      exit = { done: EXIT.ok, interrupted: EXIT.interrupted, diverged: EXIT.diverged }[outcome];
    return problem ? { exit, problem } : { exit };
  } catch (error) {
    const { problems } = failureOf(error),
      problem = problems.find(({ severity }) => severity === 'error') ?? problems[0]!;
    return { exit: problem.code === 'CACHE_BUSY' ? EXIT_BUSY : CODES[problem.code].exit, problem };
  }
}

/** The result of a job; undefined if there is none yet. */
export function readResult(folder: string, id: string): JobResult | undefined {
  const bytes = new Disk(realFiles).read(resultFile(folder, id));
  if (!bytes) return undefined;
  try {
    const result = JSON.parse(new TextDecoder().decode(bytes)) as JobResult;
    return result.id === id && Number.isInteger(result.exit) ? result : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the result of a job: a whole file or none. */
export function writeResult(folder: string, result: JobResult): void {
  const disk = new Disk(realFiles);
  disk.makeFolder(resultsOf(folder));
  disk.write(resultFile(folder, result.id), new TextEncoder().encode(`${JSON.stringify(result)}\n`));
}

/** Forgets how a job ended. */
export function dropResult(folder: string, id: string): void {
  new Disk(realFiles).remove(resultFile(folder, id));
}

/** Folder of the results of a batch. */
export const resultsOf = (folder: string): string => join(folder, 'results');

const resultFile = (folder: string, id: string): string => join(resultsOf(folder), `${id}.json`);

/** The name of a job from its settings. */
export function idOf(settings: unknown): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 12);
}
