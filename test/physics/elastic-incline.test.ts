// Elastic boxes on an incline: they stay below their angle of friction, and slide above it as a block does, with explicit and implicit steps.

import { expect, test } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';
import { fieldOf } from '../helpers/elastic-world.ts';
import { withWorld } from '../helpers/worlds.ts';

const G = 9.81,
  ANGLE = 25,
  radians = (degrees: number): number => (degrees * Math.PI) / 180,
  FRICTION = Math.tan(radians(ANGLE));

/** A box of 6 cm on a floor; gravity is turned instead. */
function incline(across: number, degrees: number, elasticSolver: 'explicit' | 'implicit'): SceneInput {
  return {
    frameRate: 25,
    gravity: [G * Math.sin(radians(degrees)), -G * Math.cos(radians(degrees)), 0],
    substances: {
      soft: { model: 'elastic', preset: 'jelly', youngsModulus: 20000, stressDamping: 50, friction: FRICTION },
    },
    bodies: [
      {
        ...{ substance: 'soft', spacing: 0.06 / across, lattice: 'cubic' },
        shape: { box: { center: [0, 0.03, 0], size: [0.06, 0.06, 0.06] } },
      },
    ],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
    time: { elasticSolver, maxStepsPerFrame: 1 << 12 },
  };
}

/** Mean place along the incline after each frame, m. */
function way(world: World, frames: number): number[] {
  const places = [];
  for (let k = 0; k < frames; k++) {
    expect(world.advance().problem?.message).toBeUndefined();
    const x = fieldOf(world, 'position', 3).filter((_, n) => n % 3 === 0);
    places.push(x.reduce((sum, c) => sum + c, 0) / x.length);
  }
  return places;
}

const CASES = [
  ['explicit', 4],
  ['explicit', 6],
  ['explicit', 8],
  ['implicit', 3],
  ['implicit', 4],
  ['implicit', 5],
  ['implicit', 6],
] as const;

test.each(CASES)('%s, %i across: 5 degrees below its angle it stays for 2 s', (solver, across) =>
  withWorld(incline(across, ANGLE - 5, solver), (world) => {
    const x = way(world, 50);
    expect(Math.abs(x[49]! - x[4]!)).toBeLessThan(1e-3); // it settles and swings
    expect(Math.abs(x[49]! - x[24]!)).toBeLessThan(2e-5);
  }),
);

test.each([4, 5])('implicit, %i across: one degree below its angle it comes to rest and stays', (across) =>
  withWorld(incline(across, ANGLE - 1, 'implicit'), (world) => {
    const x = way(world, 40);
    expect(Math.abs(x[39]! - x[19]!)).toBeLessThan(2e-5);
    expect(x[39]!).toBeLessThan(0.01);
  }),
);

test.each(CASES)(
  '%s, %i across: 5 degrees above it slides as a block does, and the books are right',
  (solver, across) =>
    withWorld(incline(across, ANGLE + 5, solver), (world) => {
      const x = way(world, 20),
        theory = G * (Math.sin(radians(ANGLE + 5)) - FRICTION * Math.cos(radians(ANGLE + 5))),
        seconds = 8 / 25;
      expect(Math.abs((x[19]! - 2 * x[11]! + x[3]!) / (seconds * seconds) / theory - 1)).toBeLessThan(0.02);
      const { momentum, account } = world.ledger();
      for (let a = 0; a < 3; a++)
        expect(momentum[a]).toBeCloseTo(account.added.momentum[a]! + account.external[a]! + account.obstacles[a]!, 9);
    }),
);

test('implicit: on a floor that moves it rides along', () => {
  const floor: SceneInput['obstacles'] = [
    {
      shape: { box: { min: [-1, -0.1, -1], max: [1, 0, 1] } },
      motion: {
        keyframes: [
          { time: 0, translate: [0, 0, 0] },
          { time: 2, translate: [0.2, 0, 0] },
        ],
      },
    },
  ];
  return withWorld({ ...incline(3, 0, 'implicit'), obstacles: floor! }, (world) => {
    const x = way(world, 30);
    expect(Math.abs(x[29]! - x[14]! - (0.1 * 15) / 25)).toBeLessThan(1e-4);
  });
});

test('what slides goes on with the same bits after a restore, on any number of threads', async () => {
  const scene = incline(4, ANGLE + 5, 'implicit');
  using first = await World.create(scene, { threads: 1 });
  way(first, 3);
  using second = await World.restore(first.snapshot(), { threads: 3 });
  way(first, 3);
  way(second, 3);
  expect(second.hash()).toBe(first.hash());
});
