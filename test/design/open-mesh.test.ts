// Meshes that are not closed, and meshes of several parts.

import { expect, it } from 'vitest';
import { ShapeDesign, sampledField } from '../../src/design/index.ts';
import { sampleSolid } from '../../src/meshless/sampling/sample-solid.ts';
import { measureOf } from '../../src/shapes/bounds.ts';
import { EXACT_TRIGONOMETRY } from '../../src/shapes/exact-trigonometry.ts';
import { fillable } from '../../src/shapes/shell.ts';
import { solidOf } from '../../src/shapes/solid.ts';

/** A sheet of 2 × 1 m in the plane y = height, cut into squares. */
function sheet(height: number, n = 8): { positions: number[]; triangles: number[] } {
  const positions: number[] = [],
    triangles: number[] = [];
  for (let j = 0; j <= n; j++) for (let i = 0; i <= n; i++) positions.push((2 * i) / n, height, j / n);
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const a = j * (n + 1) + i;
      triangles.push(a, a + 1, a + n + 1, a + 1, a + n + 2, a + n + 1);
    }
  }
  return { positions, triangles };
}

it('fills a sheet with two layers', () => {
  const solid = fillable(solidOf({ mesh: sheet(0) }, EXACT_TRIGONOMETRY), 60),
    { positions, volume } = sampleSolid(solid, { count: 60 });
  expect(solid.radius).toBeCloseTo(Math.sqrt(4 / 60), 12); // A = 2 m²
  expect(measureOf(solid)).toBeCloseTo(4 * solid.radius, 12);
  expect(volume).toBeGreaterThan(measureOf(solid)); // the rim is round
  const heights = Array.from(positions).filter((_, k) => k % 3 === 1);
  expect(heights.filter((y) => y > 0.05).length).toBeGreaterThan(20);
  expect(heights.filter((y) => y < -0.05).length).toBeGreaterThan(20);
});

it('bends a sheet, follows rigid motions exactly, and keeps lengths along it', () => {
  const mesh = sheet(0),
    design = new ShapeDesign(sampledField({ mesh }, { count: 60 })),
    left = { grip: { region: { box: { min: [-1, -1, -1], max: [0.3, 1, 2] } } } } as const,
    right = { grip: { region: { box: { min: [1.7, -1, -1], max: [3, 1, 2] } } } } as const,
    move = { translate: [1, 2, 3], rotate: { axis: [1, 1, 0], degrees: 70 }, pivot: [0, 0, 0] } as const;
  design.setHandles([
    { ...left, ...move },
    { ...right, ...move },
  ]);
  const rigid = design.solve();
  expect(rigid.miss).toBeLessThan(1e-10);
  design.reset();
  // What is between the handles, 1.4 m, on an arc of 50°.
  const turn = { axis: [0, 0, 1], degrees: 50 } as const;
  design.setHandles([left, { ...right, translate: [-0.171, 0.573, 0], rotate: turn, pivot: [1.7, 0, 0] }]);
  design.solve();
  const p = design.moved(mesh.positions),
    middle = Array.from({ length: 9 }, (_, i) => 3 * (4 * 9 + i));
  let length = 0;
  for (let k = 1; k < middle.length; k++) {
    const [a, b] = [middle[k - 1]!, middle[k]!];
    length += Math.hypot(p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!);
  }
  expect(p[middle.at(-1)! + 1]! - p[middle[0]!]!).toBeGreaterThan(0.3);
  expect(Math.abs(length / 2 - 1)).toBeLessThan(0.05);
});

it('lets parts that do not touch go apart, and holds those together that do', () => {
  const pull = (gap: number): number => {
    const [a, b] = [sheet(0), sheet(gap)],
      mesh = {
        positions: [...a.positions, ...b.positions],
        triangles: [...a.triangles, ...b.triangles.map((v) => v + a.positions.length / 3)],
      },
      design = new ShapeDesign(sampledField({ mesh }, { count: 80 }));
    design.setHandles([{ grip: { points: [0.5, 0, 0.5, 1.5, 0, 0.5, 1, 0, 0.2] }, translate: [0, 0, 0.4] }]);
    design.reset();
    design.displacements.fill(0); // from rest, not from the rigid motion that fits
    design.restore({ ...design.state(), displacements: Array.from(design.displacements) });
    design.solve();
    return design.moved([1, gap, 0.5])[2]! - 0.5;
  };
  expect(Math.abs(pull(3))).toBeLessThan(1e-6);
  expect(pull(0.1)).toBeGreaterThan(0.35);
});
