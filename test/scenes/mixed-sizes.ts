// A block of fine particles falls into coarse ones three times their size: two levels of the grid, pairs across them.

import type { TestScene } from './test-scene.ts';

const spacing = 0.09;

export const mixedSizes: TestScene = {
  scene: {
    frameRate: 50,
    substances: { mud: { preset: 'desbrun-1999', stiffness: 400 } },
    bodies: [
      { substance: 'mud', shape: { box: { min: [-0.4, 0, -0.4], max: [0.4, 0.3, 0.4] } }, spacing },
      {
        substance: 'mud',
        shape: { capsule: { from: [-0.1, 0.45, 0], to: [0.1, 0.45, 0], radius: 0.12 } },
        spacing: spacing / 3,
        velocity: [0, -3, 0],
      },
    ],
    obstacles: [{ shape: { box: { min: [-0.4, 0, -0.4], max: [0.4, 2, 0.4] } }, inside: true }],
  },
  frames: 10,
};
