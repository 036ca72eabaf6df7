// A balanced kd-tree without nodes: the points are ordered so that the middle of every range divides it along the axis of its depth.
// Coincident points need no guard, because ranges are halved by number and not by place (X48). [AW09 §5.1, Algorithms 1 and 2]
// Builds in O(n log n); a query visits O(log n + found) points. Follows any distribution of points and any radius.

import { checkPositions, type SampleDimension } from '../samples.ts';
import { ascending, inOrder, NearestList, type PointSearch, squareDistance } from './search.ts';

/** Points in a range that is not divided any more. */
const LEAF = 8;

/**
 * Search structure for points of any distribution and for any radius.
 * @example new KdTree(2, [0, 0, 1, 0, 0, 2]).nearest([0.9, 0], 1) // [1]
 */
export class KdTree implements PointSearch {
  readonly count: number;
  readonly #d: SampleDimension;
  readonly #positions: Float64Array;
  /** Points in the order of the tree, and their coordinates. */
  readonly #order: Int32Array;
  readonly #sorted: Float64Array;
  /** Ranges that are still to be looked at: first and last place and axis of each. */
  readonly #ranges: number[] = [];

  constructor(dimension: SampleDimension, positions: ArrayLike<number>) {
    this.#d = dimension;
    this.#positions = checkPositions(dimension, positions);
    this.count = this.#positions.length / dimension;
    this.#order = Int32Array.from({ length: this.count }, (_, i) => i);
    this.#divide(0, this.count - 1, 0);
    this.#sorted = inOrder(this.#positions, dimension, this.#order);
  }

  within(place: ArrayLike<number>, radius: number, into: number[] = []): number[] {
    const d = this.#d,
      sorted = this.#sorted,
      square = radius * radius,
      ranges = this.#ranges;
    into.length = 0;
    ranges.push(0, this.count - 1, 0);
    while (ranges.length > 0) {
      const axis = ranges.pop()!,
        high = ranges.pop()!,
        low = ranges.pop()!,
        isLeaf = high - low < LEAF,
        middle = (low + high) >> 1;
      for (let at = isLeaf ? low : middle; at <= (isLeaf ? high : middle); at++) {
        if (squareDistance(sorted, d, at, place) <= square) into.push(this.#order[at]!);
      }
      if (isLeaf) continue;
      const beyond = place[axis]! - sorted[d * middle + axis]!,
        next = axis + 1 === d ? 0 : axis + 1;
      if (beyond <= 0 || beyond * beyond <= square) ranges.push(low, middle - 1, next);
      if (beyond >= 0 || beyond * beyond <= square) ranges.push(middle + 1, high, next);
    }
    return ascending(into);
  }

  nearest(place: ArrayLike<number>, k: number): number[] {
    const list = new NearestList(k);
    this.#gather(0, this.count - 1, 0, place, list);
    return list.indices;
  }

  #coordinate(at: number, axis: number): number {
    return this.#positions[this.#d * this.#order[at]! + axis]!;
  }

  #divide(low: number, high: number, axis: number): void {
    if (high - low < LEAF) return;
    const middle = (low + high) >> 1,
      next = (axis + 1) % this.#d;
    this.#select(low, high, middle, axis);
    this.#divide(low, middle - 1, next);
    this.#divide(middle + 1, high, next);
  }

  /** Puts the point of rank k along an axis to place k, smaller ones before it and larger ones behind it: Hoare's selection. */
  #select(low: number, high: number, k: number, axis: number): void {
    while (high > low) {
      const pivot = this.#coordinate((low + high) >> 1, axis);
      let i = low,
        j = high;
      while (i <= j) {
        while (this.#coordinate(i, axis) < pivot) i++;
        while (this.#coordinate(j, axis) > pivot) j--;
        if (i <= j) this.#swap(i++, j--);
      }
      if (k <= j) high = j;
      else if (k >= i) low = i;
      else return;
    }
  }

  #swap(i: number, j: number): void {
    const kept = this.#order[i]!;
    this.#order[i] = this.#order[j]!;
    this.#order[j] = kept;
  }

  /** Offers the points of a range that may still count, the nearer half first. */
  #gather(low: number, high: number, axis: number, place: ArrayLike<number>, list: NearestList): void {
    const isLeaf = high - low < LEAF,
      middle = (low + high) >> 1;
    for (let at = isLeaf ? low : middle; at <= (isLeaf ? high : middle); at++) {
      list.offer(this.#order[at]!, squareDistance(this.#sorted, this.#d, at, place));
    }
    if (isLeaf) return;
    const beyond = place[axis]! - this.#sorted[this.#d * middle + axis]!,
      next = (axis + 1) % this.#d;
    if (beyond <= 0) this.#gather(low, middle - 1, next, place, list);
    else this.#gather(middle + 1, high, next, place, list);
    if (beyond * beyond > list.limit) return;
    if (beyond <= 0) this.#gather(middle + 1, high, next, place, list);
    else this.#gather(low, middle - 1, next, place, list);
  }
}
