// Questions about single points and obstacles where they stand at the end of the step: room, side, what is near, whether a way is clear.

import { MOBILITY, MOVING, RECORD_SLOTS, SIDE } from '../../src/obstacles/layout';
import { enterFrame, frameX, frameY, frameZ, toLocal } from './frame';
import { isClosed, isInside, nearestTriangle } from './mesh';
import { isClear } from './mesh-path';
import { gapAt, isBeyond, isMesh, meshOf, slot } from './solid';

@inline
function recordAt(obstacles: usize, index: i32): usize {
  return obstacles + <usize>index * (RECORD_SLOTS << 3);
}

/** Room between a ball at `point` and obstacle number `index` at the end of the step, m; negative on the wrong side. */
export function obstacleDistance(obstacles: usize, index: i32, point: usize, radius: f64): f64 {
  const record = recordAt(obstacles, index);
  enterFrame(record, 1);
  toLocal(slot(point, 0), slot(point, 1), slot(point, 2));
  if (isMesh(record) && isBehind(record)) return -gapAt(record, frameX, frameY, frameZ, -radius);
  return gapAt(record, frameX, frameY, frameZ, radius);
}

/** How far a ball at `point` reaches into obstacles that do not move, m; 0 if it does not. */
export function overlapAtRest(obstacles: usize, count: i32, point: usize, radius: f64): f64 {
  const x = slot(point, 0), y = slot(point, 1), z = slot(point, 2);
  let least = 0.0;
  for (let i = 0; i < count; i++) {
    const record = recordAt(obstacles, i);
    if (<i32>slot(record, MOBILITY) == MOVING || isBeyond(record, x, y, z, radius)) continue;
    enterFrame(record, 0);
    toLocal(x, y, z);
    const gap = isMesh(record)
      ? nearestTriangle(meshOf(record), frameX, frameY, frameZ, radius) - radius
      : gapAt(record, frameX, frameY, frameZ, radius);
    least = Math.min(least, gap);
  }
  return -least;
}

/** Whether a point is on the wrong side of obstacle number `index` at the end of the step; a mesh with holes has none. */
export function isOnWrongSide(obstacles: usize, index: i32, point: usize): bool {
  const record = recordAt(obstacles, index);
  enterFrame(record, 1);
  toLocal(slot(point, 0), slot(point, 1), slot(point, 2));
  return isMesh(record) ? isBehind(record) : gapAt(record, frameX, frameY, frameZ, 0) < 0;
}

/** Whether obstacle number `index` is a mesh with a triangle nearer than `reach` (m) to a point, at the end of the step. */
export function isNearMesh(obstacles: usize, index: i32, point: usize, reach: f64): bool {
  const record = recordAt(obstacles, index);
  enterFrame(record, 1);
  toLocal(slot(point, 0), slot(point, 1), slot(point, 2));
  return isMesh(record) && nearestTriangle(meshOf(record), frameX, frameY, frameZ, reach) < reach;
}

/** Whether a center can go straight from one point to another past all meshes, where they are at the end of the step. */
export function isWayClear(obstacles: usize, count: i32, from: usize, to: usize, radius: f64): bool {
  return isClear(
    obstacles, count, slot(from, 0), slot(from, 1), slot(from, 2), 1, slot(to, 0), slot(to, 1), slot(to, 2), 1, radius,
  );
}

/** Whether the point in the frame is where a closed mesh allows no particles. */
@inline
function isBehind(record: usize): bool {
  return isClosed(meshOf(record)) && isInside(meshOf(record), frameX, frameY, frameZ) == slot(record, SIDE) > 0;
}
