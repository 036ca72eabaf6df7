// Paste is pressed onto a block of stiffer paste beside water while a paddle with grip turns in it: viscosity by a solve, explicit in none;
// XSPH, summed and continuity densities, an emitter, a sink.

import type { TestScene } from './test-scene.ts';

export const pasteAndWater: TestScene = {
  scene: {
    frameRate: 50,
    substances: {
      paste: {
        preset: 'paiva-2009-fast',
        restDensity: 1200,
        stiffness: 400,
        jumpNumber: 50,
        yieldStress: 60,
        consistency: 40,
      },
      clay: {
        preset: 'paiva-2009-fast',
        restDensity: 1500,
        stiffness: 400,
        jumpNumber: 300,
        yieldStress: 300,
        consistency: 200,
      },
      water: {
        kernel: 'quartic',
        smoothing: 1.3,
        stiffness: 400,
        density: 'summation',
        negativePressure: 0,
        artificialViscosity: 0.2,
      },
    },
    bodies: [
      { substance: 'clay', shape: { box: { min: [-0.2, 0, -0.1], max: [0, 0.25, 0.1] } }, spacing: 0.04 },
      { substance: 'water', shape: { box: { min: [0.14, 0, -0.1], max: [0.28, 0.16, 0.1] } }, spacing: 0.04 },
    ],
    emitters: [
      {
        substance: 'paste',
        shape: { disc: { center: [-0.08, 0.5, 0], normal: [0, -1, 0], radius: 0.07 } },
        speed: 2,
        spacing: 0.04,
      },
    ],
    sinks: [{ shape: { sphere: { center: [0.08, 0.02, 0.1], radius: 0.05 } } }],
    obstacles: [
      { shape: { box: { min: [-0.3, 0, -0.12], max: [0.3, 1, 0.12] } }, inside: true, grip: 1 },
      {
        shape: { box: { center: [0.08, 0.12, 0], size: [0.04, 0.14, 0.1] } },
        grip: 0.5,
        motion: { rotation: { center: [0.08, 0.12, 0], axis: [0, 0, 1], degreesPerSecond: 180 } },
      },
    ],
  },
  frames: 10,
};
