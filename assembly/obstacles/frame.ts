// The local frame of an obstacle at a fraction of the step. Results are left in globals, which belong to one instance, hence to
// one thread.

import { MOBILITY, MOVING, ORIGIN, POSE_END, POSE_START, SHIFTED } from '../../src/obstacles/layout';
import { slot } from './solid';

/** What the last transformation gave. */
export let frameX: f64 = 0;
export let frameY: f64 = 0;
export let frameZ: f64 = 0;

// An obstacle that is only shifted has no rotation to apply.
let straight: bool = false;

// Rotation world ← local, row by row, and origin.
let r00: f64 = 1, r01: f64 = 0, r02: f64 = 0;
let r10: f64 = 0, r11: f64 = 1, r12: f64 = 0;
let r20: f64 = 0, r21: f64 = 0, r22: f64 = 1;
let originX: f64 = 0, originY: f64 = 0, originZ: f64 = 0;

/** Enters the frame at fraction s of the step: the given poses at 0 and 1, a rigid pose between them else. */
export function enterFrame(record: usize, s: f64): void {
  const mobility = <i32>slot(record, MOBILITY);
  straight = mobility == SHIFTED;
  if (straight) enterOrigin(record + (<usize>POSE_END << 3));
  else if (s > 0 && s < 1 && mobility == MOVING) enterBetween(record, s);
  else enterPose(record + (<usize>(s > 0 ? POSE_END : POSE_START) << 3));
}

function enterPose(pose: usize): void {
  r00 = slot(pose, 0);
  r01 = slot(pose, 1);
  r02 = slot(pose, 2);
  r10 = slot(pose, 3);
  r11 = slot(pose, 4);
  r12 = slot(pose, 5);
  r20 = slot(pose, 6);
  r21 = slot(pose, 7);
  r22 = slot(pose, 8);
  enterOrigin(pose);
}

@inline
function enterOrigin(pose: usize): void {
  originX = slot(pose, ORIGIN);
  originY = slot(pose, ORIGIN + 1);
  originZ = slot(pose, ORIGIN + 2);
}

/**
 * Entries mixed linearly, then made a rotation again by Gram-Schmidt, row by row. Exact for translations; off by the square of the
 * angle of the step, in rad, at most. A step of half a turn has no middle: then the end pose is used.
 */
function enterBetween(record: usize, s: f64): void {
  const start = record + (<usize>POSE_START << 3);
  const end = record + (<usize>POSE_END << 3);
  enterPose(end);
  const ax = mix(start, end, 0, s);
  const ay = mix(start, end, 1, s);
  const az = mix(start, end, 2, s);
  let bx = mix(start, end, 3, s);
  let by = mix(start, end, 4, s);
  let bz = mix(start, end, 5, s);
  const a = Math.sqrt(ax * ax + ay * ay + az * az);
  const ab = (ax * bx + ay * by + az * bz) / (a * a);
  bx -= ab * ax;
  by -= ab * ay;
  bz -= ab * az;
  const b = Math.sqrt(bx * bx + by * by + bz * bz);
  if (a > 0.01 && b > 0.01) {
    r00 = ax / a;
    r01 = ay / a;
    r02 = az / a;
    r10 = bx / b;
    r11 = by / b;
    r12 = bz / b;
    r20 = r01 * r12 - r02 * r11;
    r21 = r02 * r10 - r00 * r12;
    r22 = r00 * r11 - r01 * r10;
  }
  originX = mix(start, end, ORIGIN, s);
  originY = mix(start, end, ORIGIN + 1, s);
  originZ = mix(start, end, ORIGIN + 2, s);
}

@inline
function mix(start: usize, end: usize, index: i32, s: f64): f64 {
  return (1 - s) * slot(start, index) + s * slot(end, index);
}

/** Local coordinates of a world point. */
export function toLocal(x: f64, y: f64, z: f64): void {
  const dx = x - originX;
  const dy = y - originY;
  const dz = z - originZ;
  if (straight) { frameX = dx; frameY = dy; frameZ = dz; return; }
  frameX = r00 * dx + r10 * dy + r20 * dz;
  frameY = r01 * dx + r11 * dy + r21 * dz;
  frameZ = r02 * dx + r12 * dy + r22 * dz;
}

/** World coordinates of a local point. */
export function toWorld(x: f64, y: f64, z: f64): void {
  turnToWorld(x, y, z);
  frameX += originX;
  frameY += originY;
  frameZ += originZ;
}

/** Local components of a world direction. */
export function turnToLocal(x: f64, y: f64, z: f64): void {
  if (straight) { frameX = x; frameY = y; frameZ = z; return; }
  frameX = r00 * x + r10 * y + r20 * z;
  frameY = r01 * x + r11 * y + r21 * z;
  frameZ = r02 * x + r12 * y + r22 * z;
}

/** World components of a local direction. */
export function turnToWorld(x: f64, y: f64, z: f64): void {
  if (straight) { frameX = x; frameY = y; frameZ = z; return; }
  frameX = r00 * x + r01 * y + r02 * z;
  frameY = r10 * x + r11 * y + r12 * z;
  frameZ = r20 * x + r21 * y + r22 * z;
}
