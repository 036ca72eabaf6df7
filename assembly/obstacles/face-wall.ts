// The wall that a particle faces: distance to the surface of an obstacle at the end of the step, normal there, and velocity of the wall.
// Results are left in globals, which belong to one instance, hence to one thread.

import { ANGULAR_VELOCITY, HALF_LENGTH, KIND, LINEAR_VELOCITY, ORIGIN, POSE_END, RADIUS, SIDE, VECTOR } from '../../src/obstacles/layout';
import { BOX, CYLINDER } from '../../src/shapes/kinds';
import { enterFrame, frameX, frameY, frameZ, toLocal, turnToWorld } from './frame';
import { anotherFace, nearestFace } from './near-faces';
import { edgeX, edgeY, edgeZ, extentOf, extentOfSide, leaveEdges } from './wall-extent';
import { computeNormal, gapAt, isMesh, meshOf, normalOfNearest, normalX, normalY, normalZ, slot } from './solid';

/** From the center of the particle to the surface, m. */
export let wallDistance: f64 = 0;
/** Points from the wall to the particle. */
export let wallNormalX: f64 = 0, wallNormalY: f64 = 0, wallNormalZ: f64 = 0;
/** Part of its plane that is there; more than 1 where it bends toward the particle. */
export let wallExtent: f64 = 1;
/** What edges of it push beside the wall itself, over its pressure, times R. */
export let wallEdgeX: f64 = 0, wallEdgeY: f64 = 0, wallEdgeZ: f64 = 0;
/** Of the point of the wall, m/s. */
export let wallVelocityX: f64 = 0, wallVelocityY: f64 = 0, wallVelocityZ: f64 = 0;

@inline function leaveWallEdges(): void {
  wallEdgeX = 0; wallEdgeY = 0; wallEdgeZ = 0;
}

/** Walls that an obstacle is: the faces of a box around particles, the caps and the side of a cylinder, one of everything else. */
export function wallCount(record: usize): i32 {
  const kind = <i32>slot(record, KIND);
  if (slot(record, SIDE) >= 0) return 1;
  return kind == BOX ? 6 : kind == CYLINDER ? 3 : 1;
}

/** Whether the surface of an obstacle is within reach (m) of a point; `rememberFaces` must have told whose it is. */
export function faceWall(record: usize, point: usize, reach: f64): bool {
  enterFrame(record, 1);
  toLocal(slot(point, 0), slot(point, 1), slot(point, 2));
  const x = frameX, y = frameY, z = frameZ;
  wallDistance = isMesh(record) ? nearestFace(meshOf(record), x, y, z, reach) : gapAt(record, x, y, z, 0);
  if (wallDistance >= reach) return false;
  if (isMesh(record)) normalOfNearest();
  else computeNormal(record, x, y, z, 0);
  leaveEdges();
  wallExtent = isMesh(record) ? 1 : extentOf(record, x, y, z, max<f64>(wallDistance, 0), reach);
  turnToWorld(edgeX, edgeY, edgeZ);
  wallEdgeX = frameX; wallEdgeY = frameY; wallEdgeZ = frameZ;
  turnToWorld(normalX, normalY, normalZ);
  lookAtWall(record, x, y, z);
  return true;
}

/** Notes the direction from the wall that was found, in the frame of its obstacle. */
export function noteDirection(directions: usize, count: i32): void {
  const at = directions + <usize>count * 24;
  store<f64>(at, normalX); store<f64>(at, normalY, 8); store<f64>(at, normalZ, 16);
}

/** The same for another wall of a mesh, in front of the point in a direction apart from those noted. */
export function faceAnother(record: usize, point: usize, reach: f64, directions: usize, count: i32): bool {
  enterFrame(record, 1);
  toLocal(slot(point, 0), slot(point, 1), slot(point, 2));
  const x = frameX, y = frameY, z = frameZ;
  wallDistance = anotherFace(meshOf(record), x, y, z, reach, directions, count);
  if (wallDistance >= reach) return false;
  wallExtent = 1;
  leaveWallEdges();
  normalOfNearest();
  turnToWorld(normalX, normalY, normalZ);
  lookAtWall(record, x, y, z);
  return true;
}

// The point in the frame of the container that was entered.
let insideX: f64 = 0, insideY: f64 = 0, insideZ: f64 = 0;

/** Enters the frame of a box or cylinder around a point, to ask for its walls. */
export function enterContainer(record: usize, point: usize): void {
  enterFrame(record, 1);
  toLocal(slot(point, 0), slot(point, 1), slot(point, 2));
  insideX = frameX; insideY = frameY; insideZ = frameZ;
}

/** The same for one of the walls of the container that was entered. */
export function faceInside(record: usize, face: i32, reach: f64): bool {
  const x = insideX, y = insideY, z = insideZ;
  if (<i32>slot(record, KIND) == BOX) {
    const axis = face >> 1;
    faceAcross(slot(record, VECTOR + axis), f64(axis == 0), f64(axis == 1), f64(axis == 2), face & 1, x, y, z);
  } else if (face < 2) {
    faceAcross(slot(record, HALF_LENGTH), slot(record, VECTOR), slot(record, VECTOR + 1), slot(record, VECTOR + 2), face, x, y, z);
  } else if (!faceSide(record, x, y, z)) return false;
  if (wallDistance >= reach) return false;
  wallExtent = <i32>slot(record, KIND) == CYLINDER && face == 2 ? extentOfSide(record, max<f64>(wallDistance, 0), reach) : 1;
  leaveWallEdges();
  turnToWorld(normalInX, normalInY, normalInZ);
  lookAtWall(record, x, y, z);
  return true;
}

// Normal of a wall of a container, in its frame.
let normalInX: f64 = 0, normalInY: f64 = 0, normalInZ: f64 = 0;

/** The wall across the unit vector u at half (m) ahead, or behind if `face` is 0. */
function faceAcross(half: f64, ux: f64, uy: f64, uz: f64, face: i32, x: f64, y: f64, z: f64): void {
  const sign: f64 = face ? 1 : -1;
  wallDistance = half - sign * (ux * x + uy * y + uz * z);
  normalInX = -sign * ux; normalInY = -sign * uy; normalInZ = -sign * uz;
}

/** The side of a cylinder around the point; on its axis there is none. */
function faceSide(record: usize, x: f64, y: f64, z: f64): bool {
  const ux = slot(record, VECTOR), uy = slot(record, VECTOR + 1), uz = slot(record, VECTOR + 2), along = ux * x + uy * y + uz * z;
  const rx = x - along * ux, ry = y - along * uy, rz = z - along * uz, r = Math.sqrt(rx * rx + ry * ry + rz * rz);
  if (!(r > 1e-9 * slot(record, RADIUS))) return false;
  wallDistance = slot(record, RADIUS) - r;
  normalInX = -rx / r; normalInY = -ry / r; normalInZ = -rz / r;
  return true;
}

/** The same for a plane that is at rest and not turned. */
@inline export function facePlane(record: usize, point: usize, reach: f64): bool {
  const pose = record + (<usize>POSE_END << 3), nx = slot(record, VECTOR), ny = slot(record, VECTOR + 1), nz = slot(record, VECTOR + 2);
  wallDistance = nx * (slot(point, 0) - slot(pose, ORIGIN)) + ny * (slot(point, 1) - slot(pose, ORIGIN + 1)) +
    nz * (slot(point, 2) - slot(pose, ORIGIN + 2));
  if (wallDistance >= reach) return false;
  setStill(nx, ny, nz);
  return true;
}

/** Faces a wall at rest across an axis of the world, at a distance (m); `sign` is that of its normal. */
@inline export function faceAlong(distance: f64, axis: i32, sign: f64): void {
  wallDistance = distance;
  setStill(axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0);
}

/** A flat wall at rest. */
@inline function setStill(nx: f64, ny: f64, nz: f64): void {
  wallExtent = 1;
  leaveWallEdges();
  wallNormalX = nx; wallNormalY = ny; wallNormalZ = nz;
  wallVelocityX = 0; wallVelocityY = 0; wallVelocityZ = 0;
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
