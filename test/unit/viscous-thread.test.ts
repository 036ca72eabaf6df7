// The thread that honey's coils are compared with: stretching and bending against closed forms, rigid motion, and how a frequency is read.

import { describe, expect, it } from 'vitest';
import { frequencyOf, type Place, windingRates } from '../../validation/coiling.ts';
import { type Point, type Vector, velocitiesOf } from '../../validation/viscous-thread.ts';

const N = 40,
  L = 0.1,
  AREA = 2e-5,
  NU = 0.01,
  G = 9.81,
  NO_INERTIA = 1e9; // a step so long that velocities are those of balance

/** Points along a curve of length L. */
function chain(at: (s: number) => Vector, velocity: (x: Vector) => Vector = () => [0, 0, 0]): Point[] {
  return Array.from({ length: N + 1 }, (_, k) => {
    const x = at((k / N) * L);
    return { x, v: velocity(x), rests: false };
  });
}
const volumes = (points: readonly Point[]) =>
  points.slice(1).map(({ x }, k) => AREA * Math.hypot(...x.map((c, a) => c - points[k]!.x[a]!)));

describe('a viscous thread', () => {
  it('hangs and stretches with three times its viscosity: gL²/(6ν) at its end', () => {
    const points = chain((s) => [0, s, 0]),
      top = points.at(-1)!,
      found = velocitiesOf(points, volumes(points), {
        viscosity: NU,
        gravity: G,
        step: NO_INERTIA,
        heldAt: (point) => (point === top ? [0, 0, 0] : undefined),
      });
    expect(Math.abs(-found[0]![1] / ((G * L * L) / (6 * NU)) - 1)).toBeLessThan(0.001);
  });

  it('bends like a beam that is clamped at one end: qL⁴/(8·3μI) at the other', () => {
    const points = chain((s) => [s, 0, 0]),
      clamped = new Set(points.slice(0, 2)),
      free = L - L / (2 * N), // the turn at a point is that of half a segment on each side
      moment = AREA ** 2 / (4 * Math.PI);
    const found = velocitiesOf(points, volumes(points), {
      viscosity: NU,
      gravity: G,
      step: NO_INERTIA,
      heldAt: (point) => (clamped.has(point) ? [0, 0, 0] : undefined),
    });
    expect(Math.abs(-found.at(-1)![1] / ((G * AREA * free ** 4) / (24 * NU * moment)) - 1)).toBeLessThan(0.01);
  });

  it('turns and flies freely, bent as it may be', () => {
    const spin: Vector = [3, -5, 2],
      rigid = ([x, y, z]: Vector): Vector => [
        spin[1] * z - spin[2] * y + 0.1,
        spin[2] * x - spin[0] * z - 0.2,
        spin[0] * y - spin[1] * x,
      ],
      helix = (s: number): Vector => [0.01 * Math.cos(80 * s), 0.5 * s, 0.01 * Math.sin(80 * s)],
      points = chain(helix, rigid),
      found = velocitiesOf(points, volumes(points), { viscosity: NU, gravity: 0, step: 0.1, heldAt: () => undefined });
    for (const [k, { x }] of points.entries())
      for (let a = 0; a < 3; a++) expect(Math.abs(found[k]![a]! - rigid(x)[a]!)).toBeLessThan(1e-6);
  });
});

describe('the frequency of a thread', () => {
  const places = (at: (time: number) => [number, number]): Place[] =>
    Array.from({ length: 200 }, (_, k) => {
      const time = 0.2 + k / 500,
        [x, z] = at(time);
      return { time, x, z };
    });

  it.each([150, -150])('is that of a circle, whichever way round: %s', (w) => {
    const circle = places((t) => [0.001 + 0.003 * Math.cos(w * t), 0.003 * Math.sin(w * t)]);
    expect(Math.abs(frequencyOf(circle) - 150)).toBeLessThan(5);
    for (const rate of windingRates(circle, 0.1)) expect(Math.abs(rate / w - 1)).toBeLessThan(0.1);
  });

  it('is that of folds in a plane, which do not wind', () => {
    const folds = places((t) => [0.003 * Math.cos(150 * t), 0.0001 * Math.cos(150 * t)]);
    expect(Math.abs(frequencyOf(folds) - 150)).toBeLessThan(5);
  });
});
