// Twenty thousand broken files: each is answered with a result or with a problem that says what and where; none crashes the program,
// hangs it, takes its memory, changes what all objects share or writes outside of the output folder. `npm run fuzz` tries more.

import { describe, expect, it } from 'vitest';
import { loadTrigonometry } from '../../src/cache/scene-file.ts';
import { problem, ThixoError } from '../../src/problem.ts';
import { casesOf } from '../helpers/cases.ts';
import { FINDS } from '../helpers/fuzz-finds.ts';
import { faultOf } from '../helpers/fuzz-judge.ts';
import { describeReport, type FuzzTarget, feedFile, makeInput, runFuzz } from '../helpers/fuzz-run.ts';
import { ANSWERED, allTargets } from '../helpers/fuzz-targets.ts';
import { sceneInputs } from '../helpers/fuzz-targets-world.ts';
import { fuzzed, propertyName, reportFind, tally } from '../helpers/holds.ts';
import { exploration, SEEDS } from '../helpers/seeds.ts';

const INPUTS = 20_000;

describe('broken files', { timeout: 600_000 }, () => {
  it('are all answered', fuzzed, async () => {
    const targets = await allTargets(),
      test = propertyName();
    expect(test).toBe(ANSWERED);
    for (const { values, file } of casesOf(test)) {
      const [name, bytes] = values as [string, Uint8Array];
      expect((await feedFile(targets.find((target) => target.name === name)!, bytes)).reasons, file).toEqual([]);
    }
    const report = await runFuzz(targets, exploration ?? { seed: SEEDS[0]!, count: INPUTS });
    tally({ test, runs: report.inputs });
    for (const { target, bytes, reason } of exploration ? report.failures : []) {
      reportFind({ test, found: `${target}: ${reason.split('\n', 1)[0]!.slice(0, 300)}`, values: [target, bytes] }, 0);
    }
    const failures = report.failures.map(
      ({ target, index, reason }) => `${target}, input ${index}: ${reason.slice(0, 800)}`,
    );
    expect(failures, describeReport(report)).toEqual([]);
    if (exploration) return;
    for (const { name } of targets) {
      const outcomes = Object.keys(report.outcomes[name]!);
      if (name === 'lock, resumed') {
        expect(outcomes).toEqual(['read']); // nobody renews a broken lock, so the run always goes on
        continue;
      }
      expect(outcomes.length, `${name}: ${outcomes}`).toBeGreaterThan(1); // not all of them end at the first check
    }
    expect(report.outcomes.scene!.accepted).toBeGreaterThan(500);
    expect(report.outcomes['scene, run']!.ran).toBeGreaterThan(50);
  });

  it.each(Object.keys(FINDS))('found before: %s', async (name) => {
    const [target] = sceneInputs({ [name]: FINDS[name]! }, await loadTrigonometry());
    const report = await runFuzz([target!], { seed: 1, count: 1 });
    expect(report.failures).toEqual([]);
  });

  it('the same seed and number give the same file', async () => {
    const [a, b] = [await allTargets(), await allTargets()];
    for (let index = 0; index < 200; index++) {
      const [one, other] = [a, b].map((targets) => makeInput(targets, SEEDS[0]!, index));
      expect([one!.target.name, Buffer.compare(one!.bytes, other!.bytes)]).toEqual([other!.target.name, 0]);
    }
  });
});

/** A target that answers as told. */
function answering(feed: () => string | Promise<string>): FuzzTarget {
  return { name: 'told', share: 1, make: () => new Uint8Array(1), feed };
}

describe('what counts as a failure', () => {
  const failuresOf = async (feed: () => string | Promise<string>): Promise<string[]> => {
    const { failures } = await runFuzz([answering(feed)], { seed: 1, count: 3 });
    return failures.map(({ reason }) => reason);
  };

  it('not an answer', async () => {
    expect(await failuresOf(() => 'read')).toEqual([]);
  });

  it('an exception', async () => {
    const reasons = await failuresOf(() => {
      throw new TypeError('x is not a function');
    });
    expect(reasons).toEqual([expect.stringContaining('x is not a function')]);
  });

  it('a prototype that got a key', async () => {
    try {
      const reasons = await failuresOf(() => {
        Object.defineProperty(Object.prototype, 'polluted', { value: 1, configurable: true });
        return 'read';
      });
      expect(reasons).toEqual([expect.stringContaining('prototype')]);
    } finally {
      Reflect.deleteProperty(Object.prototype, 'polluted');
    }
  });

  it('an allocation as large as a header claims', async () => {
    const kept: Uint8Array[] = [];
    const reasons = await failuresOf(() => {
      kept.push(new Uint8Array(400e6));
      return 'read';
    });
    expect(reasons).toEqual([expect.stringMatching(/allocated [34]\d\d MB/)]);
  });

  it('a refusal without code, place, message or hint', () => {
    const good = { ...problem('CACHE_DAMAGED', '', 'It is damaged.', 'Run it again.'), offset: 3 };
    const fault = (changes: object, where: 'pointer' | 'offset' = 'offset', input?: unknown) =>
      faultOf(new ThixoError([{ ...good, ...changes }]), where, input);
    expect(fault({})).toBeUndefined();
    expect(fault({ code: 'NO_SUCH_CODE' })).toMatch(/table/);
    expect(fault({ code: 'BUG' })).toMatch(/bug/);
    expect(fault({ message: '' })).toMatch(/no message/);
    expect(fault({ hint: '' })).toMatch(/no hint/);
    expect(fault({ message: 'x'.repeat(5000) })).toMatch(/reads/);
    expect(fault({ message: 'got [object Object].' })).toMatch(/leak/);
    expect(fault({ offset: undefined })).toMatch(/neither/);
    expect(fault({ offset: Number.NaN })).toMatch(/none/);
    expect(fault({ pointer: '/a/b/c' }, 'pointer', { a: { b: { c: 1 } } })).toBeUndefined();
    expect(fault({ pointer: '/a/b/c' }, 'pointer', { a: 1 })).toMatch(/nowhere/);
    expect(fault({ pointer: 'a' }, 'pointer', { a: 1 })).toMatch(/none/);
    expect(fault({ code: 'SCENE_NOT_JSON', offset: undefined }, 'pointer', '{')).toMatch(/no place/);
    expect(faultOf(new Error('x'), 'offset')).toMatch(/not a ThixoError/);
    expect(faultOf(new ThixoError([]), 'offset')).toMatch(/without a problem/);
  });
});
