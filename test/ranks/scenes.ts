// Small scenes with everything that ranks must carry. Frames are short: each begins with a search.

import type { SceneInput } from '../../src/index.ts';

const water = { water: { preset: 'desbrun-1999' } } as const;
const floor = { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } } as const;
const tank = (x: number, z: number) => ({ shape: { box: { min: [0, 0, 0], max: [x, 2, z] } }, inside: true }) as const;
type Body = NonNullable<SceneInput['bodies']>[number];
const block = (max: readonly [number, number, number], spacing: number, more: Partial<Body> = {}): Body => ({
  substance: 'water',
  shape: { box: { min: [0, 0, 0], max } },
  spacing,
  ...more,
});

/** Scenes by what they show. */
export const SCENES: Readonly<Record<string, SceneInput>> = {
  '2D': {
    ...{ dimension: 2, frameRate: 250, substances: water },
    bodies: [block([0.5, 1, 0], 0.02)],
    obstacles: [tank(2, 0)],
  },
  '3D, density by summation': {
    ...{ frameRate: 200, substances: { water: { preset: 'desbrun-1996' } } },
    bodies: [block([0.5, 1, 0.5], 0.05)],
    obstacles: [tank(2, 0.5)],
  },
  'corrected pressure': {
    ...{ frameRate: 400, substances: { water: { preset: 'desbrun-1999', pressureForce: 'corrected' } } },
    bodies: [block([0.5, 0.8, 0.5], 0.05)],
    obstacles: [tank(2, 0.5)],
  },
  'two sizes': {
    ...{ frameRate: 250, substances: water },
    bodies: [
      block([0.5, 0.5, 0.5], 0.04),
      { substance: 'water', shape: { box: { min: [0.55, 0, 0], max: [1.1, 0.5, 0.5] } }, spacing: 0.08 },
    ],
    obstacles: [tank(2, 0.5)],
  },
  periodic: {
    ...{ frameRate: 250, substances: water },
    bodies: [block([2, 0.3, 0.3], 0.05, { velocity: [8, 0, 0] })],
    domain: { min: [0, -5, -5], max: [2, 5, 5], periodic: [true, false, false] },
    obstacles: [floor],
  },
  'an emitter that ends, and particles that leave': {
    ...{ frameRate: 50, substances: water },
    bodies: [block([1, 0.3, 0.3], 0.05)],
    emitters: [
      {
        substance: 'water',
        shape: { disc: { center: [0.8, 0.6, 0.15], normal: [0, -1, 0], radius: 0.1 } },
        ...{ spacing: 0.05, speed: 3, to: 0.05 },
      },
    ],
    obstacles: [floor],
    domain: { min: [-0.5, -1, -1], max: [1.02, 3, 0.32], onLeave: 'remove' },
  },
  'a moving obstacle': {
    ...{ frameRate: 250, substances: water },
    bodies: [block([1, 0.4, 0.4], 0.05)],
    obstacles: [
      tank(1.4, 0.4),
      { shape: { sphere: { center: [0.5, 0.3, 0.2], radius: 0.1 } }, motion: { velocity: [2, 0, 0] } },
    ],
  },
  'flow with the viscous solve, and heat': {
    ...{
      frameRate: 100,
      substances: { water: { preset: 'honey', stressForm: 'central', conductivity: 5, heatCapacity: 1000 } },
    },
    bodies: [block([0.8, 0.3, 0.3], 0.05, { temperature: 350 })],
    surroundings: { temperature: 290, convection: 20 },
    obstacles: [{ ...floor, grip: 1, temperature: 290 }],
  },
  'drops of chocolate that fly apart and turn, and some on a floor': {
    ...{ frameRate: 500, substances: { water: { preset: 'chocolate' } }, time: { viscositySolver: 'implicit' } },
    bodies: [
      block([0.8, 0.3, 0.3], 0.05),
      {
        substance: 'water',
        shape: { sphere: { center: [0.9, 0.9, 0.15], radius: 0.25 } },
        spacing: 0.05,
        velocity: [1, 2, 0],
      },
      {
        substance: 'water',
        shape: { sphere: { center: [0.2, 0.9, 0.15], radius: 0.2 } },
        spacing: 0.05,
        angularVelocity: [0, 0, 5],
      },
    ],
    obstacles: [{ ...floor, grip: 1 }],
  },
  globules: {
    frameRate: 50,
    substances: { water: { model: 'globules', kind: 'fluid', restDensity: 1000, stiffness: 300, damping: 0.4 } },
    bodies: [block([0.4, 1.2, 0.4], 0.06, { lattice: 'cubic', jitter: 0.08 })],
    obstacles: [floor],
  },
  'globules of two kinds beside water, around the ends of a domain': {
    frameRate: 200,
    substances: {
      water: { preset: 'desbrun-1999' },
      grains: { model: 'globules', kind: 'fluid', restDensity: 1000, stiffness: 300, damping: 0.4 },
      crumbs: { model: 'globules', kind: 'powder', restDensity: 800, stiffness: 300, damping: 0.4, friction: 0 },
    },
    bodies: [
      block([0.5, 0.4, 0.3], 0.05),
      { substance: 'grains', shape: { box: { min: [0.55, 0, 0], max: [1, 0.4, 0.3] } }, spacing: 0.05 },
      { substance: 'crumbs', shape: { box: { min: [0, 0.45, 0], max: [1, 0.65, 0.3] } }, spacing: 0.06 },
    ],
    domain: { min: [0, -1, 0], max: [1, 3, 0.3], periodic: [true, false, true] },
    obstacles: [floor],
  },
};
