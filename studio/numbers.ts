// The numbers of the frames so far, for charts: of the run that is played and of the one beside it.

import { signal } from '@preact/signals';
import type { FrameNumbers } from '../src/frames/curves.ts';

export class Numbers {
  /** Counts the changes. */
  readonly version = signal(0);
  private readonly byFrame: FrameNumbers[] = [];

  /** In the order of frames; without gaps at the end. */
  get all(): readonly FrameNumbers[] {
    return this.byFrame.filter(Boolean);
  }

  add(numbers: FrameNumbers): void {
    this.byFrame[numbers.frame] = numbers;
    this.version.value++;
  }

  /** What comes after a frame is not so any more. */
  dropAfter(frame: number): void {
    if (this.byFrame.length > frame + 1) this.byFrame.length = Math.max(0, frame + 1);
    this.version.value++;
  }
}

export const played = new Numbers();
export const beside = new Numbers();
