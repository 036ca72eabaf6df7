// Powder falls into water of smoothed particles and sinks; both meet a moving paddle.

import type { TestScene } from './test-scene.ts';

export const globulesAndWater: TestScene = {
  scene: {
    frameRate: 50,
    substances: {
      water: { preset: 'water', stiffness: 200 },
      sugar: { model: 'globules', kind: 'powder', restDensity: 1600, stiffness: 300, radiusVariation: 0.2 },
    },
    bodies: [
      { substance: 'water', spacing: 0.06, shape: { box: { min: [0, 0, 0], max: [0.6, 0.3, 0.4] } } },
      {
        ...{ substance: 'sugar', spacing: 0.05, velocity: [0, -3, 0] },
        shape: { box: { min: [0.2, 0.38, 0.1], max: [0.4, 0.6, 0.3] } },
      },
    ],
    obstacles: [
      { shape: { box: { min: [0, 0, 0], max: [0.6, 1, 0.4] } }, inside: true },
      {
        shape: { box: { center: [0.5, 0.5, 0.2], size: [0.05, 0.3, 0.3] } },
        motion: {
          keyframes: [
            { time: 0, translate: [0, 0, 0] },
            { time: 0.2, translate: [-0.15, -0.15, 0] },
          ],
        },
      },
    ],
  },
  frames: 10,
};
