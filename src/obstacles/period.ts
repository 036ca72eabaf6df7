// From when to when something of a scene is there. It comes and goes at the beginnings of frames.

/** Times, s. */
export interface Period {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A time this part of a frame after its beginning still is its beginning: times are often a frame over the rate, rounded. */
const SAME = 1e-6;

/** The first frame that begins at a time (s) or later. */
export function frameFrom(time: number, frameRate: number): number {
  return Math.max(0, Math.ceil(time * frameRate - SAME));
}

/** Whether something is there during a frame. */
export function isThere({ from = 0, to }: Period, frame: number, frameRate: number): boolean {
  return frameFrom(from, frameRate) <= frame && (to === undefined || frame < frameFrom(to, frameRate));
}

/** Whether something is to be shown in the picture of a time (s). */
export function isShown({ from = 0, to = Number.POSITIVE_INFINITY }: Period, time: number): boolean {
  return from <= time + SAME && time < to - SAME;
}
