// Pairs of leftovers: the nearest, like masses first, nobody twice, and never beyond a limit of mass.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choosePairs, type Pairing } from '../../src/adaptivity/pairs.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

/** Particles on a line; all are neighbors of each other, all may merge up to a mass of 8. */
function onLine(x: readonly number[], mass: readonly number[], changes: Partial<Pairing> = {}): Pairing {
  return {
    position: x.flatMap((coordinate) => [coordinate, 0, 0]),
    mass,
    eligible: x.map(() => 1),
    count: x.length,
    neighborsOf: (i) => x.map((_, j) => j).filter((j) => j !== i),
    massLimit: () => 8,
    alike: () => true,
    ...changes,
  };
}

describe('choosePairs', () => {
  it('takes the nearest', () => {
    expect(choosePairs(onLine([0, 3, 1, 4.5], [1, 1, 1, 1]))).toEqual([
      [0, 2],
      [1, 3],
    ]);
  });

  it('puts the heavier first', () => {
    expect(choosePairs(onLine([0, 1], [1, 3]))).toEqual([[1, 0]]);
  });

  it('prefers like masses to slightly nearer ones', () => {
    expect(choosePairs(onLine([0, 1, 1.3], [1, 4, 1]))[0]).toEqual([0, 2]);
    expect(choosePairs(onLine([0, 1, 2.3], [1, 4, 1]))[0]).toEqual([1, 0]);
  });

  it('leaves alone who may not merge, is of another kind, or is no neighbor', () => {
    const three = [0, 1, 2.5];
    const like = [1, 1, 1];
    expect(choosePairs(onLine(three, like, { eligible: [1, 0, 1] }))).toEqual([[0, 2]]);
    expect(choosePairs(onLine(three, like, { alike: (i, j) => (i === 1) === (j === 1) }))).toEqual([[0, 2]]);
    expect(choosePairs(onLine(three, like, { neighborsOf: () => [] }))).toEqual([]);
  });

  it('needs the consent of both if they are like, of the heavier alone if not', () => {
    const limits = (...limit: number[]) => ({ massLimit: (i: number) => limit[i]! });
    expect(choosePairs(onLine([0, 1], [1, 1], limits(2, 1.9)))).toEqual([]);
    expect(choosePairs(onLine([0, 1], [1, 1], limits(2, 2)))).toEqual([[0, 1]]);
    expect(choosePairs(onLine([0, 1], [1, 3], limits(0, 4)))).toEqual([[1, 0]]);
    expect(choosePairs(onLine([0, 1], [1, 3], limits(9, 3.9)))).toEqual([]);
    expect(choosePairs(onLine([0, 1], [3, 1], limits(4, 0)))).toEqual([[0, 1]]);
  });

  it('takes nobody twice and exceeds no limit', fuzzed, () => {
    const particle = fc.record({ x: fc.double({ min: 0, max: 9, noNaN: true }), m: fc.integer({ min: 1, max: 8 }) });
    holds(
      fc.property(fc.array(particle, { maxLength: 30 }), (all) => {
        const pairs = choosePairs(
          onLine(
            all.map(({ x }) => x),
            all.map(({ m }) => m),
          ),
        );
        const members = pairs.flat();
        expect(new Set(members).size).toBe(members.length);
        for (const [i, j] of pairs) {
          expect(all[i!]!.m).toBeGreaterThanOrEqual(all[j!]!.m);
          expect(all[i!]!.m + all[j!]!.m).toBeLessThanOrEqual(8);
        }
      }),
    );
  });
});
