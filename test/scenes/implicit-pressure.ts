// Pressure that is solved for: two liquids of two sizes in a tank with a moving wall, a mesh-free ball, a jet and a drain.

import type { TestScene } from './test-scene.ts';

export const implicitPressure: TestScene = {
  scene: {
    frameRate: 50,
    time: { pressure: 'implicit' },
    substances: { water: { preset: 'water' }, oil: { preset: 'oil' } },
    bodies: [
      { substance: 'water', spacing: 0.03, shape: { box: { min: [0, 0, 0], max: [0.3, 0.15, 0.2] } } },
      { substance: 'oil', spacing: 0.024, shape: { box: { min: [0, 0.15, 0], max: [0.15, 0.25, 0.2] } } },
    ],
    emitters: [
      {
        ...{ substance: 'water', spacing: 0.03, speed: 2 },
        shape: { disc: { center: [0.1, 0.5, 0.1], normal: [0, -1, 0], radius: 0.05 } },
      },
    ],
    sinks: [{ shape: { box: { min: [0.5, -1, -1], max: [0.7, 0.03, 1] } } }],
    obstacles: [
      { shape: { box: { min: [0, 0, 0], max: [0.6, 2, 0.2] } }, inside: true },
      {
        shape: { sphere: { center: [0.4, 0.05, 0.1], radius: 0.05 } },
        motion: { velocity: [-0.5, 0, 0] },
      },
    ],
  },
  frames: 8,
};
