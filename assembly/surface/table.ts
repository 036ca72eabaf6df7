// Places in space as keys, and hash tables from key to number: open addressing, 16 bytes an entry (key + 1, value), never full.
// What a table is asked never depends on the order in which it was filled.

/** Half the range of a coordinate: bins and blocks from −2¹⁹ to 2¹⁹ − 1. */
const HALF: i32 = 1 << 19;
/** The level that stands for blocks; bins have lower ones. */
export const BLOCK_LEVEL: i32 = 15;

/** The key of a place on a level. */
@inline export function keyOf(level: i32, i: i32, j: i32, k: i32): u64 {
  return (<u64>level << 60) | (<u64>(i + HALF) << 40) | (<u64>(j + HALF) << 20) | <u64>(k + HALF);
}
@inline export function keyX(key: u64): i32 { return <i32>(key >> 40 & 0xfffff) - HALF; }
@inline export function keyY(key: u64): i32 { return <i32>(key >> 20 & 0xfffff) - HALF; }
@inline export function keyZ(key: u64): i32 { return <i32>(key & 0xfffff) - HALF; }
@inline export function keyLevel(key: u64): i32 { return <i32>(key >> 60); }

@inline function slotOf(key: u64, bits: i32): u32 { return <u32>(key * 0x9e3779b97f4a7c15 >> <u64>(64 - bits)); }

/** The number of a key, or −1. */
export function find(table: usize, bits: i32, key: u64): i32 {
  const mask: u32 = (1 << bits) - 1;
  let slot = slotOf(key, bits);
  while (true) {
    const entry = table + (<usize>slot << 4), there = load<u64>(entry);
    if (there == key + 1) return load<i32>(entry, 8);
    if (there == 0) return -1;
    slot = slot + 1 & mask;
  }
}

/** The number of a key, which gets `next` if it has none yet. */
export function findOrAdd(table: usize, bits: i32, key: u64, next: i32): i32 {
  const mask: u32 = (1 << bits) - 1;
  let slot = slotOf(key, bits);
  while (true) {
    const entry = table + (<usize>slot << 4), there = load<u64>(entry);
    if (there == key + 1) return load<i32>(entry, 8);
    if (there == 0) {
      store<u64>(entry, key + 1);
      store<i32>(entry, next, 8);
      return next;
    }
    slot = slot + 1 & mask;
  }
}
