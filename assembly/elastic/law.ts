// What the passes of elastic solids read of a particle.

import { AT_NODE, AT_SUBSTANCE, ELASTIC_BYTES, ELASTIC_TABLE } from '../../src/wasm/layout';
import { address } from '../context';

/** The law of the substance of particle i. */
@inline export function lawOf(i: i32): usize {
  return ELASTIC_TABLE + <usize>load<u32>(address(AT_SUBSTANCE) + (<usize>i << 2)) * ELASTIC_BYTES;
}

/** Number of particle i in the order of nodes; negative if it belongs to no solid. */
@inline export function nodeOf(i: i32): i32 {
  return load<i32>(address(AT_NODE) + (<usize>i << 2)) - 1;
}
