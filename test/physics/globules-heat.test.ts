// Heat in globules: conduction against the solution of the heat equation, melting without a change of volume, freezing in a new shape.

import { describe, expect, it } from 'vitest';
import type { SceneInput, World } from '../../src/index.ts';
import { keptPart, pairsWithin, shapeDistance } from '../helpers/globule-shapes.ts';
import { openHeat, openMomentum } from '../helpers/ledgers.ts';
import { advance, withWorld } from '../helpers/worlds.ts';

const SPACING = 0.02;
const ICE = {
  model: 'globules',
  kind: 'solid',
  restDensity: 900,
  stiffness: 150,
  damping: 0.4,
  heatCapacity: 2000,
  conductivity: 1e5,
  melting: { from: 270, to: 276 },
  meltedDamping: 0.15,
} as const;

/** How much of cos πx is in the temperatures, K. */
function cosine({ fields }: World): number {
  let sum = 0,
    norm = 0;
  for (let i = 0; i < fields.count; i++) {
    const c = Math.cos(Math.PI * fields.position[3 * i]!);
    sum += (fields.temperature![i]! - 300) * c;
    norm += c * c;
  }
  return sum / norm;
}

describe('conduction', () => {
  it.each([
    ['solid', 1.5],
    ['powder', 1],
    ['fluid', 1],
  ] as const)('in a bar of %s fades a cosine as exp(−π²κt)', async (kind, range) => {
    const across = 40,
      dx = 1 / across,
      rows = 8,
      height = (rows * dx * Math.sqrt(3)) / 2,
      time = 0.1;
    const row = (j: number) => Array.from({ length: across }, (_, i) => (i + 0.25 + (j % 2) / 2) * dx);
    const sites = Array.from({ length: rows }, (_, j) =>
      row(j).map((x) => [x, (j + 0.5) * dx * Math.sqrt(0.75), 0] as const),
    );
    const columns = [...new Set(sites.flat().map(([x]) => x))].sort((a, b) => a - b);
    const scene: SceneInput = {
      dimension: 2,
      gravity: [0, 0, 0],
      frameRate: 1 / time,
      domain: { min: [-1, 0, 0], max: [2, height, 0], periodic: [false, true, false] },
      substances: {
        a: { model: 'globules', kind, range, restDensity: 1, stiffness: 1, heatCapacity: 1, conductivity: 1 },
      },
      bodies: columns.map((x) => ({
        substance: 'a',
        spacing: dx,
        temperature: 300 + 100 * Math.cos(Math.PI * x),
        shape: { points: { positions: sites.flat().filter((site) => site[0] === x) } },
      })),
      time: { maxStepsPerFrame: 1 << 16 },
    };
    await withWorld(scene, (world) => {
      const before = cosine(world),
        { heat } = world.ledger();
      advance(world, 1);
      const left = cosine(world) / before;
      expect(Math.abs(left / Math.exp(-Math.PI * Math.PI * time) - 1)).toBeLessThan(0.04);
      expect(Math.abs(world.ledger().heat / heat - 1)).toBeLessThan(1e-13);
    });
  });
});

describe('melting', () => {
  const block: SceneInput = {
    dimension: 2,
    frameRate: 25,
    substances: { ice: ICE },
    bodies: [
      {
        substance: 'ice',
        shape: { box: { min: [-0.1, 0, 0], max: [0.1, 0.24, 0] } },
        spacing: SPACING,
        temperature: 260,
      },
    ],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, tangentRestitution: 0.9 }],
  };

  it('a solid on a hot plate loses its shape; cooled, it keeps the new one', async () => {
    const everywhere = { box: { min: [-3, -1, -1], max: [3, 1, 1] } } as const;
    const scene: SceneInput = {
      ...block,
      obstacles: [
        { ...block.obstacles![0]!, temperature: 400 },
        { shape: { box: { min: [-0.25, -1, -1], max: [0.25, 1, 1] } }, inside: true },
      ],
      heatRegions: [{ shape: everywhere, temperature: 250, from: 3 }],
    };
    await withWorld(scene, (world) => {
      const start = world.fields.position.slice(),
        height = () => world.ledger().bounds.max[1];
      const bonds = pairsWithin(start, 1.5 * SPACING);
      advance(world, 3); // cold above, warm below
      expect(world.ledger().temperature!.min).toBeLessThan(270);
      expect(height()).toBeGreaterThan(0.2);
      advance(world, 71);
      expect(world.ledger().temperature!.min).toBeGreaterThan(276);
      expect(height()).toBeLessThan(0.16);
      expect(keptPart(bonds, pairsWithin(world.fields.position, 1.5 * SPACING))).toBeLessThan(0.8);
      advance(world, 6); // all of it is cold
      expect(world.ledger().temperature!.max).toBeLessThan(270);
      advance(world, 10);
      const frozen = world.fields.position.slice();
      advance(world, 20);
      expect(shapeDistance(frozen, world.fields.position)).toBeLessThan(0.1 * SPACING);
      expect(height()).toBeLessThan(0.16);
      expect(openHeat(world.ledger())).toBeLessThan(1e-12);
      expect(openMomentum(world.ledger())).toBeLessThan(1e-11);
    });
  });

  it.each([
    [2, 2],
    [3, 1.5],
  ] as const)('changes no volume; %i D, range %d', async (dimension, range) => {
    const deep = dimension === 3 ? 0.14 : 0;
    const scene: SceneInput = {
      dimension,
      gravity: [0, 0, 0],
      frameRate: 100,
      substances: { ice: { ...ICE, range, damping: 0.5, meltedDamping: 0.5 } },
      bodies: [
        {
          substance: 'ice',
          shape: { box: { min: [0, 0, 0], max: [0.14, 0.14, deep] } },
          spacing: SPACING,
          temperature: 269,
        },
      ],
      heatRegions: [{ shape: { box: { min: [-1, -1, -1], max: [1, 1, 1] } }, temperature: 280, from: 0.05 }],
    };
    await withWorld(scene, (world) => {
      const size = () => {
        const { bounds } = world.ledger();
        return bounds.max[0] - bounds.min[0];
      };
      advance(world, 5);
      const before = size();
      advance(world, 15);
      expect(world.ledger().temperature!.min).toBe(280);
      expect(Math.abs(size() / before - 1)).toBeLessThan(0.06);
    });
  });

  it.each([
    [0, 260 + 400 / 18],
    [2e4, 270 + (6 * (4e5 / 9 - 2e4)) / 3.2e4], // of 44.4 kJ/kg, 20 warm it to 270 K; melting takes 12 + 20
  ])('takes up its latent heat, %d J/kg', async (latentHeat, expected) => {
    const power = 1e8, // W/m³
      shape = { box: { min: [-1, -1, -1], max: [1, 1, 1] } } as const;
    const scene: SceneInput = {
      ...{ ...block, gravity: [0, 0, 0], obstacles: [], heatRegions: [{ shape, power }] },
      substances: { ice: { ...ICE, latentHeat } },
    };
    await withWorld(scene, (world) => {
      advance(world, 10);
      const { account, mass, temperature } = world.ledger();
      expect((account.heat.regions * 900) / (mass * power * 0.4)).toBeCloseTo(1, 10);
      expect(openHeat(world.ledger())).toBeLessThan(1e-12);
      expect(temperature!.mean).toBeCloseTo(expected, 8);
    });
  });
});
