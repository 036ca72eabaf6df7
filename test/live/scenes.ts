// Small worlds of every kind, quick enough to run many times.

import type { SceneInput } from '../../src/index.ts';

const box = (size: number) => ({ box: { min: [0, 0, 0], max: [size, size, size] } }) as const;
const floor = { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, tangentRestitution: 0.3 } as const;
const tank = { shape: { box: { min: [-0.1, 0, -0.1], max: [0.5, 1, 0.5] } }, inside: true } as const;

/** A scene of each kind of step. */
export const SMALL: Readonly<Record<string, SceneInput>> = {
  water: {
    substances: { stuff: { preset: 'desbrun-1999' } },
    bodies: [{ substance: 'stuff', shape: box(0.25), spacing: 0.06 }],
    obstacles: [tank],
  },
  'warm honey': {
    substances: { stuff: { preset: 'desbrun-1999', viscosity: 50, conductivity: 2 } },
    bodies: [{ substance: 'stuff', shape: box(0.22), spacing: 0.06, temperature: 320 }],
    obstacles: [floor],
  },
  material: {
    substances: { stuff: { preset: 'water' } },
    bodies: [{ substance: 'stuff', shape: box(0.24), spacing: 0.06 }],
    obstacles: [tank],
  },
  sand: {
    substances: { stuff: { model: 'globules' } },
    bodies: [{ substance: 'stuff', shape: box(0.25), spacing: 0.06 }],
    obstacles: [floor],
  },
  jelly: {
    substances: { stuff: { model: 'elastic', youngsModulus: 2000 } },
    bodies: [{ substance: 'stuff', shape: box(0.24), spacing: 0.06 }],
    obstacles: [floor],
  },
  adaptive: {
    substances: { stuff: { preset: 'desbrun-1999' } },
    bodies: [{ substance: 'stuff', shape: box(0.25), spacing: 0.06 }],
    obstacles: [tank],
    adaptivity: {},
  },
};
