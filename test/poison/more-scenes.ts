// More poisoned scenes: written when the detective was finished, and not looked at while it was made. It was right in 33 of these 35 at first.

import type { SceneInput } from '../../src/index.ts';
import { type Poisoned, run, start } from './poisoned.ts';

const box = (min: readonly number[], max: readonly number[]) => ({ box: { min, max } }) as never;
const plane = { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } } as const;
const ball = (center: readonly number[], radius: number) => ({ sphere: { center, radius } }) as never;
const drop = (settings: object = {}) => ({ substance: 's', shape: ball([0, 0.5, 0], 0.2), spacing: 0.04, ...settings });
const scene = (settings: object = {}): SceneInput => ({
  substances: { s: { preset: 'water' } },
  bodies: [drop()],
  obstacles: [plane],
  duration: 1,
  ...settings,
});

export const MORE_POISONED: readonly Poisoned[] = [
  run('a ball of water at 500 m/s', /^\/bodies\/0\/velocity/, scene({ bodies: [drop({ velocity: [0, -500, 0] })] })),
  run(
    'a disc of honey at 500 m/s',
    /^\/bodies\/0\/velocity/,
    scene({
      dimension: 2,
      substances: { s: { preset: 'honey' } },
      bodies: [drop({ velocity: [300, -400, 0], spacing: 0.02 })],
    }),
  ),
  run(
    'a solid of globules at 500 m/s',
    /^\/bodies\/0\/velocity/,
    scene({ substances: { s: { model: 'globules', kind: 'solid' } }, bodies: [drop({ velocity: [0, -500, 0] })] }),
  ),
  run(
    'a ball at 500 m/s against a box',
    /^\/bodies\/0\/velocity/,
    scene({
      substances: { s: { preset: 'desbrun-1999' } },
      bodies: [drop({ velocity: [500, 0, 0] })],
      obstacles: [plane, { shape: box([0.5, 0, -1], [1, 2, 1]) }],
    }),
  ),
  run(
    'a ball of clay at 500 m/s',
    /^\/bodies\/0\/velocity/,
    scene({ substances: { s: { preset: 'clay' } }, bodies: [drop({ velocity: [0, -500, 0] })] }),
  ),
  run(
    'an attractor of 1e6 in water',
    /^\/forces\/0/,
    scene({ forces: [{ attractor: { center: [0, 0.5, 0], strength: 1e6 } }] }),
  ),
  run(
    'an attractor of 1e5 far away',
    /^\/forces\/0/,
    scene({ dimension: 2, forces: [{ attractor: { center: [2, 0.5, 0], strength: 1e5 } }] }),
  ),
  run(
    'a spring of 1e6',
    /^\/forces\/0/,
    scene({
      dimension: 2,
      substances: { s: { preset: 'desbrun-1999' } },
      forces: [{ spring: { center: [0, 0.5, 0], rate: 1e6 } }],
    }),
  ),
  run(
    'a vortex of 1e7',
    /^\/forces\/0/,
    scene({
      dimension: 2,
      substances: { s: { preset: 'adams-2009' } },
      forces: [{ vortex: { center: [0, 0.5, 0], axis: [0, 0, 1], rate: 1e7 } }],
    }),
  ),
  run(
    'a uniform force of 1e6 on powder',
    /^\/forces\/0/,
    scene({
      dimension: 2,
      substances: { s: { model: 'globules', kind: 'powder' } },
      forces: [{ uniform: { acceleration: [0, -1e6, 0] } }],
    }),
  ),
  run(
    'a drag of 1e6',
    /^\/forces\/0/,
    scene({ dimension: 2, substances: { s: { stiffness: 1000 } }, forces: [{ drag: { rate: 1e6 } }] }),
  ),
  run(
    'gravity of 1e6',
    /^\/gravity/,
    scene({ dimension: 2, substances: { s: { stiffness: 400 } }, gravity: [0, -1e6, 0] }),
  ),
  run(
    'a solid of stiffness 1e10',
    /^\/substances\/s\/stiffness/,
    scene({ substances: { s: { model: 'globules', kind: 'solid', stiffness: 1e10 } } }),
  ),
  run(
    'a bouncing powder of stiffness 5e8',
    /^\/substances\/s\/stiffness/,
    scene({ dimension: 2, substances: { s: { model: 'globules', kind: 'powder', stiffness: 5e8, restitution: 0.3 } } }),
  ),
  run(
    'water of stiffness 1e12',
    /^\/substances\/s\/stiffness/,
    scene({ substances: { s: { preset: 'water', stiffness: 1e12 } } }),
  ),
  run(
    'a compressibility of 1e-5',
    /^\/substances\/s\/compressibility/,
    scene({
      dimension: 2,
      frameRate: 24,
      bodies: [drop({ spacing: 0.004, shape: ball([0, 0.5, 0], 0.05), velocity: [0, -3, 0] })],
      substances: { s: { preset: 'water', compressibility: 1e-5 } },
    }),
  ),
  run('water at a frame rate of 0.01', /^\/frameRate/, scene({ frameRate: 0.01, duration: 200 })),
  run(
    'honey at a frame rate of 0.05',
    /^\/frameRate/,
    scene({ frameRate: 0.05, duration: 200, substances: { s: { preset: 'honey' } } }),
  ),
  run(
    'honey of viscosity 1e10, explicit',
    /^\/(substances\/s\/viscosity|time\/viscositySolver)/,
    scene({
      dimension: 2,
      substances: { s: { preset: 'honey', viscosity: 1e10 } },
      time: { viscositySolver: 'explicit' },
    }),
  ),
  start(
    'a disc in a circle that is too small',
    /^\/obstacles\/0/,
    scene({ dimension: 2, obstacles: [{ shape: ball([0, 0.5, 0], 0.1), inside: true }] }),
  ),
  start(
    'a ball in a cylinder that is too small',
    /^\/obstacles\/0/,
    scene({ obstacles: [{ shape: { cylinder: { from: [0, 0.4, 0], to: [0, 0.6, 0], radius: 0.12 } }, inside: true }] }),
  ),
  run(
    'a container that is too small, when it fails',
    /^\/obstacles\/0/,
    scene({
      dimension: 2,
      substances: { s: { stiffness: 1000 } },
      bodies: [drop({ spacing: 0.02 })],
      obstacles: [{ shape: box([-0.07, 0.43, -1], [0.07, 0.57, 1]), inside: true }],
    }),
  ),
  run(
    'a container that is too small for a drop that resists',
    /^\/obstacles\/0/,
    scene({
      dimension: 2,
      substances: { s: { stiffness: 1000 } },
      bodies: [drop({ spacing: 0.02 })],
      obstacles: [{ shape: box([-0.06, 0.44, -1], [0.06, 0.56, 1]), inside: true }],
    }),
  ),
  start(
    'a piston in a box',
    /^\/obstacles\/1/,
    scene({
      substances: { s: { stiffness: 400 } },
      bodies: [{ substance: 's', spacing: 0.05, shape: box([0, 0, 0], [0.3, 0.3, 0.3]) }],
      obstacles: [
        { shape: box([0, 0, 0], [0.3, 0.3, 0.3]), inside: true },
        { shape: box([-1, -1, -1], [-0.05, 2, 2]), motion: { velocity: [2, 0, 0] } },
      ],
    }),
  ),
  run(
    'a piston with keyframes',
    /^\/obstacles\/1/,
    scene({
      dimension: 2,
      bodies: [{ substance: 's', spacing: 0.04, shape: box([0, 0, 0], [0.4, 0.3, 0]) }],
      obstacles: [
        { shape: box([0, 0, -1], [0.4, 0.3, 1]), inside: true },
        {
          shape: box([-1, -1, -1], [-0.05, 2, 1]),
          motion: { keyframes: [{ time: 0 }, { time: 0.3, translate: [0.45, 0, 0] }] },
        },
      ],
    }),
  ),
  start(
    'an emitter in a box',
    /^\/emitters\/0/,
    scene({
      bodies: [],
      emitters: [
        {
          substance: 's',
          shape: { disc: { center: [0, 0.5, 0], normal: [1, 0, 0], radius: 0.05 } },
          speed: 1,
          spacing: 0.03,
        },
      ],
      obstacles: [{ shape: box([-1, 0, -1], [1, 1, 1]) }],
    }),
  ),
  start(
    'a box that emits in a ball',
    /^\/emitters\/0/,
    scene({
      emitters: [
        {
          substance: 's',
          shape: box([-0.05, 0.45, -0.05], [0.05, 0.55, 0.05]),
          direction: [0, -1, 0],
          flowRate: 0.001,
          spacing: 0.04,
        },
      ],
    }),
  ),
  start(
    'two emitters that overlap',
    /^\/emitters/,
    scene({
      bodies: [],
      emitters: [0, 0.03].map((x) => ({
        substance: 's',
        shape: { disc: { center: [x, 0.5, 0], normal: [0, -1, 0], radius: 0.1 } },
        speed: 1,
        spacing: 0.03,
      })),
    }),
  ),
  start(
    'two emitters back to back',
    /^\/emitters/,
    scene({
      bodies: [],
      emitters: [-1, 1].map((y) => ({
        substance: 's',
        shape: { disc: { center: [0, 0.5, 0], normal: [0, y, 0], radius: 0.1 } },
        speed: 1,
        spacing: 0.03,
      })),
    }),
  ),
  start(
    'two emitters of globules at one place',
    /^\/emitters/,
    scene({
      dimension: 2,
      substances: { s: { model: 'globules' } },
      bodies: [],
      emitters: [0, 0].map(() => ({
        substance: 's',
        shape: { disc: { center: [0, 0.5, 0], normal: [0, -1, 0], radius: 0.1 } },
        speed: 1,
        spacing: 0.03,
      })),
    }),
  ),
  run(
    'a column of 200 times the density falls on a light liquid',
    /^\/substances\/[sl]\/restDensity/,
    scene({
      dimension: 2,
      substances: {
        s: { preset: 'paiva-2009-fast', stiffness: 100 },
        l: { preset: 'paiva-2009-fast', stiffness: 100, restDensity: 5 },
      },
      bodies: [
        { substance: 'l', spacing: 0.04, shape: box([0, 0, 0], [0.4, 0.3, 0]) },
        { substance: 's', spacing: 0.04, shape: box([0, 0.34, 0], [0.4, 1.2, 0]), velocity: [0, -12, 0] },
      ],
      obstacles: [{ shape: box([0, 0, -1], [0.4, 3, 1]), inside: true }],
    }),
  ),
  run(
    'a paddle of 1e6 °/s',
    /^\/obstacles\/1/,
    scene({
      dimension: 2,
      obstacles: [
        plane,
        {
          shape: box([-0.5, 0.1, -1], [0.5, 0.2, 1]),
          motion: { rotation: { center: [0, 0.15, 0], axis: [0, 0, 1], degreesPerSecond: 1e6 } },
        },
      ],
    }),
  ),
  run(
    'a jet of honey of 3000 m/s',
    /^\/emitters\/0/,
    scene({
      bodies: [],
      substances: { s: { preset: 'honey' } },
      emitters: [
        {
          substance: 's',
          shape: { disc: { center: [0, 0.5, 0], normal: [0, -1, 0], radius: 0.05 } },
          speed: 3000,
          spacing: 0.02,
        },
      ],
    }),
  ),
  run(
    'a flow rate of 100 m³/s',
    /^\/emitters\/0/,
    scene({
      bodies: [],
      substances: { s: { stiffness: 1000 } },
      emitters: [
        {
          substance: 's',
          shape: { disc: { center: [0, 0.5, 0], normal: [0, -1, 0], radius: 0.05 } },
          flowRate: 100,
          spacing: 0.02,
        },
      ],
    }),
  ),
  run(
    'globules of conductivity 1e9',
    /^\/substances\/s\/conductivity/,
    scene({
      dimension: 2,
      substances: { s: { model: 'globules', conductivity: 1e9 } },
      bodies: [drop({ temperature: 500 })],
    }),
  ),
];
