// A drop of the tutorial's fluid hits a bowl. [AW09 §6] Summed density, Tait pressure, XSPH, the spiky kernel.

import type { TestScene } from './test-scene.ts';

export const taitDrop: TestScene = {
  scene: {
    frameRate: 40,
    substances: { fluid: { preset: 'adams-2009' } },
    bodies: [
      {
        substance: 'fluid',
        shape: { sphere: { center: [0.03, 0.02, -0.01], radius: 0.2 } },
        spacing: 0.032,
        velocity: [0.3, -2, 0],
        angularVelocity: [0, 0, 4],
      },
    ],
    obstacles: [{ shape: { sphere: { center: [0, 0, 0], radius: 0.35 } }, inside: true, tangentRestitution: 0.7 }],
  },
  frames: 8,
};
