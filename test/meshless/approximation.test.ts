// What approximations reproduce exactly, derivatives beside differences, and what they do without enough samples. [AW09 §2-4, V34]

import { describe, expect, it } from 'vitest';
import {
  CellGrid,
  DifferenceGradients,
  MlsApproximation,
  type Order,
  type SampleDimension,
  SphApproximation,
} from '../../src/meshless/index.ts';
import { jittered, pointOf, sampled, scattered } from './clouds.ts';

const DIMENSIONS = [1, 2, 3] as const;
const ORDERS = [0, 1, 2] as const;

/** Support over spacing that has enough samples for order 2. */
const SUPPORT = 2.6;

/** A polynomial of an order in d variables. */
const polynomial =
  (order: Order) =>
  (x: readonly number[]): number => {
    const [a, b = 0, c = 0] = x as [number, number?, number?],
      linear = order > 0 ? 0.7 * a - 1.3 * b + 0.4 * c : 0;
    return 2 + linear + (order > 1 ? 1.1 * a * a - a * b + 0.3 * b * c + 0.8 * c * c : 0);
  };

const bumpy = (x: readonly number[]) => x.reduce((product, c, a) => product * Math.sin(3 * c + a), 1);

/** Derivative of a function by central differences. */
function difference(f: (x: number[]) => number, place: number[], a: number, step = 1e-5): number {
  const moved = (by: number) => place.map((c, k) => (k === a ? c + by : c));
  return (f(moved(step)) - f(moved(-step))) / (2 * step);
}

const places = (d: SampleDimension, n = 6) =>
  Array.from({ length: n }, (_, i) => pointOf(scattered(d, n, 5), d, i).map((x) => 0.1 + 0.8 * x));

describe.each(DIMENSIONS)('moving least squares in %dD', (d) => {
  const cloud = jittered(d, d === 3 ? 7 : 12, 0.3, SUPPORT);

  it.each(ORDERS)('of order %d reproduce polynomials, with all derivatives', (order) => {
    const mls = new MlsApproximation(cloud, { order }),
      f = polynomial(order),
      values = sampled(cloud, f);
    for (const place of places(d)) {
      expect(mls.shape(place).order).toBe(order);
      expect(mls.value(values, place)).toBeCloseTo(f(place), 10);
      const gradient = mls.gradient(values, place),
        hessian = mls.hessian(values, place);
      for (let a = 0; a < d; a++) {
        expect(gradient[a]).toBeCloseTo(difference(f, place, a), 7);
        for (let b = 0; b < d; b++) {
          expect(hessian[d * a + b]).toBeCloseTo(
            difference((x) => difference(f, x, b, 1e-3), place, a, 1e-3),
            6,
          );
        }
      }
    }
  });

  it.each(ORDERS)('of order %d have the derivatives of their own values', (order) => {
    const mls = new MlsApproximation(cloud, { order }),
      values = sampled(cloud, bumpy);
    for (const place of places(d, 3)) {
      const gradient = mls.gradient(values, place),
        hessian = mls.hessian(values, place);
      for (let a = 0; a < d; a++) {
        expect(gradient[a]).toBeCloseTo(
          difference((x) => mls.value(values, x), place, a),
          6,
        );
        for (let b = 0; b < d; b++) {
          expect(hessian[d * a + b]).toBeCloseTo(
            difference((x) => mls.gradient(values, x)[b]!, place, a),
            4,
          );
        }
      }
    }
  });

  it('give the divergence and the Laplacian', () => {
    const mls = new MlsApproximation(cloud, { order: 2 }),
      vectors = Float64Array.from({ length: cloud.positions.length }, (_, k) => cloud.positions[k]! * (1 + (k % d))),
      squares = sampled(cloud, (x) => x.reduce((sum, c) => sum + c * c, 0));
    for (const place of places(d, 3)) {
      expect(mls.divergence(vectors, place)).toBeCloseTo((d * (d + 1)) / 2, 9);
      expect(mls.laplacian(squares, place)).toBeCloseTo(2 * d, 8);
    }
  });

  it('are as good far from the origin', () => {
    const far = { ...cloud, positions: Float64Array.from(cloud.positions, (x) => x + 1000) },
      mls = new MlsApproximation(far, { order: 2 }),
      values = sampled(cloud, polynomial(2));
    for (const place of places(d, 3)) {
      expect(
        mls.value(
          values,
          place.map((x) => x + 1000),
        ),
      ).toBeCloseTo(polynomial(2)(place), 8);
    }
  });

  it('of differences are exact for linear functions', () => {
    const gradients = new DifferenceGradients(cloud),
      values = sampled(cloud, polynomial(1));
    for (let i = 0; i < values.length; i += 7) {
      expect([...gradients.gradient(values, i)].map((x) => x.toFixed(9))).toEqual(
        [0.7, -1.3, 0.4].slice(0, d).map((x) => x.toFixed(9)),
      );
    }
  });
});

describe('the order of moving least squares', () => {
  it.each<[string, number[], number]>([
    ['a lone sample', [0, 0, 0], 0],
    ['a plane', [0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0.1, 0.1, 0, 0.05, 0.02, 0], 0],
    ['five samples around', [0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1, 0.1, 0.1, 0.1], 1],
    ['nothing near', [9, 9, 9], -1],
  ])('falls where there is %s', (_, positions, order) => {
    const mls = new MlsApproximation({ dimension: 3, positions, supportRadius: 0.5 }, { order: 2 }),
      constant = new Float64Array(positions.length / 3).fill(7);
    expect(mls.shape([0.01, 0.02, 0]).order).toBe(order);
    if (order < 0) expect(mls.value(constant, [0, 0, 0])).toBeNaN();
    else expect(mls.value(constant, [0.01, 0.02, 0])).toBeCloseTo(7, 12);
  });

  it('leaves out directions that differences do not know', () => {
    const flat = new DifferenceGradients({
      dimension: 3,
      positions: [0, 0, 0, 0.1, 0, 0, 0, 0.1, 0],
      supportRadius: 0.5,
    });
    expect([...flat.gradient([0, 1, 2], 0)].map((x) => Math.round(1e9 * x) / 1e9)).toEqual([10, 20, 0]);
  });
});

describe.each(DIMENSIONS)('smoothed particles in %dD', (d) => {
  const across = d === 3 ? 9 : 16,
    cloud = jittered(d, across, 0, 3.2),
    middle = Math.floor(across / 2) * (1 + (d > 1 ? across : 0) + (d > 2 ? across * across : 0)),
    sph = new SphApproximation(cloud),
    square = sampled(cloud, (x) => x.reduce((sum, c) => sum + c * c, 0)),
    linear = sampled(cloud, polynomial(1));

  it('have the density of the samples', () => {
    expect(sph.densities[middle]! / across ** d).toBeCloseTo(1, 1);
  });

  it('reproduce constants by Shepard only', () => {
    const ones = new Float64Array(square.length).fill(1);
    expect(sph.shepard(ones, [0.01, 0.01, 0.01])).toBeCloseTo(1, 12);
    expect(sph.value(ones, [0.01, 0.01, 0.01])).toBeLessThan(1.2);
    expect(Math.abs(sph.value(ones, [0.01, 0.01, 0.01]) - 1)).toBeGreaterThan(1e-3);
  });

  it.each(['plain', 'difference', 'density-difference', 'symmetric'] as const)(
    'have the gradient %s within 5 %%',
    (form) => {
      const gradient = sph.gradient(linear, middle, form);
      for (let a = 0; a < d; a++) expect(Math.abs(gradient[a]! / [0.7, -1.3, 0.4][a]! - 1)).toBeLessThan(0.05);
    },
  );

  it('have an exact corrected gradient on any cloud', () => {
    const rough = jittered(d, across, 0.3, 2.5, 3),
      values = sampled(rough, polynomial(1)),
      approximation = new SphApproximation(rough, { kernel: 'dc' });
    for (let i = 0; i < values.length; i += 97) {
      const gradient = approximation.gradient(values, i, 'corrected');
      for (let a = 0; a < d; a++) expect(gradient[a]).toBeCloseTo([0.7, -1.3, 0.4][a]!, 9);
    }
  });

  it('have no gradient of a constant by differences, but by sums at a border', () => {
    const ones = new Float64Array(square.length).fill(1);
    expect([...sph.gradient(ones, 0, 'difference')].every((x) => x === 0)).toBe(true);
    expect(Math.hypot(...sph.gradient(ones, 0, 'plain'))).toBeGreaterThan(1);
  });

  it.each(['plain', 'difference', 'pairwise'] as const)(
    'have the Laplacian %s of r², 2d and not the d² + d of W″',
    (form) => {
      const wide = jittered(d, d === 3 ? 11 : 21, 0, 4.2),
        center = (wide.positions.length / d - 1) / 2,
        approximation = new SphApproximation(wide),
        squares = sampled(wide, (x) => x.reduce((sum, c) => sum + (c - 0.5) ** 2, 0));
      expect(Math.abs(approximation.laplacian(squares, center, form) / (2 * d) - 1)).toBeLessThan(0.1); // W″ alone: 1.5 and 2 times as much
    },
  );

  it('have the divergence of a field that grows outward', () => {
    expect(sph.divergence(cloud.positions, middle)).toBeGreaterThan(0.95 * d);
    expect(sph.divergence(cloud.positions, middle)).toBeLessThan(1.05 * d);
  });

  it('have the derivatives of their own values at any place', () => {
    for (const place of places(d, 2)) {
      const gradient = sph.gradientAt(square, place);
      let laplacian = 0;
      for (let a = 0; a < d; a++) {
        expect(gradient[a]).toBeCloseTo(
          difference((x) => sph.value(square, x), place, a),
          5,
        );
        laplacian += difference((x) => sph.gradientAt(square, x)[a]!, place, a);
      }
      expect(sph.laplacianAt(square, place)).toBeCloseTo(laplacian, 3);
      const vectors = Float64Array.from({ length: d * square.length }, (_, k) => square[Math.floor(k / d)]!);
      expect(sph.divergenceAt(vectors, place)).toBeCloseTo(
        gradient.reduce((sum, x) => sum + x, 0),
        9,
      );
    }
  });

  it('keep the sum of symmetric forces at 0, also with supports that differ', () => {
    const uneven = jittered(d, d === 3 ? 5 : 9, 0.3, 2.5, 9),
      count = uneven.positions.length / d,
      supports = Float64Array.from({ length: count }, (_, i) => (uneven.supportRadius as number) * (1 + 0.3 * (i % 3))),
      masses = Float64Array.from({ length: count }, (_, i) => 1 + (i % 4)),
      approximation = new SphApproximation({ ...uneven, supportRadius: supports }, { masses }),
      values = sampled(uneven, bumpy),
      sum = new Float64Array(d);
    let size = 0;
    for (let i = 0; i < count; i++) {
      const gradient = approximation.gradient(values, i, 'symmetric');
      for (let a = 0; a < d; a++) {
        const force = (masses[i]! / approximation.densities[i]!) * gradient[a]!;
        sum[a]! += force;
        size += Math.abs(force);
      }
    }
    for (const x of sum) expect(Math.abs(x) / size).toBeLessThan(1e-14);
  });
});

describe('samples', () => {
  const good = { dimension: 2, positions: [0, 0, 1, 0], supportRadius: 1 } as const;

  it.each<[string, () => unknown, RegExp]>([
    ['half a point', () => new MlsApproximation({ ...good, positions: [0, 0, 1] }), /do not make points/],
    ['no number', () => new SphApproximation({ ...good, positions: [0, 0, 1, Infinity] }), /Point 1 is at Infinity/],
    ['no support', () => new MlsApproximation({ ...good, supportRadius: 0 }), /support radius of point 0 is 0/],
    ['too few supports', () => new MlsApproximation({ ...good, supportRadius: [1] }), /2 points and 1 support/],
    ['another dimension', () => new MlsApproximation({ ...good, dimension: 4 as 3 }), /dimension is 4/],
    ['another order', () => new MlsApproximation(good, { order: 3 as 2 }), /order is 3/],
    ['a short field', () => new MlsApproximation(good).value([1], [0, 0]), /1 numbers where 2/],
    ['half a place', () => new MlsApproximation(good).value([1, 2], [0]), /1 coordinates where 2/],
    ['half a place for sums', () => new SphApproximation(good).value([1, 2], [0]), /1 coordinates where 2/],
    ['too few masses', () => new SphApproximation(good, { masses: [1] }), /1 numbers where 2/],
    ['the search of others', () => new SphApproximation(good, { search: new CellGrid(2, [0, 0], 1) }), /other points/],
    [
      'a gradient without a name',
      () => new SphApproximation(good).gradient([1, 2], 0, 'best' as 'plain'),
      /no gradient 'best'/,
    ],
  ])('with %s are refused with advice', (_, act, message) => {
    expect(act).toThrow(message);
    try {
      act();
    } catch (error) {
      expect((error as { problems: { code: string; hint: string }[] }).problems[0]).toMatchObject({
        code: 'SAMPLES_INVALID',
      });
    }
  });
});
