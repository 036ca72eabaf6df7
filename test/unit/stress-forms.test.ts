// The forms of the viscous stress that ADR 29 compares, against closed forms: sums over the lattice for waves, exact flows for blocks.

import { describe, expect, it } from 'vitest';
import { prescribe, rotation, sawTooth, shearWave, spin, stretching } from '../../validation/measure-forms.ts';
import { bondsOf, dot, FORMS, field, lattice, matrixOf } from '../../validation/stress-forms.ts';

const EDGE = 12;

/** Σ c f(x, y) over the neighbors of a particle with neighbors all around. */
function latticeSum(f: (x: number, y: number) => number): number {
  return bondsOf(lattice(EDGE, EDGE, true))[0]!.reduce((sum, { dx, dy, c }) => sum + c * f(dx, dy), 0);
}

describe('shear waves decay as the sums over the lattice say', () => {
  const k = (2 * Math.PI) / EDGE,
    shift = (y: number) => (2 * (1 - Math.cos(k * y))) / (k * k);

  it('morris: 2 Σ c (1 − cos ky)/k²', () => {
    expect(shearWave('morris', EDGE)).toBeCloseTo(
      latticeSum((_, y) => shift(y)),
      12,
    );
  });
  it('central: 8 Σ c x²/(r² + h²/100) (1 − cos ky)/k²', () => {
    const soft = 0.01 * 1.3 * 1.3,
      expected = latticeSum((x, y) => (4 * x * x * shift(y)) / (x * x + y * y + soft));
    expect(shearWave('central', EDGE)).toBeCloseTo(expected, 12);
  });
  it('tensor: (Σ c y sin ky)²/k²', () => {
    expect(shearWave('tensor', EDGE)).toBeCloseTo((latticeSum((_, y) => y * Math.sin(k * y)) / k) ** 2, 12);
  });
  it('symmetric: the corrected tensor, and α of what is left of 2 Σ c (1 − cos ky) when its best line is taken away', () => {
    const B = latticeSum((_, y) => y * y),
      slope = latticeSum((_, y) => y * Math.sin(k * y)) / B,
      rest = latticeSum((_, y) => 2 * (1 - Math.cos(k * y))) - slope * slope * B;
    expect(shearWave('symmetric', EDGE)).toBeCloseTo((slope * slope + 0.6 * rest) / (k * k), 12);
  });
});

it('only the tensor is blind to a saw-tooth', () => {
  expect(sawTooth('tensor')).toBeCloseTo(0, 12);
  for (const form of FORMS.filter((name) => name !== 'tensor')) expect(sawTooth(form), form).toBeGreaterThan(1);
});

it('the symmetric form stretches and turns exactly, free surfaces or not', () => {
  expect(stretching('symmetric', 5)).toBeCloseTo(4, 11);
  expect(rotation('symmetric', 5)).toBeCloseTo(0, 11);
});

it('the central form turns freely, Morris does not', () => {
  expect(rotation('central', 5)).toBeCloseTo(0, 11);
  expect(rotation('morris', 5)).toBeGreaterThan(1);
  expect(spin('central', 5, 100, 1e-9)).toBeCloseTo(1, 6);
  expect(spin('morris', 5, 100, 1e-9)).toBeLessThan(0.1);
});

it.each(FORMS)('%s keeps momentum and is symmetric and not negative', (form) => {
  const cloud = lattice(4, 6),
    A = matrixOf(form, cloud),
    v = field(cloud, (x, y) => [Math.sin(3 * x + y * y), Math.cos(5 * y - x)]),
    u = field(cloud, (x, y) => [Math.cos(7 * x * y), x - y * y]);
  const f = A.times(v);
  expect(f.reduce((sum, value, k) => (k % 2 === 0 ? sum + value : sum), 0)).toBeCloseTo(0, 10);
  expect(dot(u, f)).toBeCloseTo(dot(v, A.times(u)), 10);
  expect(dot(v, f)).toBeGreaterThan(0);
});

describe('prescribed gradients', () => {
  const cloud = lattice(EDGE, EDGE, true),
    wave = field(cloud, (_, y) => [Math.sin((2 * Math.PI * y) / EDGE), 0]);
  it('leave no viscosity: a step takes the same part of a wave of any length', () => {
    const long = lattice(2 * EDGE, 2 * EDGE, true),
      longWave = field(long, (_, y) => [Math.sin((Math.PI * y) / EDGE), 0]),
      left = (of: typeof cloud, v: Float64Array) => dot(prescribe(of, v, 0, 1e-6).v, v) / dot(v, v);
    expect(left(long, longWave) / left(cloud, wave)).toBeLessThan(1.1); // a viscosity would leave e^{3νk²dt} times as much
    expect(left(cloud, wave)).toBeLessThan(0.5);
  });
  it('keep momentum', () => {
    const { v } = prescribe(cloud, wave, 0.3, 1e-8);
    expect(v.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 8);
  });
});
