// Wax on a hot plate melts and runs while hot drops of metal fall into it: conduction between two substances, latent heat, a wall and a
// region that heat, a jet with a temperature, a surface that cools in the air, and viscosity that is solved for.

import type { TestScene } from './test-scene.ts';

export const hotPlate: TestScene = {
  scene: {
    frameRate: 50,
    substances: {
      wax: {
        ...{ preset: 'paiva-2009-fast', restDensity: 900, stiffness: 200 },
        ...{ jumpNumber: { solid: 1000, liquid: 2 }, yieldStress: 400, consistency: 10 },
        ...{ heatCapacity: 2500, conductivity: 2000, melting: { from: 320, to: 330 }, latentHeat: 20000 },
      },
      metal: {
        ...{ kernel: 'quartic', smoothing: 1.3, restDensity: 3000, stiffness: 200, viscosity: 20 },
        ...{ heatCapacity: 450, conductivity: 5000 },
      },
    },
    bodies: [
      {
        ...{ substance: 'wax', spacing: 0.04, temperature: 315 },
        shape: { box: { min: [-0.18, 0, -0.14], max: [0.18, 0.24, 0.14] } },
      },
    ],
    emitters: [
      {
        ...{ substance: 'metal', speed: 2, spacing: 0.04, temperature: 700 },
        shape: { disc: { center: [0, 0.5, 0], normal: [0, -1, 0], radius: 0.08 } },
      },
    ],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, grip: 0.8, temperature: 400 }],
    heatRegions: [
      { shape: { sphere: { center: [0.2, 0.2, 0], radius: 0.1 } }, flux: 1e6, from: 0.03 },
      { shape: { box: { min: [-0.2, 0, -0.2], max: [-0.1, 0.2, 0.2] } }, power: 1e8, to: 0.05 },
    ],
    surroundings: { temperature: 290, convection: 1000, emissivity: 0.9 },
  },
  frames: 8,
};
