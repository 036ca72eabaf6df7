// Particles that are split beside cracks: what is kept, what is gained. [AW09 eq. 71]

import { describe, expect, test } from 'vitest';
import { type ElasticInput, type SceneInput, World } from '../../src/index.ts';
import { flying, pullApart } from '../helpers/flying-block.ts';
import { STRENGTH, segmentsOf, tornPlate } from '../helpers/torn-plate.ts';
import { advance, inside, withWorld } from '../helpers/worlds.ts';

const SPACING = 0.1 / 8;
const NOTCH = [{ shape: { disc: { center: [0.02, -0.05, 0], normal: [1, 0, 0], radius: 0.025 } } }] as const;
const notched = (more: Partial<ElasticInput>): SceneInput =>
  tornPlate({
    ...{ across: 8, turned: 17, cuts: NOTCH, strain: 0.04, time: 0.25 },
    solid: { poissonsRatio: 0.3, stressDamping: 20, ...more },
  });

const massOf = (world: World) =>
  inside(world)
    .set.f64('mass')
    .reduce((sum, m) => sum + m, 0);

describe.each([
  ['in the plane', 2],
  ['in space', 3],
] as const)('%s', (_, dimension) => {
  const bound = dimension === 2 ? 0.3 * SPACING : 0.4 * 0.012,
    scene = dimension === 2 ? notched({ smallestParticle: bound }) : flying({ smallestParticle: bound, friction: 0 });
  test('mass, momenta and energy are kept, no particle is too small, and a restore goes on to the same bits', () =>
    withWorld(scene, async (world) => {
      if (dimension === 3) pullApart(world, 20);
      const start = world.ledger(),
        [count, mass] = [world.fields.count, massOf(world)];
      let snapshot: Uint8Array | undefined,
        energy = Number.POSITIVE_INFINITY;
      for (let frame = 0; frame < (dimension === 2 ? 24 : 8); frame++) {
        if (frame === (dimension === 2 ? 19 : 5)) snapshot = world.snapshot();
        advance(world, 1);
        const { momentum, angularMomentum, kineticEnergy, internalEnergy, mass: total } = world.ledger();
        expect(Math.abs(total / start.mass - 1)).toBeLessThan(1e-13); // as exact as a sum in another order
        if (dimension === 2) continue; // it is held at both ends
        for (let a = 0; a < 3; a++) {
          expect(Math.abs(momentum[a]! - start.momentum[a]!)).toBeLessThan(1e-12);
          expect(Math.abs(angularMomentum[a]! - start.angularMomentum[a]!)).toBeLessThan(1e-6);
        }
        expect(kineticEnergy + internalEnergy).toBeLessThan(1.005 * energy);
        energy = kineticEnergy + internalEnergy;
      }
      expect(world.fields.count).toBeGreaterThan(count + 5);
      expect(Math.abs(massOf(world) / mass - 1)).toBeLessThan(1e-13);
      if (dimension === 2) {
        const own = segmentsOf(world).filter(({ crack }) => crack === -1); // through, straight, and nothing pulls any more
        expect(Math.max(...own.map(({ to }) => to[1]))).toBeGreaterThan(0.05 - SPACING); // what is left at the rim are threads, and they tear:
        expect(new Set(world.fields.get('part')!).size).toBeGreaterThan(1);
        for (const { to } of own) expect(Math.abs(to[0] - 0.02)).toBeLessThan(SPACING);
        expect(Math.max(...world.fields.get('stress')!)).toBeLessThan(0.7 * STRENGTH);
      }
      const { set } = inside(world),
        sizes = set.f64('mass').map((m) => (dimension === 2 ? Math.sqrt(m / 1000) : Math.cbrt(m / 1000)));
      expect(Math.min(...sizes)).toBeGreaterThan(bound);
      using other = await World.restore(snapshot!, { threads: 2 });
      advance(other, dimension === 2 ? 5 : 3);
      expect(other.hash()).toBe(world.hash());
    }));
});
