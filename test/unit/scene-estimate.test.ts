// How many particles a scene will have, before anyone counts them.

import { describe, expect, it } from 'vitest';
import { estimateParticles } from '../../src/scene/estimate.ts';
import { DEFAULT_LIMITS } from '../../src/scene/limits.ts';
import { SOAK_SCENE } from '../../tools/soak-world.ts';
import { parse, TRIG } from '../helpers/scene-check.ts';
import { advance, withWorld } from '../helpers/worlds.ts';
import { SCENES } from '../scenes/index.ts';

const estimate = (input: unknown) => estimateParticles(parse(input, { ...DEFAULT_LIMITS, particles: 1e300 }), TRIG);
const WATER = { substances: { a: {} } };
const body = (shape: unknown, spacing: number, more: object = {}) => ({
  ...WATER,
  maxParticles: 2e7,
  bodies: [{ substance: 'a', shape, spacing, ...more }],
});
const disc = { disc: { center: [0, 0, 0], normal: [0, 1, 0], radius: 0.5 } };
const jet = (more: object, scene: object = {}) => ({
  ...WATER,
  duration: 2,
  emitters: [{ substance: 'a', shape: disc, speed: 1, spacing: 0.05, ...more }],
  ...scene,
});

describe('particles at the start', () => {
  it.each(Object.entries(SCENES))('of %s are about as many as there are', async (_, { scene }) => {
    await withWorld(scene, (world) => {
      const { start } = estimate(scene);
      const { particles } = world.ledger().account.added; // an adaptive world merges some of them at once
      expect(start).toBeGreaterThan(0.7 * particles);
      expect(start).toBeLessThan(1.4 * particles + 10);
    });
  });

  it('are exact for boxes and points', async () => {
    for (const size of [0.31, 0.77, 1.02]) {
      const scene = body({ box: { min: [0, 0, 0], max: [size, 1, 0.3] } }, 0.07);
      await withWorld(scene as never, (world) => expect(estimate(scene).start).toBe(world.fields.count));
    }
    expect(
      estimate(
        body(
          {
            points: {
              positions: [
                [0, 0, 0],
                [1, 0, 0],
              ],
            },
          },
          1,
        ),
      ).start,
    ).toBe(2);
  });

  it('cost nothing for absurd scenes', () => {
    const ball = { sphere: { center: [0, 0, 0], radius: 1 } };
    const scene = parse(body(ball, 0.1));
    const absurd = { ...scene, bodies: [{ ...scene.bodies[0]!, spacing: 1e-9 }] };
    expect(estimateParticles(absurd, TRIG).start).toBeGreaterThan(1e27);
    const endless = {
      ...scene,
      bodies: [{ ...scene.bodies[0]!, shape: { capsule: { from: [0, 0, 0], to: [0, 0, 0], radius: 1e200 } } as never }],
    };
    expect(estimateParticles(endless, TRIG).start).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('particles at the end', () => {
  it('are what the emitters release until then', async () => {
    const scene = jet({}, { duration: 0.4 });
    await withWorld({ ...scene, gravity: [0, 0, 0] } as never, (world) => {
      advance(world, 10);
      const { end } = estimate(scene);
      expect(Math.abs(end - world.fields.count)).toBeLessThan(0.1 * world.fields.count);
    });
  });

  it.each<[string, object, number]>([
    ['a window', { from: 0.5, to: 1.5 }, 1 / 2],
    ['a window that is open at the end', { from: 1.5 }, 1 / 4],
    ['a window after the end', { from: 5, to: 9 }, 0],
    ['half the speed', { speed: 0.5 }, 1 / 2],
    ['a flow rate', { speed: undefined, flowRate: Math.PI / 4 }, 1],
    ['no speed', { speed: 0 }, 0],
  ])('follow %s', (_, more, part) => {
    const whole = estimate(jet({})).end;
    expect(whole).toBeGreaterThan(10_000);
    expect(estimate(jet(more)).end / whole).toBeCloseTo(part, 1);
  });

  it('keep to the most an emitter and a scene may have', () => {
    expect(estimate(jet({ maxParticles: 17 })).end).toBe(17);
    expect(estimate(jet({}, { maxParticles: 100 })).end).toBe(100);
    expect(estimate({ ...jet({}), ...body({ points: { positions: [[0, 0, 0]] } }, 1), maxParticles: 100 })).toEqual({
      start: 1,
      end: 100,
    });
  });

  it('are those at the start without emitters', () => {
    expect(estimate(WATER)).toEqual({ start: 0, end: 0 });
  });
});

describe('particles of a jet into a sink', () => {
  const late = { ...SOAK_SCENE, duration: 1000, maxParticles: 2e7 } as const;
  const all = estimate({ ...late, sinks: [] }).end;

  it('are those that fall, with some more for safety', async () => {
    await withWorld(SOAK_SCENE, (world) => {
      advance(world, 50);
      const { end } = estimate(late);
      expect(end).toBeGreaterThan(world.fields.count);
      expect(end).toBeLessThan(4 * world.fields.count);
    });
    expect(all).toBeGreaterThan(1e6);
  });

  it('are those that fall out of the domain', () => {
    const domain = { min: [-1, 0, -1], max: [1, 1, 1] };
    expect(estimate({ ...late, sinks: [], domain }).end).toBe(estimate(late).end);
    expect(estimate({ ...late, sinks: [], domain: { ...domain, onLeave: 'stop' } }).end).toBe(all);
    expect(estimate({ ...late, sinks: [], domain: { ...domain, periodic: [false, true, false] } }).end).toBe(all);
  });

  it.each<[string, object]>([
    ['an obstacle is in the way', { obstacles: [{ shape: { sphere: { center: [0, 0.2, 0], radius: 0.05 } } }] }],
    [
      'an obstacle is in the way of its rim',
      { obstacles: [{ shape: { sphere: { center: [0.2, 0.2, 0], radius: 0.05 } } }] },
    ],
    ['something pushes it', { forces: [{ uniform: { acceleration: [0, 30, 0] } }] }],
    ['the sink is elsewhere', { sinks: [{ shape: { sphere: { center: [5, 0, 0], radius: 1 } } }] }],
    ['it is turned back', { gravity: [0, 60, 0] }],
  ])('are all where %s', (_, more) => {
    expect(estimate({ ...late, ...more }).end).toBe(all);
  });
});
