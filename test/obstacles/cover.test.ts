// What a summed density lacks beside walls: the table of half spaces, and the part of a kernel that obstacles cover, against the integral.

import { beforeAll, describe, expect, it } from 'vitest';
import { halfSpaceParts } from '../../src/kernels/half-space.ts';
import { KERNEL_NAMES, kernelValue } from '../../src/kernels/kernels.ts';
import { RECORD_SLOTS } from '../../src/obstacles/layout.ts';
import { packObstacles, prepareObstacles } from '../../src/obstacles/pack.ts';
import type { Motion, Obstacle } from '../../src/scene/schema.ts';
import { signedDistance } from '../../src/shapes/distance.ts';
import type { Trigonometry } from '../../src/shapes/rotation.ts';
import type { Shape, Vec3 } from '../../src/shapes/shape.ts';
import { solidOf } from '../../src/shapes/solid.ts';
import { COVER_STEPS, COVER_TABLE } from '../../src/wasm/layout.ts';
import { compileObstacles } from '../helpers/obstacle-module.ts';

interface CoverModule extends Trigonometry {
  memory: WebAssembly.Memory;
  coveredPart(obstacles: number, count: number, point: number, R: number, flat: boolean): number;
}

const POINT = 32768;
const OBSTACLES = POINT + 24;
const R = 0.1;

let wasm: CoverModule;

beforeAll(async () => {
  wasm = await compileObstacles<CoverModule>();
}, 60_000);

describe('half-space parts', () => {
  it('of the cubic kernel in 3D are 3p⁵/2 − p⁶, p = 1 − q', () => {
    const parts = halfSpaceParts('dc', 3, 16);
    for (let k = 0; k <= 16; k++) {
      const p = 1 - k / 16;
      expect(parts[k]).toBeCloseTo(1.5 * p ** 5 - p ** 6, 6);
    }
  });

  it.each(KERNEL_NAMES)('of %s are the integral, in 2D and 3D', (kernel) => {
    for (const d of [2, 3] as const) {
      const parts = halfSpaceParts(kernel, d, 8);
      expect(parts[0]).toBe(0.5);
      expect(parts[8]).toBe(0);
      const n = d === 2 ? 200 : 64;
      let beyond = 0;
      forGrid(n, d, (x, y, z) => {
        if (x > 0.25) beyond += kernelValue(kernel, d, Math.hypot(x, y, z), 1) * (2 / n) ** d;
      });
      expect(Math.abs(parts[2]! - beyond)).toBeLessThan(4e-3);
    }
  });
});

/** Calls `use` at the middles of n^d cells of [−1, 1]^d. */
function forGrid(n: number, d: 2 | 3, use: (x: number, y: number, z: number) => void): void {
  const at = (k: number) => (2 * k + 1) / n - 1;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) for (let k = 0; k < (d === 3 ? n : 1); k++) use(at(i), at(j), d === 3 ? at(k) : 0);
}

describe.each([2, 3] as const)('the covered part in %i D', (dimension) => {
  const covered = (obstacles: readonly Obstacle[], point: Vec3, t1 = 0) => {
    const f64 = new Float64Array(wasm.memory.buffer);
    f64.set(halfSpaceParts('dc', dimension, COVER_STEPS), COVER_TABLE / 8);
    packObstacles(
      prepareObstacles(obstacles, wasm, dimension),
      0,
      t1,
      wasm,
      f64.subarray(OBSTACLES / 8, OBSTACLES / 8 + obstacles.length * RECORD_SLOTS),
    );
    f64.set(point, POINT / 8);
    return wasm.coveredPart(OBSTACLES, obstacles.length, POINT, R, dimension === 2);
  };
  /** The same by the midpoint rule over a grid and the TypeScript distances. */
  const integral = (obstacles: readonly Obstacle[], point: Vec3) => {
    const solids = obstacles.map(({ shape, inside }) => ({ solid: solidOf(shape, wasm, dimension), inside }));
    const n = dimension === 2 ? 120 : 40;
    let part = 0;
    forGrid(n, dimension, (x, y, z) => {
      const at: Vec3 = [point[0] + R * x, point[1] + R * y, point[2] + R * z];
      const hit = solids.some(({ solid, inside }) => signedDistance(solid, ...at) < 0 !== inside);
      if (hit) part += kernelValue('dc', dimension, Math.hypot(x, y, z), 1) * (2 / n) ** dimension;
    });
    return part;
  };
  const obstacle = (shape: Shape, inside = false, motion?: Motion): Obstacle => ({
    shape,
    inside,
    normalRestitution: 0,
    tangentRestitution: 1,

    ...(motion ? { motion } : {}),
  });
  const tank = obstacle({ box: { min: [0, 0, dimension === 2 ? 0 : -1], max: [1, 1, dimension === 2 ? 0 : 1] } }, true);
  const turned: Shape = {
    box: { center: [0.5, 0.5, 0], size: [0.3, 0.2, 1], rotation: { axis: [0, 0, 1], degrees: 30 } },
  };

  const CASES: [string, Obstacle[], Vec3, tolerance: number][] = [
    ['a floor', [obstacle({ plane: { point: [0, 0.02, 0], normal: [0, 1, 0] } })], [0.3, 0.04, 0], 4e-3],
    ['a slope', [obstacle({ plane: { point: [0, 0, 0], normal: [3, 4, 0] } })], [0.018, 0.024, 0], 8e-3],
    ['a tank, at its floor', [tank], [0.5, 0.02, 0], 4e-3],
    ['a tank, in its corner', [tank], [0.02, 0.02, 0], 0.03],
    ['a tank, far from its walls', [tank], [0.5, 0.5, 0], 0],
    ['a turned block', [obstacle(turned)], [0.5 - 0.06 - 0.13, 0.5 + 0.06 * 1.732 - 0.075, 0], 0.02],
    [
      'a plate half as thick as the kernel',
      [obstacle({ box: { min: [0, 0, -1], max: [1, 0.05, 1] } })],
      [0.5, 0.07, 0],
      6e-3,
    ],
    ['the edge of a plate', [obstacle({ box: { min: [0, 0, -1], max: [1, 0.05, 1] } })], [0, 0.07, 0], 0.02],
    ['a large ball', [obstacle({ sphere: { center: [0, 0, 0], radius: 0.5 } })], [0.52, 0, 0], 0.03],
    ['a ball of half the support', [obstacle({ sphere: { center: [0, 0, 0], radius: 0.05 } })], [0.07, 0, 0], 0.08],
    ['a drum', [obstacle({ cylinder: { from: [0, 0, -1], to: [0, 0, 1], radius: 0.4 } }, true)], [0.38, 0, 0], 0.03],
    ['a rod', [obstacle({ capsule: { from: [0, 0, -1], to: [0, 0, 1], radius: 0.05 } })], [0, 0.07, 0], 0.05],
    [
      'a rod in the plane',
      [obstacle({ capsule: { from: [-1, 0, 0], to: [1, 0, 0], radius: 0.05 } })],
      [0, 0.07, 0],
      0.05,
    ],
    [
      'a floor and a wall',
      [
        obstacle({ plane: { point: [0, 0, 0], normal: [0, 1, 0] } }),
        obstacle({ plane: { point: [0, 0, 0], normal: [1, 0, 0] } }),
      ],
      [0.03, 0.02, 0],
      0.03,
    ],
  ];
  it.each(CASES)('by %s', (_name, obstacles, point, tolerance) => {
    expect(Math.abs(covered(obstacles, point) - integral(obstacles, point))).toBeLessThanOrEqual(tolerance);
  });

  it('is that of the pose at the end of the step', () => {
    const lift = obstacle({ plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, false, { velocity: [0, 1, 0] });
    expect(covered([lift], [0, 0.12, 0])).toBe(0);
    const there = covered([obstacle({ plane: { point: [0, 0.1, 0], normal: [0, 1, 0] } })], [0, 0.12, 0]);
    expect(there).toBeGreaterThan(0.1);
    expect(covered([lift], [0, 0.12, 0], 0.1)).toBeCloseTo(there, 12);
  });
});
