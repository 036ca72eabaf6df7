// Runs every random test with new seeds, round after round, until it is stopped. What it finds it keeps in test/cases, where the tests try
// it again for good. One definition of every property: the test's.
//   npm run fuzz                                  all of them, without end
//   npm run fuzz -- --minutes 60                  for an hour
//   npm run fuzz -- --only whole-mesh             the tests with this in their file or name
//   npm run fuzz -- --seed 7 --seconds 30         from a known seed; 30 s for every property in a round (default 10)
//   npm run fuzz -- --inputs 1000000              so many broken files and no properties: tools/fuzz-inputs.ts

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CASES } from '../test/helpers/cases.ts';
import type { TallyLine } from '../test/helpers/holds.ts';
import { fuzzInputs } from './fuzz-inputs.ts';

/** Longest that a file of tests may take beyond the time of its properties, s. */
const PATIENCE = 900;
/** Random tests in one file at most. */
const MOST_TESTS = 20;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    minutes: { type: 'string', default: 'Infinity' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    inputs: { type: 'string' },
    from: { type: 'string', default: '0' },
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
const end = Date.now() + 60_000 * Number(values.minutes);
if (values.inputs) {
  const found = await fuzzInputs({
    seed: Number(values.seed),
    from: Number(values.from),
    count: Number(values.inputs),
    end,
  });
  process.exit(found > 0 ? 1 : 0);
}
const tallyFile = join(mkdtempSync(join(tmpdir(), 'thixo-fuzz-')), 'tally.ndjson');
const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => join('test', file))
  .filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('helpers/holds.ts'))
  .sort();
const byFile = files.filter((file) => file.includes(values.only)),
  chosen = byFile.length > 0 ? byFile : files.filter((file) => readFileSync(file, 'utf8').includes(values.only));

if (chosen.length === 0) {
  console.log(`no random test has ${JSON.stringify(values.only)} in its file or name`);
  process.exit(2);
}

let runs = 0,
  failed = 0;
for (let seed = Number(values.seed), more = true; more; seed++) {
  console.log(`seed ${seed}`);
  for (const file of chosen) {
    await runFile(file, seed);
    more = Date.now() < end;
    if (!more) break;
  }
}
console.log(`${runs} inputs, ${failed} failures`);
process.exit(failed > 0 ? 1 : 0);

/** Explores the random tests of a file with a seed. */
async function runFile(file: string, seed: number): Promise<void> {
  writeFileSync(tallyFile, '');
  const name = byFile.length > 0 ? [] : ['-t', values.only.replace(/[^\w ]/g, '.')];
  const { code, output } = await vitest([file, ...name], seed);
  const lines = readFileSync(tallyFile, 'utf8').split('\n').filter(Boolean);
  const tally = lines.map((line) => JSON.parse(line) as TallyLine);
  const tried = tally.reduce((sum, line) => sum + line.runs, 0),
    finds = tally.filter(({ found }) => found !== undefined);
  runs += tried;
  if (tried > 0 || code !== 0) console.log(`  ${file}: ${tried} inputs, ${code === 0 ? 'all well' : 'FAILED'}`);
  for (const { test, found, kept = '' } of finds) {
    console.log(`    ${test}\n      ${found}${kept && `\n      kept as ${join(CASES, kept)}`}`);
  }
  if (code === 0) return;
  failed += Math.max(1, finds.length);
  if (finds.length === 0) console.log(output); // it hung, ran out of time, or broke outside of a property
}

/** Runs a file of tests in a process of its own, because a property may hang or crash. */
function vitest(args: readonly string[], seed: number): Promise<{ code: number; output: string }> {
  const env = { ...process.env, FUZZ_SEED: String(seed), FUZZ_SECONDS: values.seconds, FUZZ_TALLY: tallyFile };
  const options = ['run', '--project', 'node', '--tags-filter', 'fuzzed', '--passWithNoTests'];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...options, ...args], {
      env,
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
    const stop = () => process.kill(-child.pid!, 'SIGKILL');
    const timer = setTimeout(
      () => {
        output += `\nstopped: it takes too long\n`;
        stop();
      },
      1000 * (PATIENCE + MOST_TESTS * Number(values.seconds)),
    );
    process.once('exit', stop);
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('exit', stop);
      resolve({ code: code ?? 1, output });
    });
  });
}
