// Globules in 2D: a solid block shatters on a turning bar, powder of many sizes trickles beside it into a sink, more falls from a nozzle.

import type { TestScene } from './test-scene.ts';

export const globules2d: TestScene = {
  scene: {
    dimension: 2,
    frameRate: 50,
    seed: 7,
    substances: {
      stone: { model: 'globules', kind: 'solid', restDensity: 2000, stiffness: 300, damping: 0.2 },
      sand: { model: 'globules', kind: 'powder', restDensity: 1600, stiffness: 200, radiusVariation: 0.3 },
    },
    bodies: [
      {
        ...{ substance: 'stone', spacing: 0.03, velocity: [0, -6, 0] },
        shape: { box: { min: [-0.25, 0.45, 0], max: [0.25, 0.85, 0] } },
      },
      {
        ...{ substance: 'sand', spacing: 0.03, jitter: 0.1 },
        shape: { box: { min: [0.35, 0.05, 0], max: [0.7, 0.5, 0] } },
      },
    ],
    emitters: [
      {
        ...{ substance: 'sand', spacing: 0.03, speed: 3 },
        shape: { disc: { center: [-0.5, 0.8, 0], normal: [1, -1, 0], radius: 0.06 } },
      },
    ],
    sinks: [{ shape: { box: { min: [0.75, 0, 0], max: [1, 0.3, 0] } } }],
    obstacles: [
      { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, normalRestitution: 0.2, tangentRestitution: 0.3 },
      {
        shape: { capsule: { from: [-0.15, 0.25, 0], to: [0.15, 0.25, 0], radius: 0.05 } },
        motion: {
          keyframes: [
            { time: 0, translate: [0, 0, 0] },
            { time: 0.3, translate: [0.2, 0, 0], rotate: { axis: [0, 0, 1], degrees: 200 } },
          ],
        },
      },
    ],
  },
  frames: 12,
};
