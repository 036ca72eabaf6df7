// Obstacles that cut elastic solids: where, how far, and what they push; what cannot break, and when.

import { describe, expect, test } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';
import { cutTestOf } from '../../src/substances/elastic/cracks/cutter.ts';
import { segmentsOf, tornPlate } from '../helpers/torn-plate.ts';
import { advance, inside, refusal, withWorld } from '../helpers/worlds.ts';
import { SCENES } from '../scenes/index.ts';

const DX = 0.0125,
  SPEED = 0.5;

/** A block of jelly that a wire is pulled down through, at x = 3 mm. */
function cutBlock(dimension: 2 | 3, more: { resistance?: number; isHeld?: boolean; depth?: number } = {}): SceneInput {
  const { resistance = 0, isHeld = true, depth = 0.2 } = more,
    z = dimension === 3 ? 0.025 : 0;
  return {
    ...{ dimension, gravity: [0, 0, 0], frameRate: 50 },
    substances: { jelly: { model: 'elastic', preset: 'jelly', cuttingResistance: resistance } },
    bodies: [{ substance: 'jelly', spacing: DX, shape: { box: { min: [-0.1, 0, -z], max: [0.1, 0.1, z] } } }],
    ...(isHeld && {
      anchors: [
        { min: [-1, -1, -1], max: [-0.085, 1, 1] },
        { min: [0.085, -1, -1], max: [1, 1, 1] },
      ],
    }),
    obstacles: [
      {
        cuts: true,
        shape:
          dimension === 3
            ? { capsule: { from: [0.003, 0.13, -0.06], to: [0.003, 0.13, 0.06], radius: 0.001 } }
            : { sphere: { center: [0.003, 0.13, 0], radius: 0.001 } },
        motion: { keyframes: [{ time: 0 }, { time: depth / SPEED, translate: [0, -depth, 0] }] },
      },
    ],
  };
}

/** How many pairs of neighbors of the start hold on to each other across a plane, and how many do not. */
function acrossPlane(world: World, x: number, above = Number.NEGATIVE_INFINITY) {
  const { set } = inside(world),
    starts = set.f64('anchored'),
    isCut = cutTestOf(set)!;
  let [held, cut] = [0, 0];
  for (let i = 0; i < set.count; i++)
    for (let j = 0; j < i; j++) {
      const at = (k: number, a: number) => starts[3 * k + a]!;
      if (at(i, 0) < x === at(j, 0) < x || Math.min(at(i, 1), at(j, 1)) < above) continue;
      if (Math.hypot(at(i, 0) - at(j, 0), at(i, 1) - at(j, 1), at(i, 2) - at(j, 2)) > 1.7 * DX) continue;
      if (isCut(i, j)) cut++;
      else held++;
    }
  return { held, cut };
}

describe.each([2, 3] as const)('a wire in %iD', (dimension) => {
  test('cuts a body in two where it went, and nothing else', () =>
    withWorld(cutBlock(dimension), (world) => {
      advance(world, 22);
      const { held, cut } = acrossPlane(world, 0.003);
      expect(held).toBe(0);
      expect(cut).toBeGreaterThan(10);
      expect(acrossPlane(world, 0.003 - 2 * DX).cut).toBe(0);
      expect(acrossPlane(world, 0.003 + 2 * DX).cut).toBe(0);
    }));

  test('that stops halfway leaves the rest whole', () =>
    withWorld(cutBlock(dimension, { depth: 0.08 }), (world) => {
      advance(world, 22);
      expect(acrossPlane(world, 0.003, 0.05 + 0.5 * DX).held).toBe(0); // the wire is at 0.05
      expect(acrossPlane(world, 0.003).held).toBeGreaterThan(5);
    }));

  test('pushes a free body with the resistance to cutting, times the length of its edge', () =>
    withWorld(cutBlock(dimension, { resistance: 4, isHeld: false }), (world) => {
      const pushes: number[] = [];
      for (let frame = 0; frame < 14; frame++) {
        const before = world.ledger().momentum[1]!;
        advance(world, 1);
        pushes.push(50 * (before - world.ledger().momentum[1]!)); // N
      }
      const force = 4 * (dimension === 3 ? 0.05 : 1);
      expect(Math.max(...pushes) / force).toBeGreaterThan(0.9); // in space the samples beside the body count half a spacing more
      expect(Math.max(...pushes) / force).toBeLessThan(1.4);
      const { momentum } = world.ledger(),
        booked = inside(world).books.account.obstacles;
      for (let a = 0; a < 3; a++) expect(Math.abs(momentum[a]! - booked[a]!)).toBeLessThan(1e-12);
    }));
});

test('a body that nothing holds and that resists enough is not cut, but taken along', () =>
  withWorld(cutBlock(2, { resistance: 1e5, isHeld: false, depth: 0.5 }), (world) => {
    advance(world, 40);
    expect(acrossPlane(world, 0.003).held).toBeGreaterThan(5);
    expect(world.ledger().centerOfMass[1]!).toBeLessThan(-0.1);
  }));

test('a thin box cuts with the edge that is ahead', () =>
  withWorld(
    {
      ...cutBlock(3),
      obstacles: [
        {
          ...{ cuts: true, motion: { velocity: [0, -SPEED, 0] } },
          shape: { box: { min: [0.0025, 0.12, -0.08], max: [0.0035, 0.16, 0.08] } },
        },
      ],
    },
    (world) => {
      advance(world, 7); // its edge is at 0.12 − 0.07
      expect(acrossPlane(world, 0.003, 0.05 + 0.5 * DX).held).toBe(0);
      expect(acrossPlane(world, 0.003).held).toBeGreaterThan(5);
    },
  ));

test('any number of threads, a restore and a frame that is put back give the same bits', async () => {
  const scene = SCENES['elastic-cracks']!.scene,
    hashes = new Set<string>();
  for (const threads of [1, 2, 3])
    await withWorld(
      scene,
      async (world) => {
        advance(world, 3);
        const saved = world.snapshot();
        advance(world, 3);
        hashes.add(world.hash());
        const { lists } = inside(world).engine;
        expect(lists.bladeEdges!.length).toBeGreaterThan(0);
        expect(lists.crackFacets!.some((crack, k) => k % 11 === 1 && crack === -2)).toBe(true); // the blade: there is one cut
        const restored = await World.restore(saved);
        advance(restored, 3);
        hashes.add(restored.hash());
        restored.dispose();
      },
      { threads },
    );
  expect(hashes.size).toBe(1);
});

test.each<[string, Partial<SceneInput>]>([
  ['sphere', { obstacles: [{ cuts: true, shape: { sphere: { center: [0, 1, 0], radius: 0.1 } } }] }],
  ['container', { obstacles: [{ cuts: true, inside: true, shape: { box: { min: [-1, -1, -1], max: [1, 1, 1] } } }] }],
  ['implicit', { ...cutBlock(3), time: { elasticSolver: 'implicit' } }],
])('refused as a blade: %s', async (_name, more) => {
  const problems = await refusal(World.create({ ...cutBlock(3), ...more }));
  expect(problems.map(({ code, pointer }) => `${code} ${pointer}`)).toContain('SCENE_ELASTIC /obstacles/0/cuts');
});

describe('control of cracks', () => {
  const cuts = [{ shape: { disc: { center: [0.02, -0.05, 0], normal: [1, 0, 0], radius: 0.025 } } }] as const,
    plate = (more: Parameters<typeof tornPlate>[0]['solid'] = {}) =>
      tornPlate({ across: 10, cuts, strain: 0.04, time: 0.5, solid: { poissonsRatio: 0.3, ...more } });

  test('a crack stops at a region that cannot break', () =>
    withWorld({ ...plate(), unbreakable: [{ region: { box: { min: [-1, 0.02, -1], max: [1, 1, 1] } } }] }, (world) => {
      advance(world, 60);
      const highest = Math.max(...segmentsOf(world).map(({ to }) => to[1]));
      expect(highest).toBeGreaterThan(0.005);
      expect(highest).toBeLessThan(0.02 + 0.01);
    }));

  test('nothing breaks outside of its time', () =>
    withWorld(plate({ breaksFrom: 0.3 }), (world) => {
      advance(world, 59);
      expect(segmentsOf(world)).toHaveLength(0);
      advance(world, 10);
      expect(segmentsOf(world).length).toBeGreaterThan(5);
    }));

  test('or after it', () =>
    withWorld(plate({ breaksUntil: 0.05 }), (world) => {
      advance(world, 60);
      expect(segmentsOf(world)).toHaveLength(0);
    }));

  test('larger pieces where they are asked for', async () => {
    const count = (smallestPiece: number) =>
      withWorld(
        {
          ...{ dimension: 2, gravity: [0, 0, 0], frameRate: 200 },
          substances: { glass: { model: 'elastic', youngsModulus: 1e6, strength: 2e4, scatter: 0.3, smallestPiece } },
          bodies: [
            { substance: 'glass', spacing: 0.01, shape: { box: { min: [-0.3, -0.04, 0], max: [0.3, 0.04, 0] } } },
          ],
        },
        (world) => {
          const { set } = inside(world),
            [x, v] = [set.f64('position'), set.f64('velocity')];
          for (let i = 0; i < set.count; i++) v[3 * i]! += 15 * x[3 * i]!;
          advance(world, 8);
          return new Set(segmentsOf(world).map(({ crack }) => crack)).size;
        },
      );
    const [many, few] = [await count(0), await count(0.25)];
    expect(many).toBeGreaterThan(5);
    expect(few).toBeLessThan(0.6 * many);
  });
});
