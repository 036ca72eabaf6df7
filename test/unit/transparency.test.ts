// Weights around a crack: the reference of visibility and transparency.

import { expect, test } from 'vitest';
import {
  crossing,
  type Seen,
  seenPart,
  shapeFunctions,
  type Vec2,
  weight,
  weightAt,
} from '../reference/transparency.ts';

const seen = (kappa: number): Seen => ({ crack: { mouth: [0, -10], front: [0, 0] }, h: 1.8, spacing: 1, kappa });

const square: Vec2[] = Array.from({ length: 121 }, (_, k) => [(k % 11) - 5.5, Math.floor(k / 11) - 5.3]);

test('what does not cross is seen as without a crack', () => {
  expect(crossing(seen(1).crack, [-1, 0.1], [1, 0.1])).toBeUndefined();
  expect(weight(seen(0.7), [-0.5, 0.1], [0.5, 0.1])).toBe(weightAt(1 / 1.8));
});

test('visibility jumps at the front, transparency does not', () => {
  const beside = (kappa: number, y: number) => weight(seen(kappa), [-0.5, y], [0.5, y]);
  expect(beside(0, 1e-9)).toBeGreaterThan(0.3);
  expect(beside(0, -1e-9)).toBe(0);
  expect(Math.abs(beside(0.7, 1e-9) - beside(0.7, -1e-9))).toBeLessThan(1e-12);
});

test('half a support apart, nothing is seen beyond 0.707 κ_c of the spacing from the front', () => {
  const at = (y: number) => weight(seen(0.7), [-0.45, y], [0.45, y]); // r/h = 0.5
  const end = -0.7 * Math.SQRT1_2;
  expect(at(end + 1e-6)).toBeGreaterThan(0);
  expect(at(end - 1e-6)).toBe(0);
});

test('weights only fall while the front runs on', () => {
  let before = 1;
  for (let front = 1; front > -3; front -= 0.1) {
    const w = weight({ ...seen(0.7), crack: { mouth: [0, 10], front: [0, front] } }, [-0.4, 0.2], [0.5, -0.1]);
    expect(w).toBeLessThanOrEqual(before);
    before = w;
  }
  expect(before).toBe(0);
});

test('shape functions are exact for linear functions on either side', () => {
  for (const x of [
    [-0.3, -2.2],
    [0.2, -2.2],
    [0.1, 0.4],
  ] as const) {
    const phi = shapeFunctions(seen(0.7), x, square),
      sum = (f: (y: Vec2) => number) => phi.reduce((all, w, j) => all + w * f(square[j]!), 0);
    expect(sum(() => 1)).toBeCloseTo(1, 12);
    expect(sum((y) => 3 * y[0] - 2 * y[1])).toBeCloseTo(3 * x[0] - 2 * x[1], 11);
  }
});

test('a sample beside the crack sees about half as many as one in the open', () => {
  const open = seenPart(seen(0), [3.5, 2.7], square),
    beside = seenPart(seen(0), [0.5, -2.3], square),
    through = seenPart(seen(0.7), [0.5, -0.3], square);
  expect(open).toBe(8);
  expect(beside).toBe(5);
  expect(through).toBeGreaterThan(seenPart(seen(0), [0.5, -0.3], square));
});
