// Neighbor lists against brute force: every pair within 2 max(h_i, h_j) once, for clouds that are hard on a grid.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SceneInput } from '../../src/index.ts';
import { shuffled, translated } from '../helpers/clouds.ts';
import { byId } from '../helpers/engine.ts';
import { fuzzed, holdsAsync } from '../helpers/holds.ts';
import { engineOf, expectFullLists, expectHalfLists, listedPairs, points, truePairs } from '../helpers/pairs.ts';
import { inside, livelyScene, withWorld } from '../helpers/worlds.ts';
import { cubicLattice, randomPoints, randomStream } from '../reference/arrangements.ts';
import type { State, Vec3 } from '../reference/sph.ts';

const SEED = 7;

/** Half lists, then full lists of a third of the particles, both against brute force. */
async function expectExact(s: State, boxMin: Vec3 = [0, 0, 0]): Promise<void> {
  const { set, smoothed } = await engineOf(s, 1, boxMin);
  const { neighbors } = smoothed;
  neighbors.findPairs();
  expect(neighbors.stale).toBe(false);
  expectHalfLists(set, neighbors, s.period);
  const isActive = (id: number) => id % 3 === 0;
  neighbors.findNeighborsOf(isActive);
  expect(neighbors.stale).toBe(true);
  expectFullLists(set, neighbors, isActive, s.period);
}

function random(n: number, scale: Vec3 = [1, 1, 1]): Vec3[] {
  return randomPoints(n, 3, randomStream(SEED)).map(([x, y, z]) => [scale[0] * x, scale[1] * y, scale[2] * z]);
}

/** h spread evenly over the octaves between `least` and `most`. */
function spread(least: number, most: number): () => number {
  const next = randomStream(SEED + 1);
  return () => least * (most / least) ** next();
}

describe('clouds', () => {
  const few = (i: number) => (i % 100 === 0 ? 0.2 : 0.01);
  const clouds: Readonly<Record<string, State>> = {
    nobody: points([], 0.1),
    one: points([[1, 2, 3]], 0.1),
    'two that touch': points(
      [
        [0, 0, 0],
        [0.1, 0.1, 0.1],
      ],
      0.1,
    ),
    'two that do not': points(
      [
        [0, 0, 0],
        [0.3, 0, 0],
      ],
      0.1,
    ),
    'two of different size': points(
      [
        [0, 0, 0],
        [0.3, 0, 0],
      ],
      (i) => [0.2, 0.001][i]!,
    ),
    uniform: points(random(900), 0.06),
    dense: points(random(400), 0.5),
    'sizes 2 : 1': points(random(800), spread(0.04, 0.08)),
    'sizes 4 : 1': points(random(800), spread(0.03, 0.12)),
    'sizes 30 : 1': points(random(800), spread(0.01, 0.3)),
    'sizes 1000 : 1': points(random(500), spread(0.0003, 0.3)),
    'sizes 10000 : 1, more octaves than levels': points(random(500), spread(0.00003, 0.3)),
    'few large among many small': points(random(900), few),
    coincident: points([...random(100), ...random(100), ...random(100)], 0.1),
    'all in one place': points(
      random(50).map(() => [0.3, 0.3, 0.3] as const),
      0.1,
    ),
    'a lattice of the support radius': points(cubicLattice([9, 9, 9], 0.2), 0.1),
    'a lattice of the list radius': points(cubicLattice([9, 9, 9], 0.2 * 1.05), 0.1),
    'a lattice of the cell size': points(cubicLattice([9, 9, 9], 0.2 * 1.05 * 1.001), 0.1),
    'a lattice of half the cell size': points(cubicLattice([12, 9, 9], 0.1 * 1.05 * 1.001), 0.1),
    plane: points(random(700, [1, 1, 0]), 0.05),
    flat: points(random(700, [1, 1, 0.001]), 0.05),
    'flat along x': points(random(700, [0, 1, 1]), 0.05),
    needle: points(random(700, [0.01, 100, 0.01]), 0.2),
    'needle of 20,000 cells': points(random(700, [0.01, 0.01, 2000]), spread(0.02, 0.1)),
    'wide: more cells than memory has room for': points(random(900, [300, 300, 300]), spread(0.5, 2)),
    strays: points([...random(600), [1e3, 0, 0], [0, -1e3, 0], [1e3, 0.01, 0], [0, 0, 1e3]], 0.05),
    'a stray in the middle of the order': points([...random(300), [1e3, 1e3, 1e3], ...random(300)], 0.05),
  };
  it.each(Object.entries(clouds))('%s', async (_, s) => {
    await expectExact(s);
  });

  it('1000 km from the origin', async () => {
    await expectExact(translated(points(random(700), spread(0.03, 0.12)), [1e6, -1e6, 1e6]));
  });

  it('two clouds of 1000 octaves apart in a row', async () => {
    await expectExact(points([...random(300), ...random(300).map(([x, y, z]): Vec3 => [x + 4000, y, z])], 0.1));
  });
});

describe('periodic boxes', () => {
  const axes = [1, 2, 3, 4, 5, 6, 7].map((bits): Vec3 => [bits & 1, (bits >> 1) & 1, (bits >> 2) & 1]);
  it.each(axes)('axes %i %i %i wrap', async (...wraps) => {
    for (const h of [0.03, 0.1, 0.249]) await expectExact(points(random(500), h, wraps));
    await expectExact(points(random(500), spread(0.01, 0.24), wraps));
  });

  it.each([2.0001, 2.05, 2.5, 3.3, 4.4, 5.5, 6.6, 7.7])('periods of %d support radii', async (periods) => {
    const h = 0.1;
    const L = periods * 2 * h;
    await expectExact(points(random(300, [L, L, L]), h, [L, L, L]));
    await expectExact(points(random(300, [L, L, 3 * L]), h, [L, L, 3 * L]));
    await expectExact(points(random(300, [L, L, 0]), h, [L, L, 0]));
  });

  it('a box that does not begin at the origin, particles outside of it, a lattice on its border', async () => {
    const min: Vec3 = [-3, 10, 0.5];
    const away = translated(points(random(400), 0.08, [1, 1, 1]), [-3.4, 10.7, 0.5]);
    await expectExact(away, min);
    const border = translated(points(cubicLattice([5, 5, 5], 0.25), 0.1, [1, 1, 1]), min);
    await expectExact(border, min);
  });

  it('many slabs, an odd and an even number of them', async () => {
    for (const L of [20.2, 20.5, 21.1, 21.4]) await expectExact(points(random(600, [L, 1, 1]), 0.2, [L, 1, 1]));
  });

  it('a ring of more slabs than there is room for', async () => {
    await expectExact(points(random(600, [0.05, 0.05, 1500]), 0.1, [0, 0, 1500]));
  });
});

describe('growth', () => {
  it('2000 particles within one support outgrow the list memory', async () => {
    const s = points(random(2000, [0.1, 0.1, 0.1]), 0.1);
    const { set, smoothed } = await engineOf(s);
    const before = set.shared.bytes;
    smoothed.neighbors.findPairs();
    expect(set.shared.bytes).toBeGreaterThan(before);
    const { keys } = listedPairs(set, smoothed.neighbors);
    expect(new Set(keys).size).toBe((2000 * 1999) / 2);
    expect(keys.length).toBe((2000 * 1999) / 2);
  });

  /** The cell of the large particle has everybody as a candidate: more than the first scratch holds. */
  const crowd = points([[0.5, 0.5, 0.5], ...random(20_000)], (i) => (i === 0 ? 0.5 : 0.001));

  it('20,000 candidates outgrow the scratch', async () => {
    const { set, smoothed } = await engineOf(crowd);
    smoothed.neighbors.findPairs();
    expectListsOfLarge(set.count, listedPairs(set, smoothed.neighbors).keys.length);
    smoothed.neighbors.findPairs();
    expectListsOfLarge(set.count, listedPairs(set, smoothed.neighbors).keys.length);
  });

  it('20,000 candidates outgrow the scratch while only some particles ask', async () => {
    const { set, smoothed } = await engineOf(crowd);
    smoothed.neighbors.findNeighborsOf((id) => id === 0);
    const { owners } = listedPairs(set, smoothed.neighbors);
    expect(new Set(owners)).toEqual(new Set([0]));
    expectListsOfLarge(set.count, owners.length);
  });

  /** Nearly all of the unit cube lies within 1 m of its middle: the corners do not, but small neighbors are few. */
  function expectListsOfLarge(count: number, listed: number): void {
    expect(count).toBe(20_001);
    expect(listed).toBeGreaterThanOrEqual(20_000);
    expect(listed).toBeLessThan(20_100);
  }
});

describe('random clouds', () => {
  const coordinate = fc.integer({ min: -40, max: 40 }).map((n) => n / 10);
  const spot = fc.tuple(coordinate, coordinate, coordinate);
  const particle = fc.record({ x: spot, h: fc.constantFrom(0.05, 0.1, 0.15, 0.4, 1) });
  const wraps = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean());

  it('have exact lists, periodic or not', fuzzed, async () => {
    await holdsAsync(
      fc.asyncProperty(fc.array(particle, { maxLength: 60 }), wraps, async (particles, [x, y, z]) => {
        const period: Vec3 = [x ? 8 : 0, y ? 8 : 0, z ? 8 : 0];
        const s = points(
          particles.map((p) => p.x),
          (i) => particles[i]!.h,
          period,
        );
        await expectExact(s, [-4, -4, -4]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('threads', () => {
  const s = points(random(3000), spread(0.02, 0.08), [1, 0, 1]);

  it.each([2, 3, 7])('%i of them list the same pairs in the same order as one', async (threads) => {
    const one = await engineOf(s, 1);
    const many = await engineOf(s, threads);
    expect(many.set.team.threads).toBe(threads);
    one.smoothed.neighbors.findPairs();
    many.smoothed.neighbors.findPairs();
    const expected = listedPairs(one.set, one.smoothed.neighbors);
    const found = listedPairs(many.set, many.smoothed.neighbors);
    many.set.team.stop();
    expect(expected.keys.length).toBeGreaterThan(10_000);
    expect(found).toEqual(expected);
  });
});

describe('the order of the particles', () => {
  it('changes no pair', async () => {
    const all = random(500);
    const h = 0.07;
    const order = shuffled(all.length, randomStream(1));
    const straight = await engineOf(points(all, h));
    const mixed = await engineOf(
      points(
        order.map((i) => all[i]!),
        h,
      ),
    );
    straight.smoothed.neighbors.findPairs();
    mixed.smoothed.neighbors.findPairs();
    expectHalfLists(straight.set, straight.smoothed.neighbors);
    expectHalfLists(mixed.set, mixed.smoothed.neighbors);
    const size = (e: typeof mixed) => e.set.f64('position').reduce((sum, x) => sum + x, 0);
    expect(size(mixed)).toBeCloseTo(size(straight), 9);
  });
});

describe('reused lists', () => {
  const periodic: SceneInput = {
    gravity: [0, 0, 0],
    frameRate: 100,
    substances: { gas: { stateEquation: 'ideal-gas', stiffness: 10, restDensity: 1 } },
    domain: { min: [0, 0, 0], max: [0.8, 0.8, 0.8], periodic: [true, true, true] },
    bodies: [
      {
        substance: 'gas',
        shape: { box: { min: [0, 0, 0], max: [0.8, 0.8, 0.8] } },
        spacing: 0.1,
        jitter: 0.3,
        angularVelocity: [0, 3, 5],
      },
    ],
  };
  const scenes: [string, SceneInput, Vec3][] = [
    ['lively', livelyScene(), [0, 0, 0]],
    ['periodic', periodic, [0.8, 0.8, 0.8]],
  ];

  it.each(scenes)('%s: at the end of every frame no pair is missing', async (_, scene, period) => {
    await withWorld(scene, (world) => {
      const { set, engine } = inside(world);
      let steps = 0;
      for (let frame = 0; frame < 25; frame++) {
        const report = world.advance();
        expect(report).toMatchObject({ ok: true });
        steps += report.steps;
        expect(engine.neighbors.stale).toBe(false);
        const { keys } = listedPairs(set, engine.neighbors);
        expect(new Set(keys).size).toBe(keys.length);
        const listed = new Set(keys);
        expect(truePairs(set, period).filter((key) => !listed.has(key))).toEqual([]);
      }
      expect(engine.neighbors.builds).toBeLessThan(steps + 25);
    });
  });
});

/** A block of one substance and one spacing, in motion. */
const BLOCK: SceneInput = {
  substances: { a: { preset: 'desbrun-1999' } },
  bodies: [
    { substance: 'a', spacing: 0.1, jitter: 0.2, shape: { box: { min: [0, 0, 0], max: [0.8, 0.6, 0.7] } } },
    { substance: 'a', spacing: 0.1, velocity: [0, -3, 1], shape: { box: { min: [0, 0.6, 0], max: [0.8, 0.9, 0.7] } } },
  ],
};

it('knows whether all particles are of one size, by mass and by h', async () => {
  await withWorld(BLOCK, (world) => {
    const { set, engine } = inside(world),
      look = (): boolean => {
        engine.neighbors.findPairs();
        return engine.neighbors.equal;
      };
    expect(look()).toBe(true);
    const mass = set.f64('mass')[7]!;
    set.f64('mass')[7] = mass * (1 + 2 ** -50);
    expect(look()).toBe(false);
    set.f64('mass').fill(mass);
    expect(look()).toBe(true);
    set.f64('smoothingLength')[3]! *= 1 + 2 ** -50;
    expect(look()).toBe(false);
  });
});

it('gives the same forces by the loop for one size and by that for many, to the last bit', async () => {
  await withWorld(BLOCK, (world) => {
    const { set, engine, scheme } = inside(world),
      forces = (): string => {
        scheme.start();
        return Buffer.from(byId(set, 'acceleration').buffer).toString('hex') + byId(set, 'densityRate').join();
      };
    const equal = forces();
    expect(engine.neighbors.equal).toBe(true);
    Object.defineProperty(engine.neighbors, 'equal', { get: () => false, set: () => {} });
    expect(forces()).toBe(equal);
  });
});
