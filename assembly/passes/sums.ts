// Where pair passes add: rows of 16 bytes or several of them, for the particle in hand and for its four neighbors.

import { AT_RECORD, RECORD_SHIFT } from '../../src/wasm/layout';
import { address } from '../context';
import { add, high, highPair, low, lowPair } from '../math/simd';
import { FourPairs } from './four-pairs';

/** Binary logarithms of the bytes of a row: 16, 32 or 64. */
export const ROW: usize = 4, LONG_ROW: usize = 5, LONGEST_ROW: usize = 6;

/** What leads from records to the rows of another array: `rowOf` adds the place of a record to it. */
@inline export function besideRecords(slot: usize, size: usize): usize {
  return address(slot) - (address(AT_RECORD) >> (RECORD_SHIFT - size));
}

/** Row of 16 bytes of a record; `rows` from `besideRecords`. */
@inline export function rowOf(record: usize, rows: usize): usize { return rows + (record >> (RECORD_SHIFT - ROW)); }
/** Row of 32 bytes of a record. */
@inline export function longRowOf(record: usize, rows: usize): usize { return rows + (record >> (RECORD_SHIFT - LONG_ROW)); }
/** Row of 64 bytes of a record. */
@inline export function longestRowOf(record: usize, rows: usize): usize { return rows + (record >> (RECORD_SHIFT - LONGEST_ROW)); }

/** Adds (x, y, z, w) of four pairs to the 16-byte rows of their neighbors. */
@inline export function addThere<W>(four: FourPairs<W>, rows: usize, x: v128, y: v128, z: v128, w: v128): void {
  scatter(x, y, z, w, rowOf(four.j0, rows), rowOf(four.j1, rows), rowOf(four.j2, rows), rowOf(four.j3, rows));
}

/** Adds (x, y, z, w) of four pairs to four rows. */
@inline export function scatter(x: v128, y: v128, z: v128, w: v128, r0: usize, r1: usize, r2: usize, r3: usize): void {
  const t0 = low(x, y), t1 = high(x, y), t2 = low(z, w), t3 = high(z, w);
  v128.store(r0, add(v128.load(r0), lowPair(t0, t2)));
  v128.store(r1, add(v128.load(r1), highPair(t0, t2)));
  v128.store(r2, add(v128.load(r2), lowPair(t1, t3)));
  v128.store(r3, add(v128.load(r3), highPair(t1, t3)));
}

/** Adds the four lanes of x, y, z, w to one row. */
@inline export function addRow(row: usize, x: v128, y: v128, z: v128, w: v128): void {
  const t0 = low(x, y), t1 = high(x, y), t2 = low(z, w), t3 = high(z, w);
  v128.store(row, add(v128.load(row), add(add(lowPair(t0, t2), highPair(t0, t2)), add(lowPair(t1, t3), highPair(t1, t3)))));
}
