// Random tests: nothing is drawn but with the seeds of test/helpers/seeds.ts, and what `npm run fuzz` finds is kept and tried again.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { allCases, canBeWritten, casesOf, decoded, encoded, keepCase } from '../helpers/cases.ts';
import { fuzzed, holds } from '../helpers/holds.ts';
import { SEEDS, seedFor } from '../helpers/seeds.ts';

const folder = mkdtempSync(join(tmpdir(), 'thixo-cases-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sources = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.ts$/.test(file))
  .map((file) => [join('test', file), readFileSync(join('test', file), 'utf8')] as const);

describe('every random test', () => {
  it('draws with the seeds in one place', () => {
    const drawing = /\bfc\.(assert|check|sample)\(|^[^'`"]*\bMath\.random\(/m;
    expect(sources.filter(([, text]) => drawing.test(text)).map(([file]) => file)).toEqual(['test/helpers/holds.ts']);
    expect(new Set(SEEDS).size).toBe(SEEDS.length);
  });

  it('must be marked as one', () => {
    expect(() => holds(fc.property(fc.nat(), () => true))).toThrow(/must be marked/);
  });

  it('has seeds of its own', () => {
    const names = Array.from({ length: 200 }, (_, k) => `test ${k}`);
    expect(new Set(SEEDS.flatMap((seed) => names.map((name) => seedFor(name, seed)))).size).toBe(600);
  });
});

describe('cases', () => {
  it('belong to tests that are there', () => {
    for (const { test, file } of allCases()) {
      const source = test.split(' > ', 1)[0]!;
      expect(existsSync(source) && readFileSync(source, 'utf8').includes('helpers/holds.ts'), file).toBe(true);
    }
  });

  it('hold any values', fuzzed, () => {
    const values = fc.anything({ withBigInt: true, withNullPrototype: true, withTypedArray: true });
    holds(
      fc.property(values, (value) => {
        fc.pre(canBeWritten(value));
        const read = decoded(JSON.parse(JSON.stringify(encoded(value))));
        expect(fc.stringify(read)).toBe(fc.stringify(value));
      }),
      { numRuns: 1000, examples: [[-0], [{ $number: 'NaN' }], [[undefined]], [Float32Array.of(Number.NaN, -0)]] },
    );
  });

  it('cannot hold what is not data', () => {
    for (const value of [() => 1, new Map(), [Symbol('x')], { date: new Date(0) }]) {
      expect(canBeWritten(value)).toBe(false);
    }
  });

  it('are written once and found by the name of their test', () => {
    const found = {
      test: 'test/a.test.ts > a > holds for 1/2',
      found: 'it is not so',
      values: [Number.NaN, { x: -0 }],
    };
    const file = keepCase(found, folder);
    expect(keepCase(found, folder)).toBe(file);
    expect(file).toMatch(/^holds-for-1-2-[0-9a-f]{8}\.json$/);
    expect(casesOf(found.test, folder)).toEqual([{ ...found, file }]);
    expect(casesOf('test/a.test.ts > a', folder)).toEqual([]);
  });
});

describe('npm run fuzz', () => {
  /** A property that is broken if the environment says so. */
  const name = 'looks at numbers';
  it(name, fuzzed, () => {
    holds(fc.property(fc.nat(), (x) => process.env.BROKEN_NUMBERS === undefined || x < 1000));
  });

  it('keeps what it finds, and the test tries it again', () => {
    const cases = join(folder, 'found'),
      env = { ...process.env, BROKEN_NUMBERS: 'yes', FUZZ_CASES: cases };
    const run = (...args: string[]) => spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    const explored = run(
      ...['--import', 'tsx', 'tools/fuzz.ts', '--only', name],
      ...['--seed', '7', '--seconds', '1', '--minutes', '0.001'],
    );
    expect(explored.stdout).toMatch(/seed 7\n.*fuzz\.test\.ts: \d+ inputs, FAILED\n.*looks at numbers\n.*\n.*kept as/);
    expect(explored.status).toBe(1);
    expect(allCases(cases)).toEqual([expect.objectContaining({ values: [1000] })]);
    const replayed = run(
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'node',
      '-t',
      name,
      'test/unit/fuzz.test.ts',
    );
    expect(replayed.stdout + replayed.stderr).toContain(allCases(cases)[0]!.file);
    expect(replayed.status).toBe(1);
  });
});
