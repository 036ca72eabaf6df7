// Sums over particles of different sizes, and over few neighbors. [ADR 43]

import { describe, expect, it } from 'vitest';
import { type SceneInput, type SmoothedInput, World } from '../../src/index.ts';
import { packingSum } from '../../src/substances/sph/lattice-sums.ts';
import { byId } from '../helpers/engine.ts';
import { advance, inside, smoothedIn, stateOfWorld, withWorld } from '../helpers/worlds.ts';
import { randomStream } from '../reference/arrangements.ts';
import { W } from '../reference/kernels.ts';
import { neighborsOf } from '../reference/sph.ts';

type Point = [number, number, number];

/** A periodic cube of 8³ sites: at every second one, by turns in all directions, eight particles of an eighth in place of one. */
function mingled(): SceneInput {
  const sites = 8,
    [coarse, fine]: [Point[], Point[]] = [[], []];
  for (let a = 0; a < sites; a++)
    for (let b = 0; b < sites; b++)
      for (let c = 0; c < sites; c++) {
        const x: Point = [a + 0.5, b + 0.5, c + 0.5];
        if ((a + b + c) % 2 === 0) coarse.push(x);
        else
          for (const u of [-0.25, 0.25])
            for (const v of [-0.25, 0.25]) for (const w of [-0.25, 0.25]) fine.push([x[0] + u, x[1] + v, x[2] + w]);
      }
  return {
    ...{ gravity: [0, 0, 0], frameRate: 50 },
    domain: { min: [0, 0, 0], max: [sites, sites, sites], periodic: [true, true, true] },
    substances: { water: { preset: 'water', stiffness: 900 } },
    bodies: [
      { substance: 'water', spacing: 1, lattice: 'cubic', shape: { points: { positions: coarse } } },
      { substance: 'water', spacing: 0.5, lattice: 'cubic', shape: { points: { positions: fine } } },
    ],
    time: { pressure: 'implicit' },
  };
}

/** How much more a neighbor counts whose volume is another, when a world has begun. [ADR 43] */
function weightOf(V_i: number, V_j: number): number {
  const u = Math.max(0, (V_i - V_j) ** 2 / (V_i * V_j) - 0.05);
  return u / (u + 9.5);
}

it('where masses of 1:8 are mingled, neighbors of the other size count more, as a reference says', async () => {
  await withWorld(mingled(), (world) => {
    const state = stateOfWorld(world, 'dc', [8, 8, 8]),
      scale = 1 / packingSum('dc', 1.35, 3),
      sums = (part: number, i: number): number => {
        const R = 2 * state.smoothingLength[i]!;
        let N = (state.mass[i]! / 1000) * W('dc', 3, 0, R);
        for (const { j, r } of neighborsOf(state, i))
          N +=
            (1 + part * weightOf(state.mass[i]!, state.mass[j]!)) *
            (state.mass[j]! / 2000) *
            (W('dc', 3, r, R) + W('dc', 3, r, 2 * state.smoothingLength[j]!));
        return scale * N;
      };
    expect(weightOf(1, 8)).toBeGreaterThan(0.3);
    const engine = smoothedIn(world);
    for (const part of [0, 0.5, 1]) {
      engine.now = 1.5 * part * engine.mingling; // at the end it is over
      inside(world).evaluate();
      const density = byId(engine.set, 'density');
      for (const i of [0, 1, 2, 256, 300, 400])
        expect(density[i]! / 1000).toBeCloseTo(sums(Math.min(1, 1.5 * part), i), 5);
    }
  });
});

describe('a tank of mingled sizes', () => {
  const L = 0.05;
  /** A tank ten particles deep; a part of them, at random, is in pieces of a `split`-th of the size. */
  function tank(dimension: 2 | 3, part: number, split: number, more: Partial<SceneInput> = {}): SceneInput {
    const across = dimension === 2 ? 12 : 6,
      deep = dimension === 2 ? 1 : across,
      random = randomStream(7),
      [coarse, fine]: [Point[], Point[]] = [[], []],
      within = (n: number) => ((n + 0.5) / split - 0.5) * L;
    for (let a = 0; a < across; a++)
      for (let b = 0; b < 10; b++)
        for (let c = 0; c < deep; c++) {
          const x: Point = [(a + 0.5) * L, (b + 0.5) * L, dimension === 2 ? 0 : (c + 0.5) * L];
          if (random() >= part) coarse.push(x);
          else
            for (let n = 0; n < split ** dimension; n++)
              fine.push([
                x[0] + within(n % split),
                x[1] + within(Math.floor(n / split) % split),
                dimension === 2 ? 0 : x[2] + within(Math.floor(n / (split * split))),
              ]);
        }
    const body = (positions: Point[], spacing: number) =>
      ({ substance: 'water', spacing, lattice: 'cubic', shape: { points: { positions } } }) as const;
    return {
      ...{ dimension, frameRate: 4, time: { pressure: 'implicit' } },
      substances: { water: { preset: 'water', stiffness: 980 } },
      bodies: [body(coarse, L), body(fine, L / split)],
      obstacles: [{ shape: { box: { min: [0, 0, 0], max: [across * L, 3, deep * L] } }, inside: true }],
      ...more,
    };
  }

  it('goes on with the same bits after a restore, while more is counted and a body comes', async () => {
    const base = tank(2, 0.5, 2, { frameRate: 40, time: {} }),
      shape = { sphere: { center: [0.3, 0.8, 0], radius: 0.1 } } as const,
      drop = { substance: 'water', spacing: L / 2, shape, from: 3 / 40 } as const, // all are evaluated as it comes
      scene = { ...base, bodies: [...base.bodies!, drop] };
    await withWorld(scene, async (world) => {
      for (let frame = 0; frame < 5; frame++) {
        const again = await World.restore(world.snapshot());
        advance(world, 1);
        advance(again, 1);
        expect(again.hash()).toBe(world.hash());
        again.dispose();
      }
    });
  });

  it.each([
    ['half of it small, 1:8, which was the measure', 3, 0.5, 2, 0.02],
    ['a fifth of it small, 1:8', 3, 0.2, 2, 0.03],
    ['a quarter of it small, 1:9 in 2D', 2, 0.25, 3, 0.03],
  ] as const)('keeps its level: %s', async (_, dimension, part, split, bound) => {
    await withWorld(tank(dimension, part, split), (world) => {
      advance(world, 4);
      const { position, mass, count } = world.fields;
      let [sum, height] = [0, 0];
      for (let i = 0; i < count; i++) {
        sum += mass[i]!;
        height += mass[i]! * position[3 * i + 1]!;
      }
      expect(Math.abs((2 * height) / sum / (10 * L) - 1)).toBeLessThan(bound);
    });
  });
});

describe('30 neighbors, the cubic spline with h of one spacing', () => {
  const few: SmoothedInput = { kernel: 'cubic-spline', smoothing: 1 };
  const scene = (wide: number, liquid: SmoothedInput): SceneInput => ({
    ...{ frameRate: 50, time: { pressure: 'implicit' } },
    substances: { water: { preset: 'water', stiffness: 980, ...liquid } },
    bodies: [
      {
        substance: 'water',
        spacing: 0.05,
        lattice: 'cubic',
        shape: { box: { min: [0, 0, 0], max: [0.25, 0.5, 0.25] } },
      },
    ],
    obstacles: [{ shape: { box: { min: [0, 0, 0], max: [wide, 2, 0.25] } }, inside: true }],
  });
  const measure = (world: World) => {
    const { position, velocity, count } = world.fields;
    let [height, squares] = [0, 0];
    for (let i = 0; i < count; i++) {
      height += position[3 * i + 1]! / count;
      squares += (velocity[3 * i]! ** 2 + velocity[3 * i + 1]! ** 2 + velocity[3 * i + 2]! ** 2) / count;
    }
    return { level: 2 * height, energy: 9.81 * height + squares / 2 };
  };

  it('keep the level of a tank', async () => {
    await withWorld(scene(0.25, few), (world) => {
      advance(world, 50);
      const { neighbors, set } = smoothedIn(world),
        listed = Array.from({ length: set.count }, (_, i) => 2 * neighbors.listOf(i).length);
      expect(listed.reduce((a, b) => a + b) / set.count).toBeLessThan(32);
      expect(Math.abs(measure(world).level / 0.5 - 1)).toBeLessThan(0.01);
    });
  });

  it('keep the energy of a dam within 3 % of that with 80', async () => {
    const energies = (liquid: SmoothedInput) =>
      withWorld(scene(0.8, liquid), (world) =>
        [5, 5].map((frames) => {
          advance(world, frames);
          return measure(world).energy;
        }),
      );
    const [many, less] = [await energies({}), await energies(few)];
    less.forEach((energy, k) => {
      expect(Math.abs(energy / many[k]! - 1)).toBeLessThan(0.03);
    });
  });
});
