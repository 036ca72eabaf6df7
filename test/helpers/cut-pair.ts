// Whether two particles of one body that are neighbors in its reference shape are cut apart, as the pass of contacts sees it.

import type { ParticleSet } from '../../src/particles/particle-set.ts';
import * as at from '../../src/wasm/layout.ts';

/** Whether neither of two neighbors has a gradient at the other. */
export function isCutPair(set: ParticleSet, i: number, j: number): boolean {
  const { u32, f64 } = set.shared;
  if (u32[at.ELASTIC_CUT >> 2] === 0) return false;
  const nodes = set.u32('node'),
    spans = (u32[at.AT_NODE_LINKS >> 2]! >>> 2) + 2 * (nodes[i]! - 1),
    to = nodes[j]! - 1;
  for (let l = u32[spans]!; l < u32[spans + 1]!; l += at.LINK_BYTES)
    for (let lane = 0; lane < 2; lane++) {
      if (u32[(l >>> 2) + lane] !== to) continue;
      for (let k = 2 + lane; k < 14; k += 2) if (f64[(l >>> 3) + k] !== 0) return false;
      return true;
    }
  return false;
}
