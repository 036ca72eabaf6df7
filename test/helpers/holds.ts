// Random tests: one definition, two drivers. In `npm test` a property is tried with the cases that were found before and with fixed seeds;
// `npm run fuzz` runs the same tests with new seeds for as long as it likes, and what they find becomes a case.
//
//   it('is the inverse', fuzzed, () => {
//     holds(fc.property(fc.double(), (x) => decode(encode(x)) === x), { numRuns: 500 });
//   });

import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import fc from 'fast-check';
import { expect, TestRunner } from 'vitest';
import { type Case, canBeWritten, casesOf, keepCase } from './cases.ts';
import { type Exploration, exploration, SEEDS, seedFor } from './seeds.ts';

/** Marks a random test: `npm run fuzz` runs these. */
export const fuzzed = { tags: ['fuzzed'] };

export interface HoldsOptions<T> {
  /** How often a property is tried in `npm test`, all seeds together; default 100. */
  readonly numRuns?: number;
  /** Tried before all others. */
  readonly examples?: T[];
}

/** Tries a property; throws the smallest counterexample that it finds. */
export function holds<T>(property: fc.IProperty<T>, options: HoldsOptions<T> = {}): void {
  const test = propertyName();
  for (const turn of turnsOf(test, options)) judge(test, turn, fc.check(property, turn));
}

/** The same for a property that takes its time. */
export async function holdsAsync<T>(property: fc.IAsyncProperty<T>, options: HoldsOptions<T> = {}): Promise<void> {
  const test = propertyName();
  for (const turn of turnsOf(test, options)) judge(test, turn, await fc.check(property, turn));
}

/** A test with dice of its own: run with the first seed and those found before, or with new ones in `npm run fuzz`. */
export function onSeeds(check: (seed: number) => unknown): () => Promise<void> {
  return async () => {
    const test = propertyName(),
      kept = casesOf(test).map(({ values }) => values![0] as number);
    if (exploration) await explore(test, exploration, check);
    else for (const seed of [...kept, SEEDS[0]!]) await named(seed, check);
  };
}

async function explore(test: string, { seed, seconds }: Exploration, check: (seed: number) => unknown): Promise<void> {
  const end = Date.now() + 1000 * seconds;
  let runs = 0;
  do {
    const next = seedFor(`${test} ${runs++}`, seed) >>> 0;
    try {
      await named(next, check);
    } catch (error) {
      reportFind({ test, found: firstLine(error), values: [next] }, runs);
      throw error;
    }
  } while (Date.now() < end);
  tally({ test, runs });
}

async function named(seed: number, check: (seed: number) => unknown): Promise<void> {
  try {
    await check(seed);
  } catch (error) {
    throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
  }
}

/** The test that runs, and the number of the property if it is not the first. */
export function propertyName(): string {
  const { testPath = '', currentTestName = '' } = expect.getState(),
    tags = TestRunner.getCurrentTest()?.tags ?? [];
  if (!tags.includes('fuzzed')) throw new Error('a random test must be marked: it(name, fuzzed, …)');
  const test = `${relative(process.cwd(), testPath)} > ${currentTestName}`;
  count = test === last ? count + 1 : 1;
  last = test;
  return count === 1 ? test : `${test} #${count}`;
}
let last = '',
  count = 0;

/** What fast-check is asked to do, one after the other. */
function turnsOf<T>(test: string, { numRuns = 100, examples = [] }: HoldsOptions<T>): fc.Parameters<T>[] {
  if (exploration) {
    const { seed, seconds } = exploration;
    return [{ seed: seedFor(test, seed), numRuns: 1e9, interruptAfterTimeLimit: 1000 * seconds }];
  }
  const found = casesOf(test).map(({ values, replay, file }) => ({
    ...(values ? { examples: [values as T], numRuns: 1 } : replay),
    endOnFailure: true,
    ...{ file },
  }));
  const numbers = SEEDS.map((seed) => ({
    seed,
    examples,
    numRuns: examples.length + Math.ceil(numRuns / SEEDS.length),
  }));
  return [...found, ...numbers];
}

/** Throws if the property did not hold, and keeps what it did not hold for while exploring. */
function judge<T>(test: string, turn: fc.Parameters<T>, details: fc.RunDetails<T>): void {
  const isOutOfTime = details.interrupted && details.counterexamplePath === null;
  if (!details.failed || isOutOfTime) {
    tally({ test, runs: details.numRuns });
    return;
  }
  const message = fc.defaultReportMessage(details);
  if (!exploration) throw new Error('file' in turn ? `test/cases/${turn.file}: ${message}` : message);
  const { seed, counterexample, counterexamplePath: path, errorInstance } = details;
  const found = firstLine(errorInstance ?? message);
  if (path === null)
    tally({ test, runs: details.numRuns, found }); // it refused too many inputs
  else if (canBeWritten(counterexample))
    reportFind({ test, found, values: counterexample as unknown[] }, details.numRuns);
  else reportFind({ test, found, replay: { seed, path } }, details.numRuns);
  throw new Error(message);
}

/** Keeps what exploring has found, unless the test has a case that says the same already. */
export function reportFind(found: Case, runs: number): void {
  const inWords = (text: string) => text.replace(/[\d.]+/g, '#'),
    known = casesOf(found.test).find((other) => inWords(other.found) === inWords(found.found));
  tally({ test: found.test, runs, found: found.found, kept: known?.file ?? keepCase(found) });
}

const firstLine = (error: unknown): string =>
  String((error as Error)?.message ?? error)
    .split('\n', 1)[0]!
    .slice(0, 300);

/** A line of the tally that `npm run fuzz` reads: how often a property was tried, and what was found and kept. */
export interface TallyLine {
  readonly test: string;
  readonly runs: number;
  readonly found?: string;
  readonly kept?: string;
}

/** Adds a line to the tally while exploring. */
export function tally(line: TallyLine): void {
  if (exploration) appendFileSync(exploration.tally, `${JSON.stringify(line)}\n`);
}
