// A jelly falls onto clay that a plate presses flat, so that its reference shape is renewed; a part of the jelly is lost in a sink.

import type { TestScene } from './test-scene.ts';

export const elasticBlocks: TestScene = {
  scene: {
    frameRate: 50,
    substances: {
      jelly: { model: 'elastic', preset: 'jelly' },
      clay: {
        model: 'elastic',
        restDensity: 1800,
        youngsModulus: 50000,
        stressDamping: 50,
        yieldStrain: 0.02,
        creep: 200,
      },
    },
    bodies: [
      {
        ...{ substance: 'jelly', spacing: 0.012, velocity: [1, -1, 0], angularVelocity: [0, 0, 20] },
        shape: { box: { center: [0, 0.13, 0], size: [0.06, 0.06, 0.06] } },
      },
      { substance: 'clay', spacing: 0.015, shape: { box: { min: [-0.05, 0.0075, -0.04], max: [0.05, 0.07, 0.04] } } },
    ],
    sinks: [{ shape: { sphere: { center: [0.1, 0.1, 0.02], radius: 0.03 } } }],
    obstacles: [
      { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } },
      {
        shape: { box: { min: [-0.06, 0.075, -0.05], max: [0, 0.085, 0.05] } },
        motion: {
          keyframes: [
            { time: 0, translate: [0, 0, 0] },
            { time: 0.2, translate: [0, -0.035, 0] },
          ],
        },
      },
    ],
  },
  frames: 10,
};
