// The contract of docs/determinism.md in Node: the same bits for any number of threads, in every fresh world, after every restore,
// and the bits that were committed.

import { describe, expect, it } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';
import type { Simulation } from '../../src/world/simulation.ts';
import golden from '../golden/hashes.json' with { type: 'json' };
import { isLong } from '../helpers/long.ts';
import { SCENES } from '../scenes/index.ts';
import { hashFrames, hashNextFrame } from '../scenes/run-scene.ts';

const PHYSICS_CHANGED = 'a change of physics: rerun tools/update-goldens.ts and commit with a Physics: trailer';

it('has a golden for every scene and every frame', () => {
  const expected = Object.entries(SCENES).map(([name, { frames }]) => [name, frames]);
  expect(Object.entries(golden).map(([name, hashes]) => [name, hashes.length])).toEqual(expected);
});

describe.each(Object.entries(SCENES))('%s', (name, { scene, frames }) => {
  let memo: Promise<string[]> | undefined;
  /** What every other run is compared with. */
  const alone = () => (memo ??= hashFrames(name, 1));

  it('gives the committed hashes', async () => {
    expect(await alone(), PHYSICS_CHANGED).toEqual(golden[name as keyof typeof golden]);
  });

  it('never stands still, and stays small', async () => {
    expect(new Set(await alone()).size).toBe(frames);
    using world = await World.create(scene);
    const { particles } = world.ledger().account.added; // before any were merged
    expect(particles).toBeGreaterThanOrEqual(300);
    expect(particles).toBeLessThanOrEqual(3000);
    expect(world.warnings).toEqual([]);
  });

  it.each(isLong ? [2, 3, 4, 7] : [7])('gives the same on %i threads', async (threads) => {
    expect(await hashFrames(name, threads)).toEqual(await alone());
  });

  it('gives the same in two worlds that take turns, one of them looked at, the other on two threads', async () => {
    using first = await World.create(scene);
    using second = await World.create(scene, { threads: 2 });
    for (const expected of await alone()) {
      first.snapshot();
      first.ledger();
      expect(first.fields.position.length).toBeGreaterThan(0);
      expect([hashNextFrame(first), hashNextFrame(second)]).toEqual([expected, expected]);
    }
  });

  it('gives the same when restored before every frame, each time with another number of threads', async () => {
    let world = await World.create(scene);
    for (const [frame, expected] of (await alone()).entries()) {
      const snapshot = world.snapshot(),
        ledger = world.ledger();
      world.dispose();
      world = await World.restore(snapshot, { threads: 1 + (frame % 3) });
      expect(world.ledger()).toEqual(ledger);
      expect(hashNextFrame(world)).toBe(expected);
    }
    world.dispose();
  });
});

// The grid may have as many cells as there is memory for, and memory grows in steps that depend on the past. In a plane of 30 m the
// limit matters, and the cross of strips lies over every seam of the shortened grid.
it('does not depend on how much memory a world has', async () => {
  const strip = (size: readonly [number, number, number]) => ({
    substance: 'water',
    spacing: 0.05,
    jitter: 0.2,
    shape: { box: { center: [0, 0, 0], size } } as const,
  });
  const scene: SceneInput = {
    dimension: 2,
    frameRate: 200,
    substances: { water: { stiffness: 100 } },
    bodies: [strip([30, 0.12, 1]), { ...strip([0.12, 30, 1]), velocity: [1, 0, 0] }],
  };
  using world = await World.create(scene);
  using roomy = await World.create(scene);
  (roomy as unknown as { simulation: Simulation }).simulation.set.reserve(200_000);
  for (let frame = 0; frame < 3; frame++) expect(hashNextFrame(roomy)).toBe(hashNextFrame(world));
});
