// Water that is periodic in x runs in two opposed streams over a floor in 2D: a shear layer across the seam of the domain.

import type { TestScene } from './test-scene.ts';

export const periodicWave: TestScene = {
  scene: {
    dimension: 2,
    frameRate: 40,
    substances: { water: { stiffness: 900, artificialViscosity: 0.2, xsph: 0.3 } },
    bodies: [
      {
        substance: 'water',
        shape: { box: { min: [0, 0, 0], max: [1, 0.2, 0] } },
        spacing: 0.025,
        lattice: 'cubic',
        velocity: [1.5, 0, 0],
      },
      {
        substance: 'water',
        shape: { box: { min: [0, 0.2, 0], max: [0.5, 0.45, 0] } },
        spacing: 0.025,
        lattice: 'cubic',
        velocity: [-1.5, 0, 0],
      },
    ],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
    domain: { min: [0, -1, -1], max: [1, 2, 1], periodic: [true, false, false] },
  },
  frames: 10,
};
