// Points sorted into the cells of a box around them. [card §21]
// Builds in O(n) and answers in O(found) where points fill the box evenly; a few far points make its cells large and slow.

import { checkPositions, refuse, type SampleDimension } from '../samples.ts';
import { nearestByGrowing } from './nearest-by-growing.ts';
import { ascending, inOrder, type PointSearch, reachOf, squareDistance } from './search.ts';

/** Cells per point that a grid has at most; it makes cells larger otherwise. */
const CELLS_PER_POINT = 4;

/**
 * Search structure for points that fill their box evenly, and radii near the edge of its cells.
 * @param cell edge of a cell, m; the radius that is asked for most
 * @example new CellGrid(1, [0, 0.1, 0.5], 0.2).within([0.05], 0.2) // [0, 1]
 */
export class CellGrid implements PointSearch {
  readonly count: number;
  readonly #d: SampleDimension;
  readonly #positions: Float64Array;
  readonly #low: readonly number[];
  readonly #high: readonly number[];
  readonly #cells: readonly number[];
  readonly #edge: number;
  /** Where the points of each cell begin in `order`. */
  readonly #starts: Int32Array;
  readonly #order: Int32Array;
  readonly #sorted: Float64Array;

  constructor(dimension: SampleDimension, positions: ArrayLike<number>, cell: number) {
    if (!(cell > 0 && cell < Infinity)) refuse(`The edge of a cell is ${cell}.`, 'Give an edge above 0, in meters.');
    this.#d = dimension;
    this.#positions = checkPositions(dimension, positions);
    this.count = this.#positions.length / dimension;
    const axes = Array.from({ length: dimension }, (_, a) => a),
      of = (pick: (a: number, b: number) => number, start: number) =>
        axes.map((a) => {
          let end = start;
          for (let i = 0; i < this.count; i++) end = pick(end, this.#positions[dimension * i + a]!);
          return this.count > 0 ? end : 0;
        });
    this.#low = of(Math.min, Infinity);
    this.#high = of(Math.max, -Infinity);
    this.#edge = this.#affordableEdge(cell);
    this.#cells = axes.map((a) => this.#along(a, this.#edge));
    this.#starts = new Int32Array(this.#cells.reduce((a, b) => a * b, 1) + 1);
    this.#order = new Int32Array(this.count);
    this.#sort();
    this.#sorted = inOrder(this.#positions, dimension, this.#order);
  }

  within(place: ArrayLike<number>, radius: number, into: number[] = []): number[] {
    into.length = 0;
    const range = (a: number): readonly [number, number] => {
      if (a >= this.#d) return [0, 0];
      const to = this.#cells[a]! - 1;
      const at = (x: number) => Math.min(to, Math.max(0, Math.floor((x - this.#low[a]!) / this.#edge)));
      const reach = reachOf(place[a]!, radius);
      return [at(place[a]! - reach), at(place[a]! + reach)];
    };
    const [x0, x1] = range(0),
      [y0, y1] = range(1),
      [z0, z1] = range(2);
    for (let z = z0; z <= z1; z++) {
      for (let y = y0; y <= y1; y++) {
        const row = this.#cells[0]! * (y + (this.#cells[1] ?? 1) * z);
        for (let at = this.#starts[row + x0]!; at < this.#starts[row + x1 + 1]!; at++) {
          if (squareDistance(this.#sorted, this.#d, at, place) <= radius * radius) into.push(this.#order[at]!);
        }
      }
    }
    return ascending(into);
  }

  nearest(place: ArrayLike<number>, k: number): number[] {
    return nearestByGrowing(this, this.#positions, this.#d, this.#low, this.#high, this.#edge, place, k);
  }

  #along(a: number, edge: number): number {
    return Math.floor((this.#high[a]! - this.#low[a]!) / edge) + 1;
  }

  #affordableEdge(cell: number): number {
    let edge = cell;
    const cells = () => this.#low.reduce((all, _, a) => all * this.#along(a, edge), 1);
    while (cells() > CELLS_PER_POINT * this.count + 64) edge *= 2;
    return edge;
  }

  #cellOf(i: number): number {
    let cell = 0;
    for (let a = this.#d - 1; a >= 0; a--) {
      const at = Math.floor((this.#positions[this.#d * i + a]! - this.#low[a]!) / this.#edge);
      cell = cell * this.#cells[a]! + Math.min(at, this.#cells[a]! - 1);
    }
    return cell;
  }

  /** A counting sort: points of one cell stay in ascending order. */
  #sort(): void {
    for (let i = 0; i < this.count; i++) this.#starts[this.#cellOf(i) + 1]!++;
    for (let c = 1; c < this.#starts.length; c++) this.#starts[c]! += this.#starts[c - 1]!;
    const next = this.#starts.slice();
    for (let i = 0; i < this.count; i++) this.#order[next[this.#cellOf(i)]!++] = i;
  }
}
