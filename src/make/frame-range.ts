// Which frames a command works on.

import { ThixoError } from '../problem.ts';
import { usage } from './usage.ts';

/** From one frame to another, both included; `last` may be infinite. */
export interface FrameRange {
  readonly first: number;
  readonly last: number;
}

/** All frames. */
export const ALL_FRAMES: FrameRange = { first: 0, last: Number.POSITIVE_INFINITY };

/** The frames that --frames and --frame ask for. */
export function chosenFrames({ frames, frame }: { readonly frames?: FrameRange; readonly frame?: number }): FrameRange {
  if (frame === undefined) return frames ?? ALL_FRAMES;
  if (!frames) return { first: frame, last: frame };
  throw new ThixoError([usage('--frame and --frames do not go together.', 'Give one of them.')]);
}

/** How many frames of 0 to `end` are in a range. */
export function countFrames({ first, last }: FrameRange, end: number): number {
  return Math.max(0, Math.min(last, end) - first + 1);
}
