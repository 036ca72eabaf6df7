// A block of paste slumps on a floor with grip: particles split where it spreads and merge inside, all take the same steps.

import type { TestScene } from './test-scene.ts';

export const adaptivePaste: TestScene = {
  scene: {
    dimension: 2,
    gravity: [0, -10, 0],
    frameRate: 25,
    substances: { paste: { preset: 'paiva-2009-fast', jumpNumber: 30, yieldStress: 400, consistency: 300 } },
    bodies: [{ substance: 'paste', shape: { box: { min: [-0.5, 0, 0], max: [0.5, 1, 0] } }, spacing: 0.03 }],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, grip: 1 }],
    adaptivity: {},
  },
  frames: 8,
};
