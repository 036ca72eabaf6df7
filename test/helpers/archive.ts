// What is kept of every version, and how its content is told: not by the hash of the state, which later versions may find another way.

import { createHash } from 'node:crypto';
import type { SceneInput } from '../../src/index.ts';

/** Frames of each of them. */
export const FRAMES = 2;

/** Few particles, many kinds of things: heat, jets, moving and gripping obstacles, meshes of a text, globules, two dimensions. */
export const ARCHIVED: Readonly<Record<string, SceneInput>> = {
  melting: {
    frameRate: 50,
    substances: {
      wax: {
        ...{ preset: 'paiva-2009-fast', restDensity: 900, stiffness: 200, heatCapacity: 2500, conductivity: 2000 },
        ...{ melting: { from: 320, to: 330 }, latentHeat: 20000 },
      },
      metal: { kernel: 'quartic', smoothing: 1.3, restDensity: 3000, stiffness: 200, heatCapacity: 450 },
    },
    bodies: [
      {
        ...{ substance: 'wax', spacing: 0.06, temperature: 315 },
        shape: { box: { min: [-0.15, 0, -0.15], max: [0.15, 0.18, 0.15] } },
      },
    ],
    emitters: [
      {
        ...{ substance: 'metal', speed: 2, spacing: 0.06, temperature: 700 },
        shape: { disc: { center: [0, 0.3, 0], normal: [0, -1, 0], radius: 0.08 } },
      },
    ],
    obstacles: [
      { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, grip: 0.8, temperature: 400 },
      { shape: { sphere: { center: [0.3, 0.1, 0], radius: 0.1 } }, motion: { velocity: [-0.5, 0, 0] } },
    ],
    surroundings: { temperature: 290, convection: 1000 },
  },
  globules: {
    dimension: 2,
    frameRate: 50,
    seed: 7,
    substances: {
      clay: { model: 'globules', kind: 'solid', stiffness: 150, damping: 0.3 },
      water: { preset: 'water', stiffness: 100 },
    },
    bodies: [
      {
        substance: 'clay',
        spacing: 0.05,
        shape: { box: { min: [0, 0.2, 0], max: [0.3, 0.5, 0] } },
        velocity: [1, 0, 0],
      },
      { substance: 'water', spacing: 0.05, shape: { box: { min: [0, 0, 0], max: [0.6, 0.15, 0] } } },
    ],
    obstacles: [{ shape: { box: { min: [-0.025, -0.025, -1], max: [0.8, 1, 1] } }, inside: true }],
    sinks: [{ shape: { box: { min: [0.7, 0, -1], max: [0.8, 0.1, 1] } } }],
  },
};

interface Particles {
  readonly id: Uint32Array;
  readonly position: Float32Array;
  readonly velocity: Float32Array;
}

/** What the particles are, in a few words. */
export function contentOfFrame({ id, position, velocity }: Particles): object {
  const sha = (values: Float32Array | Uint32Array): string =>
    createHash('sha256')
      .update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
      .digest('hex');
  return { particles: id.length, id: sha(id), position: sha(position), velocity: sha(velocity) };
}
