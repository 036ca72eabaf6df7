// Where the pose of an obstacle comes from. All code that needs the place of an obstacle asks its source.

import type { Obstacle } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { type PoseAtTime, prepareMotion } from './motion.ts';
import type { Pose } from './pose.ts';

/** A pose as a function of time, from the scene; or one that is simulated, from the state of a world or from a frame. */
export interface PoseSource {
  readonly kind: 'scripted' | 'simulated';
  /** Writes the pose that takes the obstacle from where the scene puts it to where it is at a time (s). */
  readonly at: PoseAtTime;
}

/**
 * Poses of the obstacles that are simulated, by their number in the scene: twelve numbers, the rotation from where the scene puts the
 * obstacle, row by row, and the translation (m).
 */
export type SimulatedPoses = ReadonlyMap<number, Pose>;

/** The source of obstacle number `index` in a frame with some simulated poses: theirs, or the motion of the scene. */
export function poseSource(
  { motion }: Pick<Obstacle, 'motion'>,
  index: number,
  trig: Trigonometry,
  poses?: SimulatedPoses,
): PoseSource {
  const pose = poses?.get(index);
  return pose ? given(pose) : { kind: 'scripted', at: prepareMotion(motion, trig) };
}

/** The sources of the simulated poses of a frame. */
export function poseSources(poses: SimulatedPoses = new Map()): ReadonlyMap<number, PoseSource> {
  return new Map([...poses].map(([k, pose]) => [k, given(pose)]));
}

/** A pose that a frame says. */
function given(pose: Pose): PoseSource {
  return { kind: 'simulated', at: (_time, out) => out.set(pose) };
}
