// A balanced kd-tree without nodes: the points are ordered so that the middle of every range divides it along the axis of its depth.
// Coincident points need no guard, because ranges are halved by number and not by place (X48). [AW09 §5.1, Algorithms 1 and 2]
// Builds in O(n log n); a query visits O(log n + found) points. Follows any distribution of points and any radius.

import { checkPositions, type SampleDimension } from '../samples.ts';
import { ascending, NearestList, type PointSearch, squareDistance } from './search.ts';

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
  /** Points in the order of the tree. */
  readonly #order: Int32Array;

  constructor(dimension: SampleDimension, positions: ArrayLike<number>) {
    this.#d = dimension;
    this.#positions = checkPositions(dimension, positions);
    this.count = this.#positions.length / dimension;
    this.#order = Int32Array.from({ length: this.count }, (_, i) => i);
    this.#divide(0, this.count - 1, 0);
  }

  within(place: ArrayLike<number>, radius: number, into: number[] = []): number[] {
    into.length = 0;
    this.#visit(
      0,
      this.count - 1,
      0,
      place,
      () => radius * radius,
      (index) => into.push(index),
    );
    return ascending(into);
  }

  nearest(place: ArrayLike<number>, k: number): number[] {
    const list = new NearestList(k);
    this.#visit(
      0,
      this.count - 1,
      0,
      place,
      () => list.limit,
      (index, square) => list.offer(index, square),
    );
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

  /** Visits all points of a range whose squared distance is at most `limit()`, the nearer half first. */
  #visit(
    low: number,
    high: number,
    axis: number,
    place: ArrayLike<number>,
    limit: () => number,
    found: (index: number, square: number) => void,
  ): void {
    if (high - low < LEAF) {
      for (let at = low; at <= high; at++) this.#offer(at, place, limit, found);
      return;
    }
    const middle = (low + high) >> 1,
      next = (axis + 1) % this.#d,
      beyond = place[axis]! - this.#coordinate(middle, axis);
    if (beyond <= 0) this.#visit(low, middle - 1, next, place, limit, found);
    else this.#visit(middle + 1, high, next, place, limit, found);
    if (beyond * beyond > limit()) return;
    this.#offer(middle, place, limit, found);
    if (beyond <= 0) this.#visit(middle + 1, high, next, place, limit, found);
    else this.#visit(low, middle - 1, next, place, limit, found);
  }

  #offer(
    at: number,
    place: ArrayLike<number>,
    limit: () => number,
    found: (index: number, square: number) => void,
  ): void {
    const index = this.#order[at]!,
      square = squareDistance(this.#positions, this.#d, index, place);
    if (square <= limit()) found(index, square);
  }
}
