// Scenes that fuzzing has found to hang the program once.

import type { SceneInput } from '../../src/index.ts';

const WATER = { water: {} };
const BLOCK = { substance: 'water', shape: { box: { min: [0, 0, 0], max: [0.2, 0.2, 0.2] } }, spacing: 0.05 } as const;
const OPENING = { disc: { center: [0, 1, 0], normal: [0, -1, 0], radius: 0.1 } } as const;

export const FINDS: Readonly<Record<string, SceneInput>> = {
  'a jet that releases more layers than can be counted': {
    substances: WATER,
    emitters: [{ substance: 'water', shape: OPENING, speed: 1e300, spacing: 0.05 }],
  },
  'a jet that releases too many layers to count them one by one': {
    substances: WATER,
    emitters: [{ substance: 'water', shape: OPENING, speed: 1e12, spacing: 1e-3 }],
  },
  'an opening wider than the solar system': {
    substances: WATER,
    emitters: [
      {
        substance: 'water',
        shape: { box: { min: [0, 0, -1], max: [9e15, 0.2, 1] } },
        direction: [-1, 0, 0],
        speed: 2,
        spacing: 0.06,
      },
    ],
  },
  'a body whose lattice has no end': {
    substances: WATER,
    bodies: [
      { substance: 'water', shape: { cylinder: { from: [0, 0, 1e308], to: [0, 0.25, 0], radius: 0.3 } }, spacing: 2 },
    ],
  },
  'a period that overflows': {
    substances: WATER,
    bodies: [BLOCK],
    domain: { min: [0, 0, 0], max: [Number.MAX_VALUE, 1, 1], periodic: [true, false, false] },
  },
  'forces too small to be told from nothing': {
    gravity: [0, 0, 0],
    frameRate: 200,
    substances: { water: { negativePressure: 1e-33, artificialViscosity: 0 } },
    bodies: [{ ...BLOCK, density: 999 }],
  },
};
