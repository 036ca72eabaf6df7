// A whole body is covered with clusters: few particles are left over, none is taken twice, and nothing depends on chance or order.

import { describe, expect, it } from 'vitest';
import { chooseCluster } from '../../src/adaptivity/cluster.ts';
import { type Cover, coverWithClusters } from '../../src/adaptivity/cover.ts';
import { sphericity } from '../../src/adaptivity/merge.ts';
import { hcpLattice, randomStream } from '../reference/arrangements.ts';
import type { Vec3 } from '../reference/sph.ts';

/** A block of equal particles of which those at least one layer inside may merge. */
function blockOf(points: readonly Vec3[], dimension: 2 | 3, h: number, inside: (x: Vec3) => boolean): Cover {
  const near = points.map((x) =>
    points.flatMap((y, j) => (y !== x && Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]) < 2 * h ? [j] : [])),
  );
  return {
    dimension,
    position: Float64Array.from(points.flat()),
    mass: new Float64Array(points.length).fill(1),
    smoothingLength: new Float64Array(points.length).fill(h),
    eligible: Uint8Array.from(points, (x) => (inside(x) ? 1 : 0)),
    count: points.length,
    neighborsOf: (i) => near[i]!,
    massLimit: () => 14,
  };
}

function jitteredBlock(seed: number): Cover {
  const random = randomStream(seed);
  const points = hcpLattice([12, 12, 12], 1).map(
    ([x, y, z]): Vec3 => [x + 0.2 * (random() - 0.5), y + 0.2 * (random() - 0.5), z + 0.2 * (random() - 0.5)],
  );
  const inside = ([x, y, z]: Vec3) => x > 0.9 && x < 10.6 && y > 0.7 && y < 9.1 && z > 0.7 && z < 8.2;
  return blockOf(points, 3, 1.35 / 2 ** (1 / 6), inside);
}

function disorderedPlane(): Cover {
  const random = randomStream(2);
  const points = Array.from(
    { length: 400 },
    (_, k): Vec3 => [(k % 20) + 0.5 * random(), Math.floor(k / 20) + 0.5 * random(), 0],
  );
  return blockOf(points, 2, 1.35, ([x, y]) => x > 1 && x < 18.5 && y > 1 && y < 18.5);
}

const countOf = (list: ArrayLike<number>) => Array.from(list).reduce((sum, v) => sum + v, 0);
const takenBy = (clusters: readonly (readonly number[])[]) => clusters.flat().length;

const distance = ({ position }: Cover, i: number, j: number) =>
  Math.hypot(...[0, 1, 2].map((k) => position[3 * i + k]! - position[3 * j + k]!));

function offsetOf({ position, smoothingLength }: Cover, members: readonly number[]): number {
  const center = members[0]!;
  const at = (k: number) => members.reduce((sum, i) => sum + position[3 * i + k]!, 0) / members.length;
  return Math.hypot(...[0, 1, 2].map((k) => at(k) - position[3 * center + k]!)) / smoothingLength[center]!;
}

function expectValid(cover: Cover, clusters: readonly (readonly number[])[], offset: number, round: number): void {
  const all = clusters.flat();
  expect(new Set(all).size).toBe(all.length);
  for (const i of all) expect(cover.eligible[i]).toBe(1);
  for (const members of clusters) {
    expect(members.length).toBeGreaterThanOrEqual(7);
    expect(members.length).toBeLessThanOrEqual(14);
    expect(offsetOf(cover, members)).toBeLessThan(offset);
    const s = sphericity({ ...cover, indices: members, count: members.length });
    expect(s).toBeGreaterThanOrEqual(round - 1e-12);
  }
}

describe('a block', () => {
  const block = jitteredBlock(1);
  const eligible = countOf(block.eligible);
  const clusters = coverWithClusters(block);

  it('is covered nearly whole', () => {
    expectValid(block, clusters, 0.2, 0.93);
    expect(takenBy(clusters) / eligible).toBeGreaterThan(0.95);
    const after = clusters.length + eligible - takenBy(clusters);
    expect(eligible / after).toBeGreaterThan(7);
  });

  it('is covered less by the tests of the card alone', () => {
    const strict = coverWithClusters({ ...block, leftovers: false });
    expectValid(block, strict, 0.1, 0.98);
    expect(takenBy(strict) / eligible).toBeGreaterThan(0.75);
    expect(takenBy(strict)).toBeLessThan(takenBy(clusters));
  });

  it('is covered less if centers come by chance or by index', () => {
    const random = randomStream(7);
    const byIndex = Array.from({ length: block.count }, (_, i) => i);
    const byChance = [...byIndex].sort(() => random() - 0.5);
    const front = takenBy(coverWithClusters({ ...block, leftovers: false }));
    expect(front).toBeGreaterThan(1.03 * takenBy(greedy(block, byIndex)));
    expect(front).toBeGreaterThan(1.1 * takenBy(greedy(block, byChance)));
  });

  it('is covered the same whatever the order of the neighbors', () => {
    const reversed = { ...block, neighborsOf: (i: number) => Array.from(block.neighborsOf(i)).reverse() };
    expect(coverWithClusters(reversed)).toEqual(clusters);
    expect(coverWithClusters(block)).toEqual(clusters);
    // Where everything is equally distant, ties decide.
    const regular = blockOf(hcpLattice([8, 8, 8], 1), 3, block.smoothingLength[0]!, ([x]) => x > 0.9 && x < 6.1);
    const turned = { ...regular, neighborsOf: (i: number) => Array.from(regular.neighborsOf(i)).reverse() };
    expect(coverWithClusters(turned)).toEqual(coverWithClusters(regular));
  });

  it('leaves nobody over who could join', () => {
    const taken = new Set(clusters.flat());
    const left = Array.from({ length: block.count }, (_, i) => i).filter(
      (i) => block.eligible[i] === 1 && !taken.has(i),
    );
    expect(left.length).toBeGreaterThan(0);
    for (const i of left) {
      for (const members of clusters) {
        const more = [...members, i];
        const round = sphericity({ ...block, indices: more, count: more.length }) >= 0.93;
        const near = distance(block, members[0]!, i) < 1.5 * block.smoothingLength[0]!;
        expect(more.length <= 14 && near && round && offsetOf(block, more) < 0.2).toBe(false);
      }
    }
  });

  it('takes nobody from afar and not too many, however loose the limits', () => {
    const loose = coverWithClusters({ ...block, leftovers: { offset: 9, sphericity: -9 }, massLimit: () => 50 });
    for (const members of loose) {
      expect(members.length).toBeLessThanOrEqual(14);
      for (const i of members) expect(distance(block, members[0]!, i)).toBeLessThan(1.5 * block.smoothingLength[0]!);
    }
    expect(takenBy(loose)).toBeGreaterThan(takenBy(clusters));
  });

  it('may be asked for lighter and heavier clusters', () => {
    const mean = (list: readonly (readonly number[])[]) => takenBy(list) / list.length;
    const light = coverWithClusters({ ...block, targetMultiple: 8, leftovers: false });
    const heavy = coverWithClusters({ ...block, targetMultiple: 12, leftovers: false });
    expect(mean(light)).toBeLessThan(mean(heavy) - 1);
    const limited = coverWithClusters({ ...block, massLimit: () => 9.5 });
    expect(Math.max(...limited.map(({ length }) => length))).toBeLessThanOrEqual(9);
  });

  it('has centers and members only where they are welcome', () => {
    const side = (i: number) => block.position[3 * i]! < 5;
    const halves = coverWithClusters({ ...block, alike: (i, j) => side(i) === side(j) });
    expect(takenBy(halves) / eligible).toBeGreaterThan(0.85);
    for (const members of halves) expect(new Set(members.map(side)).size).toBe(1);
    const deep = (i: number) => block.position[3 * i + 2]! > 4;
    const upper = coverWithClusters({ ...block, mayCenter: deep });
    expect(upper.length).toBeGreaterThan(20);
    for (const [center] of upper) expect(deep(center!)).toBe(true);
    expect(upper.some((members) => !members.every(deep))).toBe(true);
  });

  it('leaves the heavy alone: masses differ by a factor of two at most', () => {
    const mass = Float64Array.from(block.mass as Float64Array, (m, i) =>
      i % 50 === 0 ? 3 * m : i % 2 === 0 ? 1.6 : m,
    );
    const mixed = coverWithClusters({ ...block, mass, massLimit: () => 20 });
    expect(mixed.length).toBeGreaterThan(20);
    for (const members of mixed) {
      const masses = members.map((i) => mass[i]!);
      expect(Math.max(...masses) / Math.min(...masses)).toBeLessThanOrEqual(2);
      expect(masses.reduce((sum, m) => sum + m, 0)).toBeLessThanOrEqual(20);
    }
  });
});

/** Centers in a given order, by the same choice of members. */
function greedy(block: Cover, order: readonly number[]): number[][] {
  const eligible = Uint8Array.from(block.eligible as Uint8Array);
  const clusters: number[][] = [];
  for (const center of order) {
    if (eligible[center] !== 1) continue;
    const indices = Array.from(block.neighborsOf(center)).filter((i) => eligible[i] === 1);
    const radius = block.smoothingLength[center]!;
    const found = chooseCluster({
      ...block,
      indices,
      count: indices.length,
      center,
      radius,
      massLimit: 14,
      targetMass: 10,
    });
    if (found === undefined) continue;
    for (const i of found) eligible[i] = 0;
    clusters.push(found);
  }
  return clusters;
}

describe('other sets', () => {
  it('a disordered plane', () => {
    const plane = disorderedPlane();
    const clusters = coverWithClusters(plane);
    expectValid(plane, clusters, 0.2, 0.86);
    expect(takenBy(clusters) / countOf(plane.eligible)).toBeGreaterThan(0.75);
  });

  it('a particle right between two clusters joins the first, whoever is listed first', () => {
    const star = (x: number): Vec3[] => [
      [x, 0, 0],
      [x + 1, 0, 0],
      [x - 1, 0, 0],
      [x, 1, 0],
      [x, -1, 0],
      [x, 0, 1],
      [x, 0, -1],
    ];
    const two = { ...blockOf([...star(-2.5), ...star(2.5), [0, 0, 0]], 3, 1.7, () => true), massLimit: () => 8.5 };
    const listed = (order: (a: number, b: number) => number) => ({
      ...two,
      neighborsOf: (i: number) => Array.from(two.neighborsOf(i)).sort(order),
    });
    const joined = coverWithClusters({ ...listed((a, b) => a - b), leftovers: { offset: 0.3, sphericity: 0.5 } });
    expect(joined.map(({ length }) => length)).toEqual([8, 7]);
    expect(coverWithClusters({ ...listed((a, b) => b - a), leftovers: { offset: 0.3, sphericity: 0.5 } })).toEqual(
      joined,
    );
  });

  it('nothing, nobody eligible, too few', () => {
    const block = jitteredBlock(3);
    expect(coverWithClusters({ ...block, count: 0 })).toEqual([]);
    expect(coverWithClusters({ ...block, eligible: new Uint8Array(block.count) })).toEqual([]);
    const one = new Uint8Array(block.count);
    one[800] = 1;
    expect(coverWithClusters({ ...block, eligible: one })).toEqual([]);
  });
});
