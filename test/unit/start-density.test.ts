// A body that starts denser than at rest is compressed, however its substance finds its density.

import { describe, expect, it } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';

/** A free block of a substance with some density at the start. */
function block(substance: NonNullable<SceneInput['substances']>[string], density: number): SceneInput {
  return {
    gravity: [0, 0, 0],
    substances: { s: substance },
    bodies: [{ substance: 's', spacing: 0.05, density, shape: { box: { min: [0, 0, 0], max: [0.4, 0.4, 0.4] } } }],
  };
}

const volume = ({ bounds }: { bounds: { min: readonly number[]; max: readonly number[] } }): number =>
  [0, 1, 2].reduce((product, axis) => product * (bounds.max[axis]! - bounds.min[axis]!), 1);

describe('a summed density at the start', () => {
  const water = { preset: 'water' } as const;

  it('is the sum of heavier particles: the body weighs density times volume', async () => {
    using rest = await World.create(block(water, 1000));
    using dense = await World.create(block(water, 1200));
    expect(dense.ledger().mass / rest.ledger().mass).toBeCloseTo(1.2, 12);
    // The support grows with the particles, by a twentieth: sums are equal but for the parts at the surface.
    expect(dense.ledger().density.max / rest.ledger().density.max).toBeCloseTo(1.2, 1);
    expect(dense.hash()).not.toBe(rest.hash());
  });

  it('is left at rest where it is the rest density', async () => {
    using rest = await World.create(block(water, 1000));
    const { density: _, ...body } = block(water, 1000).bodies![0]!;
    using silent = await World.create({ ...block(water, 1000), bodies: [body] });
    expect(rest.hash()).toBe(silent.hash());
  });

  it('lets the body expand', async () => {
    const grown = async (density: number): Promise<number> => {
      using world = await World.create(block({ ...water, stiffness: 100 }, density));
      const before = volume(world.ledger());
      for (let frame = 0; frame < 3; frame++) expect(world.advance().ok).toBe(true);
      return volume(world.ledger()) / before;
    };
    expect(await grown(1200)).toBeGreaterThan(1.05 * (await grown(1000)));
  });
});

describe('an integrated density at the start', () => {
  it('is a number of each particle, whose mass stays', async () => {
    using rest = await World.create(block({ preset: 'desbrun-1999' }, 1000));
    using dense = await World.create(block({ preset: 'desbrun-1999' }, 1200));
    expect(dense.ledger().mass).toBe(rest.ledger().mass);
    expect(dense.ledger().density.mean).toBeCloseTo(1200, 6);
  });
});
