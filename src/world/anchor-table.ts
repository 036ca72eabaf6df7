// The anchors and handles of a scene as the passes read them: where each one has taken what it holds, and how fast.

import { type Holder, holdersOf } from '../obstacles/holders.ts';
import { type PoseAtTime, prepareMotion } from '../obstacles/motion.ts';
import { identityPose } from '../obstacles/pose.ts';
import type { Scene } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import * as at from '../wasm/layout.ts';
import type { SharedMemory } from '../wasm/memory.ts';

/** Numbers of a pose. */
const NUMBERS = 12;

export class AnchorTable {
  private readonly shared: SharedMemory;
  private readonly holders: readonly Holder[];
  private readonly poses: readonly PoseAtTime[];
  private readonly before = identityPose();
  private readonly now = identityPose();

  constructor(shared: SharedMemory, scene: Scene, trig: Trigonometry) {
    this.shared = shared;
    this.holders = holdersOf(scene, trig);
    this.poses = this.holders.map(({ motion }) => prepareMotion(motion, trig));
  }

  /** Puts the holders where they are at the end of the step from t0 to t1 (s). */
  place(t0: number, t1: number): void {
    const { shared, holders, poses, before, now } = this;
    for (let k = 0; k < holders.length; k++) {
      const { until, strength } = holders[k]!,
        row = at.ANCHOR_TABLE + k * at.ANCHOR_BYTES;
      poses[k]!(t0, before);
      poses[k]!(t1, now);
      for (let n = 0; n < NUMBERS; n++) {
        shared.setReal(row + at.ANCHOR_POSE + 8 * n, now[n]!);
        shared.setReal(row + at.ANCHOR_RATE + 8 * n, t1 > t0 ? (now[n]! - before[n]!) / (t1 - t0) : 0);
      }
      shared.setReal(row + at.ANCHOR_HOLDS, t1 <= until ? strength : 0);
    }
  }
}
