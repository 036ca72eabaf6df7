// Which frames are worked on.

import { ThixoError } from '../problem.ts';
import { requireWhole } from './options.ts';
import { usage } from './usage.ts';

/** From one frame to another, both included; `last` may be infinite. */
export interface FrameRange {
  readonly first: number;
  readonly last: number;
}

/** Frames as options name them: a number for all up to it, or from one to another; both are included. */
export type Frames = number | Partial<FrameRange>;

/** The frames that `frames` or `frame` ask for. Throws USAGE. */
export function chosenFrames({
  frames,
  frame,
}: {
  readonly frames?: Frames | undefined;
  readonly frame?: number | undefined;
}): FrameRange {
  if (frame !== undefined && frames !== undefined)
    throw new ThixoError([usage('--frame and --frames cannot be used together.', 'Use one of them.')]);
  requireWhole('frame', frame, 0);
  if (frame !== undefined) return { first: frame, last: frame };
  if (frames === undefined || typeof frames === 'number') return framesUpTo(frames);
  const { first = 0, last = Number.POSITIVE_INFINITY } = frames;
  if (
    Number.isInteger(first) &&
    first >= 0 &&
    (Number.isInteger(last) || last === Number.POSITIVE_INFINITY) &&
    last >= first
  )
    return { first, last };
  throw new ThixoError([
    usage(`There are no frames from ${first} to ${last}.`, 'Use whole numbers, the smaller one first.'),
  ]);
}

/** All frames up to one; all there are without a number. */
export function framesUpTo(last: number | undefined): FrameRange {
  requireWhole('frames', last, 0);
  return { first: 0, last: last ?? Number.POSITIVE_INFINITY };
}

/** How many frames of 0 to `end` are in a range. */
export function countFrames({ first, last }: FrameRange, end: number): number {
  return Math.max(0, Math.min(last, end) - first + 1);
}
