// A column collapses, with the criterion of the paper: its inside merges and splits again. Many particles, so that every pass has
// several chunks; two substances of which one needs shorter steps, XSPH, laminar viscosity.

import type { TestScene } from './test-scene.ts';

export const adaptiveColumn: TestScene = {
  scene: {
    frameRate: 50,
    substances: {
      water: { preset: 'desbrun-1999', stiffness: 800, xsph: 0.2 },
      syrup: { preset: 'desbrun-1999', stiffness: 100, restDensity: 1300, viscosity: 5, xsph: 0.2 },
    },
    bodies: [
      { substance: 'syrup', shape: { box: { min: [0, 0, 0], max: [0.35, 0.3, 0.35] } }, spacing: 0.035 },
      { substance: 'water', shape: { box: { min: [0, 0.3, 0], max: [0.35, 0.6, 0.35] } }, spacing: 0.035 },
    ],
    obstacles: [{ shape: { box: { min: [0, 0, 0], max: [0.7, 1, 0.35] } }, inside: true }],
    adaptivity: { criterion: 'density' },
  },
  frames: 4,
};
