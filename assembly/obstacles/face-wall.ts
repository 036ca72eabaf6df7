// The wall that a particle faces: distance to the surface of an obstacle at the end of the step, normal there, and velocity of the wall.
// Results are left in globals, which belong to one instance, hence to one thread.

import { ANGULAR_VELOCITY, LINEAR_VELOCITY } from '../../src/obstacles/layout';
import { enterFrame, frameX, frameY, frameZ, toLocal, turnToWorld } from './frame';
import { computeNormal, gapWithin, isMesh, normalOfNearest, normalX, normalY, normalZ, slot } from './solid';

/** From the center of the particle to the surface, m. */
export let wallDistance: f64 = 0;
/** Points from the wall to the particle. */
export let wallNormalX: f64 = 0, wallNormalY: f64 = 0, wallNormalZ: f64 = 0;
/** Of the point of the wall, m/s. */
export let wallVelocityX: f64 = 0, wallVelocityY: f64 = 0, wallVelocityZ: f64 = 0;

/** Whether the surface of an obstacle is within reach (m) of a point. */
export function faceWall(record: usize, point: usize, reach: f64): bool {
  enterFrame(record, 1);
  toLocal(slot(point, 0), slot(point, 1), slot(point, 2));
  const x = frameX, y = frameY, z = frameZ;
  wallDistance = gapWithin(record, x, y, z, 0, reach);
  if (wallDistance >= reach) return false;
  if (isMesh(record)) normalOfNearest();
  else computeNormal(record, x, y, z, 0);
  turnToWorld(normalX, normalY, normalZ);
  wallNormalX = frameX; wallNormalY = frameY; wallNormalZ = frameZ;
  turnToWorld(x, y, z);
  const ox = slot(record, ANGULAR_VELOCITY), oy = slot(record, ANGULAR_VELOCITY + 1), oz = slot(record, ANGULAR_VELOCITY + 2);
  const rx = frameX - wallDistance * wallNormalX, ry = frameY - wallDistance * wallNormalY, rz = frameZ - wallDistance * wallNormalZ;
  wallVelocityX = slot(record, LINEAR_VELOCITY) + oy * rz - oz * ry;
  wallVelocityY = slot(record, LINEAR_VELOCITY + 1) + oz * rx - ox * rz;
  wallVelocityZ = slot(record, LINEAR_VELOCITY + 2) + ox * ry - oy * rx;
  return true;
}
