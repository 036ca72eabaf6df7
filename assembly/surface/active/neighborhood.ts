// A block of f and one node around it, copied into this thread's scratch: what differences need. Blocks that are not there are constant.

import { AROUND_BYTES, AT_AROUND, AT_TILES } from '../../../src/surface/active-layout';
import { AT_BLOCK_KEY, AT_WORK, BLOCK_VOLUME, DEPTH, STATE_INSIDE } from '../../../src/surface/layout';
import { address, int } from '../../context';
import { neighborOf, stateOf } from '../blocks';
import { spareScratch } from '../gather';

/** Bytes between rows and between layers of the copy: a row holds x from −1 to 8, with x = 0 on a 16-byte boundary. */
export const ROW: usize = 64;
export const LAYER: usize = 640;
const BLOCK_BYTES: usize = BLOCK_VOLUME << 2;

/** The copy in this thread's scratch, and the states of the 27 blocks around, i32. */
let nodes: usize = 0, around: usize = 0;

/** Address of a node of the copy; every coordinate from −1 to 8. */
@inline export function nodeOf(x: i32, y: i32, z: i32): usize { return nodes + <usize>(((z + 1) * 10 + y + 1) * <i32>ROW + 16 + (x << 2)); }
/** Scratch behind the copy. */
@inline export function behindNodes(): usize { return nodes + 10 * LAYER; }

/** State of the block (a, b, c) blocks away, each from −1 to 1. */
@inline export function stateAround(a: i32, b: i32, c: i32): i32 { return load<i32>(around + (<usize>(a + 3 * b + 9 * c + 13) << 2)); }

/** Finds the blocks around the one at a place. */
export function findAround(place: i32): void {
  const flat = int(DEPTH) == 1, block = load<i32>(address(AT_WORK) + (<usize>place << 2));
  const to = address(AT_AROUND) + <usize>place * AROUND_BYTES;
  const key = load<u64>(address(AT_BLOCK_KEY) + (<usize>block << 3));
  for (let c = flat ? 0 : -1; c <= (flat ? 0 : 1); c++)
    for (let b = -1; b <= 1; b++)
      for (let a = -1; a <= 1; a++) {
        store<i32>(to + (<usize>(a + 3 * b + 9 * c + 13) << 2), a | b | c ? stateOf(neighborOf(key, a, b, c)) : place);
      }
}

/** Address of the values of a block around, or of a constant block. */
@inline function valuesAround(values: usize, a: i32, b: i32, c: i32): usize {
  const state = stateAround(a, b, c);
  return state >= 0 ? values + <usize>state * BLOCK_BYTES : address(AT_TILES) + (state == STATE_INSIDE ? 0 : BLOCK_BYTES);
}

/** Copies the block at a place and what is around it. */
export function loadNeighborhood(place: i32, values: usize): void {
  nodes = spareScratch();
  around = address(AT_AROUND) + <usize>place * AROUND_BYTES;
  const flat = int(DEPTH) == 1;
  for (let z = flat ? 0 : -1; z <= (flat ? 0 : 8); z++) {
    const c = z >> 3, layer = (z & 7) << 8;
    for (let b = -1; b <= 1; b++) {
      const left = valuesAround(values, -1, b, c) + layer, middle = valuesAround(values, 0, b, c) + layer;
      const right = valuesAround(values, 1, b, c) + layer;
      for (let y = b < 0 ? -1 : b << 3; y <= (b < 0 ? -1 : 7 + b); y++) {
        const from = <usize>(y & 7) << 5, to = nodeOf(0, y, z);
        store<f32>(to - 4, load<f32>(left + from, 28));
        v128.store(to, v128.load(middle + from));
        v128.store(to, v128.load(middle + from, 16), 16);
        store<f32>(to, load<f32>(right + from), 32);
      }
    }
  }
}
