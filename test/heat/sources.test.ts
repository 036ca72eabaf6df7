// What regions, walls and surroundings do to a substance, against formulas of textbooks, and the ledger that books it.

import { describe, expect, it } from 'vitest';
import type { SceneInput, SmoothedInput, World } from '../../src/index.ts';
import { inside, withWorld } from '../helpers/worlds.ts';

type Substance = SmoothedInput;
type Region = NonNullable<SceneInput['heatRegions']>[number];

const EVERYWHERE = { sphere: { center: [0, 0, 0], radius: 100 } } as const;
const STEFAN_BOLTZMANN = 5.67e-8;

/** A body that floats at rest. */
function floating(
  shape: NonNullable<SceneInput['bodies']>[number]['shape'],
  more: Partial<SceneInput> & { substance?: Substance; spacing?: number; temperature?: number; lattice?: 'cubic' } = {},
): SceneInput {
  const { substance = {}, spacing = 0.05, temperature = 300, lattice, ...rest } = more;
  return {
    gravity: [0, 0, 0],
    frameRate: 100,
    substances: {
      s: { kernel: 'quartic', smoothing: 1.3, restDensity: 1000, stiffness: 10, heatCapacity: 1000, ...substance },
    },
    bodies: [{ substance: 's', shape, spacing, temperature, ...(lattice && { lattice }) }],
    ...rest,
  };
}

/** What a ledger leaves open, over the heat. */
function openPart(world: World): number {
  const { heat, account } = world.ledger(),
    { added, removed, regions, obstacles, surroundings } = account.heat;
  return Math.abs(heat - (added - removed + regions + obstacles + surroundings)) / Math.max(heat, added);
}

/** Free surface that the world counts, from the heat that a flux brings in one frame, m². */
async function surfaceOf(scene: SceneInput): Promise<{ area: number; inside: number }> {
  const flux = 1e6,
    region: Region = { shape: EVERYWHERE, flux };
  return withWorld({ ...scene, heatRegions: [region] }, (world) => {
    const { position, temperature } = world.fields,
      start = temperature![0]!;
    expect(world.advance().ok).toBe(true);
    let deep = 0;
    for (let i = 0; i < world.fields.count; i++) {
      const r = Math.hypot(position[3 * i]!, position[3 * i + 1]!, position[3 * i + 2]!);
      if (r < 0.3) deep = Math.max(deep, world.fields.temperature![i]! - start);
    }
    return { area: world.ledger().account.heat.regions / (flux * world.time), inside: deep };
  });
}

describe('the free surface', () => {
  const ball = { sphere: { center: [0, 0, 0], radius: 0.5 } } as const,
    block = { box: { min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] } } as const;

  it.each([
    ['a ball', floating(ball), Math.PI],
    ['a ball with many neighbors', floating(ball, { substance: { smoothing: 2 } }), Math.PI],
    ['a ball whose density is summed', floating(ball, { substance: { density: 'summation' } }), Math.PI],
    ['a block', floating(block), 6],
    ['a disc', floating({ sphere: { center: [0, 0, 0], radius: 0.5 } }, { dimension: 2 }), Math.PI],
  ] as const)('of %s is its area, and its inside has none', async (_, scene, exact) => {
    const { area, inside: deep } = await surfaceOf(scene);
    expect(area / exact).toBeGreaterThan(0.9);
    expect(area / exact).toBeLessThan(1.1);
    expect(deep).toBe(0);
  });

  it.each([
    ['a floor', { shape: { plane: { point: [0, -0.5, 0], normal: [0, 1, 0] } } }, 5],
    ['a container', { shape: { box: { min: [-0.5, -0.5, -0.5], max: [0.5, 2, 0.5] } }, inside: true }, 1],
  ] as const)('is closed by %s', async (_, obstacle, exact) => {
    const { area } = await surfaceOf(floating(block, { obstacles: [obstacle] }));
    expect(area / exact).toBeGreaterThan(0.9);
    expect(area / exact).toBeLessThan(1.1);
  });

  it('of a lone particle is that of its ball', async () => {
    const point = { points: { positions: [[0, 0, 0]] } } as const,
      { area } = await surfaceOf(floating(point, { spacing: 0.1 })),
      volume = 0.1 ** 3 / Math.SQRT2; // close packing
    expect(area).toBeCloseTo((36 * Math.PI * volume ** 2) ** (1 / 3), 5);
  });
});

describe('surroundings', () => {
  const ball = { sphere: { center: [0, 0, 0], radius: 0.05 } } as const,
    lump = { conductivity: 200, restDensity: 1000, heatCapacity: 100, stiffness: 0.01 };

  it('a small ball cools by radiation as a lump does', async () => {
    const scene = floating(ball, {
      ...{ substance: lump, spacing: 0.0125, temperature: 1200, frameRate: 2 },
      surroundings: { temperature: 0, emissivity: 0.9 },
    });
    await withWorld(scene, (world) => {
      while (world.time < 4) expect(world.advance().ok).toBe(true);
      const { mean, min, max } = world.ledger().temperature!,
        rate = (0.9 * STEFAN_BOLTZMANN * 3) / (0.05 * 1000 * 100), // εσA/(ρVC)
        exact = 1200 / (1 + 3 * rate * 1200 ** 3 * world.time) ** (1 / 3);
      expect(max - min).toBeLessThan(0.15 * (1200 - mean)); // it is a lump
      expect((1200 - mean) / (1200 - exact)).toBeCloseTo(1, 1);
      expect(openPart(world)).toBeLessThan(1e-12);
    });
  });

  it('a small ball cools by convection as a lump does', async () => {
    const scene = floating(ball, {
      ...{ substance: lump, spacing: 0.0125, temperature: 400, frameRate: 2 },
      surroundings: { temperature: 300, convection: 100 },
    });
    await withWorld(scene, (world) => {
      while (world.time < 4) expect(world.advance().ok).toBe(true);
      const exact = 300 + 100 * Math.exp((-3 * 100 * world.time) / (0.05 * 1000 * 100));
      expect((400 - world.ledger().temperature!.mean) / (400 - exact)).toBeCloseTo(1, 1);
      expect(world.ledger().account.heat.surroundings).toBeLessThan(0);
      expect(openPart(world)).toBeLessThan(1e-12);
    });
  });

  it('however strong, never take more than the difference', async () => {
    const scene = floating(ball, {
      ...{ substance: lump, spacing: 0.0125, temperature: 400, frameRate: 2 },
      surroundings: { temperature: 300, convection: 1e9, emissivity: 1 },
      obstacles: [{ shape: { plane: { point: [0, -0.05, 0], normal: [0, 1, 0] } }, temperature: 350 }],
    });
    await withWorld(scene, (world) => {
      for (let frame = 0; frame < 4; frame++) {
        expect(world.advance().ok).toBe(true);
        expect(world.ledger().temperature!.min).toBeGreaterThanOrEqual(300 - 1e-9);
        expect(world.ledger().temperature!.max).toBeLessThanOrEqual(400);
      }
      expect(openPart(world)).toBeLessThan(1e-12);
    });
  });
});

describe('a hot plate', () => {
  it('heats a block as it would a half space', async () => {
    const scene = floating(
      { box: { min: [0, 0, 0], max: [0.5, 1, 0] } },
      {
        dimension: 2,
        domain: { min: [0, -1, 0], max: [0.5, 2, 0], periodic: [true, false, false] },
        substance: { conductivity: 1000, restDensity: 1000, heatCapacity: 1000, stiffness: 0.001 },
        obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, temperature: 400 }],
        ...{ spacing: 1 / 40, lattice: 'cubic', frameRate: 0.2 },
      },
    );
    await withWorld(scene, (world) => {
      for (const _ of [1, 2, 3, 4]) {
        expect(world.advance().ok).toBe(true);
        const exact = 2 * 1000 * 100 * 0.5 * Math.sqrt(world.time / (Math.PI * 1e-3)); // 2 k ΔT √(t/πκ) per area
        expect(world.ledger().account.heat.obstacles / exact).toBeGreaterThan(0.95);
        expect(world.ledger().account.heat.obstacles / exact).toBeLessThan(1.05);
      }
      expect(world.ledger().temperature!.max).toBeLessThan(400);
      expect(openPart(world)).toBeLessThan(1e-12);
    });
  });
});

describe('regions', () => {
  const block = { box: { min: [0, 0, 0], max: [0.4, 0.4, 0.4] } } as const;

  it('give their power to the substance by its volume, during their time', async () => {
    const scene = floating(block, {
      heatRegions: [{ shape: EVERYWHERE, power: 1e6, from: 0.013, to: 0.027 }],
    });
    await withWorld(scene, (world) => {
      const volume = world.ledger().mass / 1000;
      while (world.time < 0.04) expect(world.advance().ok).toBe(true);
      const { heat } = world.ledger().account;
      expect(heat.regions / (1e6 * volume * 0.014)).toBeCloseTo(1, 9);
      expect(openPart(world)).toBeLessThan(1e-12);
    });
  });

  it('hold what is inside at their temperature, and say what it cost', async () => {
    const scene = floating(block, {
      substance: { conductivity: 1000 },
      heatRegions: [{ shape: { box: { min: [-1, -1, -1], max: [0.2, 1, 1] } }, temperature: 500, to: 0.015 }],
    });
    await withWorld(scene, (world) => {
      expect(world.advance().ok).toBe(true);
      const { position, temperature, count } = world.fields;
      for (let i = 0; i < count; i++) if (position[3 * i]! < 0.19) expect(temperature![i]).toBe(500);
      const { mass, account } = world.ledger();
      expect(account.heat.regions).toBeGreaterThan(0.4 * mass * 1000 * 200);
      for (const _ of [1, 2]) expect(world.advance().ok).toBe(true);
      expect(world.fields.temperature!.some((T) => T < 500 && T > 480)).toBe(true);
      expect(openPart(world)).toBeLessThan(1e-12);
    });
  });

  it('that cool end at absolute zero', async () => {
    const scene = floating(block, { heatRegions: [{ shape: EVERYWHERE, power: -1e12 }] });
    await withWorld(scene, (world) => {
      expect(world.advance().ok).toBe(true);
      expect(world.ledger().temperature!.max).toBe(0);
      expect(openPart(world)).toBeLessThan(1e-12);
    });
  });
});

describe('a jet', () => {
  it('brings its heat, and a sink takes it', async () => {
    const scene: SceneInput = {
      frameRate: 20,
      substances: { s: { preset: 'paiva-2009-fast', restDensity: 1000, conductivity: 1 } },
      emitters: [
        {
          ...{ substance: 's', speed: 2, spacing: 0.05, temperature: 350 },
          shape: { disc: { center: [0, 1, 0], normal: [0, -1, 0], radius: 0.15 } },
        },
      ],
      sinks: [{ shape: { box: { min: [-5, -5, -5], max: [5, 0.6, 5] } } }],
    };
    await withWorld(scene, (world) => {
      while (world.time < 0.5) expect(world.advance().ok).toBe(true);
      const { account, heat } = world.ledger();
      expect(account.removed.particles).toBeGreaterThan(0);
      expect(account.heat.added / (account.added.mass * 1000 * 350)).toBeCloseTo(1, 12);
      expect(account.heat.removed / (account.removed.mass * 1000 * 350)).toBeCloseTo(1, 9);
      expect(heat).toBeGreaterThan(0);
      expect(openPart(world)).toBeLessThan(1e-12);
      expect(inside(world).set.hasHeat).toBe(true);
    });
  });
});
