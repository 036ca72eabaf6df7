// A thick whirl with a spin of its own falls beside one of water, whose eddies spin and spread.

import type { TestScene } from './test-scene.ts';

export const vorticity: TestScene = {
  scene: {
    dimension: 2,
    frameRate: 50,
    substances: {
      water: { preset: 'water', vorticity: { viscosity: 0.02 } },
      syrup: { preset: 'syrup', vorticity: { transfer: 0.1, inertia: 20 } },
    },
    bodies: [
      {
        substance: 'water',
        shape: { sphere: { center: [0.2, 0.26, 0], radius: 0.15 } },
        spacing: 0.02,
        angularVelocity: [0, 0, 8],
      },
      {
        substance: 'syrup',
        shape: { box: { min: [0.4, 0.1, 0], max: [0.6, 0.3, 0] } },
        spacing: 0.02,
        velocity: [-1, 0, 0],
      },
    ],
    obstacles: [{ shape: { box: { min: [0, 0, 0], max: [0.7, 1, 0] } }, inside: true }],
  },
  frames: 8,
};
