// Feeds broken scene files, snapshots, manifests, frames and checkpoints to the program: each must be answered with a result or with a
// problem that says what and where.
//   npm run fuzz -- 1000000 --seed 7              a million inputs
//   npm run fuzz -- --seed 7 --only 4711          one of them again; its bytes are written to a file first
//   npm run fuzz -- 50000 --target manifest       only targets whose name begins so

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadTrigonometry } from '../src/cache/scene-file.ts';
import { describeReport, type FuzzTarget, makeInput, runFuzz } from '../test/helpers/fuzz-run.ts';
import { cacheTargets } from '../test/helpers/fuzz-targets-cache.ts';
import { sceneTargets, snapshotTargets } from '../test/helpers/fuzz-targets-world.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    target: { type: 'string', default: '' },
  },
});
const seed = Number(values.seed);
const count = Number(positionals[0] ?? 20_000);
const folder = mkdtempSync(join(tmpdir(), 'thixo-fuzz-'));

const all: readonly FuzzTarget[] = [
  ...sceneTargets(await loadTrigonometry()),
  ...(await snapshotTargets()),
  ...(await cacheTargets()),
];
const targets = all.filter(({ name }) => name.startsWith(values.target));
console.log(`seed ${seed}, ${targets.map(({ name }) => name).join('; ')}`);
process.exit(values.only === undefined ? await runMany() : await runOne(Number(values.only)));

async function runMany(): Promise<number> {
  const report = await runFuzz(targets, {
    seed,
    count,
    onProgress: ({ slowest, failures }, done) =>
      console.log(`${done} inputs, ${failures.length} kinds of failure, slowest ${slowest.seconds.toFixed(2)} s`),
  });
  console.log(describeReport(report));
  for (const { target, index, reason, bytes } of report.failures) {
    console.log(`\n${target}, input ${index} of seed ${seed}, written to ${save(index, bytes)}\n${reason}`);
  }
  return report.failures.length > 0 ? 1 : 0;
}

async function runOne(index: number): Promise<number> {
  const { target, input } = makeInput(targets, seed, index);
  console.log(`${target.name}, input ${index} of seed ${seed}, written to ${save(index, input.bytes)}`);
  try {
    console.log(await input.feed());
    return 0;
  } catch (error) {
    console.log(error);
    return 1;
  }
}

function save(index: number, bytes: Uint8Array): string {
  const file = join(folder, `${seed}-${index}`);
  writeFileSync(file, bytes);
  return file;
}
