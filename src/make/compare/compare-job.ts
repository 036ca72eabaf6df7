// A comparison as data: what was asked for, and what comes back. The job is done in a thread of its own.

import type { Problem } from '../../problem.ts';
import { postOutcome, type WorkMessage } from '../work.ts';
import type { CompareEvent, CompareResult } from './run-comparison.ts';

/** What to compare. */
export interface CompareJob {
  readonly scene: string;
  /** Assignments `path=value`. */
  readonly set: readonly string[];
  /** Limits as given: `particles=5e6,memory=8e9`. */
  readonly limits?: string | undefined;
  readonly frames?: number | undefined;
  readonly threads: number;
}

/** Does the job. `stop[0]` becomes 1 when it should stop. Never throws: what goes wrong is the last message. */
export function doCompareJob(
  job: CompareJob,
  stop: Int32Array,
  post: (message: WorkMessage<CompareEvent, CompareResult>) => void,
): Promise<void> {
  return postOutcome(() => compareScene(job, stop, (event) => post({ kind: 'event', event })), post);
}

async function compareScene(
  job: CompareJob,
  stop: Int32Array,
  onEvent: (event: CompareEvent) => void,
): Promise<CompareResult> {
  const [{ runComparison }, { loadScene }, { parseLimits, DEFAULT_LIMITS }, { placeProblem, withPlaces }] =
    await Promise.all([
      import('./run-comparison.ts'),
      import('../../cache/scene-file.ts'),
      import('../../scene/limits.ts'),
      import('../place-problems.ts'),
    ]);
  const { scene, set, frames, threads } = job;
  const limits = job.limits === undefined ? DEFAULT_LIMITS : parseLimits(job.limits);
  const source = await loadScene(scene, { set, limits });
  const text = { path: source.path, set, limits };
  const options = {
    ...{ frames, threads, limits },
    onEvent: (event: CompareEvent) => onEvent(isWarning(event) ? placeProblem(event, text) : event),
    shouldStop: () => Atomics.load(stop, 0) === 1,
  };
  return withPlaces(text, () => runComparison(source, options));
}

function isWarning(event: CompareEvent): event is Problem & { readonly event: 'warning' } {
  return event.event === 'warning';
}
