// Ice of globules on a hot plate under a lamp melts with latent heat, then crumbles, while the air cools it.

import type { TestScene } from './test-scene.ts';

export const globulesMelting: TestScene = {
  scene: {
    frameRate: 50,
    substances: {
      ice: {
        ...{ model: 'globules', kind: 'solid', range: 1.5, restDensity: 900, stiffness: 150, damping: 0.3 },
        ...{ heatCapacity: 2000, conductivity: 20000, melting: { from: 270, to: 276 }, latentHeat: 5000 },
        ...{ meltedStiffness: 100, meltedDamping: 0.1, crumbling: { from: 300, to: 340 } },
      },
    },
    bodies: [
      {
        ...{ substance: 'ice', spacing: 0.05, temperature: 269 },
        shape: { box: { min: [-0.2, 0, -0.2], max: [0.2, 0.4, 0.2] } },
      },
    ],
    obstacles: [
      { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, temperature: 400, tangentRestitution: 0.9 },
    ],
    heatRegions: [{ shape: { box: { min: [0, 0.2, -0.2], max: [0.2, 0.5, 0.2] } }, power: 6e7, from: 0.02 }],
    surroundings: { temperature: 290, convection: 2000, emissivity: 0.9 },
  },
  frames: 10,
};
