// Fronts that meet, split and end: what is left of them in the list, and of the body.

import { describe, expect, test } from 'vitest';
import type { SceneInput, World } from '../../src/index.ts';
import { ENDED, type FrontPoint, readFronts, writeFronts } from '../../src/substances/elastic/cracks/crack-lists.ts';
import { NearFronts } from '../../src/substances/elastic/cracks/near-fronts.ts';
import { tornBar } from '../helpers/torn-bar.ts';
import { tornPlate } from '../helpers/torn-plate.ts';
import { advance, inside, withWorld } from '../helpers/worlds.ts';

const at = (runs: 0 | 1 | 3, x: number, y = 0, towards: readonly [number, number, number] = [1, 0, 0]): FrontPoint => ({
  ...{ crack: 4, body: 0, runs, at: [x, y, 0], towards },
});

describe('the list', () => {
  const written = (front: FrontPoint[]): FrontPoint[][] => {
    const list: number[] = [];
    writeFronts(list, [front, [at(1, 99), at(1, 98), at(1, 97)].map((point) => ({ ...point, crack: 5 }))]);
    return readFronts(list, 3);
  };
  const places = (fronts: FrontPoint[][]) => fronts.map((front) => front.map((point) => point.at[0]));

  test('keeps a closed front as it is, and drops one that has ended', () => {
    expect(places(written([at(1, 0), at(1, 1), at(3, 2)]))).toEqual([
      [0, 1, 2],
      [99, 98, 97],
    ]);
    expect(places(written([at(0, 0), at(0, 1), at(0, 2)]))).toEqual([[99, 98, 97]]);
  });

  test('splits a front where it ended, and drops what is between', () => {
    const front = [1, 0, 0, 0, 1, 1, 0, 1].map((runs, k) => at(runs as 0 | 1, k)),
      fronts = written(front);
    expect(places(fronts)).toEqual([
      [3, 4, 5, 6],
      [6, 7, 0, 1],
      [99, 98, 97],
    ]);
    expect(fronts[0]!.map(({ runs }) => runs)).toEqual([ENDED, 1, 1, ENDED]);
    const list: number[] = [];
    writeFronts(list, fronts);
    expect(readFronts(list, 3)).toEqual(fronts); // once more, nothing changes
  });
});

describe('meeting', () => {
  const meets = (own: FrontPoint, other: FrontPoint) => new NearFronts([[own], [other]], 1.1).meets(own, 0, 0, 1);
  test('is for fronts that run at each other, within a spacing', () => {
    expect(meets(at(1, 0), at(1, 0.9, 0.2, [-1, 0, 0]))).toEqual([0.9, 0.2, 0]);
    expect(meets(at(1, 0), at(1, 1.2, 0, [-1, 0, 0]))).toBeUndefined(); // too far
    expect(meets(at(1, 0), at(1, 0.9))).toBeUndefined(); // beside each other
    expect(meets(at(1, 0), at(1, -0.9, 0, [-1, 0, 0]))).toBeUndefined(); // away from each other
    expect(meets(at(3, 0), at(3, 0.9, 0, [-1, 0, 0]))).toBeUndefined(); // neither runs
    expect(meets(at(1, 0), at(3, 0.9, 0, [-1, 0, 0]))).toBeDefined();
    expect(meets(at(1, 0), { ...at(1, 0.9, 0, [-1, 0, 0]), body: 1 })).toBeUndefined();
  });
});

/** Particles of each part, the largest first. */
function partsOf(world: World): number[] {
  const counts = new Map<number, number>();
  for (const part of inside(world).set.parts!()) counts.set(part, (counts.get(part) ?? 0) + 1);
  return [...counts.values()].sort((a, b) => b - a);
}

/** Runs a scene; the most fronts and points that were in the list, and how many points are left. */
function run(
  scene: SceneInput,
  frames: number,
): Promise<{ most: number; points: number; left: number; parts: number[] }> {
  return withWorld(scene, (world) => {
    let [most, points, left] = [0, 0, 0];
    for (let frame = 0; frame < frames; frame++) {
      advance(world, 1);
      const fronts = readFronts(inside(world).engine.lists.crackFronts!, world.scene.dimension);
      left = fronts.flat().filter(({ runs }) => runs !== ENDED).length;
      [most, points] = [Math.max(most, fronts.length), Math.max(points, left)];
    }
    return { most, points, left, parts: partsOf(world) };
  });
}

const disc = (center: readonly [number, number, number], radius: number) => ({
  shape: { disc: { center, normal: [1, 0, 0] as const, radius } },
});

test('in the plane: two slits that run at each other join, end at the edges, and leave the list', async () => {
  const { most, left, parts } = await run(
    tornPlate({
      ...{ across: 24, turned: 17, size: [0.24, 0.24], strain: 0.03, time: 0.4 },
      cuts: [disc([0, 0.06, 0], 0.025), disc([0.004, -0.05, 0], 0.025)],
      solid: { poissonsRatio: 0.3, strength: 1.2e4, stressDamping: 200 },
    }),
    70,
  );
  expect(most).toBe(4);
  expect(left).toBe(0);
  expect(parts[0]! + parts[1]!).toBeGreaterThan(0.97 * parts.reduce((sum, n) => sum + n, 0));
  expect(parts[1]).toBeGreaterThan(200);
});

const TOUGH = { stressDamping: 200, strength: 8e4, toughness: 8 };

test('in space: two round cracks grow together, and the block is in two halves, without a thread', async () => {
  const { most, points, left, parts } = await run(
    tornBar({
      ...{ across: 12, size: [0.12, 0.12, 0.12], poissonsRatio: 0.2, strain: 0.1, solid: TOUGH },
      cuts: [disc([0.002, -0.028, 0], 0.02), disc([0.002, 0.028, 0.004], 0.02)],
    }),
    40,
  );
  expect(most).toBeGreaterThan(2); // they ended in places, and went on beside them
  expect(left).toBeLessThan(0.25 * points); // fronts that stopped in a half wait there
  expect(parts[0]! + parts[1]!).toBeGreaterThan(0.97 * 1728);
  expect(parts[1]).toBeGreaterThan(0.4 * 1728);
});

test('in space: a front goes around a hole on both sides', async () => {
  const { most, parts } = await run(
    tornBar({
      ...{ across: 12, size: [0.3, 0.12, 0.12], hole: 0.024, poissonsRatio: 0.2, strain: 0.1, solid: TOUGH },
      cuts: [disc([0.002, -0.06, 0], 0.02)],
    }),
    16,
  );
  expect(most).toBeGreaterThan(1);
  expect(parts[0]! + parts[1]!).toBeGreaterThan(0.97 * 3840);
  expect(parts[1]).toBeGreaterThan(0.4 * 3840);
});
