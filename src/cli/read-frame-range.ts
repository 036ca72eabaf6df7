// The frames that --frames names.

import { InvalidArgumentError } from 'commander';
import type { FrameRange } from '../make/frame-range.ts';

/** Reads `a-b`, `a-` (to the end) or `b` (from the start, as `run` does). */
export function readFrameRange(text: string): FrameRange {
  const found = /^\s*(?:(\d{1,9})\s*-\s*)?(\d{1,9})?\s*$/.exec(text),
    [, from, to] = found ?? [];
  const range = { first: Number(from ?? 0), last: to === undefined ? Number.POSITIVE_INFINITY : Number(to) };
  if (found && (from ?? to) !== undefined && range.first <= range.last) return range;
  throw new InvalidArgumentError('Use 10-20 for frames 10 to 20, 10- for frame 10 and later, 20 for frames up to 20.');
}
