// Friction at obstacles acts per time: what slides slows down by μg whatever the step, and each substance has its own.

import { describe, expect, it } from 'vitest';
import type { SceneInput, World } from '../../src/index.ts';
import { openMomentum } from '../helpers/ledgers.ts';
import { advance, inside, withWorld } from '../helpers/worlds.ts';

type Obstacle = NonNullable<SceneInput['obstacles']>[number];
type Substance = NonNullable<SceneInput['substances']>[string];

const G = 9.81;
const GRAIN: Substance = { model: 'globules', kind: 'powder', stiffness: 400, friction: 0 };
const DROP: Substance = { preset: 'desbrun-1999' };

/** One particle of each substance, far apart, that slides along a plane at `speed` (m/s). */
function sliding(
  substances: Readonly<Record<string, Substance>>,
  floor: Partial<Obstacle>,
  more: Partial<SceneInput> & { speed?: number; degrees?: number } = {},
): SceneInput {
  const { speed = 0, degrees = 0, ...rest } = more,
    a = (degrees * Math.PI) / 180;
  return {
    dimension: 2,
    frameRate: 20,
    gravity: [G * Math.sin(a), -G * Math.cos(a), 0],
    substances,
    bodies: Object.keys(substances).map((substance, k) => ({
      substance,
      spacing: 0.1,
      shape: { points: { positions: [[100 * k, 0.05, 0]], velocities: [[speed, 0, 0]] } },
    })),
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, ...floor }],
    ...rest,
  };
}

/** Speeds along the floor by id, m/s. */
function speeds(world: World): number[] {
  const { set } = inside(world),
    v = set.f64('velocity'),
    out: number[] = [];
  set.u32('id').forEach((id, i) => {
    out[id] = v[3 * i]!;
  });
  return out;
}

describe('friction at obstacles', () => {
  it.each([
    ['a grain', GRAIN, 30],
    ['a grain in small steps', GRAIN, 300],
  ])('slows %s down by μg', async (_, substance, stepsPerFrame) => {
    const scene = sliding({ a: substance }, { friction: 0.4 }, { speed: 2, time: { stepsPerFrame } });
    await withWorld(scene, (world) => {
      advance(world, 6);
      expect(Math.abs((2 - speeds(world)[0]!) / 0.3 / (0.4 * G) - 1)).toBeLessThan(0.02);
      advance(world, 14);
      expect(Math.abs(speeds(world)[0]!)).toBeLessThan(1e-9); // v/(μg) = 0.51 s
      expect(openMomentum(world.ledger())).toBeLessThan(1e-9);
    });
  });

  it('holds on a slope below arctan μ and slides at g(sin − μ cos) above it', async () => {
    await withWorld(sliding({ a: GRAIN }, { friction: 0.5 }, { degrees: 25 }), (world) => {
      advance(world, 20);
      expect(Math.abs(speeds(world)[0]!)).toBeLessThan(0.02);
    });
    await withWorld(sliding({ a: GRAIN }, { friction: 0.5 }, { degrees: 35 }), (world) => {
      advance(world, 20);
      const a = (35 * Math.PI) / 180;
      expect(speeds(world)[0]! / (G * (Math.sin(a) - 0.5 * Math.cos(a)))).toBeCloseTo(1, 1);
    });
  });

  it('is that of the pair of substance and obstacle: sand grips, water slips', async () => {
    const floor = { friction: 0, substances: { sand: { friction: 0.6 }, ice: { tangentRestitution: 1 } } };
    await withWorld(sliding({ water: DROP, sand: GRAIN, ice: GRAIN }, floor, { speed: 1 }), (world) => {
      advance(world, 20);
      const [water, sand, ice] = speeds(world) as [number, number, number];
      expect([water, ice]).toEqual([expect.closeTo(1, 6), expect.closeTo(1, 6)]);
      expect(Math.abs(sand)).toBeLessThan(1e-9);
    });
  });

  it('of the obstacle takes the place of that of the substance', async () => {
    const rough: Substance = { ...GRAIN, friction: 0.6 } as Substance;
    await withWorld(sliding({ a: rough }, { friction: 0 }, { speed: 1 }), (world) => {
      advance(world, 10);
      expect(speeds(world)[0]).toBeCloseTo(1, 6);
    });
  });

  it('knows the substances of the scene only', async () => {
    const scene = sliding({ sand: GRAIN }, { substances: { snd: { friction: 0.6 } } });
    await expect(withWorld(scene, () => {})).rejects.toMatchObject({
      problems: [expect.objectContaining({ code: 'SCENE_UNKNOWN_SUBSTANCE', pointer: '/obstacles/0/substances/snd' })],
    });
  });
});
