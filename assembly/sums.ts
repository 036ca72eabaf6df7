// The sums that pair passes add to.

import { AT_SUM, AT_SUM_XSPH, HAS_XSPH, SUM_SHIFT } from '../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int } from './context';

/** Clears the sums of a chunk. */
export function clearSums(chunk: i32): void {
  const begin = <usize>chunkBegin(chunk), count = <usize>chunkEnd(chunk) - begin;
  memory.fill(address(AT_SUM) + (begin << SUM_SHIFT), 0, count << SUM_SHIFT);
  if (int(HAS_XSPH)) memory.fill(address(AT_SUM_XSPH) + (begin << SUM_SHIFT), 0, count << SUM_SHIFT);
}
