// Coarse and fine particles are one substance: a tank of both keeps its level, a body keeps still when its inside is merged, and thickness
// does not depend on the resolution. [ADR 16]

import { expect, it } from 'vitest';
import type { SceneInput } from '../../src/index.ts';
import { withWorld } from '../helpers/worlds.ts';

/** A box of 0.4 m full of a substance of spacing 0.03 m up to 0.3 m. */
function tank(adaptivity?: SceneInput['adaptivity']): SceneInput {
  return {
    substances: { paste: { preset: 'desbrun-1999', stiffness: 850, artificialViscosity: 1.3 } },
    bodies: [{ substance: 'paste', shape: { box: { min: [0, 0, 0], max: [0.4, 0.3, 0.4] } }, spacing: 0.03 }],
    obstacles: [{ shape: { box: { min: [0, 0, 0], max: [0.4, 2, 0.4] } }, inside: true }],
    time: { divergence: 0.1 },
    ...(adaptivity ? { adaptivity } : {}),
  };
}

async function heightAfter(scene: SceneInput, frames: number): Promise<number> {
  let height = 0;
  await withWorld(scene, (world) => {
    for (let frame = 0; frame < frames; frame++) expect(world.advance().ok).toBe(true);
    height = world.ledger().centerOfMass[1];
  });
  return height;
}

it('a still tank of mixed sizes keeps the level of the fine one', async () => {
  const fine = await heightAfter(tank(), 10),
    mixed = await heightAfter(tank({ detail: 1 }), 20);
  expect(Math.abs(mixed / fine - 1)).toBeLessThan(0.05);
});

it.each(['water', 'oil', 'adams-2009'] as const)(
  'a weightless cube of %s keeps still when its start is simplified',
  async (preset) => {
    const scene: SceneInput = {
      gravity: [0, 0, 0],
      substances: { liquid: { preset } },
      bodies: [{ substance: 'liquid', shape: { box: { min: [0, 0, 0], max: [0.5, 0.5, 0.5] } }, spacing: 0.05 }],
      adaptivity: {},
    };
    await withWorld(scene, (world) => {
      expect(world.ledger().account.adaptations.merges).toBeGreaterThan(50);
      world.advance();
      expect(world.ledger().speedMax).toBeLessThan(0.2); // sound: 20 m/s
    });
  },
);

it('a light neighbor of another substance is not a small one: as much is merged beside it', async () => {
  const merges: number[] = [];
  for (const ratio of [1, 100]) {
    const half = (substance: string, low: number) =>
        ({ substance, shape: { box: { min: [0, low, 0], max: [0.5, low + 0.25, 0.5] } }, spacing: 0.05 }) as const,
      scene: SceneInput = {
        gravity: [0, 0, 0],
        substances: {
          heavy: { preset: 'desbrun-1999' },
          light: { preset: 'desbrun-1999', restDensity: 1000 / ratio, stiffness: 1000 * ratio },
        },
        bodies: [half('heavy', 0), half('light', 0.25)],
        adaptivity: {},
      };
    await withWorld(scene, (world) => {
      merges.push(world.ledger().account.adaptations.merges);
    });
  }
  expect(merges[0]).toBeGreaterThan(20);
  expect(merges[1]).toBeGreaterThan(0.95 * merges[0]!); // 0.75 by kilograms
});

it('a coarse body is as thick as a fine one', async () => {
  // Two halves slide past each other; artificial viscosity brakes them.
  const scene = (adaptivity?: SceneInput['adaptivity']): SceneInput => ({
    gravity: [0, 0, 0],
    substances: { paste: { preset: 'desbrun-1999', stiffness: 400, artificialViscosity: 4 } },
    bodies: [-1, 1].map((side) => ({
      substance: 'paste',
      shape: { box: { min: [0, side < 0 ? -0.3 : 0, 0], max: [0.6, side < 0 ? 0 : 0.3, 0.6] } },
      spacing: 0.04,
      velocity: [side, 0, 0],
    })),
    domain: { min: [0, -1, 0], max: [0.6, 1, 0.6], periodic: [true, false, true] },
    ...(adaptivity ? { adaptivity } : {}),
  });
  const energyLeft = async (input: SceneInput): Promise<number> => {
    let left = 0;
    await withWorld(input, (world) => {
      const before = world.ledger().kineticEnergy;
      for (let frame = 0; frame < 4; frame++) world.advance();
      left = world.ledger().kineticEnergy / before;
    });
    return left;
  };
  const fine = await energyLeft(scene()),
    coarse = await energyLeft(scene({ detail: 0.5 }));
  expect(fine).toBeLessThan(0.9);
  expect(Math.abs(coarse - fine)).toBeLessThan(0.1);
});
