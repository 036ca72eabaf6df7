// @ts-nocheck: plain JavaScript, and it looks into the world.
// A rank that counts what it sends in each step: one line for every rank, with its steps.
//   mpiexec -n 2 node count-program.mjs <dist> <scene.json> <frames>

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , dist, file, frames] = process.argv;
const { World } = await import(pathToFileURL(join(dist, 'index.js')));
const { joinRanks } = await import(pathToFileURL(join(dist, 'mpi/index.js')));

const ranks = await joinRanks(),
  world = await World.create(JSON.parse(readFileSync(file, 'utf8')), { ranks }),
  { own } = world.ranked,
  { engine, set } = own,
  steps = [],
  step = own.step.bind(own),
  rounds = () => own.scheme.rounds ?? engine.solver?.rounds ?? 0;
own.step = (...args) => {
  const before = { ...ranks.traffic },
    builds = engine.neighbors.builds,
    begun = rounds(),
    quantum = engine.quanta.force;
  step(...args);
  const { bytes, messages, reductions } = ranks.traffic,
    { sends } = set.part.halo;
  steps.push({
    ...{
      bytes: bytes - before.bytes,
      messages: messages - before.messages,
      reductions: reductions - before.reductions,
    },
    ...{
      searches: engine.neighbors.builds - builds,
      rounds: rounds() - begun,
      again: Number(engine.quanta.force > quantum),
    },
    ...{ sides: sends.length, ghosts: sends.reduce((sum, { count }) => sum + count, 0) },
  });
};
for (let frame = 0; frame < Number(frames); frame++) world.advance();
for (let rank = 0; rank < ranks.size; rank++) {
  if (rank === ranks.rank) console.log(JSON.stringify({ rank, steps }));
  ranks.reduce(new Float64Array(1), 'sum');
}
world.dispose();
ranks.leave();
