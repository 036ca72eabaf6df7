// The passes of elastic solids against the plain reference.

import { afterEach, describe, expect, test } from 'vitest';
import type { World } from '../../src/index.ts';
import { linkNodes } from '../../src/substances/elastic/gradients.ts';
import { applied, block, mapped, shaken, totals, turn } from '../helpers/elastic-shapes.ts';
import { fieldOf, forcesOf, putTo, solidWorld } from '../helpers/elastic-world.ts';
import {
  cauchy,
  deformation,
  elasticEnergy,
  elasticForces,
  firstStress,
  greenStrain,
  hourglassEnergy,
  linksOf,
  norm,
  trace,
} from '../reference/elastic.ts';

const MATERIAL = { youngsModulus: 1e4, poissonsRatio: 0.3, volumeStiffness: 2e3 };

const worlds: World[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});

async function worldOf(...of: Parameters<typeof solidWorld>): Promise<World> {
  const world = await solidWorld(...of);
  worlds.push(world);
  return world;
}

/** Largest difference over the largest number. */
function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const all = Array.from(a),
    largest = Math.max(...all.map(Math.abs), ...Array.from(b).map(Math.abs));
  return Math.max(...all.map((x, n) => Math.abs(x - b[n]!))) / largest;
}

const CASES = (['mls', 'differences'] as const).flatMap((gradient) =>
  ([2, 3] as const).map((dimension) => ({ gradient, dimension })),
);

describe.each(CASES)('$gradient in $dimension D', ({ gradient, dimension }) => {
  const shape = block([6, 5, dimension === 3 ? 7 : 1], { gradient, dimension, jitter: 0.1 }),
    links = linksOf(shape),
    bent = shaken(
      mapped(shape, ([a, b, c]) => [1.1 * a! + 0.1 * b!, 0.95 * b! + 0.3 * a! * a!, 0.98 * c!]),
      0.004,
      dimension,
    );

  test('links are those of the reference', () => {
    const found = linkNodes({
      count: shape.volume.length,
      dimension,
      places: shape.reference,
      reaches: new Float64Array(shape.volume.length).fill(shape.support),
      bodies: new Uint32Array(shape.volume.length),
      isMls: new Uint8Array(shape.volume.length).fill(Number(gradient === 'mls')),
    });
    expect(found.flat).toEqual([]);
    links.forEach((near, i) => {
      expect([...found.to.subarray(found.begins[i]!, found.begins[i + 1]!)]).toEqual(near.map(({ j }) => j));
      expect(
        difference(
          found.g.subarray(3 * found.begins[i]!, 3 * found.begins[i + 1]!),
          near.flatMap(({ g }) => [...g]),
        ),
      ).toBeLessThan(1e-11);
    });
  });

  test('forces, energy, strain and stress are those of the reference', async () => {
    const world = await worldOf(shape, MATERIAL);
    putTo(world, bent);
    const forces = forcesOf(world);
    expect(difference(forces, elasticForces(shape, links, MATERIAL, bent))).toBeLessThan(1e-11);
    const energy = fieldOf(world, 'elasticEnergy', 1).reduce((sum, e) => sum + e, 0);
    expect(energy / elasticEnergy(shape, links, MATERIAL, bent)).toBeCloseTo(1, 11);
    const F = Array.from(shape.volume, (_, i) => deformation(shape, links, bent, i)),
      mises = F.map((f) => {
        const s = cauchy(firstStress(MATERIAL, f), f);
        return Math.sqrt(1.5 * (norm(s) ** 2 - trace(s) ** 2 / 3));
      });
    expect(
      difference(
        fieldOf(world, 'strain', 1),
        F.map((f) => norm(greenStrain(f))),
      ),
    ).toBeLessThan(1e-11);
    expect(difference(fieldOf(world, 'stress', 1), mises)).toBeLessThan(1e-11);
    const { force, torque } = totals(bent, forces),
      largest = Math.max(...forces.map(Math.abs));
    for (const c of [...force, ...torque]) expect(Math.abs(c)).toBeLessThan(1e-12 * largest);
  });

  test('hourglass control is the derivative of its energy, and keeps momenta', async () => {
    const [with_, without] = [await worldOf(shape, MATERIAL, { hourglass: 0.3 }), await worldOf(shape, MATERIAL)];
    for (const world of [with_, without]) putTo(world, bent);
    const [f, none] = [forcesOf(with_), forcesOf(without)],
      own = f.map((force, n) => force - none[n]!),
      energy = (x: ArrayLike<number>) => hourglassEnergy(shape, 0.3 * MATERIAL.youngsModulus, x),
      sumOf = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0),
      more = sumOf(fieldOf(with_, 'elasticEnergy', 1)) - sumOf(fieldOf(without, 'elasticEnergy', 1));
    expect(more / energy(bent)).toBeCloseTo(1, 6); // weights are f32
    const largest = Math.max(...own.map(Math.abs)),
      step = 1e-5;
    for (const n of [0, 1, 16, 40, 3 * shape.volume.length - 2]) {
      const [low, high] = [-step, step].map((by) => energy(bent.map((x, k) => (k === n ? x + by : x))));
      if (dimension === 2 && n % 3 === 2) continue;
      expect(Math.abs(own[n]! + (high! - low!) / (2 * step))).toBeLessThan(1e-5 * largest);
    }
    const { force, torque } = totals(bent, own);
    for (const sum of [...force, ...torque]) expect(Math.abs(sum)).toBeLessThan(1e-11 * largest);
  });

  test('a body that was turned and moved is at rest', async () => {
    const world = await worldOf(shape, MATERIAL),
      R = turn(dimension === 3 ? [0.6, 0, 0.8] : [0, 0, 1], 2.1);
    putTo(
      world,
      mapped(shape, (X) => applied(R, X).map((c, a) => c + (a < dimension ? [3, -2, 5][a]! : 0))),
    );
    for (const strain of fieldOf(world, 'strain', 1)) expect(strain).toBeLessThan(1e-12);
    const energy = fieldOf(world, 'elasticEnergy', 1).reduce((sum, e) => sum + e, 0);
    expect(energy).toBeLessThan(1e-20 * MATERIAL.youngsModulus * shape.volume.length * shape.volume[0]!);
  });
});

test('viscous stress takes energy, momentum and angular momentum stay', async () => {
  const shape = block([5, 5, 5], { jitter: 0.1 }),
    still = await worldOf(shape, MATERIAL),
    damped = await worldOf(shape, MATERIAL, { stressDamping: 20 }),
    x = mapped(shape, ([a, b, c]) => [1.05 * a!, b!, c! + 0.1 * a!]),
    v = shaken(new Float64Array(x.length), 1, 3);
  for (const world of [still, damped]) putTo(world, x, v);
  const own = forcesOf(still),
    viscous = forcesOf(damped).map((f, n) => f - own[n]!),
    { force, torque } = totals(x, viscous),
    largest = Math.max(...viscous.map(Math.abs));
  for (const c of [...force, ...torque]) expect(Math.abs(c)).toBeLessThan(1e-11 * largest);
  expect(viscous.reduce((sum, f, n) => sum + f * v[n]!, 0)).toBeLessThan(0);
  // A rotation of the body as it is has no viscous stress.
  putTo(
    damped,
    x,
    x.map((_, n) => (n % 3 === 0 ? -x[n + 1]! : n % 3 === 1 ? x[n - 1]! : 0)),
  );
  expect(difference(forcesOf(damped), own)).toBeLessThan(1e-11);
});

test('strain does not feel every second particle moved aside, hourglass control pulls it back by 4αE dx u', async () => {
  const N = 7,
    shape = block([N, N, N], { dx: 0.1 }),
    u = 1e-4,
    isEven = (n: number) => ((n % N) + (Math.floor(n / N) % N) + Math.floor(n / (N * N))) % 2 === 0,
    x = shape.reference.map((X, k) => X + (k % 3 === 0 ? (isEven(Math.floor(k / 3)) ? u : -u) : 0)),
    middle = 3 * (3 + N * (3 + N * 3));
  for (const hourglass of [0, 0.05]) {
    const world = await worldOf(shape, MATERIAL, { hourglass });
    putTo(world, x);
    const pull = -4 * hourglass * MATERIAL.youngsModulus * 0.1 * (isEven(middle / 3) ? u : -u);
    expect(Math.abs(forcesOf(world)[middle]! - pull)).toBeLessThan(1e-6 * MATERIAL.youngsModulus * 0.1 * u);
  }
});
