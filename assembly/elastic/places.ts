// Places and velocities of solids in the order of their nodes. That order never changes while particles are sorted, so that links, which
// name nodes, are written once per reference shape. [ADR 39]

import { AT_ELASTIC_FORCE, AT_NODE_PARTICLE, AT_NODE_PLACE, AT_NODE_VELOCITY, ELASTIC_DAMPED } from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int } from '../context';
import { vectorAt } from '../math/vector';
import { positionOf, velocityOf } from '../schemes/shared/particle';
import { nodeOf } from './law';

/** Those of a chunk, and which particle a node is. No two particles have the same node. Solids do nothing to what is none. */
export function placeNodes(chunk: i32): void {
  const end = chunkEnd(chunk), damped = int(ELASTIC_DAMPED) != 0;
  for (let i = chunkBegin(chunk); i < end; i++) {
    const n = nodeOf(i);
    if (n < 0) {
      vectorAt(address(AT_ELASTIC_FORCE) + (<usize>i << 5)).set(0, 0, 0);
      continue;
    }
    store<i32>(address(AT_NODE_PARTICLE) + (<usize>n << 2), i);
    const x = positionOf(i), at = <usize>n << 5;
    vectorAt(address(AT_NODE_PLACE) + at).set(x.x, x.y, x.z);
    if (!damped) continue;
    const v = velocityOf(i);
    vectorAt(address(AT_NODE_VELOCITY) + at).set(v.x, v.y, v.z);
  }
}
