// What the passes of elastic solids read of a particle.

import { AT_NODE, AT_NODE_PARTICLE, AT_SUBSTANCE, ELASTIC_BYTES, ELASTIC_TABLE, NODE_COUNT } from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int } from '../context';

/** The law of the substance of particle i. */
@inline export function lawOf(i: i32): usize {
  return ELASTIC_TABLE + <usize>load<u32>(address(AT_SUBSTANCE) + (<usize>i << 2)) * ELASTIC_BYTES;
}

/** Number of particle i in the order of nodes; negative if it belongs to no solid. */
@inline export function nodeOf(i: i32): i32 {
  return load<i32>(address(AT_NODE) + (<usize>i << 2)) - 1;
}

/** First node of a chunk, and one past its last. Passes over links go by nodes: links stand in that order, and are most of the memory. */
@inline export function nodesBegin(chunk: i32): i32 { return chunkBegin(chunk); }
@inline export function nodesEnd(chunk: i32): i32 { return min(chunkEnd(chunk), int(NODE_COUNT)); }

/** The particle that node n is. */
@inline export function particleOf(n: i32): i32 { return load<i32>(address(AT_NODE_PARTICLE) + (<usize>n << 2)); }
