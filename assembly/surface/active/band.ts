// Which blocks have values of f: those that the band runs through or touches. The rest is constant: blocks listed as inside, or not
// listed and outside. Serial and linear; new blocks come in the order of the places of those that asked for them.

import {
  ACTIVE_REPORT_BYTES, AT_ACTIVE_REPORT, AT_FIELD_KEY, AT_FIELD_STATE, AT_FIELD_TABLE, AT_FIELD_VALUES, AT_NODE_SPEED, AT_SPEED, BAND,
  FIELD_BLOCKS, FIELD_SLOPE, FIELD_TABLE_BITS, GOAL_FAR, NO_SPEED, PLACE_ROOM, REPORT_AREA, REPORT_BITS, REPORT_COUNT, REPORT_SUM,
  REPORT_VOLUME,
} from '../../../src/surface/active-layout';
import {
  AT_BLOCK_KEY, AT_BLOCK_STATE, AT_BLOCK_TABLE, AT_VALUES, AT_WORK, BLOCK_ROOM, BLOCK_TABLE_BITS, BLOCK_VOLUME, BLOCKS, DEPTH,
  STATE_INSIDE, STATE_OUTSIDE, WORK,
} from '../../../src/surface/layout';
import { address, int, real } from '../../context';
import { sideAgrees, stateOf } from '../blocks';
import { find, findOrAdd } from '../table';

const BLOCK_BYTES: usize = BLOCK_VOLUME << 2;
/** f two voxels away: more than the surface ever lags behind a body, less than a drop that it has lost. */
const OUT_OF_REACH: f32 = 0.66;

@inline function keyOfBlock(block: i32): u64 { return load<u64>(address(AT_BLOCK_KEY) + (<usize>block << 3)); }
@inline function blockAt(place: i32): i32 { return load<i32>(address(AT_WORK) + (<usize>place << 2)); }
@inline function reportOf(place: i32): usize { return address(AT_ACTIVE_REPORT) + <usize>place * ACTIVE_REPORT_BYTES; }
@inline function nodesOfBlock(): i32 { return int(DEPTH) << 6; }
/** The block with a key, or −1. */
@inline function blockWith(key: u64): i32 { return find(address(AT_BLOCK_TABLE), int(BLOCK_TABLE_BITS), key); }

/** Fills the table from the list of blocks. */
export function indexBlocks(): void {
  const blocks = int(BLOCKS);
  for (let block = 0; block < blocks; block++) findOrAdd(address(AT_BLOCK_TABLE), int(BLOCK_TABLE_BITS), keyOfBlock(block), block);
}

/** Lists a block. Returns false when there is no room. */
function listBlock(key: u64, state: i32): bool {
  const block = int(BLOCKS);
  if (block == int(BLOCK_ROOM)) return false;
  findOrAdd(address(AT_BLOCK_TABLE), int(BLOCK_TABLE_BITS), key, block);
  store<u64>(address(AT_BLOCK_KEY) + (<usize>block << 3), key);
  store<i32>(address(AT_BLOCK_STATE) + (<usize>block << 2), state);
  store<i32>(BLOCKS, block + 1);
  return true;
}

@inline function fill(values: usize, value: f32): void {
  for (let at: usize = 0; at < <usize>nodesOfBlock() << 2; at += 16) v128.store(values + at, f32x4.splat(value));
}

/** Gives a block values if it has none, as it is now: all inside or all outside. Returns false when there is no room. */
function giveValues(key: u64): bool {
  let block = blockWith(key);
  const state = stateOf(block), place = int(WORK);
  if (state >= 0) return true;
  if (place == int(PLACE_ROOM) || (block < 0 && !listBlock(key, STATE_OUTSIDE))) return false;
  if (block < 0) block = int(BLOCKS) - 1;
  const sign: f32 = state == STATE_INSIDE ? 1 : -1, offset = <usize>place * BLOCK_BYTES;
  fill(address(AT_VALUES) + offset, sign);
  fill(address(AT_SPEED) + offset, <f32>GOAL_FAR);
  fill(address(AT_NODE_SPEED) + offset, <f32>NO_SPEED);
  store<f64>(reportOf(place), state == STATE_INSIDE ? <f64>nodesOfBlock() : 0, REPORT_VOLUME);
  store<i32>(reportOf(place), 0, REPORT_BITS);
  store<i32>(reportOf(place), 0, REPORT_AREA);
  store<f32>(reportOf(place), 0, REPORT_SUM);
  store<i32>(reportOf(place), 0, REPORT_COUNT);
  store<i32>(address(AT_WORK) + (<usize>place << 2), block);
  store<i32>(address(AT_BLOCK_STATE) + (<usize>block << 2), place);
  store<i32>(WORK, place + 1);
  return true;
}

/** The key of the neighbor on a side: below and above along x, y, z. */
@inline function keyBeside(key: u64, side: i32): u64 {
  const one = <u64>1 << <u64>(40 - 20 * (side >> 1));
  return side & 1 ? key + one : key - one;
}

/** Gives values to the blocks that the band touches. Returns false when there is no room; it can then be called again. */
export function growBand(): bool {
  const end = int(WORK);
  for (let place = 0; place < end; place++) {
    const bits = load<i32>(reportOf(place), REPORT_BITS) & 63;
    if (bits == 0) continue;
    const key = keyOfBlock(blockAt(place));
    for (let side = 0; side < 6; side++) if (bits >> side & 1 && !giveValues(keyBeside(key, side))) return false;
  }
  return true;
}

/** V, voxels. */
export function bandVolume(): f64 {
  const places = int(WORK), blocks = int(BLOCKS);
  let sum: f64 = 0;
  for (let place = 0; place < places; place++) sum += load<f64>(reportOf(place), REPORT_VOLUME);
  let inside = 0;
  for (let block = 0; block < blocks; block++) inside += stateOf(block) == STATE_INSIDE ? 1 : 0;
  return sum + <f64>inside * <f64>nodesOfBlock();
}

/** Area of the surface, squares of voxels. */
export function bandArea(): f64 {
  let sum = 0;
  for (let place = 0; place < int(WORK); place++) sum += load<i32>(reportOf(place), REPORT_AREA);
  return <f64>sum;
}

/**
 * Where f says far outside and the field of the particles says inside by more than `excess`, or the other way round, f is taken from
 * the field, and where there are no particles there is no surface: the substance has appeared or vanished there, and no surface can
 * have followed it. Returns how many blocks have changed, or −1 when there is no room; it can then be called again.
 */
export function seedBand(excess: f32): i32 {
  const fields = int(FIELD_BLOCKS);
  let changed = 0;
  for (let field = 0; field < fields; field++) {
    const key = load<u64>(address(AT_FIELD_KEY) + (<usize>field << 3));
    const fieldState = load<i32>(address(AT_FIELD_STATE) + (<usize>field << 2));
    const state = stateOf(blockWith(key));
    if (fieldState == STATE_INSIDE && state == STATE_OUTSIDE) {
      if (!listInside(key)) return -1;
      changed++;
    } else if (fieldState == STATE_INSIDE && state >= 0) changed += fillOutside(state);
    else if (fieldState >= 0) {
      const from = address(AT_FIELD_VALUES) + <usize>fieldState * BLOCK_BYTES;
      if (state < 0 && !contradicts(from, state == STATE_INSIDE ? 1 : -1, excess)) continue;
      if (!giveValues(key)) return -1;
      changed += takeField(from, address(AT_VALUES) + <usize>stateOf(blockWith(key)) * BLOCK_BYTES, excess);
    }
  }
  changed += wipe();
  if (changed > 0 && !mendBand()) return -1;
  return changed;
}

/** Makes outside what f calls inside where no particle reaches, and what it calls far inside where the field is far below the level. */
function wipe(): i32 {
  const blocks = int(BLOCKS);
  let changed = 0;
  for (let block = 0; block < blocks; block++) {
    const field = find(address(AT_FIELD_TABLE), int(FIELD_TABLE_BITS), keyOfBlock(block)), state = stateOf(block);
    const known = field >= 0;
    if (state == STATE_OUTSIDE || (known && load<i32>(address(AT_FIELD_STATE) + (<usize>field << 2)) != STATE_OUTSIDE)) continue;
    if (state == STATE_INSIDE) store<i32>(address(AT_BLOCK_STATE) + (<usize>block << 2), STATE_OUTSIDE);
    else if (reaches(state, known ? 1 : f32.MIN_VALUE)) fill(address(AT_VALUES) + <usize>state * BLOCK_BYTES, -1);
    else continue;
    changed++;
  }
  return changed;
}

/** Whether f is at least `bound` at some node. */
function reaches(place: i32, bound: f32): bool {
  const values = address(AT_VALUES) + <usize>place * BLOCK_BYTES;
  for (let node = 0; node < nodesOfBlock(); node++) if (load<f32>(values + (<usize>node << 2)) >= bound) return true;
  return false;
}

/** Makes a block that is outside one that is inside. */
@inline function listInside(key: u64): bool {
  const block = blockWith(key);
  if (block < 0) return listBlock(key, STATE_INSIDE);
  store<i32>(address(AT_BLOCK_STATE) + (<usize>block << 2), STATE_INSIDE);
  return true;
}

/** Nodes far outside in a block that the particles fill. */
function fillOutside(place: i32): i32 {
  const values = address(AT_VALUES) + <usize>place * BLOCK_BYTES;
  let changed = 0;
  for (let node = 0; node < nodesOfBlock(); node++) {
    const at = values + (<usize>node << 2);
    if (load<f32>(at) > -1) continue;
    store<f32>(at, 1);
    changed = 1;
  }
  return changed;
}

/** Whether the field says the opposite of a constant f somewhere. */
function contradicts(from: usize, f: f32, excess: f32): bool {
  for (let node = 0; node < nodesOfBlock(); node++) if (-f * load<f32>(from + (<usize>node << 2)) > excess) return true;
  return false;
}

/** Takes f from the field in a block where one contradicts the other. */
function takeField(from: usize, to: usize, excess: f32): i32 {
  let more = false, less = false;
  for (let node = 0; node < nodesOfBlock(); node++) {
    const f = load<f32>(to + (<usize>node << 2)), field = load<f32>(from + (<usize>node << 2));
    more = more || (f < -OUT_OF_REACH && field > excess);
    less = less || (f == 1 && field < -excess);
  }
  if (!more && !less) return 0;
  const scale = <f32>(1 / (real(FIELD_SLOPE) * BAND));
  for (let node = 0; node < nodesOfBlock(); node++) {
    const at = to + (<usize>node << 2), wanted = max<f32>(-1, min<f32>(1, scale * load<f32>(from + (<usize>node << 2))));
    let f = load<f32>(at);
    if (more) f = max(f, wanted);
    if (less) f = min(f, wanted);
    store<f32>(at, f);
  }
  return 1;
}

/** Gives values to blocks without, wherever f changes its sign on the way to a neighbor. Returns false when there is no room. */
function mendBand(): bool {
  const flat = int(DEPTH) == 1, blocks = int(BLOCKS), sides = flat ? 4 : 6;
  for (let block = 0; block < blocks; block++) {
    const key = keyOfBlock(block);
    for (let side = 0; side < sides; side++) {
      const beside = keyBeside(key, side), other = stateOf(blockWith(beside)), state = stateOf(block);
      if (other >= 0 || state == STATE_OUTSIDE) continue;
      const a = side >> 1 == 0 ? 2 * (side & 1) - 1 : 0, b = side >> 1 == 1 ? 2 * (side & 1) - 1 : 0;
      const c = side >> 1 == 2 ? 2 * (side & 1) - 1 : 0;
      const agrees = state == STATE_INSIDE ? other == STATE_INSIDE
        : sideAgrees(address(AT_VALUES) + <usize>state * BLOCK_BYTES, a, b, c, flat, other == STATE_INSIDE);
      if (!agrees && !(giveValues(key) && giveValues(beside))) return false;
    }
  }
  return true;
}
