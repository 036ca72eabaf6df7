// Moves a ball through the obstacles of a step: earliest contact, response, and on along the rest of the path. [card §12, X44]
// Cost: one distance per obstacle when nothing is near. Keeps its variables in globals, which belong to one instance, hence to one
// thread; does not allocate.

import {
  ANGULAR_VELOCITY, KIND, MOBILITY, MOVING, ORIGIN, POSE_START, RECORD_SLOTS, ROUGHNESS, SHIFTED, SIDE,
} from '../../src/obstacles/layout';
import { BOX, CYLINDER, MESH, PLANE } from '../../src/shapes/kinds';
import { firstHit, NO_HIT } from './first-hit';
import { enterFrame, frameX, frameY, frameZ, toLocal, toWorld, turnToWorld } from './frame';
import { gainX, gainY, gainZ, restrainGain } from './gain';
import { bookLoad } from './loads';
import { contactX, contactY, contactZ, leastClearance } from './mesh';
import { cameX, cameY, cameZ, isClear, isCrowded, leaveMesh, meshHit, slideTo } from './mesh-path';
import { tiltedX, tiltedY, tiltedZ, tiltNormal, turnedX, turnedY, turnedZ, turnRough } from './roughness';
import { computeNormal, gapAt, isBeyond, isMesh, meshOf, normalX, normalY, normalZ, slot } from './solid';
import { frictionAt, normalRestitution, tangentRestitution } from './touch';
import { computeWallVelocity, wallX, wallY, wallZ } from './wall-velocity';

/** After so many bounces the ball goes on to the next contact and stays there. [card §12] */
const MAX_BOUNCES: i32 = 3;
/** The same with meshes, whose hollows have many faces. */
const MAX_MESH_BOUNCES: i32 = 8;
/** Rounds of pushing a ball out of overlapping obstacles. */
const MAX_PUSHES: i32 = 16;

// The ball at fraction `elapsed` of the step, where it wants to be at the end, and its velocity.
let elapsed: f64 = 0;
let x: f64 = 0, y: f64 = 0, z: f64 = 0;
let endX: f64 = 0, endY: f64 = 0, endZ: f64 = 0;
let velocityX: f64 = 0, velocityY: f64 = 0, velocityZ: f64 = 0;
let tolerance: f64 = 0;

// What `findFirstHit` found.
let hitRecord: usize = 0;
let hitFraction: f64 = 0;
let hitX: f64 = 0, hitY: f64 = 0, hitZ: f64 = 0; // the normal, if it is a mesh
let crowding: usize = 0; // a mesh that the ball is too near to
let hasMeshes: bool = false;
let moves: bool = false; // some obstacle moves
/** Angular velocity of the obstacle that the last ball hit first, rad/s. */
export let turnX: f64 = 0;
export let turnY: f64 = 0;
export let turnZ: f64 = 0;
/** Friction μ there. */
export let hitFriction: f64 = 0;
/** Contacts of the last ball, and of its first one the normal, the velocity of the wall (m/s), and whether that is rough. */
export let hitCount: i32 = 0;
export let hitNormalX: f64 = 0;
export let hitNormalY: f64 = 0;
export let hitNormalZ: f64 = 0;
export let hitWallX: f64 = 0;
export let hitWallY: f64 = 0;
export let hitWallZ: f64 = 0;
export let hitRough: bool = false;
let holder: usize = 0; // the record that `hold` held the ball by

// Coulomb's friction μ of the ball in hand, for obstacles without their own. Where there is friction, hits no faster than this (m/s, and m
// over the whole step) do not bounce: the wall holds the ball.
let ownFriction: f64 = 0;
let calm: f64 = 0;
let step: f64 = 0;
let calmSpeed: f64 = 0;
let calmWay: f64 = 0;

/** Sets the friction μ of the next ball's substance. Hits no faster than `part` of its gain do not bounce; the step takes `time`, s. */
export function setFriction(mu: f64, part: f64, time: f64): void {
  ownFriction = mu;
  calm = part;
  step = time;
}

/** Part of a motion along a wall that friction leaves: the impulse along the wall is at most μ times that across it. */
@inline
function slides(friction: f64, alongSquare: f64, across: f64): f64 {
  const loss = friction * across;
  return loss * loss < alongSquare ? 1 - loss / Math.sqrt(alongSquare) : 0;
}

/**
 * Moves a ball of the given radius (m) from `from` towards `to` during the step the obstacle records were packed for, and changes `to`
 * and `velocity` (three f64 each) where it meets obstacles. `gain` is what the velocity is predicted to gain until the end of the step:
 * what of it pushes into an obstacle that holds the ball is taken away. A ball that starts on the wrong side is put back. Returns the
 * contacts. A path that is not finite is left alone.
 */
export function sweepParticle(obstacles: usize, count: i32, from: usize, to: usize, velocity: usize, gain: usize, radius: f64): i32 {
  setPlace(slot(from, 0), slot(from, 1), slot(from, 2));
  setEndTo(slot(to, 0), slot(to, 1), slot(to, 2));
  const length = pathLength();
  if (!(length < Infinity)) return 0;
  elapsed = 0;
  tolerance = 1e-10 * radius + 8e-15 * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  let found = findFirstHit(obstacles, count, radius, length);
  if (crowding) {
    leaveMesh(crowding, x, y, z, 0, radius);
    setPlace(cameX, cameY, cameZ);
    found = findFirstHit(obstacles, count, radius, pathLength());
  }
  if (!found) return 0;
  turnX = slot(hitRecord, ANGULAR_VELOCITY);
  turnY = slot(hitRecord, ANGULAR_VELOCITY + 1);
  turnZ = slot(hitRecord, ANGULAR_VELOCITY + 2);
  hitFriction = frictionAt(hitRecord, ownFriction);
  const gx = slot(gain, 0), gy = slot(gain, 1), gz = slot(gain, 2);
  calmSpeed = calm * Math.sqrt(gx * gx + gy * gy + gz * gz);
  calmWay = calmSpeed * step;

  velocityX = slot(velocity, 0);
  velocityY = slot(velocity, 1);
  velocityZ = slot(velocity, 2);
  const most = hasMeshes ? MAX_MESH_BOUNCES : MAX_BOUNCES;
  let hits = 0;
  hitCount = 0;
  do {
    const fromX = x;
    const fromY = y;
    const fromZ = z;
    const since = elapsed;
    const moved = bounce(radius, ++hits > most);
    if (!hasMeshes || !(moved || moves)) continue;
    if (!isClear(obstacles, count, fromX, fromY, fromZ, since, x, y, z, elapsed, radius)) {
      setPlace(fromX, fromY, fromZ);
      elapsed = since;
      holdFast(obstacles, count, radius);
      break;
    }
    if (hits > most && !isClear(obstacles, count, x, y, z, elapsed, endX, endY, endZ, 1, radius)) holdFast(obstacles, count, radius);
  } while (hits <= most && findFirstHit(obstacles, count, radius, pathLength()));
  pushOut(obstacles, count, radius);
  restrainGain(
    obstacles, count, radius, endX, endY, endZ, velocityX, velocityY, velocityZ, slot(gain, 0), slot(gain, 1), slot(gain, 2),
  );

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
function findFirstHit(obstacles: usize, count: i32, radius: f64, length: f64): bool {
  hitFraction = NO_HIT;
  crowding = 0;
  hasMeshes = false;
  moves = false;
  for (let i = 0; i < count; i++) {
    const record = recordAt(obstacles, i);
    const atRest = <i32>slot(record, MOBILITY) != MOVING;
    if (!atRest) moves = true;
    if (isMesh(record)) hasMeshes = true;
    if (isBeyond(record, x, y, z, radius + length)) continue;
    let fraction: f64;
    if (isMesh(record)) {
      if (atRest && isFarAtRest(record, radius + length)) continue;
      fraction = meshHit(record, x, y, z, elapsed, endX, endY, endZ, 1, radius, tolerance);
      if (isCrowded) crowding = record;
    } else {
      if (atRest && gapAtRest(record, radius) > length) continue;
      fraction = hitOnPath(record, radius);
    }
    if (fraction < hitFraction) {
      hitFraction = fraction;
      hitRecord = record;
      hitX = contactX;
      hitY = contactY;
      hitZ = contactZ;
    }
  }
  return hitFraction < NO_HIT;
}

/** Whether a mesh that does not move is surely at least `reach` (m) away: what most balls are asked, and no more. */
@inline
function isFarAtRest(record: usize, reach: f64): bool {
  const pose = record + (<usize>POSE_START << 3);
  const dx = x - slot(pose, ORIGIN);
  const dy = y - slot(pose, ORIGIN + 1);
  const dz = z - slot(pose, ORIGIN + 2);
  if (<i32>slot(record, MOBILITY) == SHIFTED) return leastClearance(meshOf(record), dx, dy, dz) > reach;
  return leastClearance(
    meshOf(record),
    slot(pose, 0) * dx + slot(pose, 3) * dy + slot(pose, 6) * dz,
    slot(pose, 1) * dx + slot(pose, 4) * dy + slot(pose, 7) * dz,
    slot(pose, 2) * dx + slot(pose, 5) * dy + slot(pose, 8) * dz,
  ) > reach;
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
 * [MP89 eq. 5-8 without their 0/0 at normal incidence, X44] `stop` drops the rest of the path instead. Answers whether the ball had to be
 * put back from the wrong side.
 */
function bounce(radius: f64, stop: bool): bool {
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
  const mesh = kind == MESH;
  if (!mesh) computeNormal(record, ix + ahead * rx, iy + ahead * ry, iz + ahead * rz, radius);
  const rest: f64 = stop ? 0 : 1 - hitFraction;
  rx *= rest;
  ry *= rest;
  rz *= rest;

  const nx = mesh ? hitX : normalX;
  const ny = mesh ? hitY : normalY;
  const nz = mesh ? hitZ : normalZ;
  const depth: f64 = mesh ? 0 : min<f64>(gapAt(record, ix, iy, iz, radius), 0);
  ix -= depth * nx;
  iy -= depth * ny;
  iz -= depth * nz;
  const inward = nx * rx + ny * ry + nz * rz;
  const rough = slot(record, ROUGHNESS) > 0;
  if (rough) tiltNormal(record, ix, iy, iz, nx, ny, nz, radius);
  if (inward < 0 && rough) {
    turnRough(record, nx, ny, nz, tiltedX, tiltedY, tiltedZ, rx, ry, rz);
    rx = turnedX;
    ry = turnedY;
    rz = turnedZ;
  } else if (inward < 0) {
    let rt = tangentRestitution(record);
    let rn = normalRestitution(record);
    const friction = frictionAt(record, ownFriction);
    if (friction > 0) {
      if (-inward <= calmWay * rest) rn = 0;
      rt *= slides(friction, rx * rx + ry * ry + rz * rz - inward * inward, -(1 + rn) * inward);
    }
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
  if (!mesh || hitFraction > 0) {
    toWorld(ix, iy, iz);
    setPlace(frameX, frameY, frameZ);
  }
  turnToWorld(nx, ny, nz);
  if (hitCount++ == 0) {
    computeWallVelocity(record, leverX, leverY, leverZ);
    hitNormalX = frameX; hitNormalY = frameY; hitNormalZ = frameZ;
    hitWallX = wallX; hitWallY = wallY; hitWallZ = wallZ;
    hitRough = rough;
  }
  const wasX = velocityX;
  const wasY = velocityY;
  const wasZ = velocityZ;
  if (rough) reflectRough(record, frameX, frameY, frameZ, leverX, leverY, leverZ);
  else reflectVelocity(record, frameX, frameY, frameZ, leverX, leverY, leverZ);
  bookLoad(record, x, y, z, velocityX - wasX, velocityY - wasY, velocityZ - wasZ);
  return depth < -tolerance;
}

/** Holds the ball, and books what that takes. */
function holdFast(obstacles: usize, count: i32, radius: f64): void {
  const wasX = velocityX;
  const wasY = velocityY;
  const wasZ = velocityZ;
  holder = hitRecord;
  hold(obstacles, count, radius);
  bookLoad(holder, x, y, z, velocityX - wasX, velocityY - wasY, velocityZ - wasZ);
}

/** How finely a place between obstacles that close in on a ball is looked for. */
const HOLD_PARTS: i32 = 16;

/**
 * Leaves the ball where it is for the rest of the step because something would drag its center through a mesh: at rest, or carried
 * along by a moving mesh; if that leads through another one as well, somewhere between.
 */
function hold(obstacles: usize, count: i32, radius: f64): void {
  velocityX = velocityY = velocityZ = 0;
  setEndTo(x, y, z);
  if (!moves || isClear(obstacles, count, x, y, z, elapsed, endX, endY, endZ, 1, radius)) return;
  for (let i = 0; i < count; i++) {
    const record = recordAt(obstacles, i);
    if (!isMesh(record) || <i32>slot(record, MOBILITY) != MOVING) continue;
    holder = record;
    enterFrame(record, elapsed);
    toLocal(x, y, z);
    enterFrame(record, 1);
    toWorld(frameX, frameY, frameZ);
    const rideX = frameX;
    const rideY = frameY;
    const rideZ = frameZ;
    toLocal(rideX, rideY, rideZ);
    turnToWorld(frameX, frameY, frameZ);
    computeWallVelocity(record, frameX, frameY, frameZ);
    for (let k = HOLD_PARTS; k > 0; k--) {
      const part = <f64>k / HOLD_PARTS;
      setEndTo(x + part * (rideX - x), y + part * (rideY - y), z + part * (rideZ - z));
      velocityX = part * wallX;
      velocityY = part * wallY;
      velocityZ = part * wallZ;
      if (isClear(obstacles, count, x, y, z, elapsed, endX, endY, endZ, 1, radius)) return;
    }
  }
}

@inline
function setPlace(toX: f64, toY: f64, toZ: f64): void {
  x = toX;
  y = toY;
  z = toZ;
}

@inline
function setEndTo(toX: f64, toY: f64, toZ: f64): void {
  endX = toX;
  endY = toY;
  endZ = toZ;
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
  if (slot(record, SIDE) < 0 && kind != PLANE && kind != BOX && kind != MESH) {
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
  setEndTo(frameX, frameY, frameZ);
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
  let rt = tangentRestitution(record);
  let rn = normalRestitution(record);
  const friction = frictionAt(record, ownFriction);
  if (friction > 0) {
    if (-inward <= calmSpeed) rn = 0;
    rt *= slides(friction, ux * ux + uy * uy + uz * uz - inward * inward, -(1 + rn) * inward);
  }
  velocityX = wallX + rt * (ux - inward * nx) - rn * inward * nx;
  velocityY = wallY + rt * (uy - inward * ny) - rn * inward * ny;
  velocityZ = wallZ + rt * (uz - inward * nz) - rn * inward * nz;
}

/** The same with the tilted normal of a rough wall. */
function reflectRough(record: usize, nx: f64, ny: f64, nz: f64, leverX: f64, leverY: f64, leverZ: f64): void {
  computeWallVelocity(record, leverX, leverY, leverZ);
  const ux = velocityX - wallX;
  const uy = velocityY - wallY;
  const uz = velocityZ - wallZ;
  if (nx * ux + ny * uy + nz * uz > 0) return;
  turnToWorld(tiltedX, tiltedY, tiltedZ);
  turnRough(record, nx, ny, nz, frameX, frameY, frameZ, ux, uy, uz);
  velocityX = wallX + turnedX;
  velocityY = wallY + turnedY;
  velocityZ = wallZ + turnedZ;
}

/** Puts the end of the path on the right side of every obstacle at its end pose, one after another, until nothing is left to do. */
function pushOut(obstacles: usize, count: i32, radius: f64): void {
  for (let round = 0; round < MAX_PUSHES; round++) {
    let moved = false;
    for (let i = 0; i < count; i++) {
      const record = recordAt(obstacles, i);
      if (isMesh(record)) continue;
      enterFrame(record, 1);
      toLocal(endX, endY, endZ);
      const gap = gapAt(record, frameX, frameY, frameZ, radius);
      if (gap >= -tolerance) continue;
      moved = true;
      const fromX = endX;
      const fromY = endY;
      const fromZ = endZ;
      pushEnd(record, gap, radius);
      if (!hasMeshes) continue;
      slideTo(obstacles, count, fromX, fromY, fromZ, endX, endY, endZ, radius, tolerance);
      setEndTo(cameX, cameY, cameZ);
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
  setEndTo(frameX, frameY, frameZ);
  turnToWorld(ix, iy, iz);
  const leverX = frameX;
  const leverY = frameY;
  const leverZ = frameZ;
  turnToWorld(normalX, normalY, normalZ);
  const wasX = velocityX;
  const wasY = velocityY;
  const wasZ = velocityZ;
  reflectVelocity(record, frameX, frameY, frameZ, leverX, leverY, leverZ);
  bookLoad(record, endX, endY, endZ, velocityX - wasX, velocityY - wasY, velocityZ - wasZ);
}
