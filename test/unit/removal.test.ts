// Particles that must go, and those that must not appear: sinks and domains are watched in every step, emitters keep their place.

import { describe, expect, it } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';
import type { emptySet } from '../helpers/engine.ts';

const WATER = { substances: { water: {} }, gravity: [0, 0, 0] } as const;
/** One particle that flies along x at 10 m/s: nothing moves relative to it, so its lists never get stale within a frame. */
const bullet: NonNullable<SceneInput['bodies']>[number] = {
  substance: 'water',
  shape: { points: { positions: [[0, 0, 0]], velocities: [[10, 0, 0]] } },
  spacing: 0.05,
};

const block = {
  substance: 'water',
  shape: { box: { min: [0, 0, 0], max: [0.4, 0.4, 0.4] } },
  spacing: 0.05,
} as const;

describe('a lone fast particle', () => {
  it('does not cross a sink within a frame', async () => {
    const sinks = [{ shape: { box: { min: [0.15, -1, -1], max: [0.25, 1, 1] } } }] as const;
    using world = await World.create({ ...WATER, bodies: [bullet], sinks });
    expect(world.advance().particles).toBe(0);
    expect(world.ledger().account.removed.particles).toBe(1);
  });

  it('is never published outside the domain', async () => {
    using world = await World.create({ ...WATER, bodies: [bullet], domain: { min: [-1, -1, -1], max: [0.1, 1, 1] } });
    expect(world.advance().particles).toBe(0);
  });
});

describe('an emitter', () => {
  const jet = {
    shape: { disc: { center: [0, 0, 0], normal: [1, 0, 0], radius: 0.1 } },
    speed: 3,
    spacing: 0.03,
  } as const;

  it('does not put particles behind an obstacle, however long the frame', async () => {
    const plate = { shape: { box: { min: [0.2, -2, -2], max: [0.24, 2, 2] } } } as const;
    using world = await World.create({
      ...WATER,
      frameRate: 5,
      emitters: [{ substance: 'water', ...jet }],
      obstacles: [plate],
    });
    world.advance();
    const { position, count } = world.fields;
    expect(count).toBeGreaterThan(300);
    for (let i = 0; i < count; i++) expect(position[3 * i]).toBeLessThan(0.2);
  });
});

describe('queued removal', () => {
  it('drops the particle at the next sort and notes what it took along', async () => {
    using world = await World.create({
      ...WATER,
      bodies: [
        {
          ...bullet,
          shape: {
            points: {
              positions: [
                [0, 0, 0],
                [1, 0, 0],
                [2, 0, 0],
              ],
            },
          },
          velocity: [0, 2, 0],
        },
      ],
    });
    const { set } = (world as unknown as { simulation: { set: Awaited<ReturnType<typeof emptySet>> } }).simulation;
    set.remove(1);
    set.remove(77); // is not there
    expect(world.advance().particles).toBe(2);
    expect([...world.fields.id]).toEqual([0, 2]);
    const { removed, added } = world.ledger().account;
    expect(removed.particles).toBe(1);
    expect(removed.momentum[1]).toBeCloseTo(added.momentum[1] / 3, 12);
  });
});

describe('a start worth a warning', () => {
  const codes = async (scene: SceneInput) => {
    using world = await World.create(scene);
    return world.warnings.map(({ code, severity }) => `${severity} ${code}`);
  };

  it('names bodies inside an obstacle and outside a container', async () => {
    const box = { box: { min: [-1, -1, -1], max: [0.2, 1, 1] } } as const;
    expect(await codes({ ...WATER, bodies: [block], obstacles: [{ shape: box }] })).toEqual([
      'warning INSIDE_OBSTACLE',
    ]);
    expect(await codes({ ...WATER, bodies: [block], obstacles: [{ shape: box, inside: true }] })).toEqual([
      'warning INSIDE_OBSTACLE',
    ]);
  });

  it('names particles that are gone before the first step', async () => {
    const domain = { min: [0, 0, 0], max: [0.2, 1, 1] } as const;
    expect(await codes({ ...WATER, bodies: [block], domain })).toEqual(['warning BODY_OUTSIDE']);
  });

  it('says nothing about a body that fills its container', async () => {
    expect(await codes({ ...WATER, bodies: [block], obstacles: [{ shape: block.shape, inside: true }] })).toEqual([]);
  });
});

describe('what decides how a world goes on', () => {
  it('is in its hash: emitters that differ only in their start, in a world that is full', async () => {
    const hashes = [];
    for (const from of [0.001, 5]) {
      using world = await World.create({
        ...WATER,
        maxParticles: 1,
        emitters: [
          {
            substance: 'water',
            shape: { disc: { center: [0, 0, 0], normal: [1, 0, 0], radius: 0.1 } },
            speed: 1,
            spacing: 0.05,
            from,
          },
        ],
      });
      world.advance();
      world.advance();
      hashes.push(world.hash());
    }
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it('leaves a substance without Shepard interval alone when another has one', async () => {
    const scene = (shepardInterval: number): SceneInput => ({
      ...WATER,
      substances: { a: {}, b: { shepardInterval } },
      bodies: [
        { ...block, substance: 'a', density: 1100 },
        { ...block, substance: 'b', shape: { sphere: { center: [9, 9, 9], radius: 0.2 } } },
      ],
    });
    const densities = [];
    for (const interval of [0, 1]) {
      using world = await World.create(scene(interval));
      world.advance();
      densities.push(world.fields.density.slice(0, 100));
    }
    expect(densities[0]).toEqual(densities[1]);
  });
});
