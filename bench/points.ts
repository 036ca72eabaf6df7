// tsx bench/points.ts: how long the search structures of thixo/meshless take to build and to answer, beside looking at every point and beside
// kdbush (2D, a well-kept library). Every answer is compared with that of the kd-tree before it is timed. Processor time, median of five.

import KDBush from 'kdbush';
import { CellGrid, HashGrid, KdTree, type PointSearch } from '../src/meshless/index.ts';
import { randomUnit } from '../src/random/random.ts';
import { median } from './median.ts';

const ROUNDS = 5;
const QUERIES = 2000;

/** What finds points within a radius. */
type Within = (place: readonly number[], radius: number) => readonly number[];

interface Cloud {
  readonly name: string;
  readonly d: 2 | 3;
  readonly positions: Float64Array;
  /** Of the balls, m: they hold about 30 points. */
  readonly radius: number;
}

function clouds(count: number): Cloud[] {
  const even = (d: 2 | 3) => Float64Array.from({ length: d * count }, (_, k) => randomUnit(1, 0, k)),
    // Half of the points in a thousandth of the edge: a splash far from its pool.
    uneven = (d: 2 | 3) => even(d).map((x, k) => (Math.floor(k / d) % 2 === 0 ? x : 0.001 * x)),
    radius = (d: 2 | 3) => (d === 2 ? Math.sqrt(30 / (Math.PI * count)) : Math.cbrt(90 / (4 * Math.PI * count)));
  return ([2, 3] as const).flatMap((d) => [
    { name: `even, ${d}D`, d, positions: even(d), radius: radius(d) },
    { name: `uneven, ${d}D`, d, positions: uneven(d), radius: radius(d) },
  ]);
}

function builders({ d, positions, radius }: Cloud): Record<string, () => Within> {
  const ours = (search: PointSearch): Within => {
    const into: number[] = [];
    return (place, r) => search.within(place, r, into);
  };
  const all: Record<string, () => Within> = {
    KdTree: () => ours(new KdTree(d, positions)),
    CellGrid: () => ours(new CellGrid(d, positions, radius)),
    HashGrid: () => ours(new HashGrid(d, positions, radius)),
  };
  if (d === 2) {
    all.kdbush = () => {
      const index = new KDBush(positions.length / 2);
      for (let i = 0; i < positions.length; i += 2) index.add(positions[i]!, positions[i + 1]!);
      index.finish();
      return ([x, y], r) => index.within(x!, y!, r);
    };
  }
  return all;
}

/** Processor time of some work, s. */
function timed(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

for (const count of [10_000, 100_000]) {
  for (const cloud of clouds(count)) {
    // Where half of the points are crowded, only places among the others are asked for: a ball in the crowd would hold all of it.
    const places = Array.from({ length: QUERIES }, (_, n) =>
      Array.from({ length: cloud.d }, (__, a) => 0.1 + 0.9 * randomUnit(2, 0, 3 * n + a)),
    );
    const reference = new KdTree(cloud.d, cloud.positions);
    for (const [name, build] of Object.entries(builders(cloud))) {
      const within = build();
      for (const place of places.slice(0, 50)) {
        const found = [...within(place, cloud.radius)].sort((a, b) => a - b);
        if (found.join() !== reference.within(place, cloud.radius).join())
          throw new Error(`${name} finds other points`);
      }
      const building = Array.from({ length: ROUNDS }, () => timed(build)),
        asking = Array.from({ length: ROUNDS }, () =>
          timed(() => places.forEach((place) => void within(place, cloud.radius))),
        );
      const [b, q] = [(1e9 * median(building)) / count, (1e6 * median(asking)) / QUERIES];
      console.log(
        `${String(count).padStart(7)}  ${cloud.name.padEnd(11)} ${name.padEnd(9)} build ${b.toFixed(0).padStart(6)} ns/point   within ${q.toFixed(2).padStart(7)} µs`,
      );
    }
  }
}
