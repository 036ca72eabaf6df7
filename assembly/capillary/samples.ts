// The samples of a surface: corners on edges from one node of the grid are one of them. A block has its samples on a page of its own.

import {
  AT_CAPILLARY_MARK, AT_CAPILLARY_SAMPLE, CAPILLARY_MARK_BYTES, CAPILLARY_NEXT_PAGE, CAPILLARY_NODES, CAPILLARY_PAGES, CBLOCK_PAGE,
  CBLOCK_SAMPLES, SAMPLE_BYTES, SAMPLE_FORCE, SAMPLE_PLACE,
} from '../../src/wasm/layout';
import { address, int } from '../context';
import { add } from '../math/simd';
import { blockAt } from './bins';

/** Numbers of the samples of nodes, and behind them a bit for each node that has one: a byte is a row. */
@inline export function marksOf(block: i32): usize { return address(AT_CAPILLARY_MARK) + <usize>block * CAPILLARY_MARK_BYTES; }

/** The rows of bits. */
@inline export function bitsOf(block: i32): usize { return marksOf(block) + (CAPILLARY_NODES << 1); }

/** A sample of a block by its number, from 0 on. */
@inline export function sampleOf(block: i32, n: i32): usize { return load<usize>(blockAt(block), CBLOCK_PAGE) + <usize>n * SAMPLE_BYTES; }

/** The sample of a node of a block, a new one if it has none; 0 if there is no page left. */
export function sampleAt(b: i32, node: i32): usize {
  const mark = marksOf(b) + (<usize>node << 1), known = <i32>load<u16>(mark);
  if (known > 0) return sampleOf(b, known - 1);
  const block = blockAt(b), n = load<i32>(block, CBLOCK_SAMPLES);
  if (n == 0 && !takePage(block)) return 0;
  store<i32>(block, n + 1, CBLOCK_SAMPLES);
  store<u16>(mark, <u16>(n + 1));
  const bits = bitsOf(b) + (<usize>node >> 3);
  store<u8>(bits, load<u8>(bits) | (<u8>1 << <u8>(node & 7)));
  const sample = sampleOf(b, n);
  memory.fill(sample, 0, SAMPLE_BYTES);
  return sample;
}

/** Gives a block a page. Which one it is matters to nobody. */
function takePage(block: usize): bool {
  const page = atomic.add<i32>(CAPILLARY_NEXT_PAGE, 1);
  if (page >= int(CAPILLARY_PAGES)) return false;
  store<usize>(block, address(AT_CAPILLARY_SAMPLE) + <usize>page * (CAPILLARY_NODES * SAMPLE_BYTES), CBLOCK_PAGE);
  return true;
}

/** Notes a corner of the surface at a place in nodes of the block of the sample; the last number is 1. */
@inline export function addCorner(sample: usize, place: v128): void {
  v128.store(sample, add(v128.load(sample, SAMPLE_PLACE), place), SAMPLE_PLACE);
}

/** Adds a force in whole quanta; the last number is 0. */
@inline export function addForce(sample: usize, force: v128): void {
  v128.store(sample, add(v128.load(sample, SAMPLE_FORCE), force), SAMPLE_FORCE);
}
