// What a frame reports.

import type { Divergence } from '../diagnose/inspect.ts';
import type { Criterion } from '../engine/step-limit.ts';

/** What happened in a frame. */
export interface FrameReport {
  /** False when the frame was not committed; `problem` says why. */
  readonly ok: boolean;
  /** Frames done so far. */
  readonly frame: number;
  /** s */
  readonly time: number;
  /** Steps this frame took. */
  readonly steps: number;
  /** Smallest and largest step, s. */
  readonly dt: { readonly min: number; readonly max: number };
  /** What bound the smallest step. */
  readonly criterion: Criterion;
  /** Force evaluations of this frame, summed over particles. */
  readonly evaluations: number;
  /** Particles split, and particles that came out of merges, in this frame; 0 without adaptivity. */
  readonly splits: number;
  readonly merges: number;
  /** Particles at the end of the frame. */
  readonly particles: number;
  /** Why the frame was not committed. */
  readonly problem?: Divergence;
}
