// Jelly of the slides falls on a wedge that comes to meet it. [SL03 slides 19-31] Summed density, linear pressure, Π with μ².

import type { TestScene } from './test-scene.ts';

export const wedge2d: TestScene = {
  scene: {
    dimension: 2,
    frameRate: 20,
    substances: { jelly: { preset: 'desbrun-1996', stiffness: 40 } },
    bodies: [
      {
        substance: 'jelly',
        shape: { box: { min: [-0.5, 0.45, 0], max: [0.5, 1.15, 0] } },
        spacing: 0.035,
        jitter: 0.05,
        velocity: [0, -1, 0],
      },
    ],
    obstacles: [
      { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, tangentRestitution: 0.8 },
      {
        shape: { box: { center: [-0.3, 0, 0], size: [0.5, 0.5, 1], rotation: { axis: [0, 0, 1], degrees: 45 } } },
        tangentRestitution: 0.5,
        motion: { velocity: [0.8, 0, 0] },
      },
    ],
  },
  frames: 12,
};
