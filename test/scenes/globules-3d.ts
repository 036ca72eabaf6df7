// Globules in 3D with exponents of their own: a drop of fluid falls on a solid in a box that is periodic along z.

import type { TestScene } from './test-scene.ts';

export const globules3d: TestScene = {
  scene: {
    frameRate: 50,
    domain: { min: [-1, -1, 0], max: [1, 2, 0.4], periodic: [false, false, true] },
    substances: {
      jelly: {
        ...{ model: 'globules', kind: 'solid', restDensity: 1100, stiffness: 150, range: 1.6 },
        ...{ repulsionExponent: 6, attractionExponent: 2 },
      },
      milk: {
        ...{ model: 'globules', kind: 'fluid', stiffness: 150, radiusVariation: 0.15 },
        ...{ repulsionExponent: 6, attractionExponent: 2 },
      },
    },
    bodies: [
      { substance: 'jelly', spacing: 0.06, shape: { box: { min: [-0.3, 0, 0], max: [0.3, 0.25, 0.4] } } },
      {
        ...{ substance: 'milk', spacing: 0.06, velocity: [0.5, -4, 0] },
        shape: { sphere: { center: [0, 0.5, 0.2], radius: 0.2 } },
      },
    ],
    obstacles: [
      { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, normalRestitution: 0.5, tangentRestitution: 0 },
      { shape: { sphere: { center: [0.5, 0.1, 0.2], radius: 0.15 } } },
    ],
  },
  frames: 10,
};
