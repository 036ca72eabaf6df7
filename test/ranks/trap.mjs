// @ts-nocheck: plain JavaScript, loaded before the program of a rank.
// One rank of a run gets a wrong address amid a frame, so that its passes trap: TRAP_RANK=1 NODE_OPTIONS="--import …/trap.mjs" mpiexec …

import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const { TRAP_RANK, TRAP_DIST, PMI_RANK, OMPI_COMM_WORLD_RANK } = process.env;
if (!isMainThread && TRAP_RANK === (PMI_RANK ?? OMPI_COMM_WORLD_RANK)) {
  const { World } = await import(pathToFileURL(`${TRAP_DIST}/world/world.js`)),
    { AT_RECORD } = await import(pathToFileURL(`${TRAP_DIST}/wasm/layout.js`)),
    { advance } = World.prototype;
  World.prototype.advance = function () {
    const { set } = this.simulation;
    if (this.frame === 2) set.shared.setInt(AT_RECORD, 0xffff0000);
    return advance.call(this);
  };
}
