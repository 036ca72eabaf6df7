// What globules keep: momentum to rounding, energy without damping, every impulse and every joule in the books.

import { describe, expect, it } from 'vitest';
import type { SceneInput } from '../../src/index.ts';
import { openHeat, openMomentum } from '../helpers/ledgers.ts';
import { advance, withWorld } from '../helpers/worlds.ts';
import { SCENES } from '../scenes/index.ts';

describe.each(['globules-2d', 'globules-3d', 'globules-and-water', 'globules-melting'])('the ledger of %s', (name) => {
  it('closes to rounding', async () => {
    const { scene, frames } = SCENES[name]!;
    await withWorld(scene, (world) => {
      for (let k = 0; k < frames; k++) {
        advance(world, 1);
        const ledger = world.ledger();
        expect(openMomentum(ledger)).toBeLessThan(1e-12);
        if (ledger.heat > 0) expect(openHeat(ledger)).toBeLessThan(1e-12);
        const { added, removed } = ledger.account;
        expect(ledger.mass / (added.mass - removed.mass)).toBeCloseTo(1, 12);
      }
    });
  });
});

/** Two blocks that hit each other off center, without gravity. */
function clash(dimension: 2 | 3, substance: object): SceneInput {
  const deep = dimension === 3 ? 0.3 : 0,
    block = (x: number, y: number) => ({ box: { min: [x, y, 0], max: [x + 0.3, y + 0.3, deep] } }) as const;
  return {
    dimension,
    gravity: [0, 0, 0],
    frameRate: 50,
    substances: { a: { model: 'globules', stiffness: 200, ...substance } as { model: 'globules' } },
    bodies: [
      { substance: 'a', spacing: 0.05, shape: block(0, 0), velocity: [1, 0, 0] },
      { substance: 'a', spacing: 0.05, shape: block(0.4, 0.1), velocity: [-1, 0.2, 0] },
    ],
  };
}

describe('two blocks that hit each other', () => {
  const kinds = [
    [2, 'solid', 2],
    [2, 'powder', 1],
    [3, 'fluid', 1],
    [3, 'solid', 1.5],
  ] as const;

  it.each(kinds)('keep momentum to rounding; %i D, %s', async (dimension, kind, range) => {
    await withWorld(clash(dimension, { kind, range, damping: 0.5, radiusVariation: 0.1 }), (world) => {
      const before = world.ledger();
      advance(world, 15);
      const after = world.ledger(),
        scale = Math.sqrt(2 * before.kineticEnergy * before.mass);
      for (let a = 0; a < 3; a++)
        expect(Math.abs(after.momentum[a]! - before.momentum[a]!) / scale).toBeLessThan(1e-13);
      expect(after.kineticEnergy).toBeLessThan(0.8 * before.kineticEnergy); // they did meet
    });
  });

  it.each(kinds)('keep energy within a hundredth without damping; %i D, %s', async (dimension, kind, range) => {
    await withWorld(clash(dimension, { kind, range, damping: 0, friction: 0 }), (world) => {
      const energy = () => {
        const { kineticEnergy, internalEnergy } = world.ledger();
        return kineticEnergy + internalEnergy;
      };
      const start = world.ledger(),
        before = energy(),
        scale = Math.max(Math.abs(before), start.kineticEnergy);
      let steps = 0,
        exchanged = 0;
      for (let k = 0; k < 25; k++) {
        steps += world.advance().steps;
        exchanged = Math.max(exchanged, Math.abs(world.ledger().kineticEnergy - start.kineticEnergy));
        expect(Math.abs(energy() - before) / scale).toBeLessThan(0.01);
      }
      expect(steps).toBeGreaterThan(700);
      expect(exchanged).toBeGreaterThan(0.1 * start.kineticEnergy); // or the test tests nothing
    });
  });
});
