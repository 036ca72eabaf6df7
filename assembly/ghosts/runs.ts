// Which ghosts are near a particle: runs of them in the grid of an obstacle, found in its local frame. [ADR 41]

import { RECORD_SLOTS } from '../../src/obstacles/layout';
import {
  AT_GHOST_X, AT_GHOST_Y, AT_GHOST_Z, GHOST_HEAD_BYTES, GHOST_HEAD_FIRST, GHOST_HEAD_LOW, GHOST_HEAD_OBSTACLE, GHOST_HEAD_SCALE,
  GHOST_HEAD_SIZE, GHOST_HEAD_STARTS, GHOST_HEADS, OBSTACLES, SCRATCH, SCRATCH_BYTES,
} from '../../src/wasm/layout';
import { address, int } from '../context';
import { sub } from '../math/simd';
import { Vector } from '../math/vector';
import { enterFrame, frameX, frameY, frameZ, toLocal } from '../obstacles/frame';
import { threadIndex } from '../thread';

/** The scratch before the runs belongs to the path of the particle in hand. */
const PATH_ROOM: usize = 256;
/** Runs around one particle at most; cells are as large as the largest support, so that there are 9. */
const MOST_RUNS: i32 = 64;

/** Where the particle last looked for is in the frame of the obstacle, m. Globals belong to one instance, hence to one thread. */
let hereX: v128 = f32x4.splat(0), hereY: v128 = f32x4.splat(0), hereZ: v128 = f32x4.splat(0);

/** Head of the n-th obstacle that has ghosts. */
@inline export function headAt(n: i32): usize { return address(GHOST_HEADS) + <usize>n * GHOST_HEAD_BYTES; }

/** The row of its obstacle. */
@inline export function obstacleOf(head: usize): usize {
  return address(OBSTACLES) + <usize>load<u32>(head, GHOST_HEAD_OBSTACLE) * (RECORD_SLOTS << 3);
}

@inline function runAt(k: i32): usize {
  return address(SCRATCH) + <usize>threadIndex() * <usize>int(SCRATCH_BYTES) + PATH_ROOM + (<usize>k << 3);
}

/** The first ghost of a run. */
@inline export function runBegin(k: i32): i32 { return load<i32>(runAt(k)); }
/** One past its last. */
@inline export function runEnd(k: i32): i32 { return load<i32>(runAt(k), 4); }

/** Finds the ghosts of an obstacle that may be within R (m) of x; its frame is entered. Returns how many runs there are. */
export function findRuns(head: usize, x: Vector, R: f64): i32 {
  enterFrame(obstacleOf(head), 1);
  toLocal(x.x, x.y, x.z);
  const scale = load<f64>(head, GHOST_HEAD_SCALE), r = R * scale;
  const a = (frameX - load<f64>(head, GHOST_HEAD_LOW)) * scale, sizeX = load<i32>(head, GHOST_HEAD_SIZE);
  const b = (frameY - load<f64>(head, GHOST_HEAD_LOW + 8)) * scale, sizeY = load<i32>(head, GHOST_HEAD_SIZE + 4);
  const c = (frameZ - load<f64>(head, GHOST_HEAD_LOW + 16)) * scale, sizeZ = load<i32>(head, GHOST_HEAD_SIZE + 8);
  if (!overlaps(a, r, sizeX) || !overlaps(b, r, sizeY) || !overlaps(c, r, sizeZ)) return 0;
  hereX = f32x4.splat(<f32>frameX); hereY = f32x4.splat(<f32>frameY); hereZ = f32x4.splat(<f32>frameZ);
  const x0 = lowest(a, r), x1 = highest(a, r, sizeX), y1 = highest(b, r, sizeY), z1 = highest(c, r, sizeZ);
  const first = load<i32>(head, GHOST_HEAD_FIRST), starts = load<usize>(head, GHOST_HEAD_STARTS);
  let found = 0;
  for (let z = lowest(c, r); z <= z1; z++) {
    for (let y = lowest(b, r); y <= y1; y++) {
      const row = starts + (<usize>((z * sizeY + y) * sizeX) << 2);
      const begin = load<i32>(row + (<usize>x0 << 2)), end = load<i32>(row + (<usize>x1 << 2), 4);
      if (begin == end || found == MOST_RUNS) continue;
      store<i32>(runAt(found), first + begin);
      store<i32>(runAt(found), first + end, 4);
      found++;
    }
  }
  return found;
}

/** Whether some cell of an axis is within r of a; false for what is no number. */
@inline function overlaps(a: f64, r: f64, size: i32): bool { return a + r >= 0 && a - r < <f64>size; }
@inline function lowest(a: f64, r: f64): i32 { return <i32>max<f64>(Math.floor(a - r), 0); }
@inline function highest(a: f64, r: f64, size: i32): i32 { return <i32>min<f64>(Math.floor(a + r), <f64>(size - 1)); }

/** Four numbers of ghosts from the k-th on. */
@inline export function fourOf(slot: usize, k: i32): v128 { return v128.load(address(slot) + (<usize>k << 2)); }

/** The same, 0 from `end` on. */
@inline export function fourUntil(slot: usize, k: i32, end: i32): v128 {
  const left = i32x4.splat(end - k), lanes = i32x4(0, 1, 2, 3);
  return v128.and(fourOf(slot, k), i32x4.lt_s(lanes, left));
}

// From the ghosts to the particle, in the frame of the obstacle, m.
@inline export function ghostDx(k: i32): v128 { return sub(hereX, fourOf(AT_GHOST_X, k)); }
@inline export function ghostDy(k: i32): v128 { return sub(hereY, fourOf(AT_GHOST_Y, k)); }
@inline export function ghostDz(k: i32): v128 { return sub(hereZ, fourOf(AT_GHOST_Z, k)); }
