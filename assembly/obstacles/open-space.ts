// Where no wall is near: a box of space that passes over particles ask before they look at every obstacle. Only obstacles that are at
// rest and along the axes bound it; if there are others it is empty. Answers do not depend on it. Globals belong to one thread.

import { KIND, MOBILITY, ORIGIN, POSE_END, RECORD_SLOTS, SHIFTED, SIDE, VECTOR } from '../../src/obstacles/layout';
import { BOX, PLANE } from '../../src/shapes/kinds';
import { AT_POSITION, OBSTACLES, OBSTACLE_COUNT } from '../../src/wasm/layout';
import { address, int } from '../context';
import { slot } from './solid';

// Its corners, m, and the support radius that it is for, m.
let lowX: f64 = 0, lowY: f64 = 0, lowZ: f64 = 0, highX: f64 = 0, highY: f64 = 0, highZ: f64 = 0, farthest: f64 = 0;

/** Finds the space in which no wall is within R (m), for the particles that follow. */
export function findOpenSpace(R: f64): void {
  const count = int(OBSTACLE_COUNT);
  lowX = -Infinity; lowY = -Infinity; lowZ = -Infinity; highX = Infinity; highY = Infinity; highZ = Infinity;
  farthest = R;
  for (let k = 0; k < count; k++) {
    const record = address(OBSTACLES) + <usize>k * (RECORD_SLOTS << 3);
    if (!leaveOut(record, R)) farthest = -1;
  }
}

/** Takes what is within R (m) of an obstacle out of the open space; false if it is not one of those that bound it. */
function leaveOut(record: usize, R: f64): bool {
  if (<i32>slot(record, MOBILITY) != SHIFTED) return false;
  const pose = record + (<usize>POSE_END << 3), kind = <i32>slot(record, KIND), inside = slot(record, SIDE) < 0;
  const x = slot(pose, ORIGIN), y = slot(pose, ORIGIN + 1), z = slot(pose, ORIGIN + 2);
  const ux = slot(record, VECTOR), uy = slot(record, VECTOR + 1), uz = slot(record, VECTOR + 2);
  if (kind == BOX && inside) {
    lowX = max<f64>(lowX, x - ux + R); lowY = max<f64>(lowY, y - uy + R); lowZ = max<f64>(lowZ, z - uz + R);
    highX = min<f64>(highX, x + ux - R); highY = min<f64>(highY, y + uy - R); highZ = min<f64>(highZ, z + uz - R);
    return true;
  }
  if (kind != PLANE || inside) return false;
  if (ux == 1) lowX = max<f64>(lowX, x + R);
  else if (uy == 1) lowY = max<f64>(lowY, y + R);
  else if (uz == 1) lowZ = max<f64>(lowZ, z + R);
  else if (ux == -1) highX = min<f64>(highX, x - R);
  else if (uy == -1) highY = min<f64>(highY, y - R);
  else if (uz == -1) highZ = min<f64>(highZ, z - R);
  else return false;
  return true;
}

/** Whether no wall is within R (m) of particle i, as far as is known. */
@inline export function isInTheOpen(i: i32, R: f64): bool {
  const point = address(AT_POSITION) + <usize>i * 24, x = slot(point, 0), y = slot(point, 1), z = slot(point, 2);
  return R <= farthest && x > lowX && x < highX && y > lowY && y < highY && z > lowZ && z < highZ;
}
