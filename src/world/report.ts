// What a frame reports.

import type { Divergence } from '../diagnose/inspect.ts';
import type { Criterion } from '../engine/step-limit.ts';

/** What a frame took, committed or not. */
export interface FrameTally {
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
}

/** A frame that was committed. */
export interface FrameDone extends FrameTally {
  readonly ok: true;
  readonly problem?: undefined;
}

/** A frame that was not committed. */
export interface FrameFailed extends FrameTally {
  readonly ok: false;
  /** Why. */
  readonly problem: Divergence;
}

/**
 * What happened in a frame; `ok` tells whether it was committed.
 * @example const report = world.advance(); if (!report.ok) console.log(report.problem.hint);
 */
export type FrameReport = FrameDone | FrameFailed;
