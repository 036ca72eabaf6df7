// Nothing passes through triangles: blobs against closed meshes, walls of one layer, bowls, paddles and terrains, at usual speeds and at ten
// times those. The verdict comes from windings and crossings in plain TypeScript at the pose of the frame, not from the sweep.

import { describe, expect, it } from 'vitest';
import { wrongSides } from '../../src/diagnose/wrong-side.ts';
import { type SceneInput, World } from '../../src/index.ts';
import type { Shape, Vec3 } from '../../src/shapes/shape.ts';
import type { TriangleSet } from '../../src/shapes/triangle-set.ts';
import { ballMesh, boxMesh, meshOf } from '../shapes/mesh-samples.ts';

const SPACING = 0.04;

function mesh({ positions, triangles }: TriangleSet, translate: Vec3 = [0, 0, 0]): Shape {
  return { mesh: { positions: [...positions], triangles: [...triangles], translate } };
}

/** Squares of a height field between −1 and 1 with no thickness, n × n. */
function sheet(n: number, height: (x: number, z: number) => number): TriangleSet {
  const positions: number[] = [],
    triangles: number[] = [];
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= n; j++) {
      const [x, z] = [(2 * i) / n - 1, (2 * j) / n - 1];
      positions.push(x, height(x, z), z);
    }
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      triangles.push(a, a + 1, a + n + 1, a + 1, a + n + 2, a + n + 1);
    }
  return meshOf(positions, triangles);
}

/** A blob that falls, with the obstacles of a trial. */
function scene(obstacles: SceneInput['obstacles'], speed: number, more: Partial<SceneInput> = {}): SceneInput {
  return {
    frameRate: 100,
    substances: { water: { stiffness: 40 } },
    bodies: [
      {
        substance: 'water',
        shape: { sphere: { center: [0, 0.2, 0], radius: 0.2 } },
        spacing: SPACING,
        velocity: [0, -speed, 0],
      },
    ],
    obstacles: obstacles!,
    ...more,
  };
}

const TERRAIN = Array.from({ length: 13 }, (_, i) =>
  Array.from({ length: 13 }, (_, j) => 0.12 * Math.sin(i) * Math.cos(0.8 * j) - 0.3),
);
const bump = ballMesh(0.15, 10, 0.2);

const TRIALS: Readonly<Record<string, (speed: number) => SceneInput['obstacles']>> = {
  'a closed mesh': () => [
    { shape: mesh(bump, [0, -0.25, 0]) },
    { shape: mesh(boxMesh(0.5, 0.1, 0.5, 3), [0, -0.5, 0]), tangentRestitution: 0 },
  ],
  'a box of triangles around it': () => [
    { shape: mesh(boxMesh(0.45, 0.5, 0.4, 4), [0, 0.4, 0]), inside: true, normalRestitution: 0.5 },
  ],
  'a terrain': () => [
    { shape: { heightfield: { heights: TERRAIN, min: [-1, -1], max: [1, 1], depth: 0.2 } }, roughness: 0.5 },
  ],
  'a paddle that turns': (speed) => [
    {
      shape: mesh(boxMesh(0.4, 0.02, 0.3, 2), [0, -0.1, 0]),
      motion: { rotation: { center: [0, -0.1, 0], axis: [0, 0, 1], degreesPerSecond: 90 * speed } },
    },
    { shape: mesh(boxMesh(0.6, 0.6, 0.6, 2)), inside: true },
  ],
  'a mesh, a ball and a moving plate': (speed) => [
    { shape: mesh(bump, [0.1, -0.25, 0]) },
    { shape: { sphere: { center: [-0.1, -0.25, 0], radius: 0.1 } } },
    { shape: { box: { min: [-1, 0.6, -1], max: [1, 0.7, 1] } }, motion: { velocity: [0, -speed, 0] } },
  ],
};

describe.each([1, 10])('at %i m/s', (speed) => {
  it.each(Object.entries(TRIALS))('%s keeps every center on its side', async (_, obstacles) => {
    using world = await World.create(scene(obstacles(speed), speed));
    expect(world.warnings.filter(({ code }) => code === 'INSIDE_OBSTACLE')).toEqual([]);
    const count = wrongSides(world.scene, Math);
    for (let frame = 0; frame < 20 / Math.sqrt(speed); frame++) {
      expect(world.advance().problem).toBeUndefined();
      // Solids that are not meshes give way where they would push through one.
      const wrong = count(world.fields, world.time).filter((_, k) =>
        /mesh|heightfield/.test(Object.keys(world.scene.obstacles[k]!.shape)[0]!),
      );
      expect(
        wrong.every((n) => n === 0),
        `frame ${frame}: ${wrong}`,
      ).toBe(true);
    }
    expect(Math.hypot(...world.ledger().account.obstacles)).toBeGreaterThan(0);
  });

  it.each([
    ['flat', () => -0.15],
    ['a bowl', (x: number, z: number) => 0.8 * (x * x + z * z) - 0.15],
    ['with folds', (x: number, z: number) => 0.3 * Math.abs(((5 * x + 20) % 2) - 1) + 0.1 * z - 0.4],
  ] as const)('a wall of one layer of triangles, %s, holds', async (_, height) => {
    const wall = sheet(16, height);
    using world = await World.create(scene([{ shape: mesh(wall), normalRestitution: 0.2 }], speed));
    for (let frame = 0; frame < 16 / Math.sqrt(speed); frame++) {
      expect(world.advance().problem).toBeUndefined();
      const { position, count } = world.fields;
      let below = 0;
      for (let i = 0; i < count; i++) {
        const [x, y, z] = [position[3 * i]!, position[3 * i + 1]!, position[3 * i + 2]!];
        if (Math.max(Math.abs(x), Math.abs(z)) < 1 && y < heightOf(wall, 16, x, z)) below++;
      }
      expect(below, `frame ${frame}`).toBe(0);
    }
  });
});

/** Height of a sheet at a place, by its triangles. */
function heightOf({ positions }: TriangleSet, n: number, x: number, z: number): number {
  const [u, v] = [((x + 1) * n) / 2, ((z + 1) * n) / 2],
    [i, j] = [Math.min(Math.floor(u), n - 1), Math.min(Math.floor(v), n - 1)],
    [s, t] = [u - i, v - j],
    y = (a: number, b: number): number => positions[3 * ((i + a) * (n + 1) + j + b) + 1]!;
  return s + t <= 1
    ? y(0, 0) * (1 - s - t) + y(1, 0) * s + y(0, 1) * t
    : y(1, 1) * (s + t - 1) + y(1, 0) * (1 - t) + y(0, 1) * (1 - s);
}

describe('a world with meshes', () => {
  const input = scene(TRIALS['a paddle that turns']!(5), 3);

  it('is the same on any number of threads and when it is resumed', async () => {
    using one = await World.create(input);
    using two = await World.create(input, { threads: 2 });
    for (let frame = 0; frame < 4; frame++) {
      one.advance();
      two.advance();
    }
    expect(two.hash()).toBe(one.hash());
    using resumed = await World.restore(one.snapshot(), { threads: 2 });
    one.advance();
    resumed.advance();
    expect(resumed.hash()).toBe(one.hash());
  });

  it('with adaptivity splits and merges on its own side of a sheet', async () => {
    const wall = sheet(8, () => -0.05),
      above = {
        substance: 'water',
        shape: { box: { min: [-0.3, -0.048, -0.3], max: [0.3, 0.2, 0.3] } },
        spacing: SPACING,
      } as const,
      below = { ...above, shape: { box: { min: [-0.3, -0.3, -0.3], max: [0.3, -0.052, 0.3] } } } as const;
    using world = await World.create({
      ...scene([{ shape: mesh(wall) }, { shape: mesh(boxMesh(0.4, 0.4, 0.4)), inside: true }], 1),
      substances: { water: { stiffness: 40 } },
      bodies: [above, below],
      adaptivity: { levels: 1 },
      gravity: [0, 0, 0],
    });
    const massAbove = (): number => {
      const { position, mass, count } = world.fields;
      let sum = 0;
      for (let i = 0; i < count; i++) if (position[3 * i + 1]! > -0.05) sum += mass[i]!;
      return sum;
    };
    const before = massAbove();
    for (let frame = 0; frame < 9; frame++) {
      expect(world.advance().problem).toBeUndefined();
      expect(massAbove()).toBeCloseTo(before, 3);
    }
    const { splits, merges } = world.ledger().account.adaptations;
    expect(splits + merges).toBeGreaterThan(20);
  });

  it('warns of what starts on the wrong side of a closed mesh or on a triangle, and drops what enters a sink of triangles', async () => {
    const across = mesh(boxMesh(0.15, 0.15, 0.15), [0, 0.2, 0]);
    using inside = await World.create(scene([{ shape: across }], 1));
    expect(inside.warnings.map(({ code }) => code)).toContain('INSIDE_OBSTACLE');
    using beside = await World.create(scene([{ shape: mesh(boxMesh(0.15, 0.15, 0.15), [0, -0.3, 0]) }], 1));
    expect(beside.warnings.map(({ code }) => code)).not.toContain('INSIDE_OBSTACLE');
    const y = inside.fields.position[1]!;
    using on = await World.create(scene([{ shape: mesh(sheet(2, () => y)) }], 1));
    expect(on.warnings.map(({ code }) => code)).toContain('INSIDE_OBSTACLE');
    using drained = await World.create({
      ...scene([], 4),
      sinks: [{ shape: mesh(boxMesh(0.5, 0.1, 0.5), [0, -0.2, 0]) }],
    });
    const { count } = drained.fields;
    for (let frame = 0; frame < 8; frame++) drained.advance();
    expect(drained.fields.count).toBeLessThan(0.9 * count);
    for (let i = 0; i < drained.fields.count; i++) {
      const height = drained.fields.position[3 * i + 1]!;
      expect(height < -0.35 || height > -0.15).toBe(true);
    }
  });
});
