// Work that is done in a thread of its own, so that the main one can answer signals at once, and what the thread says of it.

import type { Problem } from '../problem.ts';
import { type ErrorData, errorData, failureOf } from './failure.ts';

/** What the thread sends. The last message is one of the other three than `event`. */
export type WorkMessage<Event, Result> =
  | { readonly kind: 'event'; readonly event: Event }
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] }
  | { readonly kind: 'error'; readonly error: ErrorData };

/** Does a job. `stop[0]` becomes 1 when it should come to an end. Never throws: what goes wrong is the last message. */
export type DoJob<Job, Event, Result> = (
  job: Job,
  stop: Int32Array,
  post: (message: WorkMessage<Event, Result>) => void,
) => Promise<void>;

/** Does the work and posts how it ended. */
export async function postOutcome<Event, Result>(
  work: () => Promise<Result>,
  post: (message: WorkMessage<Event, Result>) => void,
): Promise<void> {
  try {
    post({ kind: 'result', result: await work() });
  } catch (error) {
    const { problems } = failureOf(error);
    const known = problems.every((p) => p.code !== 'BUG');
    post(known ? { kind: 'problems', problems } : { kind: 'error', error: errorData(error) });
  }
}
