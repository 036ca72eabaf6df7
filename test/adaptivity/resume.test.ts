// A restored adaptive world has room for no more particles than it holds: when most of them split, its memory moves, and nothing else changes.

import { expect, it } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';

const SCENE: SceneInput = {
  substances: { paste: { preset: 'desbrun-1999', stiffness: 200 } },
  bodies: [{ substance: 'paste', shape: { box: { min: [0, 0, 0], max: [0.6, 0.5, 0.6] } }, spacing: 0.036 }],
  obstacles: [{ shape: { box: { min: [0, 0, 0], max: [0.6, 1, 0.6] } }, inside: true }],
  adaptivity: { criterion: 'density', split: 1e-6, merge: 1e-8, levels: 1 },
};

it('goes on bit for bit when most of its particles split at once', async () => {
  const world = await World.create(SCENE),
    twin = await World.restore(world.snapshot(), { threads: 2 }),
    before = world.fields.count;
  try {
    for (let frame = 0; frame < 2; frame++) {
      expect(world.advance().ok).toBe(true);
      twin.advance();
      expect(twin.hash()).toBe(world.hash());
      expect(twin.ledger().account.evaluations).toBe(world.ledger().account.evaluations);
    }
    expect(world.fields.count).toBeGreaterThan(2 * before);
    expect(world.fields.count).toBeGreaterThan(1024); // more than the least room
  } finally {
    world.dispose();
    twin.dispose();
  }
});
