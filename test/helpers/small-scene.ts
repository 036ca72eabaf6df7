// A scene that takes milliseconds: about 60 particles in the plane; a jet adds some, so that the state is more than the particles.

import type { SceneInput } from '../../src/index.ts';

/** 12 frames. */
export const SMALL_SCENE: SceneInput = {
  name: 'Small',
  dimension: 2,
  frameRate: 50,
  duration: 0.24,
  substances: { water: { stiffness: 100 } },
  bodies: [{ substance: 'water', shape: { box: { min: [0, 0, -1], max: [0.3, 0.3, 1] } }, spacing: 0.04, jitter: 0.1 }],
  emitters: [
    {
      substance: 'water',
      shape: { disc: { center: [0.5, 0.5, 0], normal: [-1, -1, 0], radius: 0.06 } },
      speed: 1.5,
      spacing: 0.04,
    },
  ],
  obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, tangentRestitution: 0.5 }],
};
