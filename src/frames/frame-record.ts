// What a cache says of a frame. The same object stands in the manifest, in `info --json` and in the events of `run --json`.

import type { Ledger, Range, Triple } from '../diagnose/ledger.ts';
import type { Criterion } from '../engine/step-limit.ts';

/** One frame of a cache in numbers. SI units; in 2D per metre of depth. */
export interface FrameRecord {
  /** 0 is the start. */
  readonly frame: number;
  /** s */
  readonly time: number;
  readonly particles: number;
  /** kg */
  readonly mass: number;
  /** N·s */
  readonly momentum: Readonly<Triple>;
  /** About the origin, N·m·s. */
  readonly angularMomentum: Readonly<Triple>;
  /** J */
  readonly kineticEnergy: number;
  /** m */
  readonly centerOfMass: Readonly<Triple>;
  /** m */
  readonly bounds: Ledger['bounds'];
  /** kg/m³ */
  readonly density: Range;
  /** m/s */
  readonly speedMax: number;
  /** K; null for substances without heat. */
  readonly temperature: Range | null;
  /** Force evaluations so far, summed over particles. */
  readonly evaluations: number;
  /** Wall time of this frame, s. */
  readonly wallSeconds: number;
  /** World.hash() at the end of the frame. */
  readonly hash: string;
}

/** How a frame was computed. */
export interface FrameWork {
  /** Steps this frame took. */
  readonly steps: number;
  /** Smallest and largest step, s. */
  readonly dt: { readonly min: number; readonly max: number };
  /** What bound the smallest step. */
  readonly criterion: Criterion;
}
