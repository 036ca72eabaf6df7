// Gas and drops in a whirl: every kind of force field, an ideal gas, and stiff drops inside a sphere.

import type { TestScene } from './test-scene.ts';

export const forceFields: TestScene = {
  scene: {
    frameRate: 50,
    gravity: [0, -3, 0],
    substances: {
      gas: { restDensity: 10, stateEquation: 'ideal-gas', density: 'summation', stiffness: 20, artificialViscosity: 1 },
      drops: { restDensity: 30, stiffness: 100, artificialViscosity: 1 },
    },
    bodies: [
      { substance: 'gas', shape: { sphere: { center: [0, 0, 0], radius: 0.22 } }, spacing: 0.05 },
      { substance: 'drops', shape: { box: { center: [0.3, 0, 0], size: [0.1, 0.2, 0.1] } }, spacing: 0.04 },
      {
        substance: 'drops',
        shape: {
          points: {
            positions: [
              [-0.35, 0, 0],
              [-0.35, 0.06, 0],
            ],
            velocities: [
              [0, 0, 2],
              [0, 0, -2],
            ],
          },
        },
        spacing: 0.04,
      },
    ],
    forces: [
      { uniform: { acceleration: [0, 0, 1] } },
      { spring: { center: [0, 0, 0], rate: 20 } },
      { attractor: { center: [0, 0.2, 0], strength: 0.5, softening: 0.1 } },
      { vortex: { axis: [0, 1, 0], rate: 60 } },
      { drag: { rate: 0.5, wind: [1, 0, 0] } },
    ],
    obstacles: [{ shape: { sphere: { center: [0, 0, 0], radius: 0.5 } }, inside: true, normalRestitution: 0.6 }],
  },
  frames: 12,
};
