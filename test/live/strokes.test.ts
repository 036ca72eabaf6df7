// What strokes do: a grip as its formula says, solids that come into a substance, bodies that come late, jets that move.

import { expect, it } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';

/** One particle without gravity. */
const alone = (more: Partial<SceneInput>, place: [number, number, number], velocity = [0, 0, 0]): SceneInput => ({
  ...{ gravity: [0, 0, 0], frameRate: 100, substances: { stuff: { preset: 'desbrun-1999' } } },
  bodies: [
    { substance: 'stuff', shape: { points: { positions: [place] } }, spacing: 0.01, velocity: velocity as never },
  ],
  time: { stepsPerFrame: 200 },
  ...more,
});

/** Leapfrog of a particle under an acceleration, as a reference. */
function follow(
  x: number[],
  v: number[],
  seconds: number,
  a: (x: number[], v: number[], t: number) => number[],
): number[] {
  const n = 20000,
    dt = seconds / n;
  for (let k = 0; k < n; k++) {
    const half = v.map((c, i) => c + 0.5 * dt * a(x, v, k * dt)[i]!);
    for (let i = 0; i < 3; i++) x[i]! += dt * half[i]!;
    const end = a(x, half, (k + 1) * dt);
    for (let i = 0; i < 3; i++) v[i] = half[i]! + 0.5 * dt * end[i]!;
  }
  return x;
}

it('grips with w (−pull/R · d − damping · (v − velocity of the center)) while the center moves', async () => {
  const R = 0.3,
    [pull, damping, u] = [80, 9, 0.5],
    force = { grab: { center: [0, 0, 0], radius: R, pull, damping, motion: { velocity: [u, 0, 0] } } } as const;
  using world = await World.create(alone({ forces: [force] }, [0.1, 0.05, 0], [0, 0.4, 0]));
  for (let k = 0; k < 20; k++) world.advance();
  const expected = follow([0.1, 0.05, 0], [0, 0.4, 0], 0.2, (x, v, t) => {
    const d = [x[0]! - u * t, x[1]!, x[2]!],
      q = (d[0]! ** 2 + d[1]! ** 2 + d[2]! ** 2) / R ** 2,
      w = q < 1 ? (1 - q) ** 2 : 0;
    return d.map((c, i) => w * ((-pull / R) * c - damping * (v[i]! - (i === 0 ? u : 0))));
  });
  for (let a = 0; a < 3; a++) expect(Math.abs(world.fields.position[a]! - expected[a]!)).toBeLessThan(2e-4);
});

it('pushes by w times the acceleration, within its reach and its time', async () => {
  const push = { push: { center: [0, 0, 0], radius: 0.2, acceleration: [10, 0, 0], from: 0.05, to: 0.1 } } as const;
  using near = await World.create(alone({ forces: [push] }, [0, 0.1, 0]));
  using far = await World.create(alone({ forces: [push] }, [0, 0.21, 0]));
  for (let k = 0; k < 15; k++) {
    near.advance();
    far.advance();
    if (k === 4) expect(near.fields.velocity[0]).toBe(0);
  }
  const w = (1 - 0.25) ** 2;
  expect(near.fields.velocity[0]! / (w * 10 * 0.05)).toBeCloseTo(1, 1);
  expect(far.fields.velocity[0]).toBe(0);
});

it('lets a solid swell in a substance that is there: nothing bursts, and nothing stays in it', async () => {
  const tank: SceneInput = {
    substances: { stuff: { preset: 'desbrun-1999' } },
    bodies: [{ substance: 'stuff', shape: { box: { min: [0, 0, 0], max: [0.4, 0.4, 0.4] } }, spacing: 0.05 }],
    obstacles: [
      { shape: { box: { min: [0, 0, 0], max: [0.4, 1, 0.4] } }, inside: true },
      { shape: { sphere: { center: [0.2, 0.2, 0.2], radius: 0.1 } }, from: 0.2 },
    ],
  };
  using world = await World.create(tank);
  let fastest = 0;
  for (let k = 0; k < 12; k++) {
    expect(world.advance().ok).toBe(true);
    const v = world.fields.velocity;
    for (let i = 0; i < v.length; i += 3) fastest = Math.max(fastest, Math.hypot(v[i]!, v[i + 1]!, v[i + 2]!));
  }
  const { position } = world.fields;
  for (let i = 0; i < position.length; i += 3)
    expect(Math.hypot(position[i]! - 0.2, position[i + 1]! - 0.2, position[i + 2]! - 0.2)).toBeGreaterThan(0.099);
  expect(fastest).toBeLessThan(4); // the surface of the sphere goes at 1 m/s
});

it('fills a late body only where there is room', async () => {
  const box = { box: { min: [0, 0, 0], max: [0.2, 0.2, 0.2] } } as const,
    two = { box: { min: [0, 0, 0], max: [0.2, 0.4, 0.2] } } as const;
  const scene: SceneInput = {
    ...{ gravity: [0, 0, 0], substances: { stuff: { preset: 'desbrun-1999' } } },
    bodies: [
      { substance: 'stuff', shape: box, spacing: 0.05 },
      { substance: 'stuff', shape: two, spacing: 0.05, from: 0.04 },
    ],
    obstacles: [{ shape: { box: { min: [0, 0.3, 0], max: [0.2, 0.5, 0.2] } } }],
  };
  using world = await World.create(scene);
  world.advance();
  const before = world.fields.count;
  const added: number[] = [];
  world.on('added', ({ count }) => added.push(count));
  world.advance();
  expect(added).toEqual([world.fields.count - before]);
  const { position } = world.fields;
  expect(added[0]).toBeGreaterThan(before / 4);
  expect(added[0]).toBeLessThan(before);
  for (let i = 0; i < position.length; i += 3)
    for (let j = 0; j < i; j += 3)
      expect(
        Math.hypot(
          position[i]! - position[j]!,
          position[i + 1]! - position[j + 1]!,
          position[i + 2]! - position[j + 2]!,
        ),
      ).toBeGreaterThan(0.035);
});

it('gives what leaves a moving opening its velocity', async () => {
  const scene: SceneInput = {
    ...{ gravity: [0, 0, 0], substances: { stuff: { preset: 'desbrun-1999' } } },
    emitters: [
      {
        ...{ substance: 'stuff', speed: 1, spacing: 0.05, motion: { velocity: [0.5, 0, 0] } },
        shape: { disc: { center: [0, 0, 0], normal: [0, -1, 0], radius: 0.02 } },
      },
    ],
  };
  using world = await World.create(scene);
  for (let k = 0; k < 4; k++) world.advance();
  const { position, velocity, count } = world.fields;
  expect(count).toBeGreaterThan(1);
  for (let i = 0; i < count; i++) {
    expect(velocity[3 * i]).toBeCloseTo(0.5, 2);
    expect(Math.abs(position[3 * i]! - 0.5 * world.time)).toBeLessThan(0.03); // as it would stand in the frame of the opening
  }
});

it('says when somebody writes into the fields of a world, and goes on', async () => {
  using world = await World.create(alone({}, [0, 0, 0], [1, 0, 0]));
  world.fields.position[0] = 5;
  expect(() => world.advance()).toThrow(/world\.fields\.position/);
  expect(world.fields.position[0]).toBe(0);
  expect(world.advance().ok).toBe(true);
  expect(() => {
    (world.fields as { position: unknown }).position = new Float32Array(3);
  }).toThrow(TypeError);
});
