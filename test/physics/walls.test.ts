// Liquids stand in their containers: the level stays, the pressure is that of the depth, walls take the weight and nothing else.
// [ADR 12]

import { describe, expect, it } from 'vitest';
import type { SceneInput, World } from '../../src/index.ts';
import { advance, withWorld } from '../helpers/worlds.ts';

const GRAVITY = 9.81;
const DEPTH = 0.32;
const STIFFNESS = 450;
const SECONDS = 3;

interface Tank {
  readonly dimension: 2 | 3;
  readonly spacing: number;
  readonly density: 'continuity' | 'summation';
}

/** Water that fills a tank of twice its depth to DEPTH, on a lattice that fits the walls. */
function tankScene({ dimension, spacing, density }: Tank): SceneInput {
  const back = dimension === 2 ? 0 : DEPTH;
  const box = { min: [0, 0, 0] as const, max: [2 * DEPTH, DEPTH, back] as const };
  return {
    dimension,
    gravity: [0, -GRAVITY, 0],
    substances: { water: { preset: 'water', stiffness: STIFFNESS, density } },
    bodies: [{ substance: 'water', shape: { box }, spacing, lattice: 'cubic' }],
    obstacles: [{ shape: { box: { min: [0, 0, 0], max: [2 * DEPTH, 1, back] } }, inside: true }],
  };
}

/** Mean of P = k (ρ − ρ₀) over the particles between two heights (m), over ρ₀ g times their mean depth. */
function pressureOverDepth({ fields }: World, low: number, high: number): number {
  let pressure = 0,
    weight = 0;
  for (let i = 0; i < fields.density.length; i++) {
    const y = fields.position[3 * i + 1]!;
    if (y < low || y > high) continue;
    pressure += STIFFNESS * (fields.density[i]! - 1000);
    weight += 1000 * GRAVITY * (DEPTH - y);
  }
  return pressure / weight;
}

const TANKS: Tank[] = (['continuity', 'summation'] as const).flatMap((density) => [
  { dimension: 2, spacing: 0.04, density },
  { dimension: 2, spacing: 0.02, density },
  { dimension: 3, spacing: DEPTH / 6, density },
  { dimension: 3, spacing: 0.04, density },
]);

describe.each(TANKS)('still water, $dimension D, spacing $spacing m, $density', (tank) => {
  it('keeps its level, its pressure is that of its depth, and the walls carry its weight', async () => {
    await withWorld(tankScene(tank), (world) => {
      advance(world, SECONDS * 25);
      const { mass, centerOfMass, momentum, account } = world.ledger();
      const level = centerOfMass[1] / (DEPTH / 2);
      expect(level).toBeGreaterThan(tank.density === 'summation' ? 0.98 : 0.94); // an integrated density still drifts by 2 % a second
      expect(level).toBeLessThan(1.03);
      const pressure = pressureOverDepth(world, 0.2 * DEPTH, 0.6 * DEPTH);
      const tolerance = (4 * tank.spacing) / DEPTH; // the layer at the surface, one particle thick, has another density
      expect(Math.abs(pressure - 1)).toBeLessThan(tolerance);
      const { external, obstacles } = account,
        pull = -mass * GRAVITY * SECONDS;
      expect(external[1] / pull).toBeCloseTo(1, 9);
      expect(obstacles[1] / pull).toBeCloseTo(-1, 2);
      for (let a = 0; a < 3; a++)
        expect(Math.abs(momentum[a]! - external[a]! - obstacles[a]!)).toBeLessThan(1e-9 * -pull);
    });
  });
});

/** A disc of water that turns as a whole in a round tank, which stands still or turns with it. */
function swirlScene(turns: boolean): SceneInput {
  const rate = 6, // rad/s: 14 m/s² at the wall
    drum = { shape: { cylinder: { from: [0, 0, -1] as const, to: [0, 0, 1] as const, radius: 0.4 } }, inside: true };
  const motion = {
    rotation: { center: [0, 0, 0] as const, axis: [0, 0, 1] as const, degreesPerSecond: (rate * 180) / Math.PI },
  };
  return {
    dimension: 2,
    gravity: [0, 0, 0],
    substances: { water: { preset: 'water', density: 'continuity' } },
    bodies: [
      {
        substance: 'water',
        shape: { cylinder: { from: [0, 0, -1], to: [0, 0, 1], radius: 0.4 } },
        spacing: 0.04,
        angularVelocity: [0, 0, rate],
      },
    ],
    obstacles: [turns ? { ...drum, tangentRestitution: 0, motion } : drum],
  };
}

it.each([false, true])('water that turns in a drum keeps its volume; the drum turns: %s', async (turns) => {
  const meanSquare = ({ fields: { position } }: World) =>
    position.reduce((sum, x) => sum + x * x, 0) / (position.length / 3);
  await withWorld(swirlScene(turns), (world) => {
    advance(world, 1);
    const before = meanSquare(world);
    advance(world, 50);
    expect(meanSquare(world) / before).toBeGreaterThan(0.97); // crowding at the wall would raise it, a hole in the middle too
    expect(meanSquare(world) / before).toBeLessThan(1.03);
  });
});

describe('a single particle', () => {
  const ball = (
    velocity: readonly [number, number, number],
    position: readonly [number, number, number],
  ): SceneInput => ({
    gravity: [0, -GRAVITY, 0],
    frameRate: 100,
    substances: { water: { preset: 'water' } },
    bodies: [{ substance: 'water', shape: { points: { positions: [position] } }, spacing: 0.02, velocity }],
  });
  const floor = { shape: { plane: { point: [0, 0, 0] as const, normal: [0, 1, 0] as const } } };

  it('bounces elastically and keeps its energy', async () => {
    const scene = { ...ball([0.7, 0, 0], [0, 0.3, 0]), obstacles: [{ ...floor, normalRestitution: 1 }] };
    await withWorld(scene, (world) => {
      const energy = () => {
        const { kineticEnergy, mass, centerOfMass } = world.ledger();
        return kineticEnergy / mass + GRAVITY * centerOfMass[1];
      };
      const before = energy();
      advance(world, 200); // four bounces
      expect(world.ledger().account.obstacles[1]).toBeGreaterThan(0);
      expect(energy() / before).toBeCloseTo(1, 1);
    });
  });

  it('slides along a floor without friction as fast as ever, and down a slope as Galileo says', async () => {
    await withWorld({ ...ball([0.7, 0, 0], [0, 0.01, 0]), obstacles: [floor] }, (world) => {
      advance(world, 100);
      expect(world.ledger().centerOfMass[0]).toBeCloseTo(0.7, 9);
    });
    const slope = { shape: { plane: { point: [0, 0, 0] as const, normal: [0.6, 0.8, 0] as const } } };
    await withWorld({ ...ball([0, 0, 0], [0.006, 0.008, 0]), obstacles: [slope] }, (world) => {
      advance(world, 100);
      expect(world.ledger().centerOfMass[0]).toBeCloseTo(0.5 * GRAVITY * 0.6 * 0.8, 1);
    });
  });
});
