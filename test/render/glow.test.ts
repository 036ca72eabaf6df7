// The gleam around what is brighter than white.

import { expect, it } from 'vitest';
import { ThixoError } from '../../src/problem.ts';
import { addGlow } from '../../src/render/glow.ts';
import { renderFrame } from '../../src/render/render-frame.ts';
import { frameView } from '../../src/render/view.ts';
import { particlesAt, pixelAt, sceneWith, trig } from '../helpers/pictures.ts';

const [width, height] = [121, 101];
const MIDDLE = 3 * (50 * width + 60);

it('spreads light beyond white evenly to all sides, loses none, and keeps its color', () => {
  const image = new Float32Array(3 * width * height);
  image.set([3, 2, 0.5], MIDDLE); // at exposure 1, 2 and 1 are beyond white
  const before = image.slice();
  addGlow(image, width, height, 1, 0.5);
  const added = image.map((light, k) => light - before[k]!);
  const sums = [0, 1, 2].map((c) => added.filter((_, k) => k % 3 === c).reduce((a, b) => a + b));
  expect(sums[0]).toBeCloseTo(2, 3); // half of the strength, twice
  expect(sums[1]).toBeCloseTo(1, 3);
  expect(sums[2]).toBe(0);
  for (const away of [1, 4, 9]) expect(added[MIDDLE + 3 * away]).toBeCloseTo(added[MIDDLE - 3 * width * away]!, 6);
  expect(added[MIDDLE + 3]).toBeGreaterThan(added[MIDDLE + 12]!);
  expect(added[MIDDLE + 12]).toBeGreaterThan(added[MIDDLE + 30]!);
});

it('leaves alone what is not brighter than white, by the exposure', () => {
  const image = new Float32Array(3 * width * height).fill(0.45);
  const before = image.slice();
  addGlow(image, width, height, 2, 1);
  expect(image).toEqual(before);
  addGlow(image, width, height, 3, 1);
  expect(image[MIDDLE]).toBeGreaterThan(before[MIDDLE]!);
});

it('is seen beside what shines, and refused for huge pictures', () => {
  const shoot = (glow: number): number => {
    const scene = sceneWith({
      substances: { dough: { preset: 'dough' } },
      camera: { position: [0, 0.5, 3], target: [0, 0.5, 0] },
      obstacles: [
        {
          shape: { sphere: { center: [0, 0.5, 0], radius: 0.2 } },
          look: { color: '#ffffff', finish: 'emissive' },
        },
      ],
      look: { stage: 'dark', ground: false, exposure: 2, glow },
    });
    const view = frameView(scene, { min: [-0.5, 0, -0.5], max: [0.5, 1, 0.5] }, 80 / 45);
    const picture = renderFrame({ scene, time: 0, fields: particlesAt([]), width: 80, height: 45, view, trig });
    return pixelAt(picture, 40, 14)[0] + pixelAt(picture, 40, 14)[1];
  };
  expect(shoot(0.6)).toBeGreaterThan(shoot(0) + 15);
  const huge = { look: { glow: 0.1 }, output: { width: 8192, height: 8192 } };
  expect(() => sceneWith({ substances: { dough: { preset: 'dough' } }, ...huge })).toThrow(ThixoError);
});
