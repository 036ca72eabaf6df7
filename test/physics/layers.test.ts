// Liquids of different density lie on each other. With sums of masses they burst from a ratio of 3 on. [card §4, X53, V55]

import { describe, expect, it } from 'vitest';
import type { SceneInput, World } from '../../src/index.ts';
import { advance, withWorld } from '../helpers/worlds.ts';

const GRAVITY = 9.81;
const DEPTH = 0.4;
const WIDTH = 0.2;
const SPACING = 0.025;

/** A light liquid on a heavy one in a tank, on a lattice that fits the walls; both as stiff, ρ₀c². */
function layers(preset: 'water' | 'desbrun-1999', ratio: number): SceneInput {
  const stiffness = 100 * GRAVITY * DEPTH,
    layer = (substance: string, low: number, high: number) =>
      ({
        substance,
        shape: { box: { min: [0, low, 0], max: [WIDTH, high, 0] } },
        spacing: SPACING,
        lattice: 'cubic',
      }) as const;
  return {
    dimension: 2,
    frameRate: 50,
    gravity: [0, -GRAVITY, 0],
    substances: {
      heavy: { preset, restDensity: 1000, stiffness },
      light: { preset, restDensity: 1000 / ratio, stiffness: ratio * stiffness },
    },
    bodies: [layer('heavy', 0, DEPTH / 2), layer('light', DEPTH / 2, DEPTH)],
    obstacles: [{ shape: { box: { min: [0, 0, 0], max: [WIDTH, 2 * DEPTH, 0] } }, inside: true }],
  };
}

/** Highest particle of the heavy liquid and lowest of the light one, over a spacing, from where they met. */
function interfaceOf({ fields }: World): { readonly top: number; readonly bottom: number } {
  let top = Number.NEGATIVE_INFINITY,
    bottom = Number.POSITIVE_INFINITY;
  fields.substance.forEach((substance, i) => {
    const y = (fields.position[3 * i + 1]! - DEPTH / 2) / SPACING;
    if (substance === 0) top = Math.max(top, y);
    else bottom = Math.min(bottom, y);
  });
  return { top, bottom };
}

function rms({ fields: { velocity } }: World): number {
  return Math.sqrt((3 * velocity.reduce((sum, v) => sum + v * v, 0)) / velocity.length);
}

describe('a light liquid on a heavy one', () => {
  it.each([
    ['water', 3],
    ['water', 10],
    ['water', 100],
    ['desbrun-1999', 3],
    ['desbrun-1999', 10],
    ['desbrun-1999', 100],
    ['desbrun-1999', 1000],
  ] as const)('%s, ratio %i: stays there and comes to rest', async (preset, ratio) => {
    await withWorld(layers(preset, ratio), (world) => {
      const before = energyOf(world);
      for (let frame = 0; frame < 50; frame++) {
        advance(world, 1);
        const { top, bottom } = interfaceOf(world);
        expect(Math.max(Math.abs(top), Math.abs(bottom)), `frame ${frame}`).toBeLessThan(1.5); // half a spacing at the start
      }
      expect(rms(world) / Math.sqrt(GRAVITY * DEPTH)).toBeLessThan(0.02); // 0.01 after three seconds [V55]
      expect(energyOf(world)).toBeLessThan(before);
    });
  });
});

function energyOf(world: World): number {
  const { kineticEnergy, internalEnergy, potentialEnergy } = world.ledger();
  return kineticEnergy + internalEnergy + potentialEnergy;
}

describe('densities where two liquids meet', () => {
  it('are those at rest on a lattice that goes on; far heavier liquids have a free surface there', async () => {
    for (const ratio of [2, 10, 1000]) {
      await withWorld({ ...layers('water', ratio), gravity: [0, 0, 0] }, ({ fields }) => {
        fields.substance.forEach((substance, i) => {
          if (Math.abs(fields.position[3 * i + 1]! - DEPTH / 2) > 2 * SPACING) return;
          const rest = substance === 0 ? 1000 : 1000 / ratio;
          const compression = fields.density[i]! / rest;
          if (ratio <= 10 || substance === 1) expect(compression).toBeCloseTo(1, 1);
          else expect(compression).toBeLessThan(1.05); // nowhere pressed
        });
      });
    }
  });
});
