// Globules and changed scenes: what a branch, a melting point, a crowded start and a coincidence do to them.

import { describe, expect, it } from 'vitest';
import { type GlobulesInput, type SceneInput, ThixoError, World } from '../../src/index.ts';
import { withWorld } from '../helpers/worlds.ts';

const solid = (extra: Partial<GlobulesInput> = {}, more: Partial<SceneInput> = {}): SceneInput => ({
  dimension: 2,
  gravity: [0, 0, 0],
  frameRate: 25,
  substances: { a: { model: 'globules', kind: 'solid', ...extra } },
  bodies: [{ substance: 'a', shape: { box: { min: [0, 0, 0], max: [0.3, 0.2, 0] } }, spacing: 0.02 }],
  ...more,
});

const widthOf = (world: World): number => {
  const { bounds } = world.ledger();
  return bounds.max[0] - bounds.min[0];
};

const codesOf = async (make: () => Promise<World>): Promise<string[]> => {
  try {
    (await make()).dispose();
    return [];
  } catch (error) {
    if (!(error instanceof ThixoError)) throw error;
    return error.problems.map(({ code, pointer }) => `${code} ${pointer}`);
  }
};

describe('a branch', () => {
  it('keeps the size of globules when their reach changes', async () => {
    await withWorld(solid(), async (world) => {
      for (let frame = 0; frame < 3; frame++) world.advance();
      for (const extra of [{ range: 1.5, dampingRange: 1 }, { dampingRange: 3 }]) {
        using branch = await World.branch(world.snapshot(), solid(extra));
        for (let frame = 0; frame < 3; frame++) expect(branch.advance().ok).toBe(true);
        expect(Math.abs(widthOf(branch) / widthOf(world) - 1)).toBeLessThan(0.15);
        expect(branch.ledger().speedMax).toBeLessThan(3);
      }
    });
  });

  it('may have the first globules, but no other model of what is there', async () => {
    const water: SceneInput = { ...solid(), substances: { a: { preset: 'water' } } };
    await withWorld(water, async (world) => {
      world.advance();
      const snapshot = world.snapshot(),
        sand = { model: 'globules', kind: 'powder' } as const;
      using branch = await World.branch(snapshot, { ...water, substances: { ...water.substances, sand } });
      expect(branch.advance().ok).toBe(true);
      expect(await codesOf(() => World.branch(snapshot, solid()))).toEqual(['BRANCH_FIXED /substances/a/model']);
    });
  });
});

it('a melting point is heat enough: what is above it flows', async () => {
  const scene = solid({ melting: { from: 200, to: 250 } }, { gravity: [0, -9.81, 0] });
  const floor = { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } } as const;
  await withWorld({ ...scene, obstacles: [floor] }, (world) => {
    for (let frame = 0; frame < 12; frame++) expect(world.advance().ok).toBe(true);
    expect(widthOf(world)).toBeGreaterThan(0.4); // at room temperature
  });
});

it.each([2, 3] as const)('powder of different radii stays where it is filled; %d D', async (dimension) => {
  const scene = solid({ kind: 'powder', radiusVariation: 0.3 });
  const shape = { box: { min: [0, 0, 0], max: [0.2, 0.2, dimension === 3 ? 0.2 : 0] } } as const;
  await withWorld({ ...scene, dimension, bodies: [{ ...scene.bodies![0]!, shape }] }, (world) => {
    for (let frame = 0; frame < 5; frame++) expect(world.advance().ok).toBe(true);
    expect(world.ledger().speedMax).toBeLessThan(1e-6);
  });
});

it('globules that were put into an obstacle are told as the cause', async () => {
  const ball = { shape: { sphere: { center: [0.15, 0.1, 0], radius: 0.06 } } } as const;
  await withWorld(solid({ kind: 'powder' }, { obstacles: [ball] }), (world) => {
    const report = world.advance();
    expect(report.problem?.code).toBe('INSIDE_OBSTACLE');
    expect(world.warnings.map(({ code }) => code)).toContain('INSIDE_OBSTACLE');
  });
});

it.each([
  [
    'bonds that let nothing rest',
    solid({ range: 4, attractionExponent: 2, repulsionExponent: 3 }),
    '/substances/a/range',
  ],
  ['a density of a body', { ...solid(), bodies: [{ ...solid().bodies![0]!, density: 900 }] }, '/bodies/0/density'],
])('%s are refused', async (_, scene, pointer) => {
  expect(await codesOf(() => World.create(scene))).toEqual([`SCENE_GLOBULES ${pointer}`]);
});

it('two globules in one place have an energy', async () => {
  const points = {
    positions: [
      [0, 0, 0],
      [0, 0, 0],
    ],
  } as const;
  await withWorld(solid({}, { bodies: [{ substance: 'a', spacing: 0.02, shape: { points } }] }), (world) => {
    const { internalEnergy } = world.ledger();
    expect(internalEnergy).toBeGreaterThan(0);
    expect(internalEnergy).toBeLessThan(Number.POSITIVE_INFINITY);
  });
});
