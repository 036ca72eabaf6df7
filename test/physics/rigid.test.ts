// Rigid bodies of scenes: they float, rest, slide, hang in joints; momentum is accounted for; a restored world goes on with the same bits.

import { describe, expect, it } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';
import { advance, refusal } from '../helpers/worlds.ts';

const FLOOR = { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } } as const;
const box = (x: number, y: number, rigid: object, size = 0.1) => ({
  shape: { box: { center: [x, y, 0] as const, size: [size, size, size] as const } },
  rigid,
});

/** Water in a tank with two boxes, one of which falls on the other. */
function tank(dimension: 2 | 3): SceneInput {
  return {
    dimension,
    frameRate: 50,
    duration: 1,
    substances: { water: { preset: 'water' } },
    bodies: [{ substance: 'water', shape: { box: { min: [0, 0, -0.1], max: [0.5, 0.15, 0.1] } }, spacing: 0.03 }],
    obstacles: [
      { shape: { box: { min: [0, 0, -0.1], max: [0.5, 1, 0.1] } }, inside: true },
      box(0.2, 0.12, { density: 500, spin: [0, 0, 40] }),
      box(0.24, 0.235, { density: 700, velocity: [0.2, -1, 0] }),
    ],
  };
}

/** What the books of a body leave open of its momentum, N·s and N·m·s. */
function open(world: World): number[] {
  const { bodies, account } = world.ledger(),
    sums = new Array<number>(6).fill(0);
  for (const { impulse, angularImpulse, external, contacts } of account.bodies!)
    for (const each of [{ impulse, angularImpulse }, external, contacts])
      for (let a = 0; a < 3; a++) {
        sums[a]! += each.impulse[a]!;
        sums[3 + a]! += each.angularImpulse[a]!;
      }
  return [...bodies!.momentum, ...bodies!.angularMomentum].map((x, n) => x - sums[n]!);
}

const heightOf = (world: World, k: number, y: number): number => {
  const pose = world.fields.poses!.get(k)!;
  return pose[4]! * y + pose[10]!;
};

describe.each([2, 3] as const)('boxes in a tank in %iD', (dimension) => {
  it('has the same bits with two threads and after a restore at any frame; books close', async () => {
    using world = await World.create(tank(dimension));
    using twin = await World.create(tank(dimension), { threads: 2 });
    const start = world.ledger().bodies!,
      hashes: string[] = [],
      saved: Uint8Array[] = [];
    for (let frame = 0; frame < 7; frame++) {
      hashes.push(world.hash());
      saved.push(world.snapshot());
      expect(twin.hash()).toBe(world.hash());
      advance(world, 1);
      advance(twin, 1);
    }
    using back = await World.restore(saved[3]!);
    expect(back.hash()).toBe(hashes[3]);
    advance(back, 3);
    expect(back.hash()).toBe(hashes[6]);
    const { account } = world.ledger();
    expect(Math.hypot(...account.bodies![1]!.contacts.impulse)).toBeGreaterThan(0.01); // they have met
    expect(Math.hypot(...account.bodies![0]!.impulse)).toBeGreaterThan(0.01); // and the water
    const left = open(world).map((x, n) => x - (n < 3 ? start.momentum[n]! : start.angularMomentum[n - 3]!));
    for (const x of left) expect(Math.abs(x)).toBeLessThan(1e-12);
  });
});

describe('contacts', () => {
  it('a box holds on a slope below its friction angle and slides above it', async () => {
    // Friction 0.5 holds up to 26.6°.
    for (const degrees of [21.6, 31.6]) {
      const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
      using world = await World.create({
        dimension: 2,
        frameRate: 50,
        gravity: [9.81 * s, -9.81 * c, 0],
        obstacles: [FLOOR, box(0, 0.05, { density: 500, friction: 0.5 })],
      });
      advance(world, 25);
      const way = world.fields.poses!.get(1)![9]!,
        expected = 0.5 * 9.81 * Math.max(0, s - 0.5 * c) * 0.25;
      expect(Math.abs(way - expected)).toBeLessThan(expected > 0 ? 0.03 * expected : 1e-3);
    }
  });

  it('a ball bounces as high as its restitution says', async () => {
    using world = await World.create({
      dimension: 2,
      frameRate: 200,
      obstacles: [FLOOR, { shape: { sphere: { center: [0, 0.6, 0], radius: 0.1 } }, rigid: { restitution: 0.8 } }],
    });
    let low = false,
      top = 0;
    for (let frame = 0; frame < 140; frame++) {
      advance(world, 1);
      const y = heightOf(world, 1, 0.6);
      if (y < 0.11) low = true;
      if (low) top = Math.max(top, y);
    }
    expect(top).toBeGreaterThan(0.1 + 0.5 * 0.64 * 0.93);
    expect(top).toBeLessThan(0.1 + 0.5 * 0.64 * 1.03);
  });

  it('parts of one name are one body, and a scripted obstacle carries it', async () => {
    using world = await World.create({
      dimension: 2,
      frameRate: 50,
      obstacles: [
        { shape: { box: { center: [0, -0.05, 0], size: [2, 0.1, 1] } }, motion: { velocity: [0, 0.2, 0] } },
        box(-0.1, 0.05, { name: 'bar' }),
        box(0.1, 0.05, { name: 'bar' }),
      ],
    });
    advance(world, 25);
    expect(world.ledger().bodies!.mass).toBeCloseTo(20, 10);
    expect([...world.fields.poses!.get(1)!]).toEqual([...world.fields.poses!.get(2)!]);
    expect(world.fields.poses!.get(1)![10]).toBeCloseTo(0.1, 2);
  });
});

describe('joints', () => {
  it('a pendulum swings with its period', async () => {
    // A ball of radius r at the distance l from a hinge: T = 2π √((l² + r²/2)/(g l)), and 1 + θ²/16 for the angle.
    const [l, r, angle] = [0.5, 0.05, 0.2],
      at = [l * Math.sin(angle), -l * Math.cos(angle), 0] as const;
    using world = await World.create({
      dimension: 2,
      frameRate: 200,
      obstacles: [{ shape: { sphere: { center: at, radius: r } }, rigid: { name: 'bob' } }],
      joints: [{ hinge: { bodies: ['bob'], point: [0, 0, 0] } }],
    });
    const period = 2 * Math.PI * Math.sqrt((l * l + (r * r) / 2) / (9.81 * l)) * (1 + (angle * angle) / 16);
    const crossings: number[] = [];
    let last = at[0];
    for (let frame = 0; frame < 600 && crossings.length < 3; frame++) {
      advance(world, 1);
      const pose = world.fields.poses!.get(0)!,
        x = pose[0]! * at[0] + pose[1]! * at[1] + pose[9]!,
        y = pose[3]! * at[0] + pose[4]! * at[1] + pose[10]!;
      expect(Math.abs(Math.hypot(x, y) - l)).toBeLessThan(0.003);
      if (x * last < 0) crossings.push(world.time - (1 / 200) * (x / (x - last)));
      last = x;
    }
    expect((crossings[2]! - crossings[0]!) / period).toBeGreaterThan(0.98);
    expect((crossings[2]! - crossings[0]!) / period).toBeLessThan(1.02);
  });

  it('a motor turns, a slider slides, a spring carries, a fixed joint holds', async () => {
    using world = await World.create({
      dimension: 2,
      frameRate: 50,
      obstacles: ['wheel', 'gate', 'bob', 'left', 'right'].map((name, k) => box(k, 1, { name, density: 100 })),
      joints: [
        { hinge: { bodies: ['wheel'], point: [0, 1, 0], motor: { speed: 90 } } },
        { slider: { bodies: ['gate'], axis: [0, 1, 0], limits: [-0.2, 0] } },
        { spring: { bodies: ['bob'], from: [2, 1, 0], to: [2, 2, 0], stiffness: 500, damping: 30 } },
        { fixed: { bodies: ['left', 'right'] } },
        { fixed: { bodies: ['left'] } },
      ],
    });
    advance(world, 100);
    const pose = (k: number) => world.fields.poses!.get(k)!;
    expect(Math.atan2(pose(0)[3]!, pose(0)[0]!)).toBeCloseTo(Math.PI, 1); // 2 s at 90°/s
    expect(heightOf(world, 1, 1)).toBeCloseTo(0.8, 2);
    expect(pose(1)[3]).toBeCloseTo(0, 3);
    expect(heightOf(world, 2, 1)).toBeCloseTo(1 - (1 * 9.81) / 500, 2); // 1 kg
    expect(heightOf(world, 4, 1)).toBeCloseTo(1, 1);
  });
});

describe('what cannot be is refused', () => {
  const scene = (obstacles: readonly object[], more: object = {}): SceneInput =>
    ({ dimension: 2, obstacles, ...more }) as SceneInput;
  it.each([
    ['a massless body', scene([box(0, 0, { mass: 0 })]), 'SCENE_OUT_OF_RANGE'],
    ['density and mass', scene([box(0, 0, { mass: 1, density: 1 })]), 'RIGID_BODY'],
    ['a container', scene([{ ...box(0, 0, {}), inside: true }]), 'RIGID_BODY'],
    ['a scripted body', scene([{ ...box(0, 0, {}), motion: { velocity: [1, 0, 0] } }]), 'RIGID_BODY'],
    ['two bodies in one place', scene([box(0, 0, {}), box(0.02, 0, {})]), 'RIGID_OVERLAP'],
    ['a body inside a wall', scene([FLOOR, box(0, -0.02, {})]), 'RIGID_OVERLAP'],
    [
      'parts that part',
      scene([box(0, 0, { name: 'a', velocity: [1, 0, 0] }), box(1, 0, { name: 'a', velocity: [0, 0, 0] })]),
      'RIGID_BODY',
    ],
    [
      'a joint to itself',
      scene([box(0, 0, { name: 'a' })], { joints: [{ fixed: { bodies: ['a', 'a'] } }] }),
      'RIGID_JOINT',
    ],
    [
      'no axis',
      scene([box(0, 0, { name: 'a' })], { joints: [{ slider: { bodies: ['a'], axis: [0, 0, 0] } }] }),
      'SHAPE_NO_DIRECTION',
    ],
    ['a wall that goes', scene([{ ...FLOOR, to: 1 }, box(0, 1, {})]), 'RIGID_BODY'],
    ['a wall that comes', scene([{ ...FLOOR, from: 1 }, box(0, 1, {})]), 'RIGID_BODY'],
    [
      'gravity that changes',
      scene([box(0, 1, {})], { changes: [{ time: 1, set: { '/gravity': [0, 1, 0] } }] }),
      'RIGID_BODY',
    ],
    ['a way out of the plane', scene([box(0, 0, { spin: [90, 0, 0] })]), 'SCENE_OFF_PLANE'],
  ])('%s', async (_, input, code) => {
    const problems = await refusal(World.create(input));
    expect(problems.map((each) => each.code)).toContain(code);
  });

  it('other solids or gravity while the world runs', async () => {
    const input = scene([box(0, 1, {})]);
    using world = await World.create(input);
    advance(world, 1);
    const hash = world.hash();
    expect(() => world.amend({ ...input, gravity: [0, 1, 0] })).toThrow(/RIGID_BODY/);
    expect(world.hash()).toBe(hash);
    world.amend({ ...input, look: { background: '#000000' } as never });
    expect(world.advance()).toMatchObject({ ok: true });
  });

  it('an open mesh', async () => {
    const mesh = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2], open: true };
    const problems = await refusal(World.create({ obstacles: [{ shape: { mesh }, rigid: {} }] }));
    expect(problems[0]!.code).toBe('MESH_OPEN');
  });
});
