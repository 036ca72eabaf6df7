// Scenes with one fault each, for the detective: what is wrong, and which places of the scene count as found.

import { MORE_POISONED } from './more-scenes.ts';
import { box, cube, flat, globules, jet, plane, solid, square, tank } from './parts.ts';
import { type Poisoned, run, start } from './poisoned.ts';

const SPEEDS: readonly Poisoned[] = [
  run(
    'a body hits the floor at 500 m/s',
    /^\/bodies\/0\/velocity/,
    flat({ bodies: [square({ velocity: [0, -500, 0] })] }),
  ),
  run(
    'a body of water hits a wall at 500 m/s',
    /^\/bodies\/0\/velocity/,
    solid({
      substances: { goo: { preset: 'water' } },
      bodies: [cube({ velocity: [500, 0, 0], spacing: 0.03 })],
      obstacles: [plane(), { shape: { plane: { point: [0.6, 0, 0], normal: [-1, 0, 0] } } }],
    }),
  ),
  run(
    'two bodies collide at 400 m/s',
    /^\/bodies\/[01]\/velocity/,
    flat({
      gravity: [0, 0, 0],
      bodies: [
        square({ velocity: [400, 0, 0] }),
        square({ shape: box([0.6, 0, 0], [1, 0.4, 0]), velocity: [-400, 0, 0] }),
      ],
      obstacles: [],
    }),
  ),
  run(
    'a body spins at 30000 rad/s',
    /^\/bodies\/0\/angularVelocity/,
    flat({ bodies: [square({ angularVelocity: [0, 0, 30000], shape: box([0, 0.5, 0], [0.4, 0.9, 0]) })] }),
  ),
  run(
    'globules hit the floor at 500 m/s',
    /^\/bodies\/0\/velocity/,
    flat({ substances: globules({ kind: 'powder' }), bodies: [square({ velocity: [0, -500, 0] })] }),
  ),
  run('a jet of 5000 m/s', /^\/emitters\/0\/speed/, solid({ bodies: [], emitters: [jet({ speed: 5000 })] })),
  run(
    'a jet of globules of 300 m/s',
    /^\/emitters\/0\/speed/,
    solid({ substances: globules({ kind: 'fluid' }), bodies: [], emitters: [jet({ speed: 300, to: 0.01 })] }),
  ),
];

const FORCES: readonly Poisoned[] = [
  run(
    'an attractor of 1e5',
    /^\/forces\/0/,
    flat({ forces: [{ attractor: { center: [0.2, 0.2, 0], strength: 1e5 } }] }),
  ),
  run(
    'an attractor of 1e4 on globules',
    /^\/forces\/0/,
    flat({
      substances: globules({ kind: 'fluid' }),
      forces: [{ attractor: { center: [0.2, 0.5, 0], strength: 1e4 } }],
    }),
  ),
  run('a spring of 7e5', /^\/forces\/0/, solid({ forces: [{ spring: { center: [0.2, 0.2, 0.2], rate: 7e5 } }] })),
  run(
    'a vortex of 1e6',
    /^\/forces\/0/,
    flat({ forces: [{ vortex: { center: [0.2, 0.2, 0], axis: [0, 0, 1], rate: 1e6 } }] }),
  ),
  run('a uniform force of 1e5', /^\/forces\/0/, flat({ forces: [{ uniform: { acceleration: [0, -1e5, 0] } }] })),
  run('a wind of 5000 m/s', /^\/forces\/0/, flat({ forces: [{ drag: { rate: 1000, wind: [0, -5000, 0] } }] })),
  start('gravity in millimeters', /^\/gravity/, solid({ gravity: [0, -9810, 0] })),
  run(
    'gravity of 1e4 in a tank',
    /^\/gravity/,
    flat({
      gravity: [0, -9810, 0],
      substances: { goo: { preset: 'water', stiffness: 450 } },
      bodies: [square({ spacing: 0.05 })],
      obstacles: [tank(0.4, 4)],
      time: { maxStepsPerFrame: 2048 },
    }),
  ),
  start(
    'gravity of 1e5 on globules',
    /^\/gravity/,
    flat({ gravity: [0, -1e5, 0], substances: globules({ kind: 'powder' }) }),
  ),
  run(
    'a field that pushes everything away',
    /^\/forces\/0/,
    flat({ forces: [{ attractor: { center: [0.2, 0, 0], strength: -1e6 } }] }),
  ),
  run(
    'two strong forces',
    /^\/forces/,
    flat({ forces: [{ uniform: { acceleration: [1e5, 0, 0] } }, { spring: { center: [0.2, 0.2, 0], rate: 1e6 } }] }),
  ),
  run(
    'one strong force among weak ones',
    /^\/forces\/1/,
    flat({
      forces: [{ uniform: { acceleration: [1, 0, 0] } }, { spring: { rate: 1e6 } }, { drag: { rate: 0.5 } }],
    }),
  ),
];

const SUBSTANCES: readonly Poisoned[] = [
  run(
    'a density ratio of 1000',
    /^\/substances\/(air|goo)\/restDensity/,
    flat({
      substances: {
        goo: { preset: 'paiva-2009-fast', stiffness: 10 },
        air: { preset: 'paiva-2009-fast', stiffness: 10, restDensity: 1 }, // those of worlds that do not flow no longer burst
      },
      bodies: [
        square({ substance: 'air', spacing: 0.05 }),
        square({ spacing: 0.05, shape: box([0, 0.6, 0], [0.4, 1, 0]), velocity: [0, -12, 0] }),
      ],
      obstacles: [tank(0.4)],
    }),
  ),
  run('a body that starts 25 times too dense', /^\/bodies\/0\/density/, flat({ bodies: [square({ density: 25000 })] })),
  run('a body that starts 100 times too thin', /^\/bodies\/0\/density/, flat({ bodies: [square({ density: 10 })] })),
  run('globules of stiffness 1e9', /^\/substances\/goo\/stiffness/, flat({ substances: globules({ stiffness: 1e9 }) })),
  run(
    'stiff globules with damping',
    /^\/substances\/goo\/stiffness/,
    flat({ substances: globules({ kind: 'fluid', stiffness: 3e8, damping: 1 }) }),
  ),
  run(
    'globules of damping 1e5',
    /^\/substances\/goo\/damping/,
    flat({ substances: globules({ kind: 'fluid', damping: 1e5 }) }),
  ),
  run('a stiffness of 1e10', /^\/substances\/goo\/stiffness/, flat({ substances: { goo: { stiffness: 1e10 } } })),
  run(
    'a stiffness of 0.1 under two meters',
    /^\/substances\/goo\/stiffness/,
    flat({
      substances: { goo: { stiffness: 0.1 } },
      bodies: [square({ spacing: 0.05, shape: box([0, 0, 0], [0.4, 2, 0]) })],
      obstacles: [tank(0.4, 4)],
    }),
  ),
  start(
    'a stiffness of 0.01',
    /^\/substances\/goo\/stiffness/,
    flat({ substances: { goo: { stiffness: 0.01 } }, obstacles: [tank()] }),
  ),
  run(
    'an explicit viscosity of 1e8',
    /^\/(substances\/goo\/viscosity|time\/viscositySolver)/,
    flat({ substances: { goo: { stiffness: 1000, viscosity: 1e8 } }, time: { viscositySolver: 'explicit' } }),
  ),
  run(
    'an artificial viscosity of 1e5',
    /^\/substances\/goo\/artificialViscosity/,
    flat({ substances: { goo: { stiffness: 1000, artificialViscosity: 1e5 } } }),
  ),
  run(
    'a conductivity of 1e9',
    /^\/substances\/goo\/conductivity/,
    flat({ substances: { goo: { stiffness: 1000, conductivity: 1e9 } }, bodies: [square({ temperature: 400 })] }),
  ),
];

const TIME: readonly Poisoned[] = [
  run('a frame rate of 0.01', /^\/frameRate/, flat({ frameRate: 0.01, duration: 1000 })),
  run(
    'a frame rate of 0.02 with globules',
    /^\/frameRate/,
    flat({ frameRate: 0.02, duration: 1000, substances: globules({ kind: 'solid' }) }),
  ),
  run('four steps per frame at most', /^\/time\/maxStepsPerFrame/, flat({ time: { maxStepsPerFrame: 4 } })),
  run(
    'steps beyond stability',
    /^\/time\/(courant|acceleration|divergence)/,
    solid({
      substances: { goo: { stiffness: 1000, artificialViscosity: 0.02 } },
      bodies: [cube({ velocity: [0, -8, 0] })],
      time: { courant: 1, acceleration: 1, divergence: 0.5 },
    }),
  ),
  run(
    'the printed integrator',
    /^\/time\/integrator/,
    flat({
      substances: globules({ kind: 'solid', damping: 0, stiffness: 100 }),
      time: { integrator: 'miller-1989', maxStepsPerFrame: 256 },
    }),
  ),
];

const PLACES: readonly Poisoned[] = [
  start(
    'a container smaller than its body',
    /^\/obstacles\/0/,
    flat({ obstacles: [{ shape: box([0.1, 0.1, -1], [0.3, 0.3, 1]), inside: true }] }),
  ),
  start(
    'a ball around a cube that is too small',
    /^\/obstacles\/0/,
    solid({ obstacles: [{ shape: { sphere: { center: [0.2, 0.2, 0.2], radius: 0.2 } }, inside: true }] }),
  ),
  start(
    'a jet into a closed box that it overfills',
    /^\/(obstacles|emitters)\/0/,
    solid({
      duration: 20,
      bodies: [],
      emitters: [
        jet({ shape: { disc: { center: [0.2, 0.35, 0.2], normal: [0, -1, 0], radius: 0.1 } }, spacing: 0.04 }),
      ],
      obstacles: [{ shape: box([0, 0, 0], [0.4, 0.4, 0.4]), inside: true }],
    }),
  ),
  start(
    'bodies in each other',
    /^\/bodies/,
    flat({ bodies: [square(), square({ shape: box([0.2, 0.2, 0], [0.6, 0.6, 0]) })] }),
  ),
  start('two bodies at one place', /^\/bodies/, solid({ bodies: [cube(), cube()] })),
  run(
    'jitter of half a spacing in globules',
    /^\/bodies/,
    flat({ substances: globules(), bodies: [square({ jitter: 0.5 })] }),
  ),
  start(
    'a body in an obstacle',
    /^\/(obstacles\/1|bodies\/0)/,
    solid({ obstacles: [plane(), { shape: { sphere: { center: [0.2, 0.2, 0.2], radius: 0.15 } } }] }),
  ),
  start(
    'an emitter in an obstacle',
    /^\/emitters\/0/,
    solid({
      bodies: [],
      emitters: [jet()],
      obstacles: [plane(), { shape: { sphere: { center: [0.2, 1, 0], radius: 0.3 } } }],
    }),
  ),
  start(
    'an emitter in a body',
    /^\/emitters\/0/,
    solid({ emitters: [jet({ shape: { disc: { center: [0.2, 0.2, 0.2], normal: [0, 1, 0], radius: 0.1 } } })] }),
  ),
  start('two emitters at one place', /^\/emitters\/[01]/, solid({ bodies: [], emitters: [jet(), jet()] })),
  start(
    'an emitter below the floor',
    /^\/emitters\/0/,
    solid({
      bodies: [],
      emitters: [jet({ shape: { disc: { center: [0.2, -0.5, 0.2], normal: [0, 1, 0], radius: 0.1 } } })],
    }),
  ),
  run(
    'a domain that is left',
    /^\/domain/,
    flat({ obstacles: [], domain: { min: [-1, -0.5, -1], max: [1, 1, 1], onLeave: 'stop' } }),
  ),
];

const MOTIONS: readonly Poisoned[] = [
  run(
    'a piston against a wall',
    /^\/obstacles\/1/,
    flat({
      bodies: [square()],
      obstacles: [
        { shape: box([0, 0, -1], [0.4, 0.4, 1]), inside: true },
        { shape: box([-1, -1, -1], [-0.1, 2, 1]), motion: { velocity: [0.5, 0, 0] } },
      ],
    }),
  ),
  run(
    'a lid pressed on a solid of globules',
    /^\/obstacles\/1/,
    flat({
      substances: globules({ kind: 'solid' }),
      bodies: [square({ spacing: 0.05 })],
      obstacles: [tank(0.4), { shape: box([-1, 0.45, -1], [2, 1.5, 1]), motion: { velocity: [0, -1, 0] } }],
      time: { maxStepsPerFrame: 2048 },
    }),
  ),
  run(
    'a lid pressed on water',
    /^\/obstacles\/1/,
    flat({
      substances: { goo: { preset: 'water' } },
      bodies: [square({ spacing: 0.05 })],
      obstacles: [tank(0.4), { shape: box([-1, 0.45, -1], [2, 1.5, 1]), motion: { velocity: [0, -1, 0] } }],
    }),
  ),
  run(
    'two plates that close',
    /^\/obstacles\/[12]/,
    flat({
      obstacles: [
        { shape: box([0, 0, -1], [0.8, 0.4, 1]), inside: true },
        { shape: box([-1, -1, -1], [-0.05, 2, 1]), motion: { velocity: [0.4, 0, 0] } },
        { shape: box([0.85, -1, -1], [2, 2, 1]), motion: { velocity: [-0.4, 0, 0] } },
      ],
      bodies: [square({ shape: box([0, 0, 0], [0.8, 0.4, 0]) })],
    }),
  ),
  run(
    'a ram of 20000 m/s',
    /^\/obstacles\/0\/motion/,
    solid({
      gravity: [0, 0, 0],
      substances: { goo: { stiffness: 10 } },
      obstacles: [{ shape: box([-2, -1, -1], [-0.1, 1, 1]), motion: { velocity: [20000, 0, 0] } }],
    }),
  ),
  run(
    'a paddle of 36000 °/s',
    /^\/obstacles\/1\/motion/,
    solid({
      substances: { goo: { stiffness: 10 } },
      obstacles: [
        plane(),
        {
          shape: box([0.5, -1, -1], [0.7, 1, 1]),
          motion: { rotation: { center: [0, 0, 0], axis: [0, 1, 0], degreesPerSecond: 36000 } },
        },
      ],
      time: { maxStepsPerFrame: 2048 },
    }),
  ),
  run(
    'an obstacle that jumps into the body',
    /^\/obstacles\/1\/motion/,
    solid({
      obstacles: [
        plane(),
        {
          shape: box([1, 0, -1], [2, 1, 1]),
          motion: { keyframes: [{ time: 0.1 }, { time: 0.1001, translate: [-0.8, 0, 0] }] },
        },
      ],
    }),
  ),
];

export const POISONED: readonly Poisoned[] = [
  ...SPEEDS,
  ...FORCES,
  ...SUBSTANCES,
  ...TIME,
  ...PLACES,
  ...MOTIONS,
  ...MORE_POISONED,
];
