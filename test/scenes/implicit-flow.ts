// Pressure and viscosity that are both solved for: hot honey with tension, which splits and merges, a cool jet of it, and walls that grip.

import type { TestScene } from './test-scene.ts';

export const implicitFlow: TestScene = {
  scene: {
    frameRate: 50,
    time: { pressure: 'implicit', viscositySolver: 'implicit' },
    adaptivity: { individualSteps: false },
    surroundings: { temperature: 290, convection: 20 },
    substances: { honey: { preset: 'honey', conductivity: 20 } },
    bodies: [
      {
        ...{ substance: 'honey', spacing: 0.012, temperature: 330 },
        shape: { box: { min: [0, 0, 0], max: [0.12, 0.12, 0.06] } },
      },
    ],
    emitters: [
      {
        ...{ substance: 'honey', spacing: 0.012, speed: 0.6, temperature: 300 },
        shape: { disc: { center: [0.05, 0.2, 0.03], normal: [0, -1, 0], radius: 0.02 } },
      },
    ],
    obstacles: [{ shape: { box: { min: [0, 0, 0], max: [0.2, 1, 0.06] } }, inside: true, grip: 1, temperature: 290 }],
  },
  frames: 6,
};
