// The ideal liquid that V62 is compared with: its first instant against a series, what it must conserve, and that panels do not matter.

import { describe, expect, it } from 'vitest';
import { collapse, columnAtRest, flowThrough, type Panels, type Sight } from '../../validation/potential-dam.ts';

/**
 * Acceleration of the face x = 1 of a column of 1 × 2 that is released, over g: −∂p/∂x of the pressure
 * p = Σ c_n cos(k_n x) sinh(k_n (2 − y))/(k_n cosh 2k_n), k_n = (n + ½)π, c_n = 2(−1)ⁿ/k_n, which is 0 on top and face and has the slope −1 on the floor.
 */
function accelerationOfFace(y: number): number {
  let sum = 0;
  for (let n = 0; n < 4000; n++) {
    const k = (n + 0.5) * Math.PI;
    sum += ((2 / k) * (Math.exp(-k * y) - Math.exp(k * (y - 4)))) / (1 + Math.exp(-4 * k)); // sinh(k (2 − y))/cosh 2k
  }
  return sum;
}

function collapsed(panels: Panels, step: number, until: number): Sight[] {
  const seen: Sight[] = [];
  collapse(columnAtRest(panels), step, Math.round(until / step), 0.2, (sight) => seen.push(sight));
  return seen;
}

describe('an ideal liquid', () => {
  it('begins to move as the series says', () => {
    const surface = columnAtRest({ top: 30, face: 50, grading: 10 }),
      flow = flowThrough({ ...surface, phi: surface.y.map((y) => -y) }); // dφ/dt = −gy
    for (const k of [45, 55, 65, 75]) {
      const y = (surface.y[k]! + surface.y[k + 1]!) / 2;
      expect(Math.abs(flow[k]! / accelerationOfFace(y) - 1)).toBeLessThan(0.01);
    }
    expect(Math.abs(flow[10]! + 1)).toBeLessThan(0.2); // the top falls, hardly slower than freely
  });

  it('keeps its area and its energy, and its front does not depend on the panels', () => {
    const coarse = collapsed({ top: 14, face: 22, grading: 10 }, 0.01, 2.3),
      fine = collapsed({ top: 20, face: 32, grading: 10 }, 0.008, 2.304);
    for (const { area, energy } of fine) {
      expect(Math.abs(area / 2 - 1)).toBeLessThan(0.01);
      expect(Math.abs(energy / 2 - 1)).toBeLessThan(0.01);
    }
    for (const time of [0.6, 1.2, 1.8]) {
      const front = (seen: readonly Sight[]) => seen.find((sight) => sight.time > time - 1e-9)!.front;
      expect(Math.abs(front(coarse) / front(fine) - 1)).toBeLessThan(0.015);
    }
    expect(fine.at(-1)!.front).toBeGreaterThan(4); // and it did collapse
  });
});
