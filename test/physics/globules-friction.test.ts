// Grains that rub: on slopes, in heaps, in collisions, in water, and under a nozzle that their heap has reached.

import { describe, expect, it } from 'vitest';
import { type GlobulesInput, type SceneInput, World } from '../../src/index.ts';
import { heapSlope } from '../helpers/globule-shapes.ts';
import { openMomentum } from '../helpers/ledgers.ts';
import { advance, inside, withWorld } from '../helpers/worlds.ts';

type Vec3 = [number, number, number];

const SPACING = 0.02;

describe('a grain on a slope', () => {
  /** It lies on a plane that falls towards +x, and is seen from there. */
  const slope = (degrees: number, friction: number, more: object = {}, dimension: 2 | 3 = 2): SceneInput => {
    const angle = (degrees * Math.PI) / 180,
      normal: Vec3 = [Math.sin(angle), Math.cos(angle), 0],
      at = normal.map((c) => c * 0.5 * SPACING) as Vec3;
    return {
      dimension,
      frameRate: 25,
      gravity: [0, -10, 0],
      substances: { a: { model: 'globules', kind: 'powder', friction } },
      bodies: [{ substance: 'a', spacing: SPACING, shape: { points: { positions: [at] } } }],
      obstacles: [{ shape: { plane: { point: [0, 0, 0], normal } }, ...more }],
    };
  };
  /** Speed down the slope, m/s. */
  const speed = (world: World): number => {
    const [x, y] = inside(world).set.f64('velocity');
    return Math.sign(x!) * Math.hypot(x!, y!);
  };

  it.each([
    [26, 0.5, {}, 2],
    [20, 0.5, { normalRestitution: 0.6 }, 2],
    [38, 0.8, {}, 3],
  ] as const)('of %d° stays with friction %d', async (degrees, friction, more, dimension) => {
    await withWorld(slope(degrees, friction, more, dimension), (world) => {
      advance(world, 2);
      const before = [...inside(world).set.f64('position')];
      advance(world, 25);
      const after = [...inside(world).set.f64('position')];
      after.forEach((x, k) => {
        expect(Math.abs(x - before[k]!)).toBeLessThan(1e-9);
      });
    });
  });

  it.each([
    [30, 0.5, {}, 2],
    [40, 0.2, { normalRestitution: 0.6 }, 2],
    [45, 0.7, {}, 3],
    [30, 0, {}, 3],
  ] as const)('of %d° slides with friction %d as g (sin − μ cos) says', async (degrees, friction, more, dimension) => {
    await withWorld(slope(degrees, friction, more, dimension), (world) => {
      advance(world, 5);
      const before = speed(world),
        angle = (degrees * Math.PI) / 180;
      advance(world, 20);
      const expected = 10 * (Math.sin(angle) - friction * Math.cos(angle)) * 0.8;
      expect(Math.abs((speed(world) - before) / expected - 1)).toBeLessThan(0.005);
      expect(openMomentum(world.ledger())).toBeLessThan(1e-12);
    });
  });

  it('is carried along by a belt, and no faster', async () => {
    const belt = slope(0, 0.5, { motion: { velocity: [1, 0, 0] } });
    await withWorld(belt, (world) => {
      advance(world, 1);
      const before = speed(world);
      advance(world, 2);
      expect((speed(world) - before) / (0.5 * 10 * 0.08)).toBeCloseTo(1, 1); // velocities stand in the middle of steps
      advance(world, 7);
      expect(speed(world)).toBeCloseTo(1, 6);
    });
  });
});

/** A heap poured onto a smooth floor. */
const poured = (spacing: number, substance: Partial<GlobulesInput>): SceneInput => ({
  dimension: 2,
  frameRate: 25,
  substances: {
    a: { model: 'globules', kind: 'powder', stiffness: 200, radiusVariation: 0.15, restitution: 0.3, ...substance },
  },
  emitters: [
    {
      substance: 'a',
      shape: { disc: { center: [0, 0.3, 0], normal: [0, -1, 0], radius: 0.03 } },
      speed: 0.4,
      spacing,
      to: 2,
    },
  ],
  obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
});

describe('a poured heap', () => {
  it.each([0.025, 0.018, 0.0135])(
    'stands at 20° to 35° with the friction of powder, and lower with less; spacing %d',
    async (spacing) => {
      const slopes: number[] = [];
      for (const substance of [{ friction: 0.2 }, {}]) {
        await withWorld(poured(spacing, substance), (world) => {
          advance(world, 75);
          const { kineticEnergy, mass } = world.ledger();
          expect(Math.sqrt((2 * kineticEnergy) / mass)).toBeLessThan(0.02);
          slopes.push(heapSlope(world));
        });
      }
      const [less, more] = slopes as [number, number];
      expect(more).toBeGreaterThan(20);
      expect(more).toBeLessThan(35);
      expect(less).toBeGreaterThan(8);
      expect(more - less).toBeGreaterThan(5);
    },
  );

  it('goes on standing', async () => {
    await withWorld(poured(0.025, {}), (world) => {
      advance(world, 75);
      const before = world.fields.position.slice();
      advance(world, 50);
      const moved = world.fields.position.map((x, k) => Math.abs(x - before[k]!));
      expect(Math.max(...moved)).toBeLessThan(0.005 * 0.025);
    });
  });
});

/** Two blocks of grains that hit each other off center, without gravity. */
const clash = (dimension: 2 | 3, substance: Partial<GlobulesInput>): SceneInput => {
  const deep = dimension === 3 ? 0.2 : 0,
    block = (x: number, y: number) => ({ box: { min: [x, y, 0], max: [x + 0.2, y + 0.2, deep] } }) as const;
  return {
    dimension,
    gravity: [0, 0, 0],
    frameRate: 100,
    substances: { a: { model: 'globules', kind: 'powder', stiffness: 200, radiusVariation: 0.1, ...substance } },
    bodies: [
      { substance: 'a', spacing: 0.04, shape: block(0, 0), velocity: [1, 0, 0] },
      { substance: 'a', spacing: 0.04, shape: block(0.21, 0.1), velocity: [-1, 0.2, 0] },
    ],
  };
};

/** Energy at the end of the last step, J: velocities stand in its middle, and the last acceleration takes them there. */
function energyOf(world: World): number {
  const { set, engine } = inside(world),
    [v, a, m] = [set.f64('velocity'), set.f64('acceleration'), set.f64('mass')],
    time = 0.5 * engine.memory.lastStep!;
  return v.reduce(
    (sum, x, k) => sum + 0.5 * m[Math.floor(k / 3)]! * (x + time * a[k]!) ** 2,
    world.ledger().internalEnergy,
  );
}

describe.each([2, 3] as const)('friction in %d D', (dimension) => {
  it('keeps momentum and angular momentum', async () => {
    await withWorld(clash(dimension, { friction: 0.6, restitution: 0.5 }), (world) => {
      const before = world.ledger();
      advance(world, 30);
      const after = world.ledger(),
        scale = Math.sqrt(2 * before.kineticEnergy * before.mass);
      for (let a = 0; a < 3; a++) {
        expect(Math.abs(after.momentum[a]! - before.momentum[a]!) / scale).toBeLessThan(1e-13);
        expect(Math.abs(after.angularMomentum[a]! - before.angularMomentum[a]!) / (0.2 * scale)).toBeLessThan(1e-5);
      }
      expect(Math.max(...inside(world).set.f64('spin').map(Math.abs))).toBeGreaterThan(1);
    });
  });

  it('only takes energy, and takes some where nothing else does', async () => {
    const left: number[] = [];
    for (const friction of [0, 0.6]) {
      await withWorld(clash(dimension, { friction, damping: 0 }), (world) => {
        const start = energyOf(world);
        let last = start;
        for (let k = 0; k < 30; k++) {
          advance(world, 1);
          if (friction > 0) expect(energyOf(world)).toBeLessThan(last + 1e-4 * start);
          last = energyOf(world);
        }
        left.push(last / start);
      });
    }
    expect(Math.abs(left[0]! - 1)).toBeLessThan(0.01);
    expect(left[1]).toBeLessThan(0.9);
  });
});

describe('the memory of contacts', () => {
  it('is part of snapshots: a restored heap goes on bit for bit, on any number of threads', async () => {
    await withWorld(poured(0.025, { friction: 0.7 }), async (world) => {
      advance(world, 30);
      using copy = await World.restore(world.snapshot(), { threads: 3 });
      expect(
        inside(copy)
          .set.u32('contacts')
          .some((word) => word > 0),
      ).toBe(true);
      for (let k = 0; k < 5; k++) {
        advance(world, 1);
        advance(copy, 1);
        expect(copy.hash()).toBe(world.hash());
      }
    });
  });

  it('begins with a branch that is the first to have friction', async () => {
    await withWorld(poured(0.025, { friction: 0, damping: 0.5, restitution: undefined }), async (world) => {
      advance(world, 20);
      using branch = await World.branch(world.snapshot(), poured(0.025, {}));
      advance(branch, 20);
      expect(
        inside(branch)
          .set.u32('contacts')
          .some((word) => word > 0),
      ).toBe(true);
    });
  });

  it('costs nothing where nobody rubs', async () => {
    await withWorld(poured(0.025, { friction: 0, restitution: undefined }), (world) => {
      expect(inside(world).set.fields).not.toContain('contacts');
    });
  });
});

it('an emitter whose heap has reached it waits, and pours on when there is room', async () => {
  const scene = poured(SPACING, { radiusVariation: 0.1 }),
    low: SceneInput = {
      ...scene,
      emitters: [
        { ...scene.emitters![0]!, to: 10, shape: { disc: { center: [0, 0.08, 0], normal: [0, -1, 0], radius: 0.03 } } },
      ],
    };
  await withWorld(low, (world) => {
    advance(world, 30);
    const { particles } = world.ledger();
    advance(world, 25);
    expect(world.ledger().particles).toBe(particles);
    expect(world.ledger().speedMax).toBeLessThan(0.05);
    const { id, position, count } = world.fields;
    for (let i = 0; i < count; i++) if (position[3 * i + 1]! > 0.04) inside(world).set.remove(id[i]!);
    advance(world, 10);
    expect(world.ledger().account.added.particles).toBeGreaterThan(particles + 3);
  });
});
