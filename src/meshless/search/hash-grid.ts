// Cells of an endless grid, kept in a hash table. [AW09 §5.2, eq. 42-43, Algorithms 3 and 4]
// A cell is known by its own coordinates, not by its bucket: two cells in one bucket would give their points twice (X25). All cells that a
// ball touches are visited, whatever its radius (X26). Builds in O(n), knows no box, and needs memory for cells with points only.

import { checkPositions, refuse, type SampleDimension } from '../samples.ts';
import { nearestByGrowing } from './nearest-by-growing.ts';
import { ascending, inOrder, type PointSearch, reachOf, squareDistance } from './search.ts';

/** Primes of eq. 43. */
const PRIMES = [73856093, 19349663, 83492791] as const;

/**
 * Search structure for points that are spread unevenly over a large space, and radii near the edge of its cells.
 * @param cell edge of a cell, m; the radius that is asked for most
 * @example new HashGrid(3, [0, 0, 0, 1e6, 0, 0], 0.1).within([1e6, 0, 0.05], 0.1) // [1]
 */
export class HashGrid implements PointSearch {
  readonly count: number;
  readonly #d: SampleDimension;
  readonly #positions: Float64Array;
  readonly #edge: number;
  readonly #low: number[] = [];
  readonly #high: number[] = [];
  /** Where the points of each bucket begin in `order`. */
  readonly #starts: Int32Array;
  readonly #order: Int32Array;
  readonly #sorted: Float64Array;

  constructor(dimension: SampleDimension, positions: ArrayLike<number>, cell: number) {
    if (!(cell > 0 && cell < Infinity)) refuse(`The edge of a cell is ${cell}.`, 'Give an edge above 0, in meters.');
    this.#d = dimension;
    this.#positions = checkPositions(dimension, positions);
    this.#edge = cell;
    this.count = this.#positions.length / dimension;
    for (let a = 0; a < dimension; a++) {
      let low = Infinity,
        high = -Infinity;
      for (let i = 0; i < this.count; i++) {
        low = Math.min(low, this.#positions[dimension * i + a]!);
        high = Math.max(high, this.#positions[dimension * i + a]!);
      }
      this.#low.push(this.count > 0 ? low : 0);
      this.#high.push(this.count > 0 ? high : 0);
    }
    this.#starts = new Int32Array(primeAtLeast(2 * this.count + 1) + 1);
    this.#order = new Int32Array(this.count);
    this.#sort();
    this.#sorted = inOrder(this.#positions, dimension, this.#order);
  }

  within(place: ArrayLike<number>, radius: number, into: number[] = []): number[] {
    into.length = 0;
    const squared = radius * radius,
      from = [0, 0, 0],
      to = [0, 0, 0];
    let cells = 1;
    for (let a = 0; a < this.#d; a++) {
      const reach = reachOf(place[a]!, radius);
      from[a] = this.#index(Math.max(place[a]! - reach, this.#low[a]!), a);
      to[a] = this.#index(Math.min(place[a]! + reach, this.#high[a]!), a);
      cells *= Math.max(0, to[a]! - from[a]! + 1);
    }
    if (cells > this.count) {
      for (let i = 0; i < this.count; i++)
        if (squareDistance(this.#positions, this.#d, i, place) <= squared) into.push(i);
      return into;
    }
    for (let z = from[2]!; z <= to[2]!; z++) {
      for (let y = from[1]!; y <= to[1]!; y++) {
        for (let x = from[0]!; x <= to[0]!; x++) this.#gather(x, y, z, place, squared, into);
      }
    }
    return ascending(into);
  }

  nearest(place: ArrayLike<number>, k: number): number[] {
    return nearestByGrowing(this, this.#positions, this.#d, this.#low, this.#high, this.#edge, place, k);
  }

  /** Adds the points of one cell that are near enough; those of other cells in its bucket do not count. */
  #gather(x: number, y: number, z: number, place: ArrayLike<number>, squared: number, into: number[]): void {
    const bucket = this.#bucket(x, y, z);
    for (let at = this.#starts[bucket]!; at < this.#starts[bucket + 1]!; at++) {
      if (squareDistance(this.#sorted, this.#d, at, place) > squared) continue;
      const i = this.#order[at]!;
      if (this.#cell(i, 0) === x && this.#cell(i, 1) === y && this.#cell(i, 2) === z) into.push(i);
    }
  }

  /** A counting sort by buckets. */
  #sort(): void {
    const bucketOf = (i: number) => this.#bucket(this.#cell(i, 0), this.#cell(i, 1), this.#cell(i, 2));
    for (let i = 0; i < this.count; i++) this.#starts[bucketOf(i) + 1]!++;
    for (let b = 1; b < this.#starts.length; b++) this.#starts[b]! += this.#starts[b - 1]!;
    const next = this.#starts.slice();
    for (let i = 0; i < this.count; i++) this.#order[next[bucketOf(i)]!++] = i;
  }

  /** Number of the cell along an axis, counted from the lowest point. */
  #index(x: number, a: number): number {
    return Math.floor((x - this.#low[a]!) / this.#edge);
  }

  #cell(i: number, a: number): number {
    return a < this.#d ? this.#index(this.#positions[this.#d * i + a]!, a) : 0;
  }

  #bucket(x: number, y: number, z: number): number {
    const hash = Math.imul(x, PRIMES[0]) ^ Math.imul(y, PRIMES[1]) ^ Math.imul(z, PRIMES[2]);
    return (hash >>> 0) % (this.#starts.length - 1);
  }
}

/** The smallest prime that is at least n. */
function primeAtLeast(n: number): number {
  for (let p = Math.max(3, n | 1); ; p += 2) {
    let prime = true;
    for (let q = 3; q * q <= p && prime; q += 2) prime = p % q !== 0;
    if (prime) return p;
  }
}
