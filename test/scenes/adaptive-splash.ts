// A block falls over a sphere while a jet fills the box and a drain empties it: the block is merged at first, splits where it gets thin,
// and merges again. Continuity density, individual steps.

import type { TestScene } from './test-scene.ts';

export const adaptiveSplash: TestScene = {
  scene: {
    frameRate: 25,
    substances: { water: { preset: 'desbrun-1999', stiffness: 100, negativePressure: 0 } },
    bodies: [
      {
        substance: 'water',
        shape: { box: { min: [-0.2, 0.27, -0.2], max: [0.2, 0.6, 0.2] } },
        spacing: 0.045,
        velocity: [0, -2, 0],
      },
    ],
    emitters: [
      {
        substance: 'water',
        shape: { disc: { center: [-0.3, 0.5, 0], normal: [1, 0, 0], radius: 0.08 } },
        speed: 2,
        spacing: 0.045,
      },
    ],
    sinks: [{ shape: { box: { min: [0.25, -1, -1], max: [1, 0.08, 1] } } }],
    obstacles: [
      { shape: { box: { min: [-0.4, 0, -0.4], max: [0.4, 1.5, 0.4] } }, inside: true },
      { shape: { sphere: { center: [0, 0.1, 0], radius: 0.12 } } },
    ],
    adaptivity: {},
  },
  frames: 8,
};
