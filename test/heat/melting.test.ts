// Melting, setting, and what adaptive particles do to heat.

import { describe, expect, it } from 'vitest';
import type { SceneInput, World } from '../../src/index.ts';
import { withWorld } from '../helpers/worlds.ts';

const EVERYWHERE = { sphere: { center: [0, 0, 0], radius: 100 } } as const;
/** Heat that takes wax from 310 to 360 K in 0.1 s, W/m³. */
const POWER = (900 * (2500 * 50 + 50000)) / 0.1;

/** A column of wax on a floor that grips it. */
function column(temperature: number, more: Partial<SceneInput> = {}): SceneInput {
  return {
    dimension: 2,
    frameRate: 20,
    substances: {
      wax: {
        ...{ preset: 'paiva-2009-fast', restDensity: 900, stiffness: 200, xsph: 0 },
        ...{ jumpNumber: { solid: 1e6, liquid: 1 }, yieldStress: 3000, consistency: 30 },
        ...{ heatCapacity: 2500, conductivity: 0.25, melting: { from: 320, to: 340 }, latentHeat: 50000 },
      },
    },
    bodies: [
      {
        ...{ substance: 'wax', spacing: 0.03, lattice: 'cubic', temperature },
        shape: { box: { min: [-0.12, 0, 0], max: [0.12, 0.3, 0] } },
      },
    ],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, grip: 1 }],
    ...more,
  };
}

function until(world: World, time: number): World {
  while (world.time < time - 1e-9) expect(world.advance().ok).toBe(true);
  return world;
}

function width(world: World): number {
  const { min, max } = world.ledger().bounds;
  return max[0] - min[0];
}

describe('a column of wax', () => {
  it('stands, melts and runs, sets and keeps its new shape', async () => {
    const scene = column(310, {
      heatRegions: [
        { shape: EVERYWHERE, power: POWER, from: 0.1, to: 0.2 },
        { shape: EVERYWHERE, power: -POWER, from: 0.4, to: 0.5 },
      ],
    });
    await withWorld(scene, (world) => {
      const start = width(world),
        solid = world.fields.viscosity![0]!;
      expect(width(until(world, 0.1)) / start).toBeLessThan(1.02);
      until(world, 0.4);
      expect(world.ledger().temperature!.min).toBeCloseTo(360, 3);
      expect(Math.max(...world.fields.viscosity!)).toBeLessThan(1e-4 * solid);
      until(world, 0.5);
      const set = width(world);
      expect(set).toBeGreaterThan(1.5 * start);
      expect(world.ledger().temperature!.min).toBeCloseTo(310, 3);
      until(world, 0.8);
      expect(width(world) / set).toBeLessThan(1.005);
      expect(Math.min(...world.fields.viscosity!)).toBeGreaterThan(0.5 * solid);
      const { heat, account } = world.ledger();
      expect(Math.abs(heat - account.heat.added - account.heat.regions) / heat).toBeLessThan(1e-12);
    });
  });

  it('that is half molten stays so', async () => {
    await withWorld(column(329), (world) => {
      until(world, 0.2);
      expect(world.ledger().temperature).toEqual({ min: 329, mean: expect.closeTo(329, 9), max: 329 });
    });
  });

  it('takes up its latent heat before it gets hotter', async () => {
    const scene = column(310, { heatRegions: [{ shape: EVERYWHERE, power: POWER, to: 0.05 }], frameRate: 40 });
    await withWorld(scene, (world) => {
      until(world, 0.05); // half of the heat: 87500 J/kg, of which 25000 are for 10 K
      expect(world.ledger().temperature!.mean).toBeCloseTo(320 + (20 * 62500) / (2500 * 20 + 50000), 6);
    });
  });
});

describe('adaptive particles', () => {
  it('keep their heat when they merge', async () => {
    const block = (low: number, temperature: number) =>
      ({
        ...{ substance: 'wax', spacing: 0.025, temperature },
        shape: { box: { min: [low, 0, 0], max: [low + 0.2, 0.4, 0] } },
      }) as const;
    const scene: SceneInput = {
      ...column(310),
      bodies: [block(-0.4, 310), block(-0.2, 325), block(0, 332), block(0.2, 400)],
      adaptivity: { levels: 2, simplifyStart: true },
    };
    await withWorld(scene, (world) => {
      const closed = (): void => {
        const { heat, account } = world.ledger();
        expect(Math.abs(heat / account.heat.added - 1)).toBeLessThan(1e-12);
      };
      expect(world.ledger().account.adaptations.merges).toBeGreaterThan(10);
      closed();
      until(world, 0.1);
      closed();
    });
  });
});
