// Blocks of 8 nodes a side that points reach, and the points of each. One task: the order of blocks is that in which points reach them first.

import {
  AT_CAPILLARY_BLOCK, AT_CAPILLARY_ENTRY, AT_CAPILLARY_POINT, AT_CAPILLARY_TABLE, CAPILLARY_BLOCKS, CAPILLARY_ENTRIES, CAPILLARY_FLAT,
  CAPILLARY_MASK, CAPILLARY_ROOM, CAPILLARY_SLOTS, CBLOCK_BEGIN, CBLOCK_BYTES, CBLOCK_COUNT, CBLOCK_FILLED, CBLOCK_PLACE, COUNT, POINT_BYTES,
  POINT_PLACE, POINT_REACH, POINT_SQUARE,
} from '../../src/wasm/layout';
import { address, int } from '../context';

/** Blocks of one point that are remembered: three a side. This memory is one for all threads, but only one works here. */
const MOST: i32 = 27;
const near = memory.data(27 * 4);

let x0: i32 = 0, x1: i32 = -1, y0: i32 = 0, y1: i32 = 0, z0: i32 = 0, z1: i32 = 0, nearCount: i32 = 0;

/** The record of a block. */
@inline export function blockAt(block: i32): usize { return address(AT_CAPILLARY_BLOCK) + <usize>block * CBLOCK_BYTES; }

@inline function isAt(block: usize, x: i32, y: i32, z: i32): bool {
  return load<i32>(block, CBLOCK_PLACE) == x && load<i32>(block, CBLOCK_PLACE + 4) == y && load<i32>(block, CBLOCK_PLACE + 8) == z;
}

/** Where the place of a block is in the table, or where it belongs. */
function slotOf(x: i32, y: i32, z: i32): usize {
  const mask = int(CAPILLARY_MASK), table = address(AT_CAPILLARY_TABLE);
  let slot = ((x * 73856093) ^ (y * 19349663) ^ (z * 83492791)) & mask;
  let at = table + (<usize>slot << 2);
  while (load<i32>(at) != 0 && !isAt(blockAt(load<i32>(at) - 1), x, y, z)) {
    slot = (slot + 1) & mask;
    at = table + (<usize>slot << 2);
  }
  return at;
}

/** Number of a block by its place, or −1. */
export function findBlock(x: i32, y: i32, z: i32): i32 { return load<i32>(slotOf(x, y, z)) - 1; }

/** Number of a block, the next one if it is new; −1 if there is no room. */
function addBlock(x: i32, y: i32, z: i32): i32 {
  const at = slotOf(x, y, z), found = load<i32>(at);
  if (found > 0) return found - 1;
  const next = int(CAPILLARY_BLOCKS);
  store<i32>(CAPILLARY_BLOCKS, next + 1);
  if (next >= int(CAPILLARY_ROOM)) return -1;
  store<i32>(at, next + 1);
  const block = blockAt(next);
  memory.fill(block, 0, CBLOCK_BYTES);
  store<i32>(block, x, CBLOCK_PLACE); store<i32>(block, y, CBLOCK_PLACE + 4); store<i32>(block, z, CBLOCK_PLACE + 8);
  return next;
}

/** Puts the blocks that a point reaches in `near`; false if they are those of the point before. Cells belong to their lowest corner. */
@inline function isElsewhere(point: usize, flat: bool): bool {
  const R = load<f32>(point, POINT_REACH);
  const x = load<f32>(point, POINT_PLACE), y = load<f32>(point, POINT_PLACE + 4), z = load<f32>(point, POINT_PLACE + 8);
  const a = <i32>floor<f32>(x - R) >> 3, b = <i32>floor<f32>(x + R) >> 3, c = <i32>floor<f32>(y - R) >> 3, d = <i32>floor<f32>(y + R) >> 3;
  const e: i32 = flat ? 0 : <i32>floor<f32>(z - R) >> 3, f: i32 = flat ? 0 : <i32>floor<f32>(z + R) >> 3;
  if (a == x0 && b == x1 && c == y0 && d == y1 && e == z0 && f == z1) return false;
  x0 = a; x1 = b; y0 = c; y1 = d; z0 = e; z1 = f;
  return true;
}

/** Looks all blocks of the range up; `isNew`: adds those that are not there. */
function look(isNew: bool): void {
  nearCount = 0;
  for (let z = z0; z <= z1; z++)
    for (let y = y0; y <= y1; y++)
      for (let x = x0; x <= x1; x++) {
        const block = isNew ? addBlock(x, y, z) : findBlock(x, y, z);
        if (block >= 0 && nearCount < MOST) {
          store<i32>(near + (<usize>nearCount << 2), block);
          nearCount++;
        }
      }
}

/** Finds the blocks, and counts the points of each. */
export function countEntries(task: i32): void {
  memory.fill(address(AT_CAPILLARY_TABLE), 0, (<usize>int(CAPILLARY_MASK) + 1) << 2);
  store<i32>(CAPILLARY_BLOCKS, 0);
  x1 = i32.MIN_VALUE;
  const points = int(COUNT) * int(CAPILLARY_SLOTS), flat = int(CAPILLARY_FLAT) == 1;
  let entries = 0;
  for (let n = 0; n < points; n++) {
    const point = address(AT_CAPILLARY_POINT) + <usize>n * POINT_BYTES;
    if (load<f32>(point, POINT_SQUARE) == 0) continue;
    if (isElsewhere(point, flat)) look(true);
    for (let k = 0; k < nearCount; k++) {
      const block = blockAt(load<i32>(near + (<usize>k << 2)));
      store<i32>(block, load<i32>(block, CBLOCK_COUNT) + 1, CBLOCK_COUNT);
    }
    entries += nearCount;
  }
  store<i32>(CAPILLARY_ENTRIES, entries);
}

/** Writes the points of the blocks, each in the order of points. */
export function fillEntries(task: i32): void {
  const blocks = int(CAPILLARY_BLOCKS), points = int(COUNT) * int(CAPILLARY_SLOTS), flat = int(CAPILLARY_FLAT) == 1;
  let next: i32 = 0;
  for (let b = 0; b < blocks; b++) {
    store<i32>(blockAt(b), next, CBLOCK_BEGIN);
    next += load<i32>(blockAt(b), CBLOCK_COUNT);
  }
  x1 = i32.MIN_VALUE;
  for (let n = 0; n < points; n++) {
    const point = address(AT_CAPILLARY_POINT) + <usize>n * POINT_BYTES;
    if (load<f32>(point, POINT_SQUARE) == 0) continue;
    if (isElsewhere(point, flat)) look(false);
    for (let k = 0; k < nearCount; k++) {
      const block = blockAt(load<i32>(near + (<usize>k << 2))), filled = load<i32>(block, CBLOCK_FILLED);
      store<i32>(address(AT_CAPILLARY_ENTRY) + (<usize>(load<i32>(block, CBLOCK_BEGIN) + filled) << 2), n);
      store<i32>(block, filled + 1, CBLOCK_FILLED);
    }
  }
}
