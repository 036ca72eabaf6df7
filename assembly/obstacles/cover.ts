// How much of a particle's kernel the obstacles cover: what a summed density lacks beside walls. [ADR 12]
// A solid is taken as a product of slabs, and the kernel as a product of its marginals: exact beside a plane, off by up to 0.03 of the
// kernel in corners, up to 0.08 beside round solids as small as a particle. Cost: one distance per obstacle when nothing is near.

import { HALF_LENGTH, KIND, MOBILITY, ORIGIN, POSE_END, RADIUS, RECORD_SLOTS, SHIFTED, SIDE, VECTOR } from '../../src/obstacles/layout';
import { BOX, CAPSULE, CYLINDER, PLANE } from '../../src/shapes/kinds';
import { COVER_STEPS, COVER_TABLE } from '../../src/wasm/layout';
import { facingOfNearest, isClosed, nearestTriangle } from './mesh';
import { gapAt, isMesh, meshOf, slot } from './solid';

/** Half the edge of the square of a circle's area, over its radius: √π/2. */
const SQUARED: f64 = 0.886226925452758;

// The particle seen from an obstacle at the end of the step, m, and 1/R.
let x: f64 = 0, y: f64 = 0, z: f64 = 0;
let inverseR: f64 = 0;

/** Part (0 to 1) of the kernel with support radius R (m) around a point that is in the obstacles, at their poses at the end of the step. */
export function coveredPart(obstacles: usize, count: i32, point: usize, R: f64, flat: bool): f64 {
  let open: f64 = 1;
  inverseR = 1 / R;
  for (let i = 0; i < count; i++) {
    const record = obstacles + <usize>i * (RECORD_SLOTS << 3);
    toLocal(record, point);
    if (isMesh(record)) {
      open *= 1 - behindMesh(record, R);
      continue;
    }
    if (gapAt(record, x, y, z, 0) >= R) continue;
    const inside = insidePart(record, flat);
    open *= slot(record, SIDE) < 0 ? inside : 1 - inside;
  }
  return 1 - open;
}

function toLocal(record: usize, point: usize): void {
  const pose = record + (<usize>POSE_END << 3);
  const dx = slot(point, 0) - slot(pose, ORIGIN);
  const dy = slot(point, 1) - slot(pose, ORIGIN + 1);
  const dz = slot(point, 2) - slot(pose, ORIGIN + 2);
  if (<i32>slot(record, MOBILITY) == SHIFTED) {
    x = dx;
    y = dy;
    z = dz;
  } else {
    x = slot(pose, 0) * dx + slot(pose, 3) * dy + slot(pose, 6) * dz;
    y = slot(pose, 1) * dx + slot(pose, 4) * dy + slot(pose, 7) * dz;
    z = slot(pose, 2) * dx + slot(pose, 5) * dy + slot(pose, 8) * dz;
  }
}

/** Part of the kernel beyond the nearest point of a closed mesh: as if it were flat. A mesh with holes covers nothing. */
function behindMesh(record: usize, R: f64): f64 {
  const mesh = meshOf(record);
  if (!isClosed(mesh)) return 0;
  const distance = nearestTriangle(mesh, x, y, z, R);
  if (distance >= R || facingOfNearest(mesh, x, y, z, distance) != slot(record, SIDE)) return 0;
  return beyond(distance);
}

/** Part of the kernel inside the solid of an obstacle. */
function insidePart(record: usize, flat: bool): f64 {
  const kind = <i32>slot(record, KIND);
  const ux = slot(record, VECTOR);
  const uy = slot(record, VECTOR + 1);
  const uz = slot(record, VECTOR + 2);
  if (kind == PLANE) return beyond(ux * x + uy * y + uz * z);
  if (kind == BOX) return slab(x, ux) * slab(y, uy) * slab(z, uz);
  const radius = slot(record, RADIUS);
  const across = slab(0, SQUARED * radius);
  if (kind != CAPSULE && kind != CYLINDER) {
    const part = slab(Math.sqrt(x * x + y * y + z * z), radius) * across;
    return flat ? part : part * across;
  }
  const half = slot(record, HALF_LENGTH);
  const along = ux * x + uy * y + uz * z;
  const ax = x - along * ux;
  const ay = y - along * uy;
  const az = z - along * uz;
  const part = slab(along, kind == CAPSULE ? half + radius : half) * slab(Math.sqrt(ax * ax + ay * ay + az * az), radius);
  return flat && half < Infinity ? part : part * across;
}

/** Part of the kernel in |x'| ≤ half, seen from x. */
@inline
function slab(x: f64, half: f64): f64 {
  return beyond(-half - x) - beyond(half - x);
}

/** Part of the kernel beyond a plane at distance d (m); more than half if d is negative. */
function beyond(d: f64): f64 {
  const q = Math.abs(d) * inverseR;
  let part: f64 = 0;
  if (q < 1) {
    const place = q * COVER_STEPS;
    const k = <i32>place;
    const at = COVER_TABLE + (<usize>k << 3);
    part = load<f64>(at) + (place - <f64>k) * (load<f64>(at, 8) - load<f64>(at));
  }
  return d < 0 ? 1 - part : part;
}
