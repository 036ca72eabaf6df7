// What the kinds of globules do: powder piles up, fluid lies flat, solids keep their shape until they are hit hard. 2D.

import { describe, expect, it } from 'vitest';
import type { GlobulesInput, SceneInput } from '../../src/index.ts';
import { angleOfRepose, keptPart, pairsWithin, shapeDistance, spreadOf, topsOf } from '../helpers/globule-shapes.ts';
import { openMomentum } from '../helpers/ledgers.ts';
import { advance, withWorld } from '../helpers/worlds.ts';

const SPACING = 0.02;

type Extra = Omit<GlobulesInput, 'model'>;

/** A column of powder that collapses on a rough floor. */
const column = (extra: Extra): SceneInput => ({
  dimension: 2,
  frameRate: 25,
  substances: {
    a: { model: 'globules', kind: 'powder', stiffness: 200, radiusVariation: 0.15, damping: 0.8, ...extra },
  },
  bodies: [
    { substance: 'a', shape: { box: { min: [-0.12, 0, 0], max: [0.12, 0.4, 0] } }, spacing: SPACING, jitter: 0.05 },
  ],
  obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, tangentRestitution: 0 }],
});

describe('powder', () => {
  it.each([
    [1, 4, 11],
    [1.1, 11, 28],
  ])('without friction comes to rest as a heap; range %d: slope from %d° to %d°', async (range, least, most) => {
    await withWorld(column({ range, friction: 0 }), (world) => {
      advance(world, 70);
      const { kineticEnergy, mass, bounds } = world.ledger(),
        angle = angleOfRepose(world, SPACING);
      expect(Math.sqrt((2 * kineticEnergy) / mass)).toBeLessThan(0.03); // √(g · its height) is 2 m/s
      expect(bounds.max[1]).toBeGreaterThan(4 * SPACING);
      expect(angle).toBeGreaterThan(least);
      expect(angle).toBeLessThan(most);
      expect(openMomentum(world.ledger())).toBeLessThan(1e-11);
      const before = world.fields.position.slice();
      advance(world, 15); // a while later it lies there still
      expect(Math.abs(angleOfRepose(world, SPACING) - angle)).toBeLessThan(1.5);
      const moved = world.fields.position.map((x, k) => Math.abs(x - before[k]!));
      expect(moved.sort()[Math.floor(0.9 * moved.length)]).toBeLessThan(0.25 * SPACING);
    });
  });
});

describe('fluid', () => {
  it('lies flat in a container', async () => {
    const scene: SceneInput = {
      ...column({ kind: 'fluid', stiffness: 200, damping: 0.1 }),
      bodies: [{ substance: 'a', shape: { box: { min: [0, 0, 0], max: [0.2, 0.4, 0] } }, spacing: SPACING }],
      obstacles: [{ shape: { box: { min: [0, 0, -1], max: [0.6, 1, 1] } }, inside: true }],
    };
    await withWorld(scene, (world) => {
      advance(world, 100);
      const tops = topsOf(world, 0.05).map(({ y }) => y),
        mean = tops.reduce((s, y) => s + y, 0) / tops.length;
      expect(tops.length).toBe(12);
      expect(mean).toBeGreaterThan(0.1);
      expect(mean).toBeLessThan(0.15); // 0.2 · 0.4/0.6 m would be its height without a gap
      const deviation = Math.sqrt(tops.reduce((s, y) => s + (y - mean) * (y - mean), 0) / tops.length);
      expect(deviation).toBeLessThan(SPACING); // globules of different radii: the surface is as rough as they are
    });
  });

  it('spreads on a slippery floor until it is thin', async () => {
    const scene = column({ kind: 'fluid', damping: 0.3 });
    await withWorld({ ...scene, obstacles: [{ ...scene.obstacles![0]!, tangentRestitution: 1 }] }, (world) => {
      advance(world, 40);
      const { bounds, centerOfMass } = world.ledger();
      expect(bounds.max[0] - bounds.min[0]).toBeGreaterThan(1.5);
      expect(centerOfMass[1]).toBeLessThan(2 * SPACING);
    });
  });
});

describe('a solid', () => {
  const dropped = (speed: number, stiffness = 400): SceneInput => ({
    ...column({ kind: 'solid', stiffness, damping: 0.3, radiusVariation: 0 }),
    gravity: [0, -9.81, 0],
    bodies: [
      {
        ...{ substance: 'a', spacing: SPACING, velocity: [0, -speed, 0], angularVelocity: [0, 0, 2] },
        shape: { box: { min: [-0.1, 0.06, 0], max: [0.1, 0.2, 0] } },
      },
    ],
  });

  it('that is dropped keeps its shape and its bonds', async () => {
    await withWorld(dropped(0.5), (world) => {
      advance(world, 1); // its surface has found its place
      const before = world.fields.position.slice(),
        bonds = pairsWithin(before, 1.5 * SPACING);
      advance(world, 40);
      const after = world.fields.position;
      expect(world.ledger().bounds.min[1]).toBeLessThan(0.55 * SPACING); // it has come down
      expect(keptPart(bonds, pairsWithin(after, 1.5 * SPACING))).toBeGreaterThan(0.99); // a corner has turned
      expect(Math.abs(pairsWithin(after, 1.5 * SPACING).size / bonds.size - 1)).toBeLessThan(0.02);
      expect(shapeDistance(before, after)).toBeLessThan(0.1 * SPACING);
      expect(world.ledger().speedMax).toBeLessThan(0.1);
    });
  });

  it('that hits the floor hard breaks into pieces', async () => {
    await withWorld(dropped(20, 100), (world) => {
      const bonds = pairsWithin(world.fields.position, 1.5 * SPACING);
      advance(world, 8);
      const { position, count } = world.fields,
        left = pairsWithin(position, 1.5 * SPACING);
      expect(keptPart(bonds, left)).toBeLessThan(0.95);
      expect(piecesOf(count, left)).toBeGreaterThan(2);
    });
  });

  it.each([
    [2, 2],
    [3, 1.5],
  ] as const)('by itself stays as it is filled; %i D, range %d', async (dimension, range) => {
    const deep = dimension === 3 ? 0.12 : 0;
    const scene: SceneInput = {
      ...column({ kind: 'solid', range, radiusVariation: 0, damping: 0.5 }),
      dimension,
      gravity: [0, 0, 0],
      obstacles: [],
      bodies: [{ substance: 'a', spacing: SPACING, shape: { box: { min: [0, 0, 0], max: [0.12, 0.12, deep] } } }],
    };
    await withWorld(scene, (world) => {
      const before = world.fields.position.slice(),
        bonds = pairsWithin(before, 1.2 * SPACING);
      advance(world, 10);
      const after = world.fields.position;
      expect(keptPart(bonds, pairsWithin(after, 1.2 * SPACING))).toBeGreaterThan(0.97);
      expect(Math.abs(spreadOf(after) / spreadOf(before) - 1)).toBeLessThan(0.03);
      expect(world.ledger().speedMax).toBeLessThan(0.02);
    });
  });
});

/** Components of the graph of pairs. */
function piecesOf(count: number, pairs: Set<string>): number {
  const parent = Array.from({ length: count }, (_, i) => i),
    root = (i: number): number => (parent[i] === i ? i : root(parent[i]!));
  for (const pair of pairs) {
    const [i, j] = pair.split(' ').map(Number) as [number, number];
    parent[root(i)] = root(j);
  }
  return new Set(parent.map((_, i) => root(i))).size;
}
