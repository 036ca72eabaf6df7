import { describe, expect, it } from 'vitest';
import { columns, formatBytes, formatSeconds, number, plural, shortCount, shortNumber } from '../../src/cli/format.ts';

describe('numbers for people', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [1234, '1.2 kB'],
    [99_400, '99 kB'],
    [123_456, '123 kB'],
    [999_499, '999 kB'],
    [999_500, '1 MB'],
    [1.2e9, '1.2 GB'],
    [3e18, '3000 PB'],
  ])('bytes: %d is %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it.each([
    [0, '0 s'],
    [0.1, '1 s'],
    [59, '59 s'],
    [59.5, '1 min 00 s'],
    [380, '6 min 20 s'],
    [3599.5, '1 h 00 min'],
    [11_520, '3 h 12 min'],
    [187_200, '2 d 04 h'],
  ])('time: %d s is %s', (seconds, text) => expect(formatSeconds(seconds)).toBe(text));

  it.each([
    [812, '812'],
    [9999, '9999'],
    [41_300, '41k'],
    [999_499, '999k'],
    [999_500, '1.0M'],
    [1_234_567, '1.2M'],
    [12_345_678, '12M'],
  ])('counts: %d is %s', (n, text) => expect(shortCount(n)).toBe(text));

  it.each([
    [0, '0', '0'],
    [0.000188, '1.880e-4', '1.9e-4'],
    [0.0512, '0.0512', '0.051'],
    [-2.34567, '-2.346', '-2.3'],
    [999_999, '1000000', '1.0e+6'],
    [2.5e7, '2.500e+7', '2.5e+7'],
  ])('numbers: %d is %s and in short %s', (x, long, short) => {
    expect(number(x)).toBe(long);
    expect(shortNumber(x)).toBe(short);
  });

  it('counts things', () => {
    expect([0, 1, 12_000].map((n) => plural(n, 'frame'))).toEqual(['0 frames', '1 frame', '12,000 frames']);
  });

  it('aligns columns', () => {
    expect(
      columns(
        [
          ['a', '1', 'x'],
          ['long', '100', ''],
        ],
        [1],
      ),
    ).toEqual(['a       1  x', 'long  100']);
    expect(columns([])).toEqual([]);
  });
});
