// The blocks that the surface may run through: which there are, which need values, and where their vertices go. Serial and linear.

import {
  AT_BIN_KEY, AT_BIN_START, AT_BLOCK_KEY, AT_BLOCK_STATE, AT_BLOCK_TABLE, AT_COUNTS, AT_SORTED, AT_VALUES, AT_WORK, BINS, BLOCK_NODES,
  BLOCK_ROOM, BLOCK_TABLE_BITS, BLOCK_VOLUME, BLOCKS, COUNT_BYTES, DEPTH, ELEMENTS, PARTICLE_BYTES, PARTICLE_RADIUS, STATE_INSIDE,
  STATE_NEW, STATE_OUTSIDE, STATE_WANTED, VERTICES, WORK,
} from '../../src/surface/layout';
import { address, int } from '../context';
import { floorOf } from './bins';
import { BLOCK_LEVEL, find, findOrAdd, keyOf, keyX, keyY, keyZ } from './table';

/** Lists every block within reach of a particle and one node more. Returns how many, or −1 when they do not fit. */
export function collectBlocks(): i32 {
  const bins = int(BINS), flat = int(DEPTH) == 1, room = int(BLOCK_ROOM), table = address(AT_BLOCK_TABLE), bits = int(BLOCK_TABLE_BITS);
  const start = address(AT_BIN_START), keys = address(AT_BLOCK_KEY);
  let blocks = 0;
  for (let bin = 0; bin < bins; bin++) {
    const at = start + (<usize>bin << 2);
    measureBin(load<i32>(at), load<i32>(at, 4));
    for (let z = flat ? 0 : blockOf(lowZ); z <= (flat ? 0 : blockOf(highZ)); z++) {
      for (let y = blockOf(lowY); y <= blockOf(highY); y++) {
        for (let x = blockOf(lowX); x <= blockOf(highX); x++) {
          const key = keyOf(BLOCK_LEVEL, x, y, z);
          if (findOrAdd(table, bits, key, blocks) != blocks) continue;
          if (blocks == room) return -1;
          store<u64>(keys + (<usize>blocks << 3), key);
          blocks++;
        }
      }
    }
  }
  store<i32>(BLOCKS, blocks);
  return blocks;
}

let lowX: f32 = 0, lowY: f32 = 0, lowZ: f32 = 0, highX: f32 = 0, highY: f32 = 0, highZ: f32 = 0;

@inline function blockOf(x: f32): i32 { return floorOf(x / <f32>BLOCK_NODES); }

/** Box around what the particles of a bin reach, and one node more. */
function measureBin(begin: i32, end: i32): void {
  lowX = lowY = lowZ = f32.MAX_VALUE;
  highX = highY = highZ = -f32.MAX_VALUE;
  for (let p = begin; p < end; p++) {
    const record = address(AT_SORTED) + <usize>p * PARTICLE_BYTES, reach = load<f32>(record, PARTICLE_RADIUS) + 1;
    const x = load<f32>(record), y = load<f32>(record, 4), z = load<f32>(record, 8);
    lowX = min(lowX, x - reach);
    lowY = min(lowY, y - reach);
    lowZ = min(lowZ, z - reach);
    highX = max(highX, x + reach);
    highY = max(highY, y + reach);
    highZ = max(highZ, z + reach);
  }
}

@inline export function stateOf(block: i32): i32 {
  return block < 0 ? STATE_OUTSIDE : load<i32>(address(AT_BLOCK_STATE) + (<usize>block << 2));
}

/** The block (a, b, c) blocks away from a key, or −1. */
@inline export function neighborOf(key: u64, a: i32, b: i32, c: i32): i32 {
  return find(address(AT_BLOCK_TABLE), int(BLOCK_TABLE_BITS), keyOf(BLOCK_LEVEL, keyX(key) + a, keyY(key) + b, keyZ(key) + c));
}

@inline function want(block: i32): void {
  const place = int(WORK);
  store<i32>(address(AT_WORK) + (<usize>place << 2), block);
  store<i32>(WORK, place + 1);
}

/** Puts every block that is neither inside nor outside on the work list. Returns the length of the list. */
export function listNewBlocks(): i32 {
  const blocks = int(BLOCKS);
  for (let block = 0; block < blocks; block++) if (stateOf(block) == STATE_NEW) want(block);
  return int(WORK);
}

/**
 * Looks from the blocks of the work list, from `place` on, at their neighbors without values: where the signs differ the surface goes on
 * there, and the neighbor is put on the list. A block inside and one outside never touch: they share a sample. Returns the length of
 * the list; when it does not grow the surface is closed.
 */
export function activateNeighbors(place: i32): i32 {
  const flat = int(DEPTH) == 1, end = int(WORK);
  for (; place < end; place++) {
    const block = load<i32>(address(AT_WORK) + (<usize>place << 2));
    if (stateOf(block) != place) continue;
    const key = load<u64>(address(AT_BLOCK_KEY) + (<usize>block << 3)), values = address(AT_VALUES) + <usize>place * (BLOCK_VOLUME << 2);
    for (let c = flat ? 0 : -1; c <= (flat ? 0 : 1); c++) {
      for (let b = -1; b <= 1; b++) {
        for (let a = -1; a <= 1; a++) {
          const other = neighborOf(key, a, b, c), state = stateOf(other);
          if (other < 0 || (state != STATE_INSIDE && state != STATE_OUTSIDE)) continue;
          if (sideAgrees(values, a, b, flat ? 0 : c, flat, state == STATE_INSIDE)) continue;
          store<i32>(address(AT_BLOCK_STATE) + (<usize>other << 2), STATE_WANTED);
          want(other);
        }
      }
    }
  }
  return int(WORK);
}

/** Whether the nodes of a block that touch the neighbor (a, b, c) are all inside, or all outside. */
export function sideAgrees(values: usize, a: i32, b: i32, c: i32, flat: bool, inside: bool): bool {
  const last = BLOCK_NODES - 1;
  const z0 = c > 0 ? last : 0, z1 = flat || c < 0 ? 0 : last;
  for (let z = z0; z <= z1; z++)
    for (let y = b > 0 ? last : 0; y <= (b < 0 ? 0 : last); y++)
      for (let x = a > 0 ? last : 0; x <= (a < 0 ? 0 : last); x++)
        if (load<f32>(values + (<usize>(z << 6 | y << 3 | x) << 2)) > 0 != inside) return false;
  return true;
}

/** Gives the vertices and elements of every block their numbers, in the order of the work list. */
export function numberVertices(): void {
  const end = int(WORK), counts = address(AT_COUNTS);
  let vertices = 0, elements = 0;
  for (let place = 0; place < end; place++) {
    const at = counts + <usize>place * COUNT_BYTES;
    store<i32>(at, vertices, 8);
    store<i32>(at, elements, 12);
    vertices += load<i32>(at);
    elements += load<i32>(at, 4);
  }
  store<i32>(VERTICES, vertices);
  store<i32>(ELEMENTS, elements);
}
