// Handles of scenes: what pulls elastic solids over time.

import { expect, test } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';
import { inside, refusal, withWorld } from '../helpers/worlds.ts';

const G = 9.81;
const everywhere = { sphere: { center: [0, 0, 0], radius: 1 } } as const;

/** A cube of jelly of 4 cm around the origin. */
function scene(more: Partial<SceneInput>): SceneInput {
  return {
    gravity: [0, -G, 0],
    frameRate: 100,
    substances: { jelly: { model: 'elastic', preset: 'jelly', massDamping: 0, stressDamping: 0 } },
    bodies: [
      {
        substance: 'jelly',
        spacing: 0.01,
        lattice: 'cubic',
        shape: { box: { min: [-0.02, -0.02, -0.02], max: [0.02, 0.02, 0.02] } },
      },
    ],
    ...more,
  };
}

/** Mean height of the particles after every frame, from frame 0 on, m. */
async function heights(more: Partial<SceneInput>, frames: number, axis = 1): Promise<number[]> {
  const found: number[] = [];
  await withWorld(scene(more), (world) => {
    const note = (): void => {
      const { position, count } = world.fields;
      let sum = 0;
      for (let i = 0; i < count; i++) sum += position[3 * i + axis]!;
      found.push(sum / count);
    };
    note();
    for (let k = 0; k < frames; k++) {
      expect(world.advance().ok).toBe(true);
      note();
    }
  });
  return found;
}

const SOLVERS = ['explicit', 'implicit'] as const;

test.each(SOLVERS)('a soft handle is a damped spring of its strength: %s', async (elasticSolver) => {
  // Held everywhere, all particles move alike: x″ = −g − √k x′ − k x, which rests at −g/k. What k is for a strength of 1 the solver decides.
  const hang = (strength: number, frames: number) =>
      heights({ time: { elasticSolver }, handles: [{ region: everywhere, strength }] }, frames),
    soft = await hang(1e-3, 60),
    k = -G / soft.at(-1)!,
    w = Math.sqrt(k),
    closed = (t: number) => {
      const s = (Math.sqrt(3) / 2) * w;
      return (-G / k) * (1 - Math.exp((-w * t) / 2) * (Math.cos(s * t) + Math.sin(s * t) / Math.sqrt(3)));
    };
  expect(w * 0.6).toBeGreaterThan(12); // it has come to rest
  expect(w * 0.01).toBeLessThan(1); // and was seen on its way
  for (let frame = 0; frame <= 20; frame++)
    expect(Math.abs(soft[frame]! - closed(frame / 100)) / (G / k)).toBeLessThan(0.02);
  expect((await hang(4e-3, 60)).at(-1)! / soft.at(-1)!).toBeCloseTo(0.25, 3);
});

test('it moves what it holds, and lets go', async () => {
  const handles = [{ region: everywhere, until: 0.3, motion: { velocity: [0.5, 0, 0] } }] as const,
    y = await heights({ handles }, 40),
    x = await heights({ handles, gravity: [0, 0, 0] }, 40, 0);
  expect(Math.abs(y[30]!)).toBeLessThan(1e-4);
  expect(y[40]).toBeCloseTo(-0.5 * G * 0.01, 3); // falls
  expect(x[20]).toBeCloseTo(0.1, 3);
  expect(x[40]).toBeCloseTo(0.2, 3); // flies on
});

test('it holds only what starts in its region, beside anchors, in any shape', async () => {
  await withWorld(
    scene({
      gravity: [0, 0, 0],
      anchors: [{ min: [-1, -1, -1], max: [1, -0.011, 1] }],
      handles: [{ region: { capsule: { from: [-1, 0.02, 0], to: [1, 0.02, 0], radius: 0.0101 } } }],
    }),
    (world) => {
      world.advance();
      const { set } = inside(world),
        held = set.u32('anchor'),
        start = set.f64('reference'),
        found = [0, 0, 0];
      for (let i = 0; i < set.count; i++) {
        const [y, z] = [start[3 * i + 1]!, start[3 * i + 2]!],
          wanted = y < -0.011 ? 1 : Math.hypot(y - 0.02, z) <= 0.0101 ? 2 : 0;
        expect(held[i]).toBe(wanted);
        found[wanted]!++;
      }
      expect(Math.min(...found)).toBeGreaterThan(3);
    },
  );
});

const made = (more: Partial<SceneInput>): Promise<World> => World.create(scene(more));

test('wrong handles are refused', async () => {
  const handle = { region: everywhere };
  expect(
    await refusal(made({ anchors: Array(5).fill({ min: [0, 0, 0], max: [1, 1, 1] }), handles: Array(4).fill(handle) })),
  ).toMatchObject([{ code: 'SCENE_OUT_OF_RANGE', pointer: '/handles' }]);
  expect(
    await refusal(made({ handles: [{ region: { sphere: { center: [0, 0, 0], radius: 0.1 } }, strength: 2 }] })),
  ).toMatchObject([{ pointer: '/handles/0/strength' }]);
  const motion = { keyframes: [{ time: 1 }, { time: 0.5 }] };
  expect(await refusal(made({ handles: [{ ...handle, motion }] }))).toMatchObject([{ code: 'MOTION_ORDER' }]);
});

test('a world with handles goes on bit for bit after a snapshot', async () => {
  const own = scene({
    handles: [
      { region: { sphere: { center: [0, 0.02, 0], radius: 0.015 } }, strength: 0.1, motion: { velocity: [0.2, 0, 0] } },
    ],
  });
  const world = await World.create(own);
  try {
    for (let k = 0; k < 5; k++) world.advance();
    const copy = await World.restore(world.snapshot());
    for (let k = 0; k < 5; k++) {
      world.advance();
      copy.advance();
    }
    expect(copy.hash()).toBe(world.hash());
    copy.dispose();
  } finally {
    world.dispose();
  }
});
