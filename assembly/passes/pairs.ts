// What all pair passes share: the slabs they work on.
// A task is a group of consecutive slabs, taken in order: the slab that was just written to as the next one is then at hand in the
// cache. A group writes to its own particles and to those of the slab after it only, so groups of one color never write to the same
// place, and the order of additions to a particle is fixed by (color, slab), never by the number of threads.

import { AT_CELL_START, CELLS_PER_SLAB, COLOR, SLAB_GROUPS, SLABS, SLABS_PER_GROUP } from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int } from '../context';

/** Group of a task: even groups have color 0, odd ones 1; the last of an odd ring has color 2. */
@inline export function groupOf(task: i32): i32 {
  const color = int(COLOR);
  return color == 2 ? int(SLAB_GROUPS) - 1 : 2 * task + color;
}

/** Each pair once: a task is a group of slabs. */
@unmanaged export class EachPair {
  @inline get gathers(): bool { return false; }
  @inline get corrected(): bool { return false; }
  @inline get uneven(): bool { return false; }
  @inline get sized(): bool { return false; }
}
/** Each pair once, where substances are of very different density. */
@unmanaged export class EachUnevenPair {
  @inline get gathers(): bool { return false; }
  @inline get sized(): bool { return false; }
  @inline get corrected(): bool { return false; }
  @inline get uneven(): bool { return true; }
}
/** Each pair once, with a pressure force that is corrected. [ADR 38] */
@unmanaged export class EachCorrectedPair {
  @inline get gathers(): bool { return false; }
  @inline get corrected(): bool { return true; }
  @inline get uneven(): bool { return false; }
  @inline get sized(): bool { return false; }
}
/** Each pair once, in an adaptive world. */
@unmanaged export class EachSizedPair {
  @inline get gathers(): bool { return false; }
  @inline get corrected(): bool { return false; }
  @inline get uneven(): bool { return false; }
  @inline get sized(): bool { return true; }
}
/** All neighbors of the active particles: a task is a chunk. */
@unmanaged export class Gather {
  @inline get gathers(): bool { return true; }
  @inline get sized(): bool { return true; }
  @inline get corrected(): bool { return false; }
  @inline get uneven(): bool { return false; }
}
/** The same where substances are of very different density. */
@unmanaged export class GatherUneven {
  @inline get gathers(): bool { return true; }
  @inline get sized(): bool { return true; }
  @inline get corrected(): bool { return false; }
  @inline get uneven(): bool { return true; }
}

/** First particle of a task. */
@inline export function taskBegin<M>(task: i32): i32 {
  return changetype<M>(0).gathers ? chunkBegin(task) : groupBegin(groupOf(task));
}
/** One past the last particle of a task. */
@inline export function taskEnd<M>(task: i32): i32 {
  return changetype<M>(0).gathers ? chunkEnd(task) : groupBegin(groupOf(task) + 1);
}

/** First particle of a group in the sorted order. */
@inline export function groupBegin(group: i32): i32 {
  const slab = min(group * int(SLABS_PER_GROUP), int(SLABS));
  return load<i32>(address(AT_CELL_START) + (<usize>(slab * int(CELLS_PER_SLAB)) << 2));
}
