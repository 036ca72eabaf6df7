// Jobs for other schedulers, on the standard output.

import type { Context } from './context.ts';

/** Writes a list of jobs, or says that there is nothing to do: a list of no jobs is no list for a scheduler. */
export function writeJobs(jobs: string, { io }: Context): void {
  if (jobs === '') io.stderr.write('Nothing is missing: all jobs are done.\n');
  else io.stdout.write(jobs);
}
