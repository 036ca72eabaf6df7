// Balls on their way past meshes. No center ever crosses a triangle, whichever way it comes: that is what holds. That a ball keeps its
// radius away from them is a preference: one that is nearer already keeps the distance it has.

import { MOBILITY, MOVING, RECORD_SLOTS } from '../../src/obstacles/layout';
import { NO_HIT } from './first-hit';
import { enterFrame, frameX, frameY, frameZ, toLocal, toWorld, turnToWorld } from './frame';
import { gather, isGathered } from './gather';
import { contactX, contactY, contactZ, firstTriangle, leastClearance, nearestTriangle } from './mesh';
import { isMesh, meshOf, normalOfNearest, normalX, normalY, normalZ, slot } from './solid';

/** A center nearer to a triangle than this part of its radius is moved away from it: what rounding can do is far less. */
const CORE: f64 = 0.01;

/** What is gathered around a ball, as a part of its radius: enough to know what it is in touch with when it has moved. */
const AROUND: f64 = 1.01;

/** Whether the ball of the last `meshHit` has its center too near to the mesh. */
export let isCrowded: bool = false;

// The path in the local frame of an obstacle.
let ax: f64 = 0, ay: f64 = 0, az: f64 = 0;
let dx: f64 = 0, dy: f64 = 0, dz: f64 = 0;
let length: f64 = 0;

/** Enters the path from one place and fraction of the step to another as the obstacle sees it. */
function enterPath(record: usize, x0: f64, y0: f64, z0: f64, s0: f64, x1: f64, y1: f64, z1: f64, s1: f64): void {
  enterFrame(record, s0);
  toLocal(x0, y0, z0);
  ax = frameX;
  ay = frameY;
  az = frameZ;
  if (<i32>slot(record, MOBILITY) == MOVING) enterFrame(record, s1);
  toLocal(x1, y1, z1);
  dx = frameX - ax;
  dy = frameY - ay;
  dz = frameZ - az;
  length = Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** The fraction of the path at which the ball meets the mesh; `NO_HIT` if it does not. The normal is left in contactX, Y, Z of mesh.ts. */
export function meshHit(
  record: usize, x0: f64, y0: f64, z0: f64, s0: f64, x1: f64, y1: f64, z1: f64, s1: f64, radius: f64, tolerance: f64,
): f64 {
  isCrowded = false;
  const mesh = meshOf(record);
  enterPath(record, x0, y0, z0, s0, x1, y1, z1, s1);
  const reach = radius + length;
  if (leastClearance(mesh, ax, ay, az) >= reach) return NO_HIT;
  if (length < radius && isGathered(mesh, ax, ay, az, reach) < 0) gather(mesh, ax, ay, az, AROUND * radius + 2 * length);
  const distance = nearestTriangle(mesh, ax, ay, az, reach);
  if (distance >= reach) return NO_HIT;
  isCrowded = distance < CORE * radius;
  const ball = min(radius, distance);
  return firstTriangle(mesh, ax, ay, az, dx, dy, dz, ball, min(tolerance, 0.01 * ball), NO_HIT);
}

/** Whether a center can go from one place and fraction of the step to another without coming near a triangle of any mesh. */
export function isClear(
  obstacles: usize, count: i32, x0: f64, y0: f64, z0: f64, s0: f64, x1: f64, y1: f64, z1: f64, s1: f64, radius: f64,
): bool {
  for (let i = 0; i < count; i++) {
    const record = obstacles + <usize>i * (RECORD_SLOTS << 3);
    if (isMesh(record) && meshHit(record, x0, y0, z0, s0, x1, y1, z1, s1, CORE * radius, 0) < NO_HIT) return false;
  }
  return true;
}

/** Where `slideTo` and `leaveMesh` came to. */
export let cameX: f64 = 0;
export let cameY: f64 = 0;
export let cameZ: f64 = 0;

/** Rounds of sliding along meshes that are in the way. */
const MAX_SLIDES: i32 = 4;

/** Moves a ball at the end of the step toward a place, along the meshes in its way. */
export function slideTo(
  obstacles: usize, count: i32, x0: f64, y0: f64, z0: f64, x1: f64, y1: f64, z1: f64, radius: f64, tolerance: f64,
): void {
  cameX = x0;
  cameY = y0;
  cameZ = z0;
  for (let round = 0; round < MAX_SLIDES; round++) {
    let first = NO_HIT;
    let nx: f64 = 0, ny: f64 = 0, nz: f64 = 0;
    for (let i = 0; i < count; i++) {
      const record = obstacles + <usize>i * (RECORD_SLOTS << 3);
      if (!isMesh(record)) continue;
      const fraction = meshHit(record, cameX, cameY, cameZ, 1, x1, y1, z1, 1, radius, tolerance);
      if (fraction >= first) continue;
      first = fraction;
      enterFrame(record, 1);
      turnToWorld(contactX, contactY, contactZ);
      nx = frameX;
      ny = frameY;
      nz = frameZ;
    }
    const part = min<f64>(first, 1);
    const restX = (1 - part) * (x1 - cameX);
    const restY = (1 - part) * (y1 - cameY);
    const restZ = (1 - part) * (z1 - cameZ);
    cameX += part * (x1 - cameX);
    cameY += part * (y1 - cameY);
    cameZ += part * (z1 - cameZ);
    if (first == NO_HIT) {
      cameX = x1;
      cameY = y1;
      cameZ = z1;
      return;
    }
    const inward = nx * restX + ny * restY + nz * restZ;
    x1 = cameX + restX - inward * nx;
    y1 = cameY + restY - inward * ny;
    z1 = cameZ + restZ - inward * nz;
  }
}

/** Moves a center that is all but on a triangle away from it, as far as others allow, seen from the mesh at a fraction of the step. */
export function leaveMesh(record: usize, x: f64, y: f64, z: f64, s: f64, radius: f64): void {
  enterFrame(record, s);
  toLocal(x, y, z);
  ax = frameX;
  ay = frameY;
  az = frameZ;
  const mesh = meshOf(record);
  const core = 2 * CORE * radius;
  const distance = nearestTriangle(mesh, ax, ay, az, core);
  normalOfNearest();
  const step = core - distance;
  const ball = max(0.5 * distance, 1e-9 * radius);
  // A center on the triangle steps off it first.
  const off: f64 = distance < 1e-9 * radius ? 2e-9 * radius : 0;
  ax += off * normalX;
  ay += off * normalY;
  az += off * normalZ;
  const part = min<f64>(1, firstTriangle(mesh, ax, ay, az, step * normalX, step * normalY, step * normalZ, ball, 0.01 * ball, 1));
  toWorld(ax + part * step * normalX, ay + part * step * normalY, az + part * step * normalZ);
  cameX = frameX;
  cameY = frameY;
  cameZ = frameZ;
}
