// Elastic solids that are cut at the start: what is refused, what falls apart, what still holds, what touches.

import { describe, expect, test } from 'vitest';
import { type ElasticInput, type SceneInput, World } from '../../src/index.ts';
import { isCutPair } from '../helpers/cut-pair.ts';
import { advance, inside, refusal, withWorld } from '../helpers/worlds.ts';

type Cut = NonNullable<SceneInput['cuts']>[number];
const HALF: Cut = { shape: { plane: { point: [0.001, 0, 0], normal: [1, 0, 0] } } };

function scene(more: Partial<SceneInput> = {}, solid: Partial<ElasticInput> = {}, jitter = 0): SceneInput {
  return {
    gravity: [0, 0, 0],
    frameRate: 50,
    substances: { jelly: { model: 'elastic', preset: 'jelly', ...solid } },
    bodies: [
      {
        ...{ substance: 'jelly', spacing: 0.01, lattice: 'cubic', jitter },
        shape: { box: { center: [0, 0, 0], size: [0.08, 0.06, 0.06] } },
      },
    ],
    ...more,
  };
}

/** Places in the order of ids, m. */
function places(world: World): Float32Array {
  return world.fields.position.slice();
}

const farthest = (a: Float32Array, b: Float32Array) => Math.max(...a.map((x, k) => Math.abs(x - b[k]!)));

describe('refused with a way out', () => {
  test.each<[string, Partial<SceneInput>]>([
    ['SCENE_ELASTIC /cuts/0/body', { cuts: [{ ...HALF, body: 1 }] }],
    ['SCENE_OUT_OF_RANGE /cuts/0/body', { cuts: [{ ...HALF, body: -1 }] }],
    [
      'SHAPE_EMPTY /cuts/0/shape/cells/max/1',
      { cuts: [{ shape: { cells: { min: [0, 1, 0], max: [1, 1, 1], count: 5 } } }] },
    ],
    [
      'MESH_INVALID /cuts/0/shape/mesh',
      { cuts: [{ shape: { mesh: { positions: [0, 0, 0, 1, 0, 0], triangles: [0, 1, 2] } } }] },
    ],
  ])('%s', async (expected, more) => {
    const problems = await refusal(World.create(scene(more)));
    expect(problems.map(({ code, pointer }) => `${code} ${pointer}`)).toContain(expected);
    for (const { hint } of problems) expect(hint).not.toBe('');
  });

  test('what leaves the plane', async () => {
    const plane: SceneInput = { dimension: 2, cuts: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 0, 1] } } }] },
      mesh: SceneInput = {
        dimension: 2,
        cuts: [{ shape: { mesh: { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] } } }],
      };
    expect((await refusal(World.create(plane)))[0]).toMatchObject({ code: 'SHAPE_OFF_PLANE' });
    expect((await refusal(World.create(mesh)))[0]).toMatchObject({ code: 'SHAPE_OFF_PLANE' });
  });
});

test.each([0, 0.3])('a cut body at rest stays at rest, jitter %f', (jitter) =>
  withWorld(
    scene(
      { cuts: [HALF, { shape: { cells: { min: [-0.04, -0.03, -0.03], max: [0.04, 0.03, 0.03], count: 6 } } }] },
      {},
      jitter,
    ),
    (world) => {
      const before = places(world);
      advance(world, 5);
      expect(farthest(before, places(world))).toBeLessThan(1e-7);
    },
  ),
);

describe('halves', () => {
  const anchors: SceneInput['anchors'] = [{ min: [-1, -1, -1], max: [-0.03, 1, 1] }];
  const fallen = async (cuts: readonly Cut[], elasticSolver: 'explicit' | 'implicit' = 'explicit') =>
    withWorld(scene({ gravity: [0, -9.81, 0], anchors, cuts, time: { elasticSolver } }, { friction: 0 }), (world) => {
      const before = places(world);
      advance(world, 10);
      const drops = Array.from(
          { length: world.fields.count },
          (_, i) => before[3 * i + 1]! - world.fields.position[3 * i + 1]!,
        ),
        of = (right: boolean) => drops.filter((_, i) => before[3 * i]! > 0.001 === right);
      return { held: Math.max(...of(false)), other: Math.min(...of(true)) };
    });

  test.each(['explicit', 'implicit'] as const)('fall apart where they are cut through: %s', async (solver) => {
    const { held, other } = await fallen([HALF], solver);
    expect(held).toBeLessThan(0.02);
    expect(other).toBeGreaterThan(0.15); // free fall in 0.2 s is 0.196 m
  });

  test('hold where the cut ends inside the body', async () => {
    const { other } = await fallen([{ shape: { disc: { center: [0.001, 0, 0], normal: [1, 0, 0], radius: 0.015 } } }]);
    expect(other).toBeLessThan(0.05);
  });
});

test('halves that are pressed together do not pass into each other', () => {
  const press = (side: -1 | 1) => ({
    ...(side < 0
      ? { min: [-1, -1, -1] as const, max: [-0.03, 1, 1] as const }
      : { min: [0.03, -1, -1] as const, max: [1, 1, 1] as const }),
    motion: { keyframes: [{ time: 0 }, { time: 0.2, translate: [-0.008 * side, 0, 0] as const }] },
  });
  return withWorld(scene({ cuts: [HALF], anchors: [press(-1), press(1)] }), (world) => {
    const before = places(world);
    advance(world, 15);
    const layers = (right: boolean) =>
        Array.from({ length: world.fields.count }, (_, i) => i)
          .filter((i) => before[3 * i]! > 0.001 === right)
          .map((i) => world.fields.position[3 * i]!),
      gap = Math.min(...layers(true)) - Math.max(...layers(false));
    expect(gap).toBeGreaterThan(0.006);
    expect(gap).toBeLessThan(0.0105);
  });
});

test('momentum is kept where loose halves hit each other', () =>
  withWorld(scene({ cuts: [HALF] }, { stressDamping: 0 }), (world) => {
    const { set } = inside(world),
      v = set.f64('velocity'),
      x = set.f64('position');
    for (let i = 0; i < set.count; i++) v[3 * i] = x[3 * i]! > 0.001 ? -0.1 : 0.2;
    const { momentum } = world.ledger();
    advance(world, 10);
    const after = world.ledger();
    for (let a = 0; a < 3; a++) expect(Math.abs(after.momentum[a]! - momentum[a]!)).toBeLessThan(1e-13);
  }));

test('cuts hold through a renewed reference shape', () =>
  withWorld(
    scene(
      {
        cuts: [HALF],
        obstacles: [{ shape: { plane: { point: [0, -0.035, 0], normal: [0, 1, 0] } } }],
        gravity: [0, -60, 0],
      },
      { youngsModulus: 15000, yieldStrain: 0.02, creep: 200 },
    ),
    (world) => {
      const before = places(world);
      advance(world, 10);
      const { set, engine } = inside(world),
        ids = set.u32('id');
      expect(engine.memory.references).toBeGreaterThan(1);
      const X = set.f64('reference'),
        isRight = Array.from(ids, (id) => before[3 * id]! > 0.001);
      let [cut, uncut] = [0, 0];
      for (let i = 0; i < set.count; i++)
        for (let j = 0; j < i; j++) {
          if (Math.hypot(...[0, 1, 2].map((a) => X[3 * i + a]! - X[3 * j + a]!)) > 0.017) continue;
          expect(isCutPair(set, i, j)).toBe(isRight[i] !== isRight[j]);
          if (isRight[i] !== isRight[j]) cut++;
          else uncut++;
        }
      expect(cut).toBeGreaterThan(50);
      expect(uncut).toBeGreaterThan(1000);
    },
  ));
