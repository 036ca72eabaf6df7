// The wall that a particle faces: distance to the surface of an obstacle at the end of the step, normal there, and velocity of the wall.
// Results are left in globals, which belong to one instance, hence to one thread.

import { ANGULAR_VELOCITY, KIND, LINEAR_VELOCITY, SIDE, VECTOR } from '../../src/obstacles/layout';
import { BOX } from '../../src/shapes/kinds';
import { enterFrame, frameX, frameY, frameZ, toLocal, turnToWorld } from './frame';
import { computeNormal, gapWithin, isMesh, normalOfNearest, normalX, normalY, normalZ, slot } from './solid';

/** From the center of the particle to the surface, m. */
export let wallDistance: f64 = 0;
/** Points from the wall to the particle. */
export let wallNormalX: f64 = 0, wallNormalY: f64 = 0, wallNormalZ: f64 = 0;
/** Of the point of the wall, m/s. */
export let wallVelocityX: f64 = 0, wallVelocityY: f64 = 0, wallVelocityZ: f64 = 0;

/** Walls that an obstacle is: the faces of a box around particles, one of everything else. */
@inline
export function wallCount(record: usize): i32 {
  return <i32>slot(record, KIND) == BOX && slot(record, SIDE) < 0 ? 6 : 1;
}

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
  lookAtWall(record, x, y, z);
  return true;
}

/** The same for one of the six faces of a box around the point. */
export function faceInside(record: usize, face: i32, point: usize, reach: f64): bool {
  enterFrame(record, 1);
  toLocal(slot(point, 0), slot(point, 1), slot(point, 2));
  const x = frameX, y = frameY, z = frameZ, axis = face >> 1, sign: f64 = face & 1 ? 1 : -1;
  wallDistance = slot(record, VECTOR + axis) - sign * (axis == 0 ? x : axis == 1 ? y : z);
  if (wallDistance >= reach) return false;
  turnToWorld(axis == 0 ? -sign : 0, axis == 1 ? -sign : 0, axis == 2 ? -sign : 0);
  lookAtWall(record, x, y, z);
  return true;
}

/** Normal and velocity of the wall at wallDistance from the local point (x, y, z), whose normal in the world stands in the frame. */
function lookAtWall(record: usize, x: f64, y: f64, z: f64): void {
  wallNormalX = frameX; wallNormalY = frameY; wallNormalZ = frameZ;
  turnToWorld(x, y, z);
  const ox = slot(record, ANGULAR_VELOCITY), oy = slot(record, ANGULAR_VELOCITY + 1), oz = slot(record, ANGULAR_VELOCITY + 2);
  const rx = frameX - wallDistance * wallNormalX, ry = frameY - wallDistance * wallNormalY, rz = frameZ - wallDistance * wallNormalZ;
  wallVelocityX = slot(record, LINEAR_VELOCITY) + oy * rz - oz * ry;
  wallVelocityY = slot(record, LINEAR_VELOCITY + 1) + oz * rx - ox * rz;
  wallVelocityZ = slot(record, LINEAR_VELOCITY + 2) + ox * ry - oy * rx;
}
