// The walls around a particle, as planes behind which the substance is taken to go on. [ADR 31] Sums over what stands behind a plane at
// distance d = q R are integrals, functions of q alone that are kept in tables:
//   push S = −∫∂W dV,   stretch B = −∫(d + s) ∂W dV,   ∂W the slope of W across the plane, s the depth behind it.
// Behind the plane stand layers of particles, the first half a spacing behind it, as they do before it: then a substance at rest is in
// balance where it stands. In the limit of many layers S is the integral W₁ of W over the plane, and B = d W₁ + Γ.
// What is behind two walls counts once: of the plane of each wall only the part counts that is in front of the others (`share`).
// The inside of a box is six walls, that of a cylinder three, a concave corner of a mesh up to four; others are their tangent planes.

import { BODY, KIND, MOBILITY, ORIGIN, POSE_END, RECORD_SLOTS, SHIFTED, SIDE, VECTOR } from '../../src/obstacles/layout';
import { PLANE } from '../../src/shapes/kinds';
import {
  AT_POSITION, AT_SUBSTANCE, CONTACT_TABLE, COVER_TABLE, OBSTACLE_COUNT, OBSTACLES, PUSH_TABLE, SCRATCH, SCRATCH_BYTES, STRETCH_TABLE,
  SUB_SUMMATION,
} from '../../src/wasm/layout';
import { address, int } from '../context';
import { Vector } from '../math/vector';
import { threadIndex } from '../thread';
import {
  enterContainer, faceAlong, faceAnother, faceInside, facePlane, faceWall, noteDirection, wallCount, wallDistance, wallEdgeX,
  wallEdgeY, wallEdgeZ, wallExtent,
  wallNormalX, wallNormalY, wallNormalZ, wallVelocityX, wallVelocityY, wallVelocityZ,
} from './face-wall';
import { rememberFaces } from './near-faces';
import { isBeyond, isMesh, slot } from './solid';
import { gripAt, touchWith } from './touch';
import { beyond, tableAt } from './wall-extent';
export { tableAt } from './wall-extent';

/** A particle is taken as no nearer to a wall than this part of R: half a particle size is about a fifth. */
export const NEAREST: f64 = 0.05;

/** So many walls around one particle count; the scratch has room for more. */
const MOST_WALLS: i32 = 256;
/** Walls of one mesh that count: a corner of a box has three. */
const MOST_FACES: i32 = 4;
/** The scratch before the walls belongs to the path of the particle in hand. */
const PATH_ROOM: usize = 256;
/** Below this squared sine of its slope a wall is level. */
const LEVEL: f64 = 1e-12;
/** Below this squared sine two walls are parallel. */
const PARALLEL: f64 = 1e-9;

/** No more than this part of a gradient is taken to be behind a wall. */
const MOST_COVERED: f64 = 0.6;

/** A wall that was found, in the scratch of this thread. */
@unmanaged export class Wall {
  /** Part of the viscous stress that acts at it. */
  grip: f64;
  /** Distance over R. */
  q: f64;
  /** Points from the wall to the particle. */
  nx: f64;
  ny: f64;
  nz: f64;
  /** Velocity, m/s. */
  vx: f64;
  vy: f64;
  vz: f64;
  /** Which body it is; −1: none. */
  body: f64;
  /** Part of its plane that is there; more than 1 where it bends toward the particle. */
  part: f64;
  /** Part of its plane that is there and in front of all other walls. */
  share: f64;
  /** Part of the forces along it that it mirrors. */
  mirrors: f64;
  /** What its part of a gradient along it is over Γ: sums over neighbors are scaled, so are those over what is behind a wall. */
  scale: f64;
  /** What its edges push beside it, over its pressure, times R. */
  ex: f64;
  ey: f64;
  ez: f64;
}

/** S R at q = d/R. */
@inline export function pushAt(q: f64): f64 {
  return tableAt(PUSH_TABLE, q);
}

/** B at q = d/R. */
@inline export function stretchAt(q: f64): f64 {
  return tableAt(STRETCH_TABLE, q);
}

/** How far a particle at q = d/R is in touch with a wall. */
@inline export function contactAt(q: f64): f64 {
  return tableAt(CONTACT_TABLE, q);
}

/** How strongly walls damp sound, over that of a wall which swallows it. */
const DAMPING: f64 = 1;

/**
 * Acceleration by the pressure of a wall at distance q R, away from it, m/s²: 2P/ρ S + (−g·n) B − c u S. The pressure behind the wall is
 * that before it, and grows there as gravity makes it grow. `push` is 2P/ρ (m²/s²); `heavy` is −g·n, what presses the substance to the
 * wall (m/s²); `away` the velocity away from the wall, whose sound it damps, c (m/s). Neither of these two is more than the pressure
 * itself: a wall leaves alone what has no pressure. It pulls, with the tension that the substance has, as far as it grips; and what it
 * carries and is in touch with. If it did not, every wave of sound would lift a body off its floor.
 */
@inline export function wallPush(push: f64, heavy: f64, away: f64, c: f64, grip: f64, q: f64, R: f64): f64 {
  const S = pushAt(q) / R, a = push * S, damping = DAMPING * c * away * S;
  if (a > 0) return a + min<f64>(max<f64>(heavy * stretchAt(q) - damping, -a), a);
  const held: f64 = heavy >= 0 ? max<f64>(contactAt(q), grip) : grip;
  return held * (a - min<f64>(max<f64>(damping, a), -a));
}

/**
 * What the edges of a wall push, over its `ex`, `ey` and `ez`, m/s²; `push` is 2P/ρ (m²/s²). Only a summed density counts what is behind
 * edges, so an integrated one has nothing of it.
 */
@inline export function edgePush(wall: Wall, push: f64, substance: usize, R: f64): f64 {
  return push > 0 && wall.part > 0 && load<f64>(substance, SUB_SUMMATION) == 1 ? (push * wall.share) / (wall.part * R) : 0;
}

/** A wall that `findWalls` found. */
@inline export function wallAt(k: i32): Wall {
  return changetype<Wall>(
    address(SCRATCH) + <usize>threadIndex() * <usize>int(SCRATCH_BYTES) + PATH_ROOM + <usize>k * offsetof<Wall>(),
  );
}

/** Finds the walls within R (m) of particle i, leaves them in the scratch of this thread, and returns how many there are. */
export function findWalls(i: i32, R: f64): i32 {
  const count = int(OBSTACLE_COUNT), point = address(AT_POSITION) + <usize>i * 24;
  let found = 0;
  touchWith(load<u32>(address(AT_SUBSTANCE) + (<usize>i << 2)));
  for (let k = 0; k < count; k++) {
    const record = address(OBSTACLES) + <usize>k * (RECORD_SLOTS << 3);
    const faces = wallCount(record), straight = <i32>slot(record, MOBILITY) == SHIFTED;
    if (straight && faces == 6) found = findStraightFaces(found, record, point, R);
    else if (straight && <i32>slot(record, KIND) == PLANE && slot(record, SIDE) > 0) {
      if (facePlane(record, point, R)) note(found++, record, R);
    } else if (isBeyond(record, slot(point, 0), slot(point, 1), slot(point, 2), R)) continue;
    else if (faces > 1) {
      enterContainer(record, point);
      for (let face = 0; face < faces; face++) if (faceInside(record, face, R)) note(found++, record, R);
    } else {
      const mesh = isMesh(record);
      if (mesh) rememberFaces(i);
      if (!faceWall(record, point, R)) continue;
      note(found++, record, R);
      if (mesh) found = findCorner(found, record, point, R);
    }
    if (found > MOST_WALLS) break;
  }
  if (found > 1) shareOut(found);
  return found;
}

/** Whether a wall may be within reach (m) of particle i; false only if none is. */
export function isBesideWalls(i: i32, reach: f64): bool {
  const count = int(OBSTACLE_COUNT), point = address(AT_POSITION) + <usize>i * 24;
  for (let k = 0; k < count; k++) {
    const record = address(OBSTACLES) + <usize>k * (RECORD_SLOTS << 3);
    if (isBeyond(record, slot(point, 0), slot(point, 1), slot(point, 2), reach)) continue;
    if (<i32>slot(record, MOBILITY) != SHIFTED || wallCount(record) != 6) return true;
    for (let axis = 0; axis < 3; axis++) {
      const at = slot(point, axis) - slot(record + (<usize>POSE_END << 3), ORIGIN + axis);
      if (slot(record, VECTOR + axis) - Math.abs(at) < reach) return true;
    }
  }
  return false;
}

/** Adds the faces of a box around a point, at rest and not turned, that are within R (m) of it. */
@inline function findStraightFaces(first: i32, record: usize, point: usize, R: f64): i32 {
  let found = first;
  for (let axis = 0; axis < 3; axis++) {
    const at = slot(point, axis) - slot(record + (<usize>POSE_END << 3), ORIGIN + axis), half = slot(record, VECTOR + axis);
    if (half - Math.abs(at) >= R) continue;
    if (half + at < R) { faceAlong(half + at, axis, 1); note(found++, record, R); }
    if (half - at < R) { faceAlong(half - at, axis, -1); note(found++, record, R); }
  }
  return found;
}

/** Adds the other walls of a concave corner of a mesh whose nearest wall was just found. */
function findCorner(first: i32, record: usize, point: usize, R: f64): i32 {
  const directions = changetype<usize>(wallAt(2 * MOST_WALLS));
  let found = first, known = 1;
  noteDirection(directions, 0);
  while (known < MOST_FACES && faceAnother(record, point, R, directions, known)) {
    noteDirection(directions, known++);
    note(found++, record, R);
  }
  return found;
}

/** Keeps the wall that was just met. */
@inline function note(k: i32, record: usize, R: f64): void {
  const wall = wallAt(k);
  wall.grip = gripAt(record); wall.q = max<f64>(wallDistance / R, NEAREST);
  wall.nx = wallNormalX; wall.ny = wallNormalY; wall.nz = wallNormalZ;
  wall.vx = wallVelocityX; wall.vy = wallVelocityY; wall.vz = wallVelocityZ;
  wall.body = slot(record, BODY); wall.part = wallExtent; wall.share = wallExtent; wall.mirrors = 1; wall.scale = 1;
  wall.ex = wallEdgeX; wall.ey = wallEdgeY; wall.ez = wallEdgeZ;
}

/**
 * What is behind two walls counts once. On the plane of wall k the points behind wall l are those farther than (d_l − c d_k)/s along it,
 * c and s the cosine and sine between the normals; the kernel on that plane reaches √(R² − d_k²). Of parallel walls the nearer come first,
 * and the others get what these leave open: two that end at a seam are one.
 */
function shareOut(found: i32): void {
  for (let k = 0; k < found; k++) leaveParallel(k, found);
  for (let k = 0; k < found; k++) {
    const wall = wallAt(k), reach = Math.sqrt(max<f64>(1 - wall.q * wall.q, 0));
    wall.share = wall.part;
    for (let l = 0; l < found; l++) {
      if (l == k || reach == 0) continue;
      const other = wallAt(l), c = wall.nx * other.nx + wall.ny * other.ny + wall.nz * other.nz, s2 = 1 - c * c;
      if (s2 >= PARALLEL) wall.share *= 1 - min<f64>(other.part, 1) * beyond((other.q - c * wall.q) / (Math.sqrt(s2) * reach));
    }
  }
}

/** Leaves to wall k what parallel walls nearer than it, or before it, leave open; `share` holds how much of each is there. */
@inline function leaveParallel(k: i32, found: i32): void {
  const wall = wallAt(k);
  let open = 1.0;
  for (let l = 0; l < found; l++) {
    const other = wallAt(l), c = wall.nx * other.nx + wall.ny * other.ny + wall.nz * other.nz;
    if (l != k && c > 0 && 1 - c * c < PARALLEL && (other.q < wall.q || (other.q == wall.q && l < k))) open -= other.share;
  }
  if (open < 1) wall.part = min<f64>(wall.part, max<f64>(open, 0));
}

/** Part (0 to 1) of the kernel of particle i, with support radius R (m), that is behind walls. */
export function coverOf(i: i32, R: f64): f64 {
  const found = findWalls(i, R);
  let open = 1.0;
  for (let k = 0; k < found; k++) {
    const wall = wallAt(k);
    open *= 1 - min<f64>(wall.part * tableAt(COVER_TABLE, wall.q), 1);
  }
  return 1 - open;
}

/** What the walls that were found give along themselves, m/s²: see `mirror`. Globals belong to one instance, hence to one thread. */
export let mirroredX: f64 = 0, mirroredY: f64 = 0, mirroredZ: f64 = 0;

/**
 * What is behind a wall carries along it as what is before it does: sΓ/(1 − sΓ) of the acceleration (x, y, z) by neighbors and by the push
 * of walls, as far as it goes along the wall in the direction of what acts from outside, g. Without it a substance would be held up less
 * beside a wall than in the middle, and have too much pressure. Across that direction walls give nothing: a level floor is slippery.
 */
export function mirror(found: i32, x: f64, y: f64, z: f64, g: Vector): void {
  let sumX = 0.0, sumY = 0.0, sumZ = 0.0;
  for (let k = 0; k < found; k++) {
    mirrorOne(wallAt(k), x, y, z, g);
    sumX += mirroredX; sumY += mirroredY; sumZ += mirroredZ;
  }
  mirroredX = sumX; mirroredY = sumY; mirroredZ = sumZ;
}

/** The same for one wall. */
@inline export function mirrorOne(wall: Wall, x: f64, y: f64, z: f64, g: Vector): void {
  const across = g.x * wall.nx + g.y * wall.ny + g.z * wall.nz;
  const tx = g.x - across * wall.nx, ty = g.y - across * wall.ny, tz = g.z - across * wall.nz, t2 = tx * tx + ty * ty + tz * tz;
  const along = x * tx + y * ty + z * tz;
  mirroredX = 0; mirroredY = 0; mirroredZ = 0;
  if (!(t2 > LEVEL * g.square) || along >= 0) return;
  const covered = min<f64>(wall.scale * min<f64>(wall.part, 1) * tableAt(COVER_TABLE, wall.q), MOST_COVERED);
  const part = wall.mirrors * covered * max<f64>(along / ((1 - covered) * t2), -1);
  mirroredX = part * tx; mirroredY = part * ty; mirroredZ = part * tz;
}
