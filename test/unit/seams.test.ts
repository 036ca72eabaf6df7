// Boxes that end at walls go on behind them. [ADR 70]

import { describe, expect, it } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';
import type { PreparedObstacle } from '../../src/obstacles/pack.ts';
import { closeSeams } from '../../src/obstacles/seams.ts';
import { inside } from '../helpers/worlds.ts';

type Obstacle = NonNullable<SceneInput['obstacles']>[number];

const floor: Obstacle = { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } };
const tank: Obstacle = { shape: { box: { min: [0, 0, 0], max: [4, 4, 4] } }, inside: true };
const block = { box: { min: [1, 0, 1], max: [4, 1, 2] } } as const;

/** Ends of the last obstacle of a world, low and high, per axis. */
async function endsOf(...obstacles: Obstacle[]): Promise<[number, number][]> {
  using world = await World.create({
    substances: { water: { preset: 'water' } },
    bodies: [{ substance: 'water', spacing: 0.2, shape: { box: { min: [2, 2, 2], max: [3, 3, 3] } } }],
    obstacles,
  });
  const { solid } = preparedIn(world).at(-1)!;
  return [0, 1, 2].map((a) => [solid.center[a]! - solid.vector[a]!, solid.center[a]! + solid.vector[a]!]);
}

function preparedIn(world: World): readonly PreparedObstacle[] {
  return (inside(world).tables as unknown as { obstacles: readonly PreparedObstacle[] }).obstacles;
}

describe('a box', () => {
  it('that ends at a plane goes on behind it by its longest edge, and nowhere else', async () => {
    expect(await endsOf(floor, { shape: block })).toEqual([
      [1, 4],
      [-3, 1],
      [1, 2],
    ]);
  });

  it('that ends at the sides of a container goes on behind each of them', async () => {
    expect(await endsOf(tank, { shape: block })).toEqual([
      [1, 7],
      [-3, 1],
      [1, 2],
    ]);
  });

  it('that stands free, moves or goes is as it was', async () => {
    const as = [
      [1, 4],
      [0, 1],
      [1, 2],
    ];
    expect(await endsOf({ shape: block })).toEqual(as);
    expect(await endsOf(floor, { shape: block, to: 1 })).toEqual(as);
    expect(await endsOf(floor, { shape: block, motion: { velocity: [1, 0, 0] } })).toEqual(as);
  });

  it('is left alone where no wall stays', () => {
    expect(closeSeams([])).toEqual([]);
  });
});
