// Heavy syrup falls through light oil: two rest densities, laminar viscosity, contact between substances.

import type { TestScene } from './test-scene.ts';

export const oilAndWater: TestScene = {
  scene: {
    frameRate: 50,
    substances: {
      oil: { restDensity: 800, stiffness: 400, viscosity: 3, artificialViscosity: 0.2 },
      syrup: { restDensity: 1400, stiffness: 400, viscosity: 40, artificialViscosity: 0.2, quadraticViscosity: 0.5 },
    },
    bodies: [
      { substance: 'oil', shape: { box: { min: [-0.25, 0, -0.15], max: [0.25, 0.25, 0.15] } }, spacing: 0.04 },
      {
        substance: 'syrup',
        shape: { box: { min: [-0.12, 0.28, -0.1], max: [0.12, 0.45, 0.1] } },
        spacing: 0.04,
        velocity: [0, -2, 0],
      },
    ],
    obstacles: [{ shape: { box: { min: [-0.25, 0, -0.15], max: [0.25, 1, 0.15] } }, inside: true }],
  },
  frames: 12,
};
