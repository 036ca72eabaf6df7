// Two blocks collide in mid-air with the quartic kernel and a density that is re-initialised every seven steps.

import type { TestScene } from './test-scene.ts';

export const shepardQuartic: TestScene = {
  scene: {
    frameRate: 100,
    gravity: [0, 0, 0],
    substances: { wax: { kernel: 'quartic', stiffness: 900, shepardInterval: 7, xsph: 0.2, xsphStored: true } },
    bodies: [
      {
        substance: 'wax',
        shape: { box: { center: [-0.17, 0, 0], size: [0.3, 0.3, 0.3] } },
        spacing: 0.038,
        jitter: 0.05,
        velocity: [3, 0, 0],
      },
      {
        substance: 'wax',
        shape: { box: { center: [0.17, 0.1, 0], size: [0.3, 0.3, 0.3], rotation: { axis: [1, 1, 0], degrees: 30 } } },
        spacing: 0.038,
        jitter: 0.05,
        velocity: [-3, 0, 0],
      },
    ],
  },
  frames: 10,
};
