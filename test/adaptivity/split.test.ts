// One particle becomes seven: what stays, where they are, which orientation is taken, and how little they push each other apart. [card §5]

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CHILDREN,
  type Child,
  ORIENTATIONS,
  SPREAD,
  type Splitting,
  splitParticle,
} from '../../src/particles/split.ts';
import { fuzzed, holds } from '../helpers/holds.ts';
import { hcpLattice, stateOf } from '../reference/arrangements.ts';
import { material, rates, type Vec3, vectorAt } from '../reference/sph.ts';

const single: Splitting = {
  dimension: 3,
  id: 1,
  position: [0, 0, 0],
  mass: 1,
  density: 1,
  gradient: [0, 0, 0],
  densityMin: 1,
  densityMax: 1,
  neighbors: [],
};

const place = ({ x, y, z }: Child): Vec3 => [x, y, z];
const offsetsOf = (parent: Splitting): Vec3[] =>
  splitParticle(parent).map(({ x, y, z }) => [
    x - parent.position[0]!,
    y - parent.position[1]!,
    z - parent.position[2]!,
  ]);
const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);

/** Smallest distance of the outer children from a neighbor. */
function roomOf(children: readonly Child[], neighbors: readonly Vec3[]): number {
  return Math.min(...children.slice(1).flatMap((child) => neighbors.map((x) => distance(place(child), x))));
}

const coordinate = fc.double({ min: -3, max: 3, noNaN: true });
const vector = fc.tuple(coordinate, coordinate, coordinate);
const splitting = fc
  .record({
    dimension: fc.constantFrom<2 | 3>(2, 3),
    id: fc.nat({ max: 2 ** 32 - 1 }),
    position: vector,
    mass: fc.double({ min: 1e-6, max: 1e4, noNaN: true }),
    density: fc.double({ min: 900, max: 1100, noNaN: true }),
    gradient: vector.map((g) => g.map((c) => 1000 * c)),
    range: fc.tuple(fc.double({ min: 0, max: 300, noNaN: true }), fc.double({ min: 0, max: 300, noNaN: true })),
    neighbors: fc.array(vector, { maxLength: 20 }).map((list) => list.flat()),
  })
  .map(({ range: [below, above], gradient, position, dimension, ...rest }) => ({
    ...rest,
    dimension,
    position: dimension === 2 ? [position[0], position[1], 0] : position,
    gradient: dimension === 2 ? [gradient[0]!, gradient[1]!, 0] : gradient,
    densityMin: rest.density - below,
    densityMax: rest.density + above,
  }));

describe('what a split keeps [V9]', () => {
  it('mass to the last bit, in any order', fuzzed, () => {
    holds(
      fc.property(splitting, fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }), (parent, order) => {
        const children = splitParticle(parent);
        expect(children).toHaveLength(CHILDREN);
        expect(order.reduce((sum, k) => sum + children[k]!.mass, 0)).toBe(parent.mass);
        for (const { mass } of children) expect(Math.abs(mass / parent.mass - 1 / 7)).toBeLessThan(1e-15);
      }),
    );
  });

  it('center of mass, volume, momentum, angular momentum and kinetic energy', fuzzed, () => {
    holds(
      fc.property(splitting, vector, (parent, v) => {
        const children = splitParticle(parent);
        const sum = (f: (c: Child) => number) => children.reduce((total, c) => total + c.mass * f(c), 0);
        const L = (parent.mass / parent.density) ** (1 / parent.dimension);
        const size = 1e-12 * parent.mass * (L + distance(parent.position, [0, 0, 0])) + Number.MIN_VALUE;
        const [x, y, z] = parent.position as [number, number, number];
        expect(Math.abs(sum((c) => c.x) - parent.mass * x)).toBeLessThanOrEqual(size);
        expect(Math.abs(sum((c) => c.y) - parent.mass * y)).toBeLessThanOrEqual(size);
        expect(Math.abs(sum((c) => c.z) - parent.mass * z)).toBeLessThanOrEqual(size);
        const spin = sum((c) => c.x * v[1] - c.y * v[0]) - parent.mass * (x * v[1] - y * v[0]);
        expect(Math.abs(spin)).toBeLessThanOrEqual(size * 10);
        expect(sum(() => v[0])).toBeCloseTo(parent.mass * v[0], 10);
        expect(sum((c) => 1 / c.density) / (parent.mass / parent.density)).toBeCloseTo(1, 13);
      }),
    );
  });
});

describe('the pattern', () => {
  it('is an octahedron of 0.48 L with its center in 3D', () => {
    const parent = {
      ...single,
      position: [5, -2, 0.5],
      mass: 0.027,
      density: 1000,
      densityMin: 1000,
      densityMax: 1000,
    };
    const L = 0.03;
    const [center, ...outer] = offsetsOf(parent);
    expect(center).toEqual([0, 0, 0]);
    for (const offset of outer) expect(Math.hypot(...offset)).toBeCloseTo(0.48 * L, 14);
    for (let k = 0; k < 6; k += 2) expect(distance(outer[k]!, outer[k + 1]!)).toBeCloseTo(2 * 0.48 * L, 14);
    for (const a of [0, 1])
      for (const b of [2, 3, 4, 5]) expect(distance(outer[a]!, outer[b]!)).toBeCloseTo(Math.SQRT2 * 0.48 * L, 14);
    expect(distance(outer[2]!, outer[4]!)).toBeCloseTo(Math.SQRT2 * 0.48 * L, 14);
  });

  it('is a hexagon of 0.474 L with its center in the plane in 2D', () => {
    const [center, ...outer] = offsetsOf({ ...single, dimension: 2, position: [3, 4, 0], mass: 0.04, density: 1 });
    const d = 0.474 * 0.2;
    expect(center).toEqual([0, 0, 0]);
    for (const offset of outer) {
      expect(offset[2]).toBe(0);
      expect(Math.hypot(...offset)).toBeCloseTo(d, 14);
      expect(outer.filter((other) => Math.abs(distance(offset, other) - d) < 1e-12)).toHaveLength(2);
    }
  });

  it('puts opposite children at exactly opposite offsets', () => {
    const [, ...outer] = offsetsOf(single);
    for (let k = 0; k < 6; k += 2) expect(outer[k]!.map((c) => -c)).toEqual(outer[k + 1]!);
  });

  it('takes another spread when asked', () => {
    expect(SPREAD).toEqual({ 2: 0.474, 3: 0.48 });
    expect(Math.hypot(...offsetsOf({ ...single, spread: 0.3 })[1]!)).toBeCloseTo(0.3, 14);
  });
});

describe('the orientation', () => {
  it('depends on the id and on nothing else when there is room', () => {
    expect(splitParticle(single)).toEqual(splitParticle({ ...single }));
    expect(splitParticle({ ...single, id: 2 })).not.toEqual(splitParticle(single));
  });

  it.each([2, 3] as const)('has no preferred direction in %iD', (dimension) => {
    // Mean of u uᵀ over many random unit vectors is 1/d, of fourth powers 3/(d(d + 2)); a skewed distribution misses both.
    const n = 4000;
    const second = [0, 0, 0];
    let fourth = 0;
    for (let id = 0; id < n; id++) {
      const u = offsetsOf({ ...single, dimension, id, spread: 1 })[1]!;
      for (let c = 0; c < 3; c++) second[c]! += u[c]! ** 2 / n;
      fourth += u[0]! ** 4 / n;
    }
    for (let c = 0; c < dimension; c++) expect(Math.abs(second[c]! - 1 / dimension)).toBeLessThan(0.02);
    expect(Math.abs(fourth - 3 / (dimension * (dimension + 2)))).toBeLessThan(0.02);
  });

  it.each([2, 3] as const)('is the best of eight in %iD', (dimension) => {
    // The eight candidates are found by what each alone is best at: a neighbor on top of all children of the others.
    const neighbors: Vec3[] = dimension === 2 ? [[0.7, 0.2, 0]] : [[0.6, 0.3, 0.2]];
    const tried = new Set<string>();
    let rooms = 0;
    for (let id = 0; id < 300; id++) {
      const parent = { ...single, dimension, id };
      const candidates = candidatesOf(parent);
      expect(candidates).toHaveLength(ORIENTATIONS);
      const chosen = splitParticle({ ...parent, neighbors: neighbors.flat() });
      const room = Math.max(...candidates.map((children) => roomOf(children, neighbors)));
      expect(roomOf(chosen, neighbors)).toBe(room);
      tried.add(String(candidates.findIndex((children) => roomOf(children, neighbors) === room)));
      rooms += roomOf(chosen, neighbors) > roomOf(candidates[0]!, neighbors) ? 1 : 0;
    }
    expect(tried.size).toBe(ORIENTATIONS);
    expect(rooms).toBeGreaterThan(200);
  });

  it('keeps away from obstacles, twice as near as from particles', () => {
    const wall = (x: number) => 0.6 - x; // a wall at x = 0.6
    const reach = (children: readonly Child[]) => Math.max(...children.map(({ x }) => x));
    for (let id = 0; id < 50; id++) {
      const best = Math.min(...candidatesOf({ ...single, id }).map(reach));
      expect(reach(splitParticle({ ...single, id, clearance: wall }))).toBe(best);
    }
    // A wall at distance s and a particle at distance 2s are the same.
    const pointAt = (s: number) => (x: number, y: number, z: number) => distance([x, y, z], [0.6, 0.3, 0.2]) * s;
    const beside = { ...single, id: 9, neighbors: [0.6, 0.3, 0.2] };
    expect(splitParticle({ ...single, id: 9, clearance: pointAt(0.5) })).toEqual(splitParticle(beside));
  });

  it('weighs obstacles and particles against each other', () => {
    const neighbors: Vec3[] = [[-0.7, 0.3, 0.2]];
    const wall = (x: number) => 0.75 - x;
    const room = (children: readonly Child[]) =>
      Math.min(roomOf(children, neighbors), ...children.slice(1).map(({ x }) => 2 * wall(x)));
    for (let id = 0; id < 100; id++) {
      const best = Math.max(...candidatesOf({ ...single, id }).map(room));
      expect(room(splitParticle({ ...single, id, neighbors: neighbors.flat(), clearance: wall }))).toBe(best);
    }
  });

  it('is taken even if every one of them is inside an obstacle', () => {
    const children = splitParticle({ ...single, clearance: () => -1 });
    expect(children).toHaveLength(CHILDREN);
    expect(Math.hypot(...place(children[1]!))).toBeCloseTo(SPREAD[3], 14);
  });
});

/** The eight sets of children that can be chosen from, found without knowing the random numbers: each wins once. */
function candidatesOf(parent: Splitting): Child[][] {
  const found: Child[][] = [];
  for (let k = 0; k < ORIENTATIONS; k++) {
    // The k-th call of the first clearance query of a set: let only orientation k have room.
    let set = -1;
    let inSet = 0;
    const clearance = () => {
      if (inSet === 0) set++;
      const value = set === k ? 1 : -set - 2;
      // A set that has lost is given up after its first child, one that may win is looked at in full.
      inSet = set <= k && (set === 0 || set === k) ? (inSet + 1) % 6 : 0;
      return value;
    };
    found.push(splitParticle({ ...parent, clearance }));
  }
  return found;
}

describe('the densities of the children', () => {
  const sloped: Splitting = { ...single, density: 1000, gradient: [40, -20, 60], densityMin: 500, densityMax: 1500 };

  it('follow the gradient', () => {
    const children = splitParticle(sloped);
    const linear = children.map((c) => 1000 + 40 * c.x - 20 * c.y + 60 * c.z);
    const factor = children[0]!.density / linear[0]!;
    children.forEach(({ density }, c) => {
      expect(density / linear[c]!).toBeCloseTo(factor, 13);
    });
    expect(Math.abs(factor - 1)).toBeLessThan(1e-3);
    expect(Math.max(...children.map(({ density }) => density))).toBeGreaterThan(1002);
  });

  it('stay between those of the neighbors', () => {
    const children = splitParticle({ ...sloped, gradient: [4000, 0, 0], densityMin: 990, densityMax: 1020 });
    const densities = children.map(({ density }) => density);
    expect(Math.max(...densities) / Math.min(...densities)).toBeCloseTo(1020 / 990, 12);
  });
});

describe('a split in a bed under pressure [V10]', () => {
  /** Rms acceleration of the children of the middle particle at pressure P = 1, in P/(ρL), averaged over ids. */
  function push(spread: number): number {
    const sites = hcpLattice([9, 9, 9], 2 ** (1 / 6)); // L = 1, m = ρ = 1
    const middle = 364;
    const rest = sites.filter((_, i) => i !== middle);
    let sum = 0;
    for (const id of [1, 2]) {
      const children = splitParticle({ ...single, id, spread, position: sites[middle]!, neighbors: rest.flat() });
      const near = rest.filter((x) => distance(x, sites[middle]!) < 4);
      const s = stateOf({
        positions: [...children.map(place), ...near],
        mass: (i) => children[i]?.mass ?? 1,
        density: 1,
        smoothingLength: (i) => 1.35 * (children[i]?.mass ?? 1) ** (1 / 3),
      });
      // An ideal gas of k = 1 has P = 1 at ρ = 1.
      const { acceleration } = rates(s, [material({ stateEquation: 'ideal-gas', stiffness: 1, restDensity: 1 })]);
      for (let c = 0; c < CHILDREN; c++) sum += Math.hypot(...vectorAt(acceleration, c)) ** 2;
    }
    return Math.sqrt(sum / (2 * CHILDREN));
  }

  it('leaves .2 P/(ρL), and six times that at d = .3 L', () => {
    expect(push(0.48)).toBeGreaterThan(0.15);
    expect(push(0.48)).toBeLessThan(0.25);
    expect(push(0.3)).toBeGreaterThan(1.2);
  });
});
