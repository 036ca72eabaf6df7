// Options of everything that hands jobs to an engine.

import { type OptionNames, requireWhole } from '../options.ts';
import type { BatchOptions, FarmEvent } from './run-batch.ts';

/** Options of everything that hands jobs to an engine. */
export interface FarmOptions {
  /**
   * Who does the jobs: `local`, `slurm`, or the address of a Redis server. Default: `local`.
   * @example { on: 'redis://studio-1:6379' }
   */
  readonly on?: string | undefined;
  /**
   * Jobs at a time. Default: one per core, `local`; as many as there is room for, `slurm`. Of no use with Redis, where every worker says so itself.
   * @example { workers: 4 }
   */
  readonly workers?: number | undefined;
  /**
   * Threads of each job, 1 to 64. Default: 1.
   * @example { workers: 2, threads: 4 }
   */
  readonly threads?: number | undefined;
  /**
   * More options for `sbatch`, with `on: 'slurm'`. Default: none.
   * @example { on: 'slurm', sbatch: ['--partition=short', '--time=2:00:00'] }
   */
  readonly sbatch?: readonly string[] | undefined;
  /**
   * Try jobs again that diverged or failed for good. Default: false.
   * @example { again: true }
   */
  readonly again?: boolean | undefined;
  /**
   * When it aborts, frames in work are finished and no jobs begun. The same call goes on from there. Default: never.
   * @example { signal: AbortSignal.timeout(60_000) }
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * The folder that relative paths start from. Default: that of the process.
   * @example { cwd: '/home/ada/clay' }
   */
  readonly cwd?: string | undefined;
  /**
   * Environment in which programs are looked for. Default: `process.env`.
   * @example { env: { PATH: '/opt/slurm/bin' } }
   */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Told of what happens, in order. Default: nobody is.
   * @example { onEvent: (e) => e.event === 'job' && console.log(e.label, e.exit) }
   */
  onEvent?(event: FarmEvent): void;
}

export const FARM_OPTIONS: OptionNames<FarmOptions> = {
  ...{ on: true, workers: true, threads: true, sbatch: true, again: true },
  ...{ signal: true, cwd: true, env: true, onEvent: true },
};

/** What an engine needs, from options. */
export function farmSurroundings(options: FarmOptions): BatchOptions & { readonly cwd: string } {
  const { on = 'local', workers, threads = 1, sbatch = [], again = false } = options;
  requireWhole('workers', workers, 1, 10_000);
  const { signal = new AbortController().signal, cwd = process.cwd(), env = process.env } = options;
  return { on, workers, threads, sbatch, again, signal, cwd, env, tell: (event) => options.onEvent?.(event) };
}
