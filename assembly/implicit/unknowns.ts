// What the products of a solve read and add to: 32 bytes of a particle, beside each other, so that one address and half of a cache line
// serve for all of a neighbor. [ADR 43]
//   x y z unknown | force or motion, rate
// Tried: in the records themselves, where no address is computed at all; products took .92 of the time with 18,400 particles, but 1.3 times
// with 96,000, since two slabs of records are more than the cache next to a core.

import { AT_UNKNOWNS } from '../../src/wasm/layout';
import { address } from '../context';
import { besideRecords, LONG_ROW } from '../passes/sums';

/** The unknown that a product is made of, after the place. */
export const UNKNOWN: usize = 12;
/** Force of the unknowns, over PAIR_UNIT; a fourth number of no use stands behind it. */
export const FORCE: usize = 16;
/** The velocity or acceleration that rates are made of, where the force was. */
export const MOTION: usize = 16;
/** −Σ k u·x, over PAIR_UNIT, behind the motion. */
export const RATE: usize = 28;

/** Unknowns of particle i. */
@inline export function unknownsOf(i: i32): usize { return address(AT_UNKNOWNS) + (<usize>i << LONG_ROW); }
/** What leads from records to unknowns: `longRowOf` adds the place of a record to it. */
@inline export function besideUnknowns(): usize { return besideRecords(AT_UNKNOWNS, LONG_ROW); }
