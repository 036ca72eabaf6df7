// Stiff solids in steps that are far longer than their sound allows: a rod that hangs from an anchor, and a block of metal that yields when it falls.

import type { TestScene } from './test-scene.ts';

export const elasticImplicit: TestScene = {
  scene: {
    frameRate: 50,
    time: { elasticSolver: 'implicit', stepsPerFrame: 4 },
    substances: {
      wood: { model: 'elastic', restDensity: 700, youngsModulus: 1e9, poissonsRatio: 0.3 },
      tin: { model: 'elastic', preset: 'tin' },
    },
    anchors: [{ min: [-0.01, 0.08, -0.1], max: [0.02, 0.2, 0.1] }],
    bodies: [
      { substance: 'wood', spacing: 0.01, shape: { box: { min: [0, 0.1, 0], max: [0.2, 0.13, 0.03] } } },
      {
        ...{ substance: 'tin', spacing: 0.01, velocity: [0.5, -2, 0], angularVelocity: [0, 3, 8] },
        shape: { box: { min: [0.05, 0.02, -0.1], max: [0.1, 0.06, -0.05] } },
      },
    ],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
  },
  frames: 6,
};
