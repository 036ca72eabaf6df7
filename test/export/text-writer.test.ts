// Numbers as text: the fewest digits that give the same f32 back.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TextWriter } from '../../src/export/text-writer.ts';
import { fuzzed, holds } from '../helpers/holds.ts';
import { textOf } from './frames.ts';

const written = (x: number): string => textOf(new TextWriter().float(x).take());

/** The fewest digits with which `toPrecision` gives the number back, and not only because a tie is rounded our way. */
function fewestDigits(x: number): number {
  const isGiven = (y: number) => [1 - 2 ** -52, 1 + 2 ** -52].every((nearly) => Math.fround(nearly * y) === x);
  for (let digits = 1; ; digits++) if (isGiven(Number(x.toPrecision(digits)))) return digits;
}

const digitsOf = (text: string): number =>
  text
    .replace(/e.*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '').length;

describe('floats', () => {
  test('come back bit by bit, in the fewest digits', fuzzed, () => {
    holds(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (x) => {
        const text = written(x);
        expect(Object.is(Math.fround(Number(text)), x), text).toBe(true);
        if (x !== 0) expect(digitsOf(text), text).toBeLessThanOrEqual(fewestDigits(Math.abs(x)));
      }),
      { numRuns: 4000 },
    );
  });

  test('of the usual sizes come back bit by bit, in the fewest digits', fuzzed, () => {
    holds(
      fc.property(
        fc.double({ min: -30, max: 30, noNaN: true }),
        fc.double({ min: 1, max: 10, noNaN: true }),
        (e, m) => {
          const x = Math.fround(m * 2 ** e);
          const text = written(x);
          expect(Math.fround(Number(text))).toBe(x);
          expect(digitsOf(text), text).toBeLessThanOrEqual(fewestDigits(x));
        },
      ),
      { numRuns: 4000 },
    );
  });

  test('look as a person would write them', () => {
    const cases: [number, string][] = [
      [0, '0'],
      [-0, '-0'],
      [1, '1'],
      [-0.5, '-0.5'],
      [Math.fround(0.1), '0.1'],
      [Math.fround(1 / 3), '0.33333334'],
      [9999999, '9999999'],
      [16777216, '16777216'],
      [Math.fround(123456.7), '123456.7'],
      [Math.fround(0.00001), '0.00001'],
      [Math.fround(1.5e-7), '1.5e-7'],
      [Math.fround(0.09999999), '0.09999999'],
      [Math.fround(1e9), '1000000000'],
      [1.401298464324817e-45, '1e-45'],
    ];
    for (const [x, text] of cases) expect(written(x)).toBe(text);
  });

  test('that are not finite are refused', () => {
    expect(() => written(Number.NaN)).toThrow('NaN');
    expect(() => written(Number.POSITIVE_INFINITY)).toThrow('Infinity');
  });
});

test('a writer grows, takes any text, and is empty after its bytes were taken', () => {
  const out = new TextWriter();
  for (let k = 0; k < 50_000; k++) out.text('α').integer(k).text('\n');
  out
    .text('x'.repeat(100_000))
    .text('\u{1f30a}')
    .integer(2 ** 53 - 1);
  const expected = `${Array.from({ length: 50_000 }, (_, k) => `α${k}\n`).join('')}${'x'.repeat(100_000)}\u{1f30a}9007199254740991`;
  expect(textOf(out.take())).toBe(expected);
  expect(out.size).toBe(0);
  expect(textOf(out.text('end').take())).toBe('end');
});
