// Options of commands that hand jobs to an engine.

import { collectValues, wholeNumber } from '../usage.ts';

/** What they give. */
export interface EngineFlags {
  readonly on?: string;
  readonly workers?: number;
  readonly threads?: number;
  readonly sbatch?: readonly string[];
  readonly again?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: the parser of the command line takes readers of any value
type Reader = (text: string, before?: any) => any;

/** Flags, text and reader of each. */
export const ENGINE_OPTIONS: readonly (readonly [flags: string, text: string, read: Reader])[] = [
  ['--on <engine>', 'local (default), slurm, redis://host:6379; openjd or commands only print the jobs', String],
  ['--workers <n>', 'jobs at a time; default: one per core', wholeNumber(1, 10_000)],
  ['--threads <n>', 'threads of each job; default 1', wholeNumber(1, 64)],
  ['--sbatch <option>', 'one more option for sbatch, such as --sbatch=--time=2:00:00; can be repeated', collectValues],
];

/** The options of the library. */
export function engineOptions({ on, workers, threads, sbatch, again }: EngineFlags): EngineFlags {
  return {
    ...(on === undefined ? {} : { on }),
    ...(workers === undefined ? {} : { workers }),
    ...(threads === undefined ? {} : { threads }),
    ...(sbatch === undefined ? {} : { sbatch }),
    ...(again === undefined ? {} : { again }),
  };
}
