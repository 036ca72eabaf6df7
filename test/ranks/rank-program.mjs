// @ts-nocheck: plain JavaScript, as users run it.
// A rank: simulates scenes of a file with the built library, and lets rank 0 print hash and ledger of every frame.
//   mpiexec -n 3 node rank-program.mjs <dist> <scenes.json> <frames> <threads>

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , dist, file, frames, threads] = process.argv;
const { World } = await import(pathToFileURL(join(dist, 'index.js')));
const { joinRanks } = await import(pathToFileURL(join(dist, 'mpi/index.js')));

const ranks = await joinRanks();
for (const [name, scene] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) {
  const world = await World.create(scene, { ranks, threads: Number(threads) });
  const before = { ...ranks.traffic },
    hashes = [world.hash()],
    ledgers = [world.ledger()];
  let steps = 0;
  for (let frame = 0; frame < Number(frames); frame++) {
    steps += world.advance().steps;
    hashes.push(world.hash());
    ledgers.push(world.ledger());
  }
  const { count } = world.fields;
  if (ranks.rank === 0)
    console.log(JSON.stringify({ name, hashes, ledgers, steps, count, before, after: ranks.traffic }));
  world.dispose();
}
ranks.leave();
