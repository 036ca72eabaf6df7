// Sums over particles of different sizes, and over few neighbors. [ADR 43]

import { describe, expect, it } from 'vitest';
import type { SceneInput, SmoothedInput, World } from '../../src/index.ts';
import { packingSum } from '../../src/substances/sph/lattice-sums.ts';
import { advance, smoothedIn, stateOfWorld, withWorld } from '../helpers/worlds.ts';
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

it('where masses of 1:8 are mingled at rest density, sums miss it as a reference says: tanks of them sink', async () => {
  await withWorld(mingled(), (world) => {
    const state = stateOfWorld(world, 'dc', [8, 8, 8]),
      scale = 1 / packingSum('dc', 1.35, 3),
      { density } = world.fields;
    let [sum, mass] = [0, 0];
    for (const i of [0, 1, 2, 256, 300, 400]) {
      const R = 2 * state.smoothingLength[i]!;
      let N = (state.mass[i]! / 1000) * W('dc', 3, 0, R);
      for (const { j, r } of neighborsOf(state, i))
        N += (state.mass[j]! / 2000) * (W('dc', 3, r, R) + W('dc', 3, r, 2 * state.smoothingLength[j]!));
      expect(density[i]! / 1000).toBeCloseTo(scale * N, 5);
    }
    for (let i = 0; i < state.mass.length; i++) {
      sum += (state.mass[i]! * density[i]!) / 1000;
      mass += state.mass[i]!;
    }
    expect(mass / 8 ** 3).toBeCloseTo(1000, 6);
    expect(sum / mass).toBeLessThan(0.98); // no pressure before it is so much denser
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
