// Liquids at rest against ρgz: in standard worlds and in those that flow, summed and integrated; and what walls do not do. [ADR 31]

import { describe, expect, it } from 'vitest';
import type { SceneInput, World } from '../../src/index.ts';
import { advance, withWorld } from '../helpers/worlds.ts';

const GRAVITY = 9.81;
const DEPTH = 0.4;
const FRAMES = 75;

type Preset = 'water' | 'desbrun-1999' | 'paiva-2009-fast';

/** A tank that is as wide as the liquid is deep, off the origin by x (m). */
function tank(preset: Preset, spacing: number, x = 0): SceneInput {
  return {
    dimension: 2,
    gravity: [0, -GRAVITY, 0],
    substances: { liquid: { preset, stiffness: 1000 } },
    bodies: [
      {
        substance: 'liquid',
        shape: { box: { min: [x, 0, 0], max: [x + DEPTH, DEPTH, 0] } },
        spacing,
        lattice: 'cubic',
      },
    ],
    obstacles: [
      { shape: { plane: { point: [x, 0, 0], normal: [0, 1, 0] } } },
      { shape: { plane: { point: [x, 0, 0], normal: [1, 0, 0] } } },
      { shape: { plane: { point: [x + DEPTH, 0, 0], normal: [-1, 0, 0] } } },
    ],
  };
}

/** Slope of P over height and P at the bottom, by a fit, over ρg and ρg DEPTH; level; rms speed over √(g DEPTH). */
function measure(world: World, x: number) {
  const { position, density, velocity } = world.fields;
  let n = 0,
    sy = 0,
    sp = 0,
    syy = 0,
    syp = 0,
    squares = 0;
  for (let i = 0; i < density.length; i++) {
    squares += velocity[3 * i]! ** 2 + velocity[3 * i + 1]! ** 2;
    const y = position[3 * i + 1]!,
      P = 1000 * (density[i]! - 1000);
    if (y > 0.85 * DEPTH || position[3 * i]! < x) continue;
    n++;
    sy += y;
    sp += P;
    syy += y * y;
    syp += y * P;
  }
  const slope = (n * syp - sy * sp) / (n * syy - sy * sy),
    bottom = (sp - slope * sy) / n;
  return {
    slope: -slope / (1000 * GRAVITY),
    bottom: bottom / (1000 * GRAVITY * DEPTH),
    level: world.ledger().centerOfMass[1] / (DEPTH / 2),
    rms: Math.sqrt(squares / density.length / (GRAVITY * DEPTH)),
  };
}

const PRESETS: readonly Preset[] = ['water', 'desbrun-1999', 'paiva-2009-fast'];

describe.each(PRESETS)('still %s', (preset) => {
  it.each([DEPTH / 10, DEPTH / 16])('has the pressure of its depth, spacing %d m', async (spacing) => {
    await withWorld(tank(preset, spacing), (world) => {
      advance(world, FRAMES);
      const { slope, bottom, level, rms } = measure(world, 0);
      expect(Math.abs(slope - 1)).toBeLessThan(0.03);
      expect(Math.abs(bottom - 1)).toBeLessThan(0.03);
      expect(Math.abs(level - 1)).toBeLessThan(0.01);
      expect(rms).toBeLessThan(5e-3);
    });
  });

  it('rests a thousand meters away', async () => {
    await withWorld(tank(preset, DEPTH / 10, 1000), (world) => {
      advance(world, FRAMES);
      const { slope, rms } = measure(world, 1000);
      expect(Math.abs(slope - 1)).toBeLessThan(0.03);
      expect(rms).toBeLessThan(5e-3);
    });
  });
});

describe('containers of other kinds', () => {
  /** A box of water as deep as it is wide, in 3D. */
  const cube = (obstacle: NonNullable<SceneInput['obstacles']>[number]): SceneInput => ({
    gravity: [0, -GRAVITY, 0],
    substances: { liquid: { preset: 'water', stiffness: 1000 } },
    bodies: [
      {
        substance: 'liquid',
        shape: { box: { min: [0, 0, 0], max: [DEPTH, DEPTH, DEPTH] } },
        spacing: DEPTH / 6,
        lattice: 'cubic',
      },
    ],
    obstacles: [obstacle],
  });
  const corner = (k: number) => [k & 1 ? DEPTH : 0, k & 2 ? 3 * DEPTH : 0, k & 4 ? DEPTH : 0],
    positions = [0, 1, 2, 3, 4, 5, 6, 7].flatMap(corner),
    triangles = [
      0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
    ];

  it('a mesh holds water as a box does', async () => {
    await withWorld(cube({ shape: { mesh: { positions, triangles } }, inside: true }), (world) => {
      advance(world, 25);
      const { bottom, level } = measure(world, 0);
      expect(Math.abs(bottom - 1)).toBeLessThan(0.03);
      expect(Math.abs(level - 1)).toBeLessThan(0.02); // it still rings
    });
  });

  it('the uppermost layer of an integrated density stays where it is', async () => {
    const box = { shape: { box: { min: [0, 0, 0], max: [DEPTH, 3 * DEPTH, DEPTH] } }, inside: true } as const,
      scene = { ...cube(box), substances: { liquid: { preset: 'desbrun-1999', stiffness: 1000 } } } as const;
    await withWorld(scene, (world) => {
      const highest = () => world.fields.position.reduce((high, y, c) => (c % 3 === 1 ? Math.max(high, y) : high), 0);
      advance(world, 12);
      const before = highest();
      advance(world, 38);
      expect((before - highest()) / (DEPTH / 6)).toBeLessThan(0.02); // without its own weight it sinks by .05 in this time
    });
  });

  it('thin walls hold water as thick ones do', async () => {
    const spacing = DEPTH / 10,
      thin = spacing / 2,
      sheet = (min: readonly [number, number], max: readonly [number, number]) => ({
        shape: { box: { min: [...min, -1] as const, max: [...max, 1] as const } },
      });
    const obstacles = [sheet([-1, -thin], [1, 0]), sheet([-thin, -1], [0, 1]), sheet([DEPTH, -1], [DEPTH + thin, 1])];
    await withWorld({ ...tank('water', spacing), obstacles }, (world) => {
      advance(world, FRAMES);
      const { bottom, level, rms } = measure(world, 0);
      expect(Math.abs(bottom - 1)).toBeLessThan(0.03);
      expect(Math.abs(level - 1)).toBeLessThan(0.01);
      expect(rms).toBeLessThan(5e-3);
    });
  });
});

describe('a block of 5 x 5 that falls into a box', () => {
  const EDGE = 0.4,
    WIDTH = 0.6;

  it.each(PRESETS)('fills its own volume: %s', async (preset) => {
    const scene: SceneInput = {
      dimension: 2,
      gravity: [0, -GRAVITY, 0],
      substances: { liquid: { preset } },
      bodies: [
        {
          substance: 'liquid',
          shape: { box: { min: [0.1, 0.6, 0], max: [0.1 + EDGE, 0.6 + EDGE, 0] } },
          spacing: EDGE / 5,
          lattice: 'cubic',
        },
      ],
      obstacles: [{ shape: { box: { min: [0, 0, -1], max: [WIDTH, 3, 1] } }, inside: true }],
    };
    await withWorld(scene, (world) => {
      advance(world, 75);
      const level = (EDGE * EDGE) / WIDTH;
      expect(Math.abs(world.ledger().centerOfMass[1] / (level / 2) - 1)).toBeLessThan(0.1);
    });
  });
});

describe('who is near a wall', () => {
  /** Positions and densities after some frames. Whatever stands far away makes every particle ask all obstacles. */
  const stateOf = (preset: Preset, scene: SceneInput, more: NonNullable<SceneInput['obstacles']>) =>
    withWorld(
      { ...scene, substances: { liquid: { preset, stiffness: 1000 } }, obstacles: [...scene.obstacles!, ...more] },
      (world) => {
        advance(world, 4);
        return [...world.fields.position, ...world.fields.density];
      },
    );
  const FAR = [{ shape: { sphere: { center: [500, 500, 0], radius: 1 } } }] as const,
    flat = tank('water', DEPTH / 20),
    box = { shape: { box: { min: [0, 0, -1], max: [DEPTH, 3 * DEPTH, 1] } }, inside: true } as const;

  it.each(PRESETS)('is found with the same bits by shortcuts: %s', async (preset) => {
    for (const scene of [flat, { ...flat, obstacles: [box] }])
      expect(await stateOf(preset, scene, FAR)).toEqual(await stateOf(preset, scene, []));
  });
});

describe('what walls do not do', () => {
  const block = (velocity: readonly [number, number, number], low: number): SceneInput => ({
    dimension: 2,
    gravity: [0, -GRAVITY, 0],
    substances: {
      clay: { preset: 'paiva-2009-fast', restDensity: 1600, yieldStress: 400, consistency: 400, jumpNumber: 150 },
    },
    bodies: [
      {
        substance: 'clay',
        shape: { box: { min: [-0.1, low, 0], max: [0.1, low + 0.16, 0] } },
        spacing: 0.016,
        lattice: 'cubic',
        velocity,
      },
    ],
    obstacles: [
      { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } },
      { shape: { plane: { point: [0, 0.5, 0], normal: [0, -1, 0] } } },
    ],
  });

  it('a body that slumps on a slippery floor stays on it, and the floor carries its weight', async () => {
    await withWorld(block([0, 0, 0], 0), (world) => {
      advance(world, 5);
      let before = world.ledger().account.obstacles[1];
      for (let frame = 0; frame < 20; frame++) {
        advance(world, 1);
        const { mass, account } = world.ledger(),
          lowest = world.fields.position.reduce((low, y, c) => (c % 3 === 1 ? Math.min(low, y) : low), 1);
        expect(lowest).toBeLessThan(0.016);
        const force = ((account.obstacles[1] - before) * 25) / (mass * GRAVITY);
        before = account.obstacles[1];
        expect(force).toBeGreaterThan(0.9);
        expect(force).toBeLessThan(1.1);
      }
    });
  });

  it('a body thrown at a slippery ceiling falls off', async () => {
    await withWorld(block([0, 2, 0], 0.32), (world) => {
      advance(world, 12);
      const highest = world.fields.position.reduce((high, y, c) => (c % 3 === 1 ? Math.max(high, y) : high), 0);
      expect(highest).toBeLessThan(0.4);
    });
  });

  it('a slippery floor gives no momentum along it', async () => {
    const scene = tank('water', 0.04);
    await withWorld({ ...scene, obstacles: [scene.obstacles![0]!] }, (world) => {
      advance(world, 10);
      expect(Math.abs(world.ledger().momentum[0])).toBeLessThan(1e-9);
    });
  });
});
