// All search structures find what looking at every point finds. [AW09 §5, V50]

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CellGrid, HashGrid, KdTree, type PointSearch, type SampleDimension } from '../../src/meshless/index.ts';
import { fuzzed, holds } from '../helpers/holds.ts';
import { pointOf, scattered } from './clouds.ts';

const BUILDERS: readonly [string, (d: SampleDimension, positions: ArrayLike<number>, cell: number) => PointSearch][] = [
  ['KdTree', (d, positions) => new KdTree(d, positions)],
  ['CellGrid', (d, positions, cell) => new CellGrid(d, positions, cell)],
  ['HashGrid', (d, positions, cell) => new HashGrid(d, positions, cell)],
];

/** Squared distances to a place, with the additions in the order of the structures. */
function squares(d: number, positions: ArrayLike<number>, place: ArrayLike<number>): number[] {
  return Array.from({ length: positions.length / d }, (_, i) =>
    pointOf(positions, d, i).reduce((sum, x, a) => sum + (x - place[a]!) * (x - place[a]!), 0),
  );
}

function bruteWithin(d: number, positions: ArrayLike<number>, place: ArrayLike<number>, radius: number): number[] {
  return squares(d, positions, place).flatMap((square, i) => (square <= radius * radius ? [i] : []));
}

function bruteNearest(d: number, positions: ArrayLike<number>, place: ArrayLike<number>, k: number): number[] {
  const found = squares(d, positions, place).map((square, i) => ({ square, i }));
  return found
    .sort((a, b) => a.square - b.square || a.i - b.i)
    .slice(0, k)
    .map(({ i }) => i);
}

describe.each(BUILDERS)('%s', (_, build) => {
  it.each([1, 2, 3] as const)('finds the points of a cloud in %dD', (d) => {
    const positions = scattered(d, 4000),
      search = build(d, positions, 0.07);
    for (let n = 0; n < 40; n++) {
      const place = pointOf(scattered(d, 40, 7), d, n);
      expect(search.within(place, 0.07)).toEqual(bruteWithin(d, positions, place, 0.07));
      expect(search.nearest(place, 9)).toEqual(bruteNearest(d, positions, place, 9));
    }
  });

  it('finds coincident points, each once', () => {
    const positions = new Float64Array(3 * 1000).fill(0.25),
      search = build(3, positions, 0.1),
      all = Array.from({ length: 1000 }, (__, i) => i);
    expect(search.within([0.25, 0.25, 0.3], 0.05)).toEqual(all);
    expect(search.within([0.25, 0.25, 0.3], 0.0499)).toEqual([]);
    expect(search.nearest([9, 9, 9], 5)).toEqual([0, 1, 2, 3, 4]);
  });

  it('finds points far from the origin, and from far away', () => {
    const positions = scattered(2, 500).map((x) => 1e6 + x),
      search = build(2, positions, 0.1);
    expect(search.within([1e6 + 0.5, 1e6 + 0.5], 0.1)).toEqual(bruteWithin(2, positions, [1e6 + 0.5, 1e6 + 0.5], 0.1));
    expect(search.nearest([0, 0], 3)).toEqual(bruteNearest(2, positions, [0, 0], 3));
    expect(search.within([0, 0], 1e9)).toHaveLength(500);
  });

  it('answers without points, and when asked for none', () => {
    expect(build(2, [], 0.1).within([0, 0], 1)).toEqual([]);
    expect(build(2, [], 0.1).nearest([0, 0], 1)).toEqual([]);
    expect(build(1, [1, 2], 0.1).nearest([0], 0)).toEqual([]);
    expect(build(1, [1, 2], 0.1).nearest([0], 9)).toEqual([0, 1]);
  });

  it('fills the array that it is given', () => {
    const into = [7, 7, 7];
    expect(build(1, [0, 1], 1).within([0], 0.5, into)).toBe(into);
    expect(into).toEqual([0]);
  });

  it('refuses what is no place', () => {
    expect(() => build(2, [0, 1, 2], 0.1)).toThrow(/do not make points of 2/);
    expect(() => build(1, [0, Number.NaN], 0.1)).toThrow(/Point 1 is at NaN/);
  });

  it('finds the same for any points and radii', fuzzed, () => {
    const coordinate = fc.oneof(
      fc.double({ min: -10, max: 10, noNaN: true }),
      fc.constantFrom(0, 0.1, 0.2, 0.30000000000000004, 1, 1e6, -1e6, 1e-300),
    );
    holds(
      fc.property(
        fc.constantFrom(1, 2, 3),
        fc.array(coordinate, { maxLength: 60 }),
        fc.tuple(coordinate, coordinate, coordinate),
        fc.constantFrom(0, 0.1, 0.5, 3, 1e7),
        fc.constantFrom(0.01, 0.1, 1, 50),
        (dimension, coordinates, place, radius, cell) => {
          const d = dimension as SampleDimension,
            positions = coordinates.slice(0, coordinates.length - (coordinates.length % d)),
            search = build(d, positions, cell);
          expect(search.within(place, radius)).toEqual(bruteWithin(d, positions, place, radius));
          expect(search.nearest(place, 4)).toEqual(bruteNearest(d, positions, place, 4));
        },
      ),
    );
  });
});
