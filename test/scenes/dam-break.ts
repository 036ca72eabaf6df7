// A column of water collapses against the far wall of its tank. [DC99] Continuity density, one substance: the lean pair loop.

import type { TestScene } from './test-scene.ts';

export const damBreak: TestScene = {
  scene: {
    frameRate: 25,
    substances: { water: { preset: 'desbrun-1999', artificialViscosity: 0.3, negativePressure: 0 } },
    bodies: [
      { substance: 'water', shape: { box: { min: [0, 0, 0], max: [0.3, 0.6, 0.25] } }, spacing: 0.035, jitter: 0.02 },
    ],
    obstacles: [
      { shape: { box: { min: [0, 0, 0], max: [0.6, 1.5, 0.25] } }, inside: true, normalRestitution: 0.2 },
      { shape: { sphere: { center: [0.45, 0, 0.12], radius: 0.08 } }, tangentRestitution: 0.5 },
    ],
  },
  frames: 8,
};
