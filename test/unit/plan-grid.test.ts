// The plan of the grid: what the search relies on, for any cloud and any memory.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GridInput, type GridLevel, planGrid } from '../../src/neighbors/plan-grid.ts';
import { MAX_LEVELS } from '../../src/wasm/layout.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

const MAX_SLABS = 4096;
/** Cells per list radius along fast, middle, slow. */
const DIVISIONS = [2, 1, 1] as const;

const corner = fc.double({ min: -1e4, max: 1e4, noNaN: true });
const extent = fc.oneof(fc.constant(0), fc.double({ min: 1e-3, max: 1e4, noNaN: true }));
const octaves = fc.double({ min: 0, max: 14, noNaN: true });

/** Clouds of all proportions; the period of an axis that wraps is at least two support radii, as the scene check demands. */
const input: fc.Arbitrary<GridInput> = fc
  .record({
    min: fc.tuple(corner, corner, corner),
    extent: fc.tuple(extent, extent, extent),
    maxSupport: fc.double({ min: 0.01, max: 10, noNaN: true }),
    octaves: fc.oneof(fc.constant(0), octaves),
    skin: fc.constantFrom(0, 0.08),
    wraps: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    maxCells: fc.integer({ min: 67_584, max: 1_000_000 }),
  })
  .map(({ min, extent, maxSupport, octaves, skin, wraps, maxCells }) => ({
    min,
    max: min.map((c, a) => c + extent[a]!),
    minSupport: maxSupport / 2 ** octaves,
    maxSupport,
    listFactor: 1 + skin,
    slack: 4e-7 * Math.max(...extent),
    period: extent.map((e, a) => (wraps[a] ? Math.max(e, 2 * maxSupport) : 0)),
    periodMin: min,
    maxCells,
    maxSlabs: MAX_SLABS,
  }));

function property(name: string, check: (given: GridInput) => void): void {
  it(name, fuzzed, () => {
    holds(fc.property(input, check), { numRuns: 300 });
  });
}

/** Largest list radius of a level, m. */
function listRadius(given: GridInput, level: number): number {
  return (given.maxSupport / 2 ** level) * given.listFactor + given.slack;
}

/** Length of a level's cells along fast, middle, slow axis together, m. */
function lengths(level: GridLevel): number[] {
  return level.cells.map((n, k) => n / level.inverseSize[k]!);
}

const within = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.abs(b);

describe('a plan', () => {
  property('fits into the memory', (given) => {
    const { slabs, cellsPerSlab } = planGrid(given);
    expect(slabs).toBeGreaterThanOrEqual(1);
    expect(slabs).toBeLessThanOrEqual(MAX_SLABS);
    expect(slabs * cellsPerSlab).toBeLessThanOrEqual(given.maxCells);
  });

  property('has cells no smaller than the list radius of their level', (given) => {
    const { axes, levels } = planGrid(given);
    levels.forEach((level, l) => {
      level.inverseSize.forEach((inverse, k) => {
        const closedByOneCell = given.period[axes[k]!]! > 0 && levels[0]!.cells[k] === 1;
        if (!closedByOneCell) expect(DIVISIONS[k]! / inverse).toBeGreaterThan(listRadius(given, l));
      });
    });
  });

  property('numbers the cells of a slab level by level without gaps', (given) => {
    const { levels, slabs, cellsPerSlab } = planGrid(given);
    let next = 0;
    levels.forEach(({ first, cells }, l) => {
      expect(first).toBe(next);
      expect(cells[2]).toBe(slabs * 2 ** l);
      next += cells[0] * cells[1] * 2 ** l;
    });
    expect(cellsPerSlab).toBe(next);
  });

  property(
    'gives all levels the same extent, so that a cell lies above the same finer cells wherever it is',
    (given) => {
      const { levels } = planGrid(given);
      for (const level of levels) {
        lengths(level).forEach((length, k) => {
          expect(within(length, lengths(levels[0]!)[k]!)).toBe(true);
        });
        expect(level.ring).toEqual(levels[0]!.ring);
      }
    },
  );

  property('covers every axis that is no ring, and closes every axis that wraps', (given) => {
    const { axes, levels, slabRing } = planGrid(given);
    expect(slabRing).toBe(levels[0]!.ring[2]);
    axes.forEach((axis, k) => {
      const length = lengths(levels[0]!)[k]!;
      const period = given.period[axis]!;
      if (period > 0) {
        expect(levels[0]!.ring[k]).toBe(true);
        const turns = period / length;
        expect(within(turns, Math.round(turns))).toBe(true);
      } else if (!levels[0]!.ring[k]) {
        expect(length).toBeGreaterThanOrEqual(given.max[axis]! - given.min[axis]!);
      }
    });
  });

  property('makes no ring where there is room', (given) => {
    const { axes, levels } = planGrid({
      ...given,
      maxCells: Number.POSITIVE_INFINITY,
      maxSlabs: Number.POSITIVE_INFINITY,
    });
    axes.forEach((axis, k) => {
      expect(levels[0]!.ring[k]).toBe(given.period[axis]! > 0);
    });
  });

  property('has one level per octave where there is room, and never more', (given) => {
    const wanted = Math.min(MAX_LEVELS, 1 + Math.floor(Math.log2(given.maxSupport / given.minSupport) + 1e-12));
    const roomy = planGrid({ ...given, maxCells: Number.POSITIVE_INFINITY, maxSlabs: Number.POSITIVE_INFINITY });
    expect(Math.abs(roomy.levels.length - wanted)).toBeLessThanOrEqual(isWholeOctave(given) ? 1 : 0);
    expect(planGrid(given).levels.length).toBeLessThanOrEqual(roomy.levels.length);
  });

  property('runs fast along the second longest axis and slow along the longest', (given) => {
    const { axes } = planGrid(given);
    const length = (axis: number) => given.period[axis]! || given.max[axis]! - given.min[axis]!;
    expect([...axes].sort()).toEqual([0, 1, 2]);
    const [fast, middle, slow] = axes.map(length);
    expect(slow!).toBeGreaterThanOrEqual(fast!);
    expect(fast!).toBeGreaterThanOrEqual(middle!);
  });
});

/** Rounding decides which side of an octave's border a ratio falls on. */
function isWholeOctave({ maxSupport, minSupport }: GridInput): boolean {
  const octaves = Math.log2(maxSupport / minSupport);
  return Math.abs(octaves - Math.round(octaves)) < 1e-9;
}

describe('known plans', () => {
  const cube: GridInput = {
    min: [0, 0, 0],
    max: [10, 20, 5],
    minSupport: 1,
    maxSupport: 1,
    listFactor: 1,
    slack: 0,
    period: [0, 0, 0],
    periodMin: [0, 0, 0],
    maxCells: 1e6,
    maxSlabs: MAX_SLABS,
  };

  it('a box of 10 × 20 × 5 supports', () => {
    const plan = planGrid(cube);
    expect(plan.axes).toEqual([0, 2, 1]);
    expect(plan.levels.map(({ cells }) => cells)).toEqual([[20, 5, 20]]);
    expect(plan).toMatchObject({ slabs: 20, slabRing: false, cellsPerSlab: 100 });
  });

  it('sizes of 4 : 1 make three levels of twice the cells each', () => {
    const plan = planGrid({ ...cube, minSupport: 0.25 });
    expect(plan.levels.map(({ cells }) => cells)).toEqual([
      [20, 5, 20],
      [40, 10, 40],
      [80, 20, 80],
    ]);
  });

  it('one particle has one cell', () => {
    expect(planGrid({ ...cube, max: [0, 0, 0] })).toMatchObject({ slabs: 1, cellsPerSlab: 1 });
  });
});
