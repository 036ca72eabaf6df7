// The kernel table of the engine against the formulas printed in the papers, and the contract of every kernel. [card §2, V1, X12]

import { describe, expect, it } from 'vitest';
import {
  type Dimension,
  diffusionFactor,
  evaluate,
  KERNEL_NAMES,
  KERNELS,
  type KernelName,
  kernelSlope,
  kernelValue,
  normalization,
} from '../../src/kernels/kernels.ts';
import { PRINTED_KERNELS, slopeW, W } from '../reference/kernels.ts';

const DIMENSIONS: readonly Dimension[] = [1, 2, 3];
const SUPPORTS = [0.013, 1, 7.5];
const CASES = KERNEL_NAMES.flatMap((name) => DIMENSIONS.map((d) => ({ name, d })));

/** Radii from 0 to beyond the support, both sides of the spline's knot among them. */
const radii = (R: number) => Array.from({ length: 121 }, (_, k) => (k / 100) * R);
const steepest = (name: KernelName, d: Dimension, R: number) =>
  Math.max(...radii(R).map((r) => Math.abs(slopeW(name, d, r, R))));

/** ∫ f dV over the ball of radius R by Simpson's rule; the knot at R/2 falls on a node. */
function integrate(f: (r: number) => number, d: Dimension, R: number): number {
  const n = 4000;
  const area = { 1: 2, 2: 2 * Math.PI, 3: 4 * Math.PI }[d];
  let sum = 0;
  for (let k = 0; k <= n; k++) {
    const r = (k / n) * R;
    const weight = k === 0 || k === n ? 1 : k % 2 === 1 ? 4 : 2;
    sum += weight * area * r ** (d - 1) * f(r);
  }
  return (sum * R) / (3 * n);
}

describe.each(CASES)('$name in $d dimensions', ({ name, d }) => {
  it.each(SUPPORTS)('equals the printed formula, R = %d', (R) => {
    const scale = 1e-13 * W(name, d, 0, R);
    const slopeScale = 1e-13 * steepest(name, d, R);
    for (const r of radii(R)) {
      expect(Math.abs(kernelValue(name, d, r, R) - W(name, d, r, R))).toBeLessThanOrEqual(scale);
      expect(Math.abs(kernelSlope(name, d, r, R) - slopeW(name, d, r, R))).toBeLessThanOrEqual(slopeScale);
    }
  });

  it('has the printed normalization and support', () => {
    const { inner, knot, supportOverH } = KERNELS[name];
    expect(normalization(name, d) * (evaluate(inner, 1) + evaluate(knot, 0.5))).toBeCloseTo(W(name, d, 0, 1), 12);
    expect(supportOverH).toBe(PRINTED_KERNELS[name].end);
  });

  it.each(SUPPORTS)('integrates to one, R = %d', (R) => {
    const mass = integrate((r) => kernelValue(name, d, r, R), d, R);
    expect(Math.abs(mass - 1)).toBeLessThan(1e-8);
  });

  it.each(SUPPORTS)('has the slope of its finite differences, R = %d', (R) => {
    const e = 1e-6 * R; // small: at r = R the quartic's curvature jumps
    const scale = steepest(name, d, R);
    for (const r of radii(R).slice(1, -1)) {
      const difference = (kernelValue(name, d, r + e, R) - kernelValue(name, d, r - e, R)) / (2 * e);
      expect(Math.abs(difference - kernelSlope(name, d, r, R)) / scale).toBeLessThan(1e-6);
    }
  });

  it('is zero outside its support and continuous there', () => {
    const R = 0.37;
    for (const r of [R, R * (1 + 1e-12), 1.5 * R, 1e9]) {
      expect(kernelValue(name, d, r, R)).toBe(0);
      expect(Math.abs(kernelSlope(name, d, r, R))).toBe(0);
      expect(diffusionFactor(name, d, r, R)).toBe(0);
    }
    const inside = R * (1 - 1e-9);
    expect(Math.abs(kernelValue(name, d, inside, R))).toBeLessThan(1e-12 * W(name, d, 0, R));
    expect(Math.abs(kernelSlope(name, d, inside, R))).toBeLessThan(1e-6 * steepest(name, d, R));
  });

  it('is finite and positive at the center', () => {
    expect(kernelValue(name, d, 0, 0.37)).toBeGreaterThan(0);
    expect(kernelValue(name, d, 0, 0.37)).toBeLessThan(Infinity);
    expect(Number.isFinite(kernelSlope(name, d, 0, 0.37))).toBe(true);
    expect(diffusionFactor(name, d, 0, 0.37)).toBe(0);
  });

  it('diffuses with F = max(0, −W′/r)', () => {
    const R = 0.37;
    for (const r of radii(R).slice(1)) {
      const printed = Math.max(0, -slopeW(name, d, r, R) / r);
      expect(diffusionFactor(name, d, r, R)).toBeGreaterThanOrEqual(0);
      expect(Math.abs(diffusionFactor(name, d, r, R) - printed)).toBeLessThanOrEqual(
        (1e-13 * steepest(name, d, R)) / r,
      );
    }
  });
});

describe('anchors of the card', () => {
  it.each([
    { name: 'dc', moments: [0.0667, 0.1429, 0.2143] },
    { name: 'quartic', moments: [0.0825, 0.1531, 0.2115] },
    { name: 'poly6', moments: [0.1111, 0.2, 0.2727] },
  ] as const)('second moments of $name over the squared support', ({ name, moments }) => {
    for (const d of DIMENSIONS) {
      const moment = integrate((r) => r * r * kernelValue(name, d, r, 1), d, 1);
      expect(Math.abs(moment - moments[d - 1]!)).toBeLessThan(5.1e-5);
    }
  });

  it.each(CASES.filter(({ name }) => name !== 'quartic'))('$name falls all the way, $dD', ({ name, d }) => {
    for (const r of radii(1)) expect(kernelSlope(name, d, r, 1)).toBeLessThanOrEqual(0);
  });

  it('dc and spiky are one shape', () => {
    for (const d of DIMENSIONS)
      for (const r of radii(0.37)) expect(kernelValue('dc', d, r, 0.37)).toBe(kernelValue('spiky', d, r, 0.37));
  });

  describe.each(DIMENSIONS)('defect of the quartic (X12) in %d dimensions', (d) => {
    const [h, R] = [1, 2];
    const value = (q: number) => kernelValue('quartic', d, q * h, R) / kernelValue('quartic', d, 0, R);
    const slope = (q: number) => kernelSlope('quartic', d, q * h, R) / steepest('quartic', d, R);
    const between = (a: number, b: number) => Array.from({ length: 99 }, (_, k) => a + ((k + 1) / 100) * (b - a));

    it('is negative from q = 1.6957 to 2, down to −0.24 % of the center', () => {
      for (const q of between(0, 1.6956)) expect(value(q)).toBeGreaterThan(0);
      for (const q of between(1.6958, 2)) expect(value(q)).toBeLessThan(0);
      expect(Math.min(...between(1.7, 2).map(value))).toBeCloseTo(-0.0024, 4);
    });

    it('rises from q = 1.8 to 2, by at most 1.9 % of its steepest slope, and does not diffuse there', () => {
      for (const q of between(0, 1.7999)) expect(slope(q)).toBeLessThan(0);
      for (const q of between(1.8001, 2)) {
        expect(slope(q)).toBeGreaterThan(0);
        expect(diffusionFactor('quartic', d, q * h, R)).toBe(0);
      }
      expect(Math.max(...between(1.8, 2).map(slope))).toBeCloseTo(0.019, 3);
    });
  });
});
