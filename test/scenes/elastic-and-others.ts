// A warm jelly and a handful of powder fall into water: all families in one world.

import type { TestScene } from './test-scene.ts';

export const elasticAndOthers: TestScene = {
  scene: {
    frameRate: 50,
    substances: {
      water: { preset: 'water', stiffness: 60 },
      jelly: {
        ...{ model: 'elastic', restDensity: 600, youngsModulus: 4000, poissonsRatio: 0.4, stressDamping: 4 },
        ...{ conductivity: 1, softening: { from: 300, to: 320 } },
      },
      sugar: { model: 'globules', kind: 'powder', restDensity: 1600, stiffness: 60 },
    },
    bodies: [
      { substance: 'water', spacing: 0.03, shape: { box: { min: [0, 0, 0], max: [0.3, 0.12, 0.2] } } },
      {
        ...{ substance: 'jelly', spacing: 0.025, velocity: [0, -1, 0], temperature: 315 },
        shape: { box: { min: [0.05, 0.16, 0.05], max: [0.15, 0.26, 0.15] } },
      },
      {
        ...{ substance: 'sugar', spacing: 0.02, velocity: [-0.5, -1, 0] },
        shape: { sphere: { center: [0.22, 0.2, 0.1], radius: 0.04 } },
      },
    ],
    obstacles: [{ shape: { box: { min: [0, 0, 0], max: [0.3, 0.6, 0.2] } }, inside: true }],
  },
  frames: 10,
};
