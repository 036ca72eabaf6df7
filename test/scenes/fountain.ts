// Two jets meet over a floor with a drain: particles come and go all the time, and some leave through the side of the domain.

import type { TestScene } from './test-scene.ts';

export const fountain: TestScene = {
  scene: {
    frameRate: 30,
    seed: 7,
    substances: { water: { preset: 'desbrun-1999', negativePressure: 0.1 } },
    bodies: [
      { substance: 'water', shape: { box: { min: [-0.3, 0, -0.15], max: [-0.05, 0.15, 0.15] } }, spacing: 0.035 },
    ],
    emitters: [
      {
        substance: 'water',
        shape: { disc: { center: [-0.3, 0.3, 0], normal: [1, 0.2, 0], radius: 0.07 } },
        speed: 3,
        spacing: 0.03,
        jitter: 0.1,
      },
      {
        substance: 'water',
        shape: { box: { min: [0.28, 0.22, -0.06], max: [0.32, 0.36, 0.06] } },
        direction: [-1, 0, 0],
        speed: 2.5,
        spacing: 0.03,
        from: 0.04,
        to: 0.3,
      },
    ],
    sinks: [{ shape: { box: { min: [0.05, -1, -1], max: [0.2, 0.05, 1] } } }],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, normalRestitution: 0.1 }],
    domain: { min: [-0.5, -0.5, -0.15], max: [0.5, 1, 0.15] },
  },
  frames: 10,
};
