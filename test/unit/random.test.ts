import { describe, expect, it } from 'vitest';
import { philoxInto } from '../../src/random/philox.ts';
import { randomSigned, randomUnit, STREAMS } from '../../src/random/random.ts';

describe('philoxInto', () => {
  // The published known-answer vectors of Philox4x32-10 (Random123, tests/kat_vectors): counter, key, words.
  const F = 0xffffffff;
  it.each([
    [
      [0, 0, 0, 0],
      [0, 0],
      [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8],
    ],
    [
      [F, F, F, F],
      [F, F],
      [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd],
    ],
    [
      [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
      [0xa4093822, 0x299f31d0],
      [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1],
    ],
  ])('turns counter %j under key %j into %j', (counter, key, expected) => {
    const words = new Uint32Array(4);
    philoxInto(words, counter[0]!, counter[1]!, counter[2]!, counter[3]!, key[0]!, key[1]!);
    expect([...words]).toEqual(expected);
  });
});

describe('randomUnit', () => {
  it('gives the pinned values', () => {
    // From the first vector above: ((0x6627e8d5 >>> 5)·2²⁶ + (0xe169c58d >>> 6)) / 2⁵³.
    expect(randomUnit(0, 0, 0)).toBe(0.39904647231489565);
    expect(randomUnit(1, 0, 0)).toBe(0.8902591757080309);
    expect(randomUnit(1, STREAMS.emitter + 3, 17)).toBe(0.10379855978381092);
    expect(randomUnit(0xffffffff, 0xffffffff, Number.MAX_SAFE_INTEGER)).toBe(0.4622277989765624);
  });

  it('does not depend on what was drawn before', () => {
    const first = randomUnit(7, 2, 1000);
    for (let n = 0; n < 100; n++) randomUnit(n, n, n);
    expect(randomUnit(7, 2, 1000)).toBe(first);
  });

  it('separates counters that differ only above 32 bits', () => {
    expect(randomUnit(1, 1, 4294967296)).not.toBe(randomUnit(1, 1, 0));
    expect(randomUnit(1, 1, 4294967296 + 5)).not.toBe(randomUnit(1, 1, 5));
  });

  it.each([0, 1, 12345, 0xffffffff])('is uniform for seed %i', (seed) => {
    const bins = new Float64Array(256);
    const draws = 65536;
    let smallest = 1;
    let largest = 0;
    for (let n = 0; n < draws; n++) {
      const u = randomUnit(seed, 0, n);
      bins[Math.floor(u * 256)]! += 1;
      smallest = Math.min(smallest, u);
      largest = Math.max(largest, u);
    }
    expect(smallest).toBeGreaterThanOrEqual(0);
    expect(largest).toBeLessThan(1);
    // χ² with 255 degrees of freedom: mean 255, standard deviation 22.6. A lattice-like (too even) sequence fails below.
    const chi = chiSquare(bins, draws / 256);
    expect(chi).toBeGreaterThan(255 - 4 * 22.6);
    expect(chi).toBeLessThan(255 + 4 * 22.6);
  });

  it.each([
    ['counters', (n: number) => [randomUnit(1, 0, n), randomUnit(1, 0, n + 1)]],
    ['streams', (n: number) => [randomUnit(1, 0, n), randomUnit(1, 1, n)]],
    ['seeds', (n: number) => [randomUnit(1, 0, n), randomUnit(2, 0, n)]],
    ['bodies and emitters', (n: number) => [randomUnit(1, STREAMS.body, n), randomUnit(1, STREAMS.emitter, n)]],
    ['seed and stream exchanged', (n: number) => [randomUnit(3, 5, n), randomUnit(5, 3, n)]],
  ])('fills the square evenly with pairs from neighbouring %s', (_, pair) => {
    const bins = new Float64Array(16 * 16);
    const draws = 65536;
    let product = 0;
    for (let n = 0; n < draws; n++) {
      const [u, v] = pair(n) as [number, number];
      bins[16 * Math.floor(16 * u) + Math.floor(16 * v)]! += 1;
      product += (u - 0.5) * (v - 0.5);
    }
    expect(Math.abs(chiSquare(bins, draws / 256) - 255)).toBeLessThan(4 * 22.6);
    // Correlation coefficient: standard deviation 1/√draws = 0.004.
    expect(Math.abs((12 * product) / draws)).toBeLessThan(4 * 0.004);
  });

  it('uses its low bits: multiples of 2⁻⁵³ that single precision could not hold', () => {
    let odd = 0;
    for (let n = 0; n < 1000; n++) odd += (randomUnit(1, 0, n) * 9007199254740992) % 2;
    expect(Math.abs(odd - 500)).toBeLessThan(70);
  });
});

describe('randomSigned', () => {
  it('covers [−1, 1) with mean 0', () => {
    let sum = 0;
    let sumOfSquares = 0;
    for (let n = 0; n < 10000; n++) {
      const u = randomSigned(1, 0, n);
      expect(Math.abs(u)).toBeLessThanOrEqual(1);
      sum += u;
      sumOfSquares += u * u;
    }
    expect(Math.abs(sum / 10000)).toBeLessThan(0.024); // four standard deviations
    expect(sumOfSquares / 10000).toBeCloseTo(1 / 3, 1);
  });
});

/** Σ (observed − expected)² / expected. */
function chiSquare(bins: Float64Array, expected: number): number {
  return bins.reduce((sum, observed) => sum + (observed - expected) ** 2 / expected, 0);
}
