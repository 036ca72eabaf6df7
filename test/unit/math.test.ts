// Roots made of + − × ÷ against exact cubes and against the host's own.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cubeRoot, rootOf } from '../../src/math/roots.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

const EPSILON = Number.EPSILON;
const positive = fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true });

describe('cubeRoot', () => {
  it('takes whole cubes back', () => {
    for (let n = 1; n <= 1000; n++) expect(Math.abs(cubeRoot(n * n * n) - n)).toBeLessThanOrEqual(EPSILON * n);
  });

  it('is right to two units in the last place over the whole range of numbers', fuzzed, () => {
    holds(
      fc.property(positive, (x) => Math.abs(cubeRoot(x) - Math.cbrt(x)) <= 2 * EPSILON * Math.cbrt(x)),
      { numRuns: 2000 },
    );
  });

  it('scales: the root of 8x is twice the root of x', fuzzed, () => {
    const moderate = fc.double({ min: 1e-290, max: 1e290, noNaN: true });
    holds(fc.property(moderate, (x) => cubeRoot(8 * x) === 2 * cubeRoot(x)));
  });

  it('leaves 0 and infinity as they are', () => {
    expect(cubeRoot(0)).toBe(0);
    expect(cubeRoot(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('rootOf', () => {
  it('is x, √x, ∛x', () => {
    expect([rootOf(64, 1), rootOf(64, 2), rootOf(64, 3)]).toEqual([64, 8, 4]);
  });
});
