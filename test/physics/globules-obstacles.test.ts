// Globules and what is in their way: planes, meshes, things that move; and how they come and go.

import { describe, expect, it } from 'vitest';
import type { SceneInput, World } from '../../src/index.ts';
import { OBSTACLES } from '../../src/wasm/layout.ts';
import { openMomentum } from '../helpers/ledgers.ts';
import { advance, inside, withWorld } from '../helpers/worlds.ts';

type Obstacle = NonNullable<SceneInput['obstacles']>[number];
type Vec3 = readonly [number, number, number];

const SPACING = 0.1;
const floor: Obstacle = { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } };

/** Two triangles that cover −1 … 1 at y = 0. */
const sheet: Obstacle = {
  shape: {
    mesh: {
      positions: [-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1],
      triangles: [0, 2, 1, 0, 3, 2],
    },
  },
};

/** One globule that flies. */
const single = (position: Vec3, velocity: Vec3, obstacle: Obstacle, more: Partial<SceneInput> = {}): SceneInput => ({
  gravity: [0, 0, 0],
  frameRate: 50,
  substances: { a: { model: 'globules', kind: 'powder', stiffness: 100, friction: 0 } },
  bodies: [{ substance: 'a', spacing: SPACING, shape: { points: { positions: [position], velocities: [velocity] } } }],
  obstacles: [obstacle],
  ...more,
});

const heightOf = (world: World): number => inside(world).set.f64('position')[1]!;

describe('a globule', () => {
  it.each([
    ['plane', floor],
    ['mesh', sheet],
    ['box', { shape: { box: { min: [-1, -1, -1], max: [1, 0, 1] } } } satisfies Obstacle],
  ])('that has fallen on a %s rests its radius above it', async (_, obstacle) => {
    const scene = single([0.1, 0.12, 0.2], [0, 0, 0], obstacle, { gravity: [0, -9.81, 0] });
    await withWorld(scene, (world) => {
      advance(world, 25);
      expect(Math.abs(heightOf(world) - SPACING / 2)).toBeLessThan(1e-6);
      expect(world.ledger().speedMax).toBeLessThan(1e-9);
      expect(openMomentum(world.ledger())).toBeLessThan(1e-12);
    });
  });

  it('of a solid rests half its spacing above a floor, wherever its bonds would hold it', async () => {
    const scene = single([0, 0.12, 0], [0, 0, 0], floor, {
      gravity: [0, -9.81, 0],
      substances: { a: { model: 'globules', kind: 'solid' } },
    });
    await withWorld(scene, (world) => {
      advance(world, 25);
      expect(Math.abs(heightOf(world) - SPACING / 2)).toBeLessThan(1e-6);
    });
  });

  it.each([
    ['plane', floor, 0.5, 0.8],
    ['plane', floor, 1, 1],
    ['plane', floor, 0, 0],
    ['mesh', sheet, 0.5, 0.8],
  ] as const)('bounces off a %s with its factors', async (_, obstacle, normalRestitution, tangentRestitution) => {
    const scene = single([0, 0.2, 0], [0.5, -2, 0.25], { ...obstacle, normalRestitution, tangentRestitution });
    await withWorld(scene, (world) => {
      advance(world, 8);
      const velocity = inside(world).set.f64('velocity');
      expect(velocity[0]).toBeCloseTo(tangentRestitution * 0.5, 12);
      expect(velocity[1]).toBeCloseTo(normalRestitution * 2, 12);
      expect(velocity[2]).toBeCloseTo(tangentRestitution * 0.25, 12);
    });
  });

  it('bounces in the middle of a long frame, whenever its neighbors were last looked for', async () => {
    const scene = single(
      [0, 0.2, 0],
      [0, -2, 0],
      { ...floor, normalRestitution: 0.5 },
      { frameRate: 2, time: { stepsPerFrame: 256 } },
    );
    await withWorld(scene, (world) => {
      advance(world, 1);
      expect(heightOf(world)).toBeCloseTo(SPACING / 2 + 0.5 * 2 * (0.5 - 0.15 / 2), 9);
    });
  });

  it('that a moving wall hits flies off with twice its speed if both are elastic', async () => {
    const obstacle: Obstacle = {
      shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } },
      ...{ normalRestitution: 1, tangentRestitution: 1 },
      motion: { velocity: [0, 2, 0] },
    };
    await withWorld(single([0, 0.2, 0], [0, 0, 0], obstacle), (world) => {
      advance(world, 10);
      expect(inside(world).set.f64('velocity')[1]).toBeCloseTo(4, 6);
    });
  });
});

describe('many globules', () => {
  const stirrer: Obstacle = {
    shape: { box: { center: [0.5, 0.25, 0], size: [0.12, 0.5, 2] } },
    motion: {
      keyframes: [
        { time: 0, translate: [0, 0, 0] },
        { time: 0.2, translate: [0.25, 0, 0] },
        { time: 0.4, translate: [-0.25, 0, 0] },
      ],
    },
  };
  const box: Obstacle = { shape: { box: { min: [0, 0, -1], max: [1, 3, 1] } }, inside: true };

  it.each(['powder', 'fluid', 'solid'] as const)('of %s are never inside a wall that moves', async (kind) => {
    const scene: SceneInput = {
      dimension: 2,
      frameRate: 50,
      substances: { a: { model: 'globules', kind, stiffness: 200, radiusVariation: 0.1 } },
      bodies: [
        { substance: 'a', spacing: 0.04, shape: { box: { min: [0, 0, 0], max: [0.42, 0.4, 0] } } },
        { substance: 'a', spacing: 0.04, shape: { box: { min: [0.58, 0, 0], max: [1, 0.4, 0] } } },
      ],
      obstacles: [box, stirrer],
    };
    await withWorld(scene, (world) => {
      const { set } = inside(world),
        records = set.shared.u32[OBSTACLES >> 2]!;
      for (let frame = 0; frame < 25; frame++) {
        advance(world, 1);
        for (let i = 0; i < set.count; i++)
          for (const k of [0, 1])
            expect(set.team.wasm.isOnWrongSide(records, k, set.address('position') + 24 * i)).toBeFalsy();
        expect(openMomentum(world.ledger())).toBeLessThan(1e-12);
      }
      expect(set.count).toBe(world.ledger().account.added.particles);
    });
  });

  it.each([2, 3] as const)(
    'of different sizes leave an emitter side by side, and a sink takes them; %i D',
    async (dimension) => {
      const scene: SceneInput = {
        dimension,
        frameRate: 50,
        gravity: [0, 0, 0],
        substances: { a: { model: 'globules', kind: 'powder', stiffness: 200, radiusVariation: 0.3 } },
        emitters: [
          {
            substance: 'a',
            spacing: 0.04,
            speed: 2,
            shape: { disc: { center: [0, 0, 0], normal: [1, 0, 0], radius: 0.1 } },
          },
        ],
        sinks: [{ shape: { plane: { point: [0.5, 0, 0], normal: [-1, 0, 0] } } }],
      };
      await withWorld(scene, (world) => {
        for (let frame = 0; frame < 20; frame++) {
          advance(world, 1);
          expect(world.ledger().speedMax).toBeLessThan(2 + 1e-9); // nobody pushes
          expect(world.ledger().bounds.max[0]).toBeLessThan(0.5);
          expect(openMomentum(world.ledger())).toBeLessThan(1e-12);
        }
        const { added, removed } = world.ledger().account;
        expect(removed.particles).toBeGreaterThan(10);
        expect(added.particles - removed.particles).toBe(world.fields.count);
        const volume = 2 * 0.4 * (dimension === 2 ? 0.2 : Math.PI * 0.01);
        expect(added.mass / (1000 * volume)).toBeGreaterThan(0.4); // loose: at most 1/1.3² or 1/1.3³ of the packing
        expect(added.mass / (1000 * volume)).toBeLessThan(0.85);
      });
    },
  );
});

describe('powder in water', () => {
  /** A lump of powder under or over the surface of water in a box. */
  const pond = (restDensity: number, bottom: number): SceneInput => ({
    dimension: 2,
    frameRate: 25,
    substances: {
      water: { preset: 'water', stiffness: 100 },
      a: { model: 'globules', kind: 'powder', restDensity, stiffness: 100, radiusVariation: 0.1 },
    },
    bodies: [
      { substance: 'water', spacing: 0.03, shape: { box: { min: [0, 0, 0], max: [0.3, 0.36, 0] } } },
      { substance: 'water', spacing: 0.03, shape: { box: { min: [0.54, 0, 0], max: [0.84, 0.36, 0] } } },
      { substance: 'water', spacing: 0.03, shape: { box: { min: [0.3, 0, 0], max: [0.54, bottom, 0] } } },
      {
        substance: 'a',
        spacing: 0.03,
        shape: { box: { min: [0.33, bottom + 0.02, 0], max: [0.51, bottom + 0.14, 0] } },
      },
    ],
    obstacles: [{ shape: { box: { min: [0, 0, -1], max: [0.84, 2, 1] } }, inside: true }],
  });

  /** Mean height of the powder over that of the water. */
  function relativeHeight({ fields }: World): number {
    const mean = (kind: number) => {
      const heights = Array.from(fields.substance, (s, i) => (s === kind ? fields.position[3 * i + 1]! : Number.NaN));
      const known = heights.filter((y) => !Number.isNaN(y));
      return known.reduce((s, y) => s + y, 0) / known.length;
    };
    return mean(1) / mean(0);
  }

  it('sinks if it is heavier', async () => {
    await withWorld(pond(2500, 0.24), (world) => {
      expect(relativeHeight(world)).toBeGreaterThan(1.5);
      advance(world, 40);
      expect(relativeHeight(world)).toBeLessThan(0.6);
      expect(openMomentum(world.ledger())).toBeLessThan(1e-11);
    });
  });

  it('floats if it is lighter', async () => {
    await withWorld(pond(300, 0.06), (world) => {
      expect(relativeHeight(world)).toBeLessThan(1);
      advance(world, 40);
      expect(relativeHeight(world)).toBeGreaterThan(1.4);
      expect(openMomentum(world.ledger())).toBeLessThan(1e-11);
    });
  });
});
