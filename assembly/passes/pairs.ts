// What all pair passes share: the slabs they work on, and where a neighbor's sum stands.
// A slab writes to its own particles and to those of the next slab only, so slabs of one color never write to the same place, and
// the order of additions to a particle is fixed by (color, slab), never by the number of threads.

import { AT_CELL_START, CELLS_PER_SLAB, COLOR, SLABS } from '../../src/wasm/layout';
import { address, int } from '../context';

/** Slab of a task: even slabs have color 0, odd ones 1; the last of an odd ring has color 2. */
@inline export function slabOf(task: i32): i32 {
  const color = int(COLOR);
  return color == 2 ? int(SLABS) - 1 : 2 * task + color;
}

/** First particle of a slab in the sorted order. */
@inline export function slabBegin(slab: i32): i32 {
  return load<i32>(address(AT_CELL_START) + (<usize>(slab * int(CELLS_PER_SLAB)) << 2));
}

/** Address of the 16-byte sum that belongs to a record. */
@inline export function sumOf(record: usize, records: usize, sums: usize): usize {
  return sums + ((record - records) >> 2);
}
