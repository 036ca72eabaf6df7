// A drop bursts on a small disc in the plane: two thin sheets split, and merge where they pile up. Summed density, one step for
// all.

import type { TestScene } from './test-scene.ts';

export const adaptiveSheet2d: TestScene = {
  scene: {
    dimension: 2,
    frameRate: 25,
    substances: { water: { preset: 'water', stiffness: 100 } },
    bodies: [
      {
        substance: 'water',
        shape: { sphere: { center: [0, 0.5, 0], radius: 0.22 } },
        spacing: 0.02,
        velocity: [0, -4, 0],
      },
    ],
    obstacles: [
      { shape: { box: { min: [-0.5, 0, -1], max: [0.5, 2, 1] } }, inside: true },
      { shape: { sphere: { center: [0.02, 0.15, 0], radius: 0.06 } } },
    ],
    adaptivity: { detail: 1.3, individualSteps: false },
  },
  frames: 8,
};
