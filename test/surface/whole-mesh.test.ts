// Whole surfaces of every kind of cloud: closed, oriented, manifold and without degenerate elements, in the eyes of findDefects and of
// manifold-3d, which takes nothing else.

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { meshVolume } from '../../src/meshes/measure-mesh.ts';
import { Surfacer } from '../../src/surface/surfacer.ts';
import { fuzzed, holds } from '../helpers/holds.ts';
import { createJudge, faultsOf, type Judge } from '../helpers/mesh-judge.ts';
import { prepare, randomSurface } from '../helpers/random-surfaces.ts';

let surfacer: Surfacer, judge: Judge;
beforeAll(async () => {
  surfacer = await Surfacer.create();
  judge = await createJudge();
});
afterAll(() => surfacer.dispose());

it('keeps the area of the triangles around a stray that is settled where f32 has few digits left', () => {
  const { fields, options } = prepare({
    ...{ kind: 'ball', flaw: 'strays', dimension: 3, jitter: 0, contrast: 1, distance: 0, spacing: 1, seed: 0 },
    ...{ voxel: 0.44668280526699006, level: 0.05, smoothing: 0, settling: 0.5, field: 'density', kernels: 'round' },
  });
  expect(faultsOf(surfacer.build(fields, options), judge)).toEqual([]);
});

it('is sound for random clouds and settings', { ...fuzzed, timeout: 1_200_000 }, () => {
  holds(
    fc.property(randomSurface, (recipe) => {
      const { fields, options } = prepare(recipe);
      const mesh = surfacer.build(fields, options);
      expect(faultsOf(mesh, judge)).toEqual([]);
      expect(meshVolume(mesh)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 60 },
  );
});
