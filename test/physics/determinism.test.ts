// The contract of docs/determinism.md in Node: the same bits for any number of threads, in every fresh world, after every restore,
// and the bits that were committed.

import { describe, expect, it } from 'vitest';
import { World } from '../../src/index.ts';
import golden from '../golden/hashes.json' with { type: 'json' };
import { SCENES } from '../scenes/index.ts';
import { hashFrames, hashNextFrame } from '../scenes/run-scene.ts';

const PHYSICS_CHANGED = 'a change of physics: rerun tools/update-goldens.ts and commit with a Physics: trailer';

it('has a golden for every scene and every frame', () => {
  const expected = Object.entries(SCENES).map(([name, { frames }]) => [name, frames]);
  expect(Object.entries(golden).map(([name, hashes]) => [name, hashes.length])).toEqual(expected);
});

describe.each(Object.entries(SCENES))('%s', (name, { scene, frames }) => {
  const alone = hashFrames(name, 1); // what every other run is compared with

  it('gives the committed hashes', async () => {
    expect(await alone, PHYSICS_CHANGED).toEqual(golden[name as keyof typeof golden]);
  });

  it('never stands still, and stays small', async () => {
    expect(new Set(await alone).size).toBe(frames);
    using world = await World.create(scene);
    expect(world.fields.count).toBeGreaterThanOrEqual(300);
    expect(world.fields.count).toBeLessThanOrEqual(3000);
    expect(world.warnings).toEqual([]);
  });

  it.each([2, 3, 4, 7])('gives the same on %i threads', async (threads) => {
    expect(await hashFrames(name, threads)).toEqual(await alone);
  });

  it('gives the same in two worlds that take turns', async () => {
    using first = await World.create(scene);
    using second = await World.create(scene, { threads: 2 });
    for (const expected of await alone)
      expect([hashNextFrame(first), hashNextFrame(second)]).toEqual([expected, expected]);
  });

  it('gives the same when restored before every frame, each time with another number of threads', async () => {
    let world = await World.create(scene);
    for (const [frame, expected] of (await alone).entries()) {
      const snapshot = world.snapshot(),
        ledger = world.ledger();
      world.dispose();
      world = await World.restore(snapshot, { threads: 1 + (frame % 3) });
      expect(world.ledger()).toEqual(ledger);
      expect(hashNextFrame(world)).toBe(expected);
    }
    world.dispose();
  });

  it('is not disturbed by being looked at', async () => {
    using world = await World.create(scene);
    for (const expected of await alone) {
      world.snapshot();
      world.ledger();
      world.fields.position.fill(0);
      expect(hashNextFrame(world)).toBe(expected);
    }
  });
});

// The cells of the grid are limited by the memory at hand, and memory grows in steps that depend on the past. Two strays make the
// grid so large that the limit matters, and the body lies across the seam of the shortened ring of cells.
it('does not depend on how the memory of a world has grown', async () => {
  const far = 2.98;
  using world = await World.create({
    gravity: [0, 0, 0],
    frameRate: 100,
    substances: { water: { stiffness: 100 } },
    bodies: [
      {
        substance: 'water',
        spacing: 0.05,
        shape: {
          points: {
            positions: [
              [-far, -0.9 * far, -0.8 * far],
              [far, 0.9 * far, 0.8 * far],
            ],
          },
        },
      },
      { substance: 'water', spacing: 0.05, jitter: 0.2, shape: { sphere: { center: [0.1, 1.34, 0.3], radius: 0.25 } } },
    ],
    emitters: [
      {
        substance: 'water',
        spacing: 0.05,
        shape: { disc: { center: [1, 0, 0], normal: [-1, 0, 0], radius: 0.3 } },
        speed: 10,
      },
    ],
  });
  for (let frame = 0; frame < 7; frame++) {
    using restored = await World.restore(world.snapshot());
    expect(hashNextFrame(restored)).toBe(hashNextFrame(world));
  }
});
