// What does the jobs of a batch. Engines are thin: schedulers that people have, and a pool of our own for one machine.

import type { Batch, Job, JobResult } from './batch.ts';

/** How the jobs of a batch are done. */
export interface EngineOptions {
  /** Jobs at a time; undefined for what the engine thinks best. */
  readonly workers: number | undefined;
  /** Threads of each. */
  readonly threads: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** More options of `sbatch`. */
  readonly sbatch: readonly string[];
  /** A job is over: its result is final, or it has failed too often. */
  onResult(result: JobResult): void;
  /** Something that people should know, such as the number that Slurm gave to an array. */
  onNote(note: string): void;
}

/** Does jobs; returns when all are over, or when it was asked to stop. */
export type Engine = (batch: Batch, jobs: readonly Job[], options: EngineOptions) => Promise<void>;
