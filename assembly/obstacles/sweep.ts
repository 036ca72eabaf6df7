// Moves a ball through the obstacles of a step: earliest contact, response, and on along the rest of the path. [card §12, X44]
// Cost: one distance per obstacle when nothing is near. Keeps its variables in globals, which belong to one instance, hence to one
// thread; does not allocate.

import {
  ANGULAR_VELOCITY, KIND, LINEAR_VELOCITY, MOBILITY, MOVING, NORMAL_RESTITUTION, ORIGIN, POSE_END, POSE_START, RECORD_SLOTS, SHIFTED,
  SIDE, TANGENT_RESTITUTION,
} from '../../src/obstacles/layout';
import { BOX, CYLINDER, PLANE } from '../../src/shapes/kinds';
import { firstHit, NO_HIT } from './first-hit';
import { enterFrame, frameX, frameY, frameZ, toLocal, toWorld, turnToWorld } from './frame';
import { computeNormal, gapAt, normalX, normalY, normalZ, slot } from './solid';

/** After so many bounces the ball goes on to the next contact and stays there. [card §12] */
const MAX_BOUNCES: i32 = 3;
/** Rounds of pushing a ball out of overlapping obstacles. */
const MAX_PUSHES: i32 = 16;
/** Rounds of taking from the gain what runs into obstacles: a corner has three sides. */
const MAX_RESTRAINTS: i32 = 3;
/** A ball with less room than this part of its radius is in touch. */
const TOUCH: f64 = 1e-3;
/** How far ahead, as a part of the radius, the side of a corner that a velocity runs into shows. */
const AHEAD: f64 = 1e-6;

// The ball at fraction `elapsed` of the step, where it wants to be at the end, its velocity, and what it is about to gain.
let elapsed: f64 = 0;
let x: f64 = 0, y: f64 = 0, z: f64 = 0;
let endX: f64 = 0, endY: f64 = 0, endZ: f64 = 0;
let velocityX: f64 = 0, velocityY: f64 = 0, velocityZ: f64 = 0;
let gainX: f64 = 0, gainY: f64 = 0, gainZ: f64 = 0;
let tolerance: f64 = 0;

// What `computeWallVelocity` found, m/s.
let wallX: f64 = 0, wallY: f64 = 0, wallZ: f64 = 0;

// What `findFirstHit` found.
let hitRecord: usize = 0;
let hitFraction: f64 = 0;

/**
 * Moves a ball of the given radius (m) from `from` towards `to` during the step the obstacle records were packed for, and changes `to`
 * and `velocity` (three f64 each) where it meets obstacles. `gain` is what the velocity is predicted to gain until the end of the step:
 * what of it pushes into an obstacle that holds the ball is taken away. A ball that starts on the wrong side is put back. Returns the
 * contacts. A path that is not finite is left alone.
 */
export function sweepParticle(obstacles: usize, count: i32, from: usize, to: usize, velocity: usize, gain: usize, radius: f64): i32 {
  x = slot(from, 0);
  y = slot(from, 1);
  z = slot(from, 2);
  endX = slot(to, 0);
  endY = slot(to, 1);
  endZ = slot(to, 2);
  if (!(pathLength() < Infinity)) return 0;
  elapsed = 0;
  tolerance = 1e-10 * radius + 8e-15 * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  if (!findFirstHit(obstacles, count, radius)) return 0;

  velocityX = slot(velocity, 0);
  velocityY = slot(velocity, 1);
  velocityZ = slot(velocity, 2);
  gainX = slot(gain, 0);
  gainY = slot(gain, 1);
  gainZ = slot(gain, 2);
  let hits = 0;
  do {
    bounce(radius, ++hits > MAX_BOUNCES);
  } while (hits <= MAX_BOUNCES && findFirstHit(obstacles, count, radius));
  pushOut(obstacles, count, radius);
  restrainGain(obstacles, count, radius);

  put(to, endX, endY, endZ);
  put(velocity, velocityX, velocityY, velocityZ);
  put(gain, gainX, gainY, gainZ);
  return hits;
}

@inline
function put(vector: usize, a: f64, b: f64, c: f64): void {
  store<f64>(vector, a, 0);
  store<f64>(vector, b, 8);
  store<f64>(vector, c, 16);
}

/** Room between a ball at `point` and obstacle number `index` at the end of the step, m; negative on the wrong side. */
export function obstacleDistance(obstacles: usize, index: i32, point: usize, radius: f64): f64 {
  const record = recordAt(obstacles, index);
  enterFrame(record, 1);
  toLocal(slot(point, 0), slot(point, 1), slot(point, 2));
  return gapAt(record, frameX, frameY, frameZ, radius);
}

@inline
function recordAt(obstacles: usize, index: i32): usize {
  return obstacles + <usize>index * (RECORD_SLOTS << 3);
}

@inline
function pathLength(): f64 {
  const dx = endX - x;
  const dy = endY - y;
  const dz = endZ - z;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** The earliest contact on the rest of the path, over all obstacles; the first of equals. */
function findFirstHit(obstacles: usize, count: i32, radius: f64): bool {
  const length = pathLength();
  hitFraction = NO_HIT;
  for (let i = 0; i < count; i++) {
    const record = recordAt(obstacles, i);
    if (<i32>slot(record, MOBILITY) != MOVING && gapAtRest(record, radius) > length) continue;
    const fraction = hitOnPath(record, radius);
    if (fraction < hitFraction) {
      hitFraction = fraction;
      hitRecord = record;
    }
  }
  return hitFraction < NO_HIT;
}

/** Gap between the ball and an obstacle that does not move. */
function gapAtRest(record: usize, radius: f64): f64 {
  const pose = record + (<usize>POSE_START << 3);
  const dx = x - slot(pose, ORIGIN);
  const dy = y - slot(pose, ORIGIN + 1);
  const dz = z - slot(pose, ORIGIN + 2);
  if (<i32>slot(record, MOBILITY) == SHIFTED) return gapAt(record, dx, dy, dz, radius);
  return gapAt(
    record,
    slot(pose, 0) * dx + slot(pose, 3) * dy + slot(pose, 6) * dz,
    slot(pose, 1) * dx + slot(pose, 4) * dy + slot(pose, 7) * dz,
    slot(pose, 2) * dx + slot(pose, 5) * dy + slot(pose, 8) * dz,
    radius,
  );
}

/** Contact with one obstacle on the rest of the path, seen from the obstacle: from the frame of now to that of the end of the step. */
function hitOnPath(record: usize, radius: f64): f64 {
  enterFrame(record, elapsed);
  toLocal(x, y, z);
  const ax = frameX;
  const ay = frameY;
  const az = frameZ;
  enterFrame(record, 1);
  toLocal(endX, endY, endZ);
  return firstHit(record, ax, ay, az, frameX, frameY, frameZ, radius, tolerance);
}

/**
 * Goes to the contact I and turns the rest of the path R, as seen from the obstacle: R' = −r_n (N·R)N + r_t (R − (N·R)N).
 * [MP89 eq. 5-8 without their 0/0 at normal incidence, X44] `stop` drops the rest of the path instead.
 */
function bounce(radius: f64, stop: bool): void {
  const record = hitRecord;
  enterFrame(record, elapsed);
  toLocal(x, y, z);
  let ix = frameX;
  let iy = frameY;
  let iz = frameZ;
  enterFrame(record, 1);
  toLocal(endX, endY, endZ);
  let rx = frameX - ix;
  let ry = frameY - iy;
  let rz = frameZ - iz;
  ix += hitFraction * rx;
  iy += hitFraction * ry;
  iz += hitFraction * rz;
  // In the edge of a container several faces are touched: the one the path runs into is found just ahead.
  const kind = <i32>slot(record, KIND);
  const ahead: f64 = slot(record, SIDE) < 0 && (kind == BOX || kind == CYLINDER) ? 1e-3 : 0;
  computeNormal(record, ix + ahead * rx, iy + ahead * ry, iz + ahead * rz, radius);
  const rest: f64 = stop ? 0 : 1 - hitFraction;
  rx *= rest;
  ry *= rest;
  rz *= rest;

  const nx = normalX;
  const ny = normalY;
  const nz = normalZ;
  const depth = min<f64>(gapAt(record, ix, iy, iz, radius), 0);
  ix -= depth * nx;
  iy -= depth * ny;
  iz -= depth * nz;
  const inward = nx * rx + ny * ry + nz * rz;
  if (inward < 0) {
    const rt = slot(record, TANGENT_RESTITUTION);
    const rn = slot(record, NORMAL_RESTITUTION);
    rx = rt * (rx - inward * nx) - rn * inward * nx;
    ry = rt * (ry - inward * ny) - rn * inward * ny;
    rz = rt * (rz - inward * nz) - rn * inward * nz;
  }
  setEnd(record, ix, iy, iz, rx, ry, rz, radius);

  elapsed += hitFraction * (1 - elapsed);
  enterFrame(record, elapsed);
  turnToWorld(ix, iy, iz);
  const leverX = frameX;
  const leverY = frameY;
  const leverZ = frameZ;
  toWorld(ix, iy, iz);
  x = frameX;
  y = frameY;
  z = frameZ;
  turnToWorld(nx, ny, nz);
  reflectVelocity(record, frameX, frameY, frameZ, leverX, leverY, leverZ);
}

/**
 * New end of the path: contact plus turned rest. In a round container the wall curves into a path along it; a short path is then laid
 * onto the wall, because bouncing there again and again would use up the bounces on the spot and never slide.
 */
function setEnd(record: usize, ix: f64, iy: f64, iz: f64, rx: f64, ry: f64, rz: f64, radius: f64): void {
  let ex = ix + rx;
  let ey = iy + ry;
  let ez = iz + rz;
  const kind = <i32>slot(record, KIND);
  if (slot(record, SIDE) < 0 && kind != PLANE && kind != BOX) {
    const gap = gapAt(record, ex, ey, ez, radius);
    if (gap < 0 && 16 * gap * gap < rx * rx + ry * ry + rz * rz) {
      computeNormal(record, ex, ey, ez, radius);
      ex -= gap * normalX;
      ey -= gap * normalY;
      ez -= gap * normalZ;
    }
  }
  enterFrame(record, 1);
  toWorld(ex, ey, ez);
  endX = frameX;
  endY = frameY;
  endZ = frameZ;
}

/**
 * V' = V_wall + r_t (V − V_wall)_t − r_n (V − V_wall)_n for a wall point at the lever from the obstacle's origin [card §12]. A velocity
 * that already leaves the wall is kept.
 */
function reflectVelocity(record: usize, nx: f64, ny: f64, nz: f64, leverX: f64, leverY: f64, leverZ: f64): void {
  computeWallVelocity(record, leverX, leverY, leverZ);
  const ux = velocityX - wallX;
  const uy = velocityY - wallY;
  const uz = velocityZ - wallZ;
  const inward = nx * ux + ny * uy + nz * uz;
  if (inward > 0) return;
  const rt = slot(record, TANGENT_RESTITUTION);
  const rn = slot(record, NORMAL_RESTITUTION);
  velocityX = wallX + rt * (ux - inward * nx) - rn * inward * nx;
  velocityY = wallY + rt * (uy - inward * ny) - rn * inward * ny;
  velocityZ = wallZ + rt * (uz - inward * nz) - rn * inward * nz;
}

/** Velocity of the wall at the lever from the obstacle's origin: V + Ω × r. */
@inline
function computeWallVelocity(record: usize, leverX: f64, leverY: f64, leverZ: f64): void {
  const ox = slot(record, ANGULAR_VELOCITY);
  const oy = slot(record, ANGULAR_VELOCITY + 1);
  const oz = slot(record, ANGULAR_VELOCITY + 2);
  wallX = slot(record, LINEAR_VELOCITY) + oy * leverZ - oz * leverY;
  wallY = slot(record, LINEAR_VELOCITY + 1) + oz * leverX - ox * leverZ;
  wallZ = slot(record, LINEAR_VELOCITY + 2) + ox * leverY - oy * leverX;
}

/** Puts the end of the path on the right side of every obstacle at its end pose, one after another, until nothing is left to do. */
function pushOut(obstacles: usize, count: i32, radius: f64): void {
  for (let round = 0; round < MAX_PUSHES; round++) {
    let moved = false;
    for (let i = 0; i < count; i++) {
      const record = recordAt(obstacles, i);
      enterFrame(record, 1);
      toLocal(endX, endY, endZ);
      const gap = gapAt(record, frameX, frameY, frameZ, radius);
      if (gap >= -tolerance) continue;
      moved = true;
      pushEnd(record, gap, radius);
    }
    if (!moved) return;
  }
}

function pushEnd(record: usize, gap: f64, radius: f64): void {
  const ix = frameX;
  const iy = frameY;
  const iz = frameZ;
  computeNormal(record, ix, iy, iz, radius);
  toWorld(ix - gap * normalX, iy - gap * normalY, iz - gap * normalZ);
  endX = frameX;
  endY = frameY;
  endZ = frameZ;
  turnToWorld(ix, iy, iz);
  const leverX = frameX;
  const leverY = frameY;
  const leverZ = frameZ;
  turnToWorld(normalX, normalY, normalZ);
  reflectVelocity(record, frameX, frameY, frameZ, leverX, leverY, leverZ);
}

/** Takes from the gain what would run into the obstacles that the ball is in touch with at the end of the step. [ADR 12] */
function restrainGain(obstacles: usize, count: i32, radius: f64): void {
  for (let round = 0; round < MAX_RESTRAINTS; round++) {
    let changed = false;
    for (let i = 0; i < count; i++) {
      const record = recordAt(obstacles, i);
      enterFrame(record, 1);
      toLocal(endX, endY, endZ);
      if (gapAt(record, frameX, frameY, frameZ, radius) <= TOUCH * radius && restrainAt(record, radius)) changed = true;
    }
    if (!changed) return;
  }
}

/**
 * V + gain ends no slower outward than the wall, at the ball's place and with the wall's normal at the end of the step: in a round or a
 * turning container a held ball turns with the wall. Answers whether it had to be changed; the frame is at the end of the step.
 */
function restrainAt(record: usize, radius: f64): bool {
  turnToWorld(frameX, frameY, frameZ);
  computeWallVelocity(record, frameX, frameY, frameZ);
  const ux = velocityX + gainX - wallX;
  const uy = velocityY + gainY - wallY;
  const uz = velocityZ + gainZ - wallZ;
  const speed = Math.sqrt(ux * ux + uy * uy + uz * uz);
  if (!(speed > 0)) return false;
  const ahead = (AHEAD * radius) / speed;
  toLocal(endX + ahead * ux, endY + ahead * uy, endZ + ahead * uz);
  computeNormal(record, frameX, frameY, frameZ, radius);
  turnToWorld(normalX, normalY, normalZ);
  const inward = frameX * ux + frameY * uy + frameZ * uz;
  if (inward >= 0) return false;
  gainX -= inward * frameX;
  gainY -= inward * frameY;
  gainZ -= inward * frameZ;
  return true;
}
