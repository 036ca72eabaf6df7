// What stands behind a wall: the tables of pushes against sums over a lattice of particles, term by term. [ADR 31]

import { describe, expect, it } from 'vitest';
import { halfSpaceTables } from '../../src/kernels/half-space.ts';
import { kernelSlope, kernelValue } from '../../src/kernels/kernels.ts';

const STEPS = 64;
const KERNELS = [
  ['dc', 1.35],
  ['quartic', 1.3],
  ['wendland-c2', 1.6],
] as const;

/**
 * Sums over a cubic lattice of particles behind a wall, seen from a distance d before it (R = 1), mean over places along the wall:
 * ∫W, −∫∂W and −∫(d + s)∂W.
 */
function behind(kernel: 'dc' | 'quartic' | 'wendland-c2', d: 2 | 3, spacing: number, distance: number): number[] {
  const reach = Math.ceil(1 / spacing) + 1,
    places = 8,
    sums = [0, 0, 0],
    V = spacing ** d / places ** (d - 1);
  for (let layer = 0; layer < reach; layer++) {
    const z = distance + (layer + 0.5) * spacing;
    for (let i = -reach * places; i <= reach * places; i++) {
      for (let j = d === 3 ? -reach * places : 0; j <= (d === 3 ? reach * places : 0); j++) {
        const r = Math.hypot(z, (i * spacing) / places, (j * spacing) / places);
        if (r >= 1) continue;
        const slope = (kernelSlope(kernel, d, r, 1) * z) / r;
        sums[0]! += V * kernelValue(kernel, d, r, 1);
        sums[1]! -= V * slope;
        sums[2]! -= V * slope * z;
      }
    }
  }
  return sums;
}

describe.each(KERNELS)('behind a wall, kernel %s', (kernel, smoothing) => {
  it.each([2, 3] as const)('the tables are sums over the particles there, %i D', (d) => {
    const { covers, pushes, stretches } = halfSpaceTables(kernel, d, STEPS, smoothing);
    for (const k of [4, 12, 20, 36, 50]) {
      const [cover, push, stretch] = behind(kernel, d, 1 / (2 * smoothing), k / STEPS);
      expect(Math.abs(covers[k]! - cover!)).toBeLessThan(2e-3);
      expect(Math.abs(pushes[k]! - push!)).toBeLessThan(1e-2);
      expect(Math.abs(stretches[k]! - stretch!)).toBeLessThan(5e-3);
    }
  });

  it.each([2, 3] as const)('layers at rest carry all of the pressure: 2 Σ S dx = 1, %i D', (d) => {
    const spacing = 1 / (2 * smoothing),
      n = Math.round(64 / spacing), // so that layers stand at entries
      { pushes } = halfSpaceTables(kernel, d, n, smoothing);
    let carried = 0;
    for (let layer = 0; (layer + 0.5) * spacing < 1; layer++)
      carried += 2 * spacing * pushes[Math.round((layer + 0.5) * spacing * n)]!;
    expect(Math.abs(carried - 1)).toBeLessThan(0.06); // the gradient of a linear field by such a sum [card §3]
  });
});
