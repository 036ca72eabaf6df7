// When a ball that moves straight through the local frame of an obstacle first touches it. The gap along the path is convex outside
// a convex solid and concave inside a container, so Newton's method approaches the contact from one side and can never jump over it:
// no tunnelling at any speed. It converges quadratically; for a plane one step is exact.

import { SIDE } from '../../src/obstacles/layout';
import { computeNormal, gapAt, normalX, normalY, normalZ, slot } from './solid';

/** Returned when the path is clear. */
export const NO_HIT: f64 = 2;

const MAX_ROUNDS: i32 = 64;

/**
 * The fraction of the path from a to b at which the ball touches the obstacle and goes on inward; 0 also for a ball that starts on the
 * wrong side. Contact deeper than `tolerance` is always found; sliding and leaving contact is no hit.
 */
export function firstHit(
  record: usize, ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64, radius: f64, tolerance: f64,
): f64 {
  const startGap = gapAt(record, ax, ay, az, radius);
  if (startGap < -tolerance) return 0;
  const dx = bx - ax;
  const dy = by - ay;
  const dz = bz - az;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (startGap > length || length == 0) return NO_HIT;
  return slot(record, SIDE) < 0
    ? leavingContainer(record, ax, ay, az, dx, dy, dz, radius, tolerance)
    : enteringSolid(record, ax, ay, az, dx, dy, dz, startGap, radius, tolerance);
}

/** Convex gap: every tangent lies below it, so its zero comes no later than the contact. Grazing paths end when the gap grows again. */
function enteringSolid(
  record: usize, ax: f64, ay: f64, az: f64, dx: f64, dy: f64, dz: f64, startGap: f64, radius: f64, tolerance: f64,
): f64 {
  let t: f64 = 0;
  let gap = startGap;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    computeNormal(record, ax + t * dx, ay + t * dy, az + t * dz, radius);
    const slope = normalX * dx + normalY * dy + normalZ * dz;
    if (max<f64>(gap, 0) + slope * (1 - t) >= -tolerance) return NO_HIT;
    if (gap <= tolerance) return t;
    t = min<f64>(t - gap / slope, 1);
    gap = gapAt(record, ax + t * dx, ay + t * dy, az + t * dz, radius);
  }
  return t;
}

/** Concave gap: if the end is inside, all of the path is; if not, every tangent lies above it and leads back to the contact. */
function leavingContainer(
  record: usize, ax: f64, ay: f64, az: f64, dx: f64, dy: f64, dz: f64, radius: f64, tolerance: f64,
): f64 {
  let t: f64 = 1;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const gap = gapAt(record, ax + t * dx, ay + t * dy, az + t * dz, radius);
    if (gap >= -tolerance) return round == 0 ? NO_HIT : t;
    computeNormal(record, ax + t * dx, ay + t * dy, az + t * dz, radius);
    const slope = normalX * dx + normalY * dy + normalZ * dz;
    if (slope >= 0) return 0;
    t -= gap / slope;
    if (!(t > 0)) return 0;
  }
  return t;
}
