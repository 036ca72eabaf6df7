// Where the passes of the system add one number: what motions so far compress, and with it the density.

import { AT_RATE, AT_RECORD, RECORD_SHIFT } from '../../src/wasm/layout';
import { address } from '../context';

/** What leads from records to rates: `rateOfRecord` adds the place of a record to it. */
@inline export function besideRates(): usize { return address(AT_RATE) - (address(AT_RECORD) >> (RECORD_SHIFT - 2)); }
/** Rate of a record. */
@inline export function rateOfRecord(record: usize, rates: usize): usize { return rates + (record >> (RECORD_SHIFT - 2)); }

/** Adds to a rate. */
@inline export function giveRate(rate: usize, q: f32): void { store<f32>(rate, load<f32>(rate) + q); }

/** Adds the numbers of four pairs to the rates of their neighbors. */
@inline export function giveRates(q: v128, r0: usize, r1: usize, r2: usize, r3: usize): void {
  giveRate(r0, f32x4.extract_lane(q, 0));
  giveRate(r1, f32x4.extract_lane(q, 1));
  giveRate(r2, f32x4.extract_lane(q, 2));
  giveRate(r3, f32x4.extract_lane(q, 3));
}
