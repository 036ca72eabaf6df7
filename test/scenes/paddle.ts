// A paddle turns in a round tank of water while a plunger goes up and down: obstacles that rotate and that follow keyframes.

import type { TestScene } from './test-scene.ts';

export const paddle: TestScene = {
  scene: {
    frameRate: 25,
    substances: { water: { stiffness: 400, artificialViscosity: 0.5, negativePressure: 0.2 } },
    bodies: [
      {
        substance: 'water',
        shape: { cylinder: { from: [0, 0, 0], to: [0, 0.25, 0], radius: 0.3 } },
        spacing: 0.042,
        lattice: 'cubic',
      },
    ],
    obstacles: [
      { shape: { cylinder: { from: [0, 0, 0], to: [0, 1.5, 0], radius: 0.3 } }, inside: true },
      {
        shape: { box: { center: [0, 0.16, 0], size: [0.4, 0.16, 0.04] } },
        tangentRestitution: 0.5,
        motion: { rotation: { center: [0, 0, 0], axis: [0, 1, 0], degreesPerSecond: 270 } },
      },
      {
        shape: { capsule: { from: [0, 0.6, 0.2], to: [0, 0.8, 0.2], radius: 0.05 } },
        motion: {
          pivot: [0, 0.7, 0.2],
          keyframes: [
            { time: 0 },
            { time: 0.15, translate: [0, -0.3, 0], rotate: { axis: [1, 0, 0], degrees: 20 } },
            { time: 0.3, translate: [0, 0, 0] },
          ],
        },
      },
    ],
  },
  frames: 10,
};
