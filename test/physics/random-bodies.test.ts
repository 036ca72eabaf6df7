// Random rigid bodies in water, with random joints: every scene is refused with reasons, or simulated, or ends with a cause; never a crash,
// and never a number that is none.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SceneInput, ThixoError, World } from '../../src/index.ts';
import { fuzzed, holdsAsync } from '../helpers/holds.ts';

const length = fc.double({ min: -0.6, max: 0.6, noNaN: true });
const size = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: 0.02, max: 0.12, noNaN: true }) },
  { weight: 1, arbitrary: fc.constant(1e-5) },
);
const density = fc.constantFrom(1e-3, 2, 300, 1000, 8000, 1e5);
const shape = fc.oneof(
  fc.record({ box: fc.record({ center: fc.tuple(length, length, fc.constant(0)), size: fc.tuple(size, size, size) }) }),
  fc.record({ sphere: fc.record({ center: fc.tuple(length, length, fc.constant(0)), radius: size }) }),
);
const body = fc.record({
  shape,
  rigid: fc.record({
    density,
    velocity: fc.tuple(
      fc.double({ min: -5, max: 5, noNaN: true }),
      fc.double({ min: -5, max: 5, noNaN: true }),
      fc.constant(0),
    ),
    restitution: fc.constantFrom(0, 0.5, 1),
    friction: fc.constantFrom(0, 0.5, 5),
  }),
});
const point = fc.tuple(length, length, fc.constant(0));
const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 2 });
const joint = fc.oneof(
  fc.record({ hinge: fc.record({ bodies: names, point, motor: fc.record({ speed: fc.constantFrom(-720, 90) }) }) }),
  fc.record({
    slider: fc.record({ bodies: names, axis: point, limits: fc.constantFrom([-0.1, 0.2], [0, 0], [0.3, -0.2]) }),
  }),
  fc.record({
    spring: fc.record({
      ...{ bodies: names, from: point, to: point },
      stiffness: fc.constantFrom(1, 1e5, 1e12),
      damping: fc.constantFrom(0, 10, 1e9),
    }),
  }),
  fc.record({ fixed: fc.record({ bodies: names }) }),
);
const scenes = fc.record({
  bodies: fc.array(body, { minLength: 1, maxLength: 4 }),
  joints: fc.array(joint, { maxLength: 3 }),
  /** Bodies stand beside each other, or wherever they are put. */
  isOrderly: fc.boolean(),
  pressure: fc.constantFrom('explicit' as const, 'implicit' as const),
});

/** The shape at the place of the body k of four that stand in a row above the water. */
function beside(shape: object, k: number): object {
  const [[kind, parts]] = Object.entries(shape) as [[string, object]];
  return { [kind]: { ...parts, center: [-0.42 + 0.28 * k, 0.1, 0] } };
}

it('random bodies and joints in water are refused with reasons, or simulated', fuzzed, async () => {
  let simulated = 0;
  await holdsAsync(
    fc.asyncProperty(scenes, async ({ bodies, joints, isOrderly, pressure }) => {
      const named = bodies.map(({ shape, rigid }, k) => ({
        shape: isOrderly ? beside(shape, k) : shape,
        rigid: { ...rigid, name: 'abcd'[k]! },
      }));
      const scene = {
        ...{ dimension: 2, frameRate: 50, time: { pressure, maxStepsPerFrame: 500 }, joints },
        substances: { water: { preset: 'water', compressibility: 0.05 } },
        bodies: [{ substance: 'water', spacing: 0.05, shape: { box: { min: [-0.6, -0.6, -1], max: [0.6, -0.1, 1] } } }],
        obstacles: [{ shape: { box: { min: [-0.6, -0.6, -1], max: [0.6, 2, 1] } }, inside: true }, ...named],
      } as unknown as SceneInput;
      let world: World;
      try {
        world = await World.create(scene);
      } catch (error) {
        expect(error).toBeInstanceOf(ThixoError);
        for (const { code, message, hint } of (error as ThixoError).problems)
          expect([code, message, hint].every((text) => text.length > 2)).toBe(true);
        return;
      }
      try {
        for (let frame = 0; frame < 3; frame++) {
          const { ok, problem } = world.advance();
          if (!ok) expect(problem!.hint.length).toBeGreaterThan(2);
          for (const sum of [world.ledger().bodies!.kineticEnergy, world.ledger().kineticEnergy])
            expect(Number.isFinite(sum)).toBe(true);
          if (!ok) break;
          simulated++;
        }
      } finally {
        world.dispose();
      }
    }),
    { numRuns: 30 },
  );
  expect(simulated).toBeGreaterThan(3);
});
