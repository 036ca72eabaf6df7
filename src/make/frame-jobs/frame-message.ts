// What goes between the thread that plans and those that make frames.

import type { Problem } from '../../problem.ts';
import { type ErrorData, errorData, failureOf } from '../failure.ts';
import type { FrameJob, FrameTask, Made } from './job.ts';

/** What a thread is started with. */
export interface ThreadData {
  readonly job: FrameJob;
  /** `[0]` becomes 1 when it should stop; only long work looks at it. */
  readonly stop: SharedArrayBuffer;
}

/** What a thread is asked for: one frame, or one file of all frames. */
export type Request =
  | { readonly kind: 'frame'; readonly task: FrameTask }
  | { readonly kind: 'sequence'; readonly tasks: readonly FrameTask[]; readonly path: string };

/** What a thread answers: any number of `frame`, then one of the others. */
export type Answer =
  | { readonly kind: 'frame'; readonly frame: number }
  | { readonly kind: 'made'; readonly made: Made }
  | { readonly kind: 'written'; readonly bytes: number }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] }
  | { readonly kind: 'error'; readonly error: ErrorData };

/** What went wrong, as an answer. */
export function failedAnswer(error: unknown): Answer {
  const { problems } = failureOf(error);
  const known = problems.every((p) => p.code !== 'BUG');
  return known ? { kind: 'problems', problems } : { kind: 'error', error: errorData(error) };
}
