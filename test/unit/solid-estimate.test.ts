// What `check` says of solids before their first step: steps and time.

import { expect, test } from 'vitest';
import { loadTrigonometry } from '../../src/cache/scene-file.ts';
import { numericsOfScene } from '../../src/cli/numerics-of-scene.ts';
import type { SceneInput } from '../../src/index.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import { withWorld } from '../helpers/worlds.ts';

const estimate = async (scene: SceneInput, particles = 1000) =>
  numericsOfScene(parseScene(scene, await loadTrigonometry()), particles);

const cube = (x: number, y: number) => ({
  ...{ substance: 'jelly', spacing: 0.01, lattice: 'cubic' },
  shape: { box: { min: [x, y, 0], max: [x + 0.05, y + 0.05, 0.05] } },
});

/** So many cubes above each other, the lowest just above the floor. */
const stack = (cubes: number, more: Partial<SceneInput> = {}): SceneInput =>
  ({
    frameRate: 25,
    duration: 1,
    substances: { jelly: { model: 'elastic', preset: 'jelly' } },
    bodies: Array.from({ length: cubes }, (_, k) => cube(0.01 * k, 0.01 + 0.08 * k)),
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
    ...more,
  }) as SceneInput;

/** Most steps of the first frames. */
const mostSteps = (scene: SceneInput) =>
  withWorld(scene, (world) => Math.max(...Array.from({ length: 8 }, () => world.advance().steps)));

test.each([
  ['a body alone', stack(1)],
  ['bodies that fall onto each other', stack(2)],
  [
    'stiffer ones with less support of their volume',
    stack(2, { substances: { jelly: { model: 'elastic', youngsModulus: 40_000 } } }),
  ],
  ['implicit steps', stack(1, { gravity: [0, 0, 0], time: { elasticSolver: 'implicit', stepsPerFrame: 6 } })],
])('the steps of %s are those that are told', async (_, scene) => {
  const { stepsPerFrame } = await estimate(scene),
    most = await mostSteps(scene);
  expect(most).toBeLessThanOrEqual(stepsPerFrame);
  expect(most).toBeGreaterThan(0.9 * stepsPerFrame); // a frame may have steps of two sizes
});

test('a liquid beside a solid adds its own time', async () => {
  const water = {
      substance: 'water',
      spacing: 0.01,
      shape: { box: { min: [0, 0, 0], max: [0.1, 0.1, 0.1] } },
    } as const,
    both = { jelly: { model: 'elastic', preset: 'jelly' }, water: { preset: 'water' } } as const,
    time = async (substances: SceneInput['substances'], bodies: SceneInput['bodies']) => {
      const { seconds, stepsPerFrame } = await estimate(stack(1, { substances, bodies }));
      return seconds / stepsPerFrame;
    },
    solid = await time(both, [cube(0, 0.2) as never]),
    liquid = await time(both, [water]);
  expect(await time(both, [cube(0, 0.2) as never, water])).toBeCloseTo(solid + liquid, 10);
});
