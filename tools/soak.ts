// Ten million steps of a small world, and what they leave behind. Ends with 1 if memory grows by more than a megabyte in a million steps, or
// if reading the fields takes longer at the end than at the start.
//   npm run soak                        about ten minutes on a quiet core
//   npm run soak -- --steps 1e6 --every 1e5

import { parseArgs } from 'node:util';
import { growthPerMillion, type SoakSample, soak } from './soak-world.ts';

/** Bytes that a million steps may add. */
const MOST_GROWTH = 1e6;
/** How much longer reading the fields may take at the end, as other work on the machine makes it vary. */
const MOST_SLOWER = 2;

const { values } = parseArgs({
  options: { steps: { type: 'string', default: '1e7' }, every: { type: 'string', default: '1e6' } },
});

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(2);
const print = (sample: SoakSample): void => {
  const { steps, frames, ids, particles, bytes, resident, fieldsTime, hash } = sample;
  console.log(
    `${steps} steps  ${frames} frames  ${ids} ids  ${particles} particles  ${megabytes(bytes)} MB in use  ` +
      `${megabytes(resident)} MB resident  fields ${(1000 * fieldsTime).toFixed(1)} µs  hash ${hash}`,
  );
};

const samples = await soak({
  steps: Number(values.steps),
  every: Number(values.every),
  now: () => performance.now(),
  onSample: print,
});
const growth = growthPerMillion(samples),
  slower = samples.at(-1)!.fieldsTime / samples[0]!.fieldsTime;
console.log(
  `${megabytes(growth)} MB in a million steps; fields take ${slower.toFixed(2)} times as long as at the start`,
);
process.exitCode = growth <= MOST_GROWTH && slower <= MOST_SLOWER ? 0 : 1;
