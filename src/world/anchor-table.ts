// The anchors of a scene as the passes read them: where each one has taken what it holds, and how fast.

import { type PoseAtTime, prepareMotion } from '../obstacles/motion.ts';
import { identityPose } from '../obstacles/pose.ts';
import type { Anchor } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import * as at from '../wasm/layout.ts';
import type { SharedMemory } from '../wasm/memory.ts';

/** Numbers of a pose. */
const NUMBERS = 12;

export class AnchorTable {
  private readonly shared: SharedMemory;
  private readonly anchors: readonly Anchor[];
  private readonly poses: readonly PoseAtTime[];
  private readonly before = identityPose();
  private readonly now = identityPose();

  constructor(shared: SharedMemory, anchors: readonly Anchor[], trig: Trigonometry) {
    this.shared = shared;
    this.anchors = anchors;
    this.poses = anchors.map(({ motion }) => prepareMotion(motion, trig));
  }

  /** Puts the anchors where they are at the end of the step from t0 to t1 (s). */
  place(t0: number, t1: number): void {
    const { shared, anchors, poses, before, now } = this;
    for (let k = 0; k < anchors.length; k++) {
      const row = at.ANCHOR_TABLE + k * at.ANCHOR_BYTES;
      poses[k]!(t0, before);
      poses[k]!(t1, now);
      for (let n = 0; n < NUMBERS; n++) {
        shared.setReal(row + at.ANCHOR_POSE + 8 * n, now[n]!);
        shared.setReal(row + at.ANCHOR_RATE + 8 * n, t1 > t0 ? (now[n]! - before[n]!) / (t1 - t0) : 0);
      }
      shared.setReal(row + at.ANCHOR_HOLDS, Number(t1 <= (anchors[k]!.until ?? Number.POSITIVE_INFINITY)));
    }
  }
}
