// The ledger of adaptive worlds: mass and momentum stay through splits and merges, and every loss has a name. [card §5]

import { describe, expect, it } from 'vitest';
import type { Ledger, SceneInput, World } from '../../src/index.ts';
import { advance, inside, withWorld } from '../helpers/worlds.ts';
import { SCENES } from '../scenes/index.ts';

const ADAPTIVE = Object.entries(SCENES).filter(([name]) => name.startsWith('adaptive'));

/** Σ m |v|, N·s. */
function motionOf(world: World): number {
  const { set } = inside(world),
    velocity = set.f64('velocity');
  return set.f64('mass').reduce((sum, m, i) => sum + m * Math.hypot(...velocity.subarray(3 * i, 3 * i + 3)), 0);
}

/** Momentum that no account explains, N·s. */
function openMomentum({ momentum, account }: Ledger): number {
  const { added, removed, external, obstacles, asymmetry } = account;
  return Math.hypot(
    ...momentum.map(
      (p, a) => p - (added.momentum[a]! - removed.momentum[a]! + external[a]! + obstacles[a]! + asymmetry[a]!),
    ),
  );
}

/** Two drops of different spacing collide, off center. */
function drops(adaptivity: NonNullable<SceneInput['adaptivity']>): SceneInput {
  const drop = (x: number, y: number) => ({ sphere: { center: [x, y, 0] as const, radius: 0.2 } });
  return {
    gravity: [0, 0, 0],
    frameRate: 50,
    substances: { a: { preset: 'desbrun-1999', stiffness: 200 } },
    bodies: [
      { substance: 'a', shape: drop(-0.2, 0), spacing: 0.04, velocity: [2, 0, 0] },
      { substance: 'a', shape: drop(0.2, 0.1), spacing: 0.075, velocity: [-1, 0, 1] },
    ],
    adaptivity,
  };
}

/** What all of the scenes did together. */
const total = { splits: 0, merges: 0 };

describe.each(ADAPTIVE)('%s', (_, { scene, frames }) => {
  it('keeps the books of splits and merges', async () => {
    await withWorld(scene, (world) => {
      const start = world.ledger().account.adaptations;
      let peak = motionOf(world);
      for (let frame = 0; frame < frames; frame++) {
        const before = world.ledger().account.adaptations,
          { ok, splits, merges, particles } = world.advance();
        const { mass, account, ...ledger } = world.ledger(),
          { added, removed, adaptations } = account;
        peak = Math.max(peak, motionOf(world));
        expect(ok).toBe(true);
        expect(particles).toBe(ledger.particles);
        expect([adaptations.splits - before.splits, adaptations.merges - before.merges]).toEqual([splits, merges]);
        expect(Math.abs(mass / (added.mass - removed.mass) - 1)).toBeLessThan(1e-12);
        expect(openMomentum({ ...ledger, mass, account }) / peak).toBeLessThan(1e-9);
        const scale = Math.max(peak, Math.hypot(...account.external));
        expect(Math.hypot(...account.asymmetry) / scale).toBeLessThan(1e-2);
        expect(adaptations.energyLost).toBeGreaterThanOrEqual(before.energyLost);
      }
      const { splits, merges } = world.ledger().account.adaptations;
      total.splits += splits - start.splits;
      total.merges += merges - start.merges;
    });
  });
});

it('both splits and merges were among it', () => {
  expect(total.splits).toBeGreaterThan(0);
  expect(total.merges).toBeGreaterThan(0);
});

it.each([
  ['by shape', {}],
  ['by density', { criterion: 'density', split: 4e7, merge: 1e6 } as const],
])('books the energy and spin that merges %s lose, and nothing else is lost', async (_, adaptivity) => {
  await withWorld({ ...drops({ ...adaptivity, simplifyStart: false }), gravity: [0, -9.81, 0] }, (world) => {
    advance(world, 4);
    const before = world.ledger();
    inside(world).adaptAt(0); // no time passes
    const after = world.ledger(),
      lost = after.account.adaptations,
      earlier = before.account.adaptations;
    expect(lost.merges).toBeGreaterThan(earlier.merges);
    const energy = before.kineticEnergy - after.kineticEnergy;
    expect(energy).toBeGreaterThan(0);
    expect((lost.energyLost - earlier.energyLost) / energy).toBeCloseTo(1, 9);
    for (let a = 0; a < 3; a++) {
      const spin = before.angularMomentum[a]! - after.angularMomentum[a]!;
      expect(lost.spinLost[a]! - earlier.spinLost[a]!).toBeCloseTo(spin, 10);
      expect(after.momentum[a]).toBeCloseTo(before.momentum[a]!, 10);
      expect(after.centerOfMass[a]).toBeCloseTo(before.centerOfMass[a]!, 12);
    }
    expect(Math.hypot(...lost.spinLost)).toBeGreaterThan(1e-6);
    expect(after.mass / before.mass).toBeCloseTo(1, 13);
  });
});

it.each([
  ['no splits, one step for all: none', { levels: 0, individualSteps: false }, 1e-14],
  ['splits, one step for all', { individualSteps: false }, 1e-4],
  ['individual steps', { levels: 0 }, 1e-3],
  ['individual steps and splits', {}, 1e-3],
])('the momentum that steps leave open: %s', async (_, adaptivity, most) => {
  await withWorld(drops(adaptivity), (world) => {
    const peak = motionOf(world);
    advance(world, 8);
    const { account, ...ledger } = world.ledger();
    expect(Math.hypot(...account.asymmetry) / peak).toBeLessThan(most);
    expect(openMomentum({ ...ledger, account }) / peak).toBeLessThan(1e-12);
    if (most === 1e-3) expect(Math.hypot(...account.asymmetry) / peak).toBeGreaterThan(1e-9); // or the test tests nothing
  });
});
