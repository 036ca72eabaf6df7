// How fast a point of an obstacle moves during the step.

import { ANGULAR_VELOCITY, LINEAR_VELOCITY } from '../../src/obstacles/layout';
import { slot } from './solid';

/** What `computeWallVelocity` found, m/s. Globals belong to one instance, hence to one thread. */
export let wallX: f64 = 0;
export let wallY: f64 = 0;
export let wallZ: f64 = 0;

/** Velocity of the wall at the lever from the obstacle's origin: V + Ω × r. */
@inline
export function computeWallVelocity(record: usize, leverX: f64, leverY: f64, leverZ: f64): void {
  const ox = slot(record, ANGULAR_VELOCITY);
  const oy = slot(record, ANGULAR_VELOCITY + 1);
  const oz = slot(record, ANGULAR_VELOCITY + 2);
  wallX = slot(record, LINEAR_VELOCITY) + oy * leverZ - oz * leverY;
  wallY = slot(record, LINEAR_VELOCITY + 1) + oz * leverX - ox * leverZ;
  wallZ = slot(record, LINEAR_VELOCITY + 2) + ox * leverY - oy * leverX;
}
