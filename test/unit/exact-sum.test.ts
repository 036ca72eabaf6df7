// Sums that are exact: against whole numbers of any size, in any order and in parts.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactSum } from '../../src/math/exact-sum.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

/** Any finite number, in units of the smallest: a whole number. */
function wholeOf(x: number): bigint {
  const words = new DataView(new ArrayBuffer(8));
  words.setFloat64(0, x);
  const bits = words.getBigUint64(0),
    exponent = Number((bits >> 52n) & 0x7ffn),
    fraction = bits & ((1n << 52n) - 1n),
    size = exponent === 0 ? fraction : (fraction | (1n << 52n)) << BigInt(exponent - 1);
  return bits >> 63n === 1n ? -size : size;
}

function sumOf(numbers: readonly number[]): ExactSum {
  const sum = new ExactSum();
  for (const x of numbers) sum.add(x);
  return sum;
}

const numbers = fc.array(fc.double({ min: -1e300, max: 1e300, noNaN: true }), { maxLength: 60 }),
  near = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 60 });

describe('an exact sum', () => {
  it.each([
    ['of numbers of all sizes', numbers],
    ['of numbers of like size', near],
  ] as const)('%s is within two roundings of the true one', fuzzed, (_, some) => {
    holds(
      fc.property(some, (xs) => {
        const exact = xs.reduce((sum, x) => sum + wholeOf(x), 0n),
          error = wholeOf(sumOf(xs).value) - exact,
          size = exact < 0n ? -exact : exact;
        expect((error < 0n ? -error : error) <= size >> 51n).toBe(true);
      }),
    );
  });

  it('has the same digits in any order and in parts', fuzzed, () => {
    holds(
      fc.property(numbers, near, (xs, ys) => {
        const [one, other, whole] = [sumOf(xs), sumOf(ys), sumOf([...ys, ...xs].reverse())],
          parts = new ExactSum();
        parts.digits.set(one.digits.map((x, k) => x + other.digits[k]!));
        expect(parts.value).toBe(whole.value);
        expect([...parts.digits].map((x) => x + 0)).toEqual([...whole.digits].map((x) => x + 0));
      }),
    );
  });

  it('is what it would be where numbers are not finite', () => {
    expect(sumOf([1, Infinity, 2]).value).toBe(Infinity);
    expect(sumOf([Infinity, -Infinity]).value).toBeNaN();
    expect(sumOf([3, Number.NaN]).value).toBeNaN();
  });
});
