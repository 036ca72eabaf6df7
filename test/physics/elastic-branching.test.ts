// Fronts that branch, and fronts that meet.

import { describe, expect, test } from 'vitest';
import { type ElasticInput, type SceneInput, World } from '../../src/index.ts';
import { flying, pullApart } from '../helpers/flying-block.ts';
import { segmentsOf, tornPlate } from '../helpers/torn-plate.ts';
import { advance, inside, withWorld } from '../helpers/worlds.ts';

const WIDTH = 0.24,
  ACROSS = 24;

/** A plate with a slit at its lower edge, pulled by so much in a time (s). */
function pulled(strain: number, time: number, more: Partial<ElasticInput>): SceneInput {
  const disc = { center: [0, -WIDTH / 2, 0], normal: [1, 0, 0], radius: 0.06 } as const;
  return tornPlate({
    ...{ across: ACROSS, turned: 17, size: [WIDTH, WIDTH], cuts: [{ shape: { disc } }], strain, time },
    solid: { poissonsRatio: 0.25, toughness: 20, strength: 1e6, stressDamping: 20, ...more },
  });
}

const cracksOf = (world: World) => new Set(segmentsOf(world).map(({ crack }) => crack));
const partsOf = (world: World) => new Set(inside(world).set.parts!());

describe('branches', () => {
  test('a plate that is torn fast breaks into more than two pieces, at 60° first, and far from other branches', () =>
    withWorld(pulled(0.06, 0.05, { branching: 2 }), (world) => {
      const roots: { at: readonly [number, number]; crack: number }[] = [],
        dx = WIDTH / ACROSS;
      for (let frame = 0; frame < 20; frame++) {
        advance(world, 1);
        for (const { crack, from, to } of segmentsOf(world)) {
          if (crack < 0 || roots.some((root) => root.crack === crack)) continue;
          expect(Math.hypot(to[0] - from[0], to[1] - from[1])).toBeCloseTo(0.1 * dx, 9); // its stub
          roots.push({ at: from, crack });
        }
      }
      expect(roots.length).toBeGreaterThan(1);
      expect(roots.length).toBeLessThan(20);
      const first = segmentsOf(world).find(({ crack }) => crack === roots[0]!.crack)!,
        other = segmentsOf(world).find(({ crack, from }) => crack === -1 && from.every((x, a) => x === first.from[a]))!,
        way = ({ from, to }: typeof first) => [to[0] - from[0], to[1] - from[1]] as const,
        [u, v] = [way(first), way(other)],
        cosine = (u[0] * v[0] + u[1] * v[1]) / (Math.hypot(...u) * Math.hypot(...v));
      expect(cosine).toBeCloseTo(0.5, 9);
      expect(partsOf(world).size).toBeGreaterThan(2);
    }));

  test.each([0.06, 0.2, 2])('at a strain of %f in 50 ms they are bounded by their distance and by energy', (strain) =>
    withWorld(pulled(strain, 0.05, { branching: 1.4 }), (world) => {
      let energy = 0;
      for (let frame = 0; frame < 20; frame++) {
        advance(world, 1);
        const { kineticEnergy, internalEnergy } = world.ledger();
        energy = Math.max(energy, kineticEnergy + internalEnergy);
      }
      const length = segmentsOf(world).reduce(
        (sum, { from, to }) => sum + Math.hypot(to[0] - from[0], to[1] - from[1]),
        0,
      );
      // Lines three spacings apart, both ways; and no more new surface than the body ever had the energy for, at 20 J/m².
      expect(length).toBeLessThan((2 * WIDTH * ACROSS) / 3);
      expect(20 * length).toBeLessThan(energy);
    }),
  );

  test('slowly, and without the key, it breaks in two', async () => {
    for (const scene of [pulled(0.06, 0.05, {}), pulled(0.03, 0.9, { branching: 2, stressDamping: 200 })])
      await withWorld(scene, (world) => {
        for (let frame = 0; frame < 180 && partsOf(world).size < 2; frame++) advance(world, 1);
        expect(cracksOf(world)).toEqual(new Set([-1]));
        expect(partsOf(world).size).toBeGreaterThan(1);
      });
  });

  test('in space, with momentum kept, energy that does not rise, and the same bits after a restore', () =>
    withWorld(flying({ toughness: 0.3, branching: 1.5, friction: 0, hourglass: 0 }), async (world) => {
      pullApart(world, 20);
      const start = world.ledger();
      let energy = start.kineticEnergy + start.internalEnergy;
      const bytes: Uint8Array[] = [];
      for (let frame = 0; frame < 8; frame++) {
        if (frame === 4) bytes.push(world.snapshot());
        advance(world, 1);
        const { momentum, angularMomentum, kineticEnergy, internalEnergy } = world.ledger();
        for (let a = 0; a < 3; a++) {
          expect(Math.abs(momentum[a]! - start.momentum[a]!)).toBeLessThan(1e-12);
          expect(Math.abs(angularMomentum[a]! - start.angularMomentum[a]!)).toBeLessThan(1e-6);
        }
        expect(kineticEnergy + internalEnergy).toBeLessThan(energy * 1.005); // contacts of pieces give back what the ledger does not count
        energy = kineticEnergy + internalEnergy;
      }
      using other = await World.restore(bytes[0]!, { threads: 2 });
      advance(other, 4);
      expect(other.hash()).toBe(world.hash());
      await withWorld(flying({ toughness: 0.3, friction: 0, hourglass: 0 }), (plain) => {
        pullApart(plain, 20);
        advance(plain, 8);
        expect(plain.hash()).not.toBe(world.hash()); // it did branch
      });
    }));
});

test('two slits in line grow together, and the plate is in two halves', () => {
  const slit = (y: number) => ({ shape: { disc: { center: [0, y, 0], normal: [1, 0, 0], radius: 0.025 } } }) as const;
  return withWorld(
    tornPlate({
      ...{ across: 24, turned: 17, size: [0.24, 0.24], strain: 0.03, time: 0.4, cuts: [slit(0.06), slit(-0.05)] },
      solid: { poissonsRatio: 0.3, strength: 1.2e4, stressDamping: 200 },
    }),
    (world) => {
      advance(world, 70);
      expect(cracksOf(world)).toEqual(new Set([-1, -2]));
      const counts = new Map<number, number>();
      for (const part of inside(world).set.parts!()) counts.set(part, (counts.get(part) ?? 0) + 1);
      const large = [...counts.values()].filter((count) => count > 20);
      expect(large.length).toBe(2);
      expect(large.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0.97 * inside(world).set.count);
    },
  );
});
