// What a held ball may gain of velocity until the end of the step: nothing that runs into the obstacles it is in touch with. [ADR 12]

import { RECORD_SLOTS } from '../../src/obstacles/layout';
import { enterFrame, frameX, frameY, frameZ, toLocal, turnToWorld } from './frame';
import { nearestTriangle } from './mesh';
import { computeNormal, gapAt, isMesh, meshOf, normalOfNearest, normalX, normalY, normalZ } from './solid';
import { computeWallVelocity, wallX, wallY, wallZ } from './wall-velocity';

/** Rounds of taking from the gain what runs into obstacles: a corner has three sides. */
const MAX_RESTRAINTS: i32 = 3;
/** A ball with less room than this part of its radius is in touch. */
const TOUCH: f64 = 1e-3;
/** How far ahead, as a part of the radius, the side of a corner that a velocity runs into shows. */
const AHEAD: f64 = 1e-6;

/** The gain after `restrainGain`, m/s. Globals belong to one instance, hence to one thread. */
export let gainX: f64 = 0;
export let gainY: f64 = 0;
export let gainZ: f64 = 0;

// The ball at the end of the step.
let endX: f64 = 0, endY: f64 = 0, endZ: f64 = 0;
let velocityX: f64 = 0, velocityY: f64 = 0, velocityZ: f64 = 0;

/** Takes from the gain what would run into the obstacles that the ball is in touch with at the end of the step. [ADR 12] */
export function restrainGain(
  obstacles: usize, count: i32, radius: f64, atX: f64, atY: f64, atZ: f64, vx: f64, vy: f64, vz: f64, gx: f64, gy: f64, gz: f64,
): void {
  endX = atX;
  endY = atY;
  endZ = atZ;
  velocityX = vx;
  velocityY = vy;
  velocityZ = vz;
  gainX = gx;
  gainY = gy;
  gainZ = gz;
  for (let round = 0; round < MAX_RESTRAINTS; round++) {
    let changed = false;
    for (let i = 0; i < count; i++) {
      const record = obstacles + <usize>i * (RECORD_SLOTS << 3);
      enterFrame(record, 1);
      toLocal(endX, endY, endZ);
      if (!isMesh(record) && gapAt(record, frameX, frameY, frameZ, radius) > TOUCH * radius) continue;
      if (restrainAt(record, radius)) changed = true;
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
  if (isMesh(record)) {
    const reach = (1 + TOUCH) * radius;
    if (nearestTriangle(meshOf(record), frameX, frameY, frameZ, reach) >= reach) return false;
    normalOfNearest();
  } else computeNormal(record, frameX, frameY, frameZ, radius);
  turnToWorld(normalX, normalY, normalZ);
  const inward = frameX * ux + frameY * uy + frameZ * uz;
  if (inward >= 0) return false;
  gainX -= inward * frameX;
  gainY -= inward * frameY;
  gainZ -= inward * frameZ;
  return true;
}
