// Lengths of the shortest ways within a shape, from voxel to voxel: Dijkstra's search, in which a way goes straight on from its last corner
// while nothing is between. What can be seen from the start is as far as it is in space; other ways go around corners. [AW09 §8.1]

import type { InsideGrid } from './inside-grid.ts';

/** One search at a time; arrays are used again. Memory: 57 bytes per voxel. */
export class ShortestWays {
  readonly grid: InsideGrid;
  /** Length of the way to each voxel that was reached, m; Infinity else. */
  readonly lengths: Float64Array;
  /** Which of the starts the way to a voxel begins at; without meaning where none was reached. */
  readonly origins: Int32Array;
  /** Voxels that were reached, in no order that means anything. */
  readonly reached: number[] = [];
  /** Last corner of the way to each voxel, and the length of the way up to there, m. */
  readonly #corners: Int32Array;
  readonly #before: Float64Array;
  readonly #done: Uint8Array;
  /** Where ways go through a voxel: its middle, or where exactly they start. */
  readonly #points: Float64Array;
  readonly #heap: WayHeap;
  #starts: readonly number[] = [];

  constructor(grid: InsideGrid) {
    this.grid = grid;
    this.lengths = new Float64Array(grid.count).fill(Infinity);
    this.origins = new Int32Array(grid.count);
    this.#corners = new Int32Array(grid.count);
    this.#before = new Float64Array(grid.count);
    this.#done = new Uint8Array(grid.count);
    this.#points = grid.middles.slice();
    this.#heap = new WayHeap();
  }

  /**
   * Finds the ways from these voxels to all others. What was found before is forgotten.
   * @param positions where in their voxels they start, x, y, z, m; default their middles
   * @param isEnough is told every voxel whose way is known for good, the nearest first, and may end the search
   */
  search(starts: readonly number[], positions?: Float64Array, isEnough: (v: number) => boolean = () => false): void {
    this.forget();
    this.#starts = starts;
    if (positions) {
      starts.forEach((v, n) => {
        this.#points.set(positions.subarray(3 * n, 3 * n + 3), 3 * v);
      });
    }
    starts.forEach((v, n) => {
      this.#offer(v, 0, n, v, 0);
    });
    this.#goOn(isEnough);
  }

  /** Adds one more start to what was found: voxels that are nearer to it become its own. */
  addStart(v: number): void {
    this.#starts = [...this.#starts, v];
    this.#offer(v, 0, this.#starts.length - 1, v, 0);
    this.#goOn(() => false);
  }

  /** Whether the way to a voxel is straight. */
  isStraight(v: number): boolean {
    return this.#corners[v] === this.#starts[this.origins[v]!];
  }

  /** As if nothing had been searched. */
  forget(): void {
    for (const v of this.#starts) this.#points.set(this.grid.middles.subarray(3 * v, 3 * v + 3), 3 * v);
    this.#starts = [];
    for (const v of this.reached) {
      this.lengths[v] = Infinity;
      this.#done[v] = 0;
    }
    this.reached.length = 0;
    this.#heap.clear();
  }

  #offer(v: number, length: number, origin: number, corner: number, before: number): void {
    if (!(length < this.lengths[v]!)) return;
    if (this.lengths[v] === Infinity) this.reached.push(v);
    this.lengths[v] = length;
    this.origins[v] = origin;
    this.#corners[v] = corner;
    this.#before[v] = before;
    this.#done[v] = 0;
    this.#heap.push(v, length);
  }

  #goOn(isEnough: (v: number) => boolean): void {
    const { lengths, origins } = this,
      { numbers, cells, offsets, open } = this.grid;
    for (let v = this.#heap.pop(); v >= 0; v = this.#heap.pop()) {
      if (this.#done[v]) continue;
      this.#done[v] = 1;
      if (isEnough(v)) return;
      const known = lengths[v]!,
        corner = this.#corners[v]!,
        before = this.#before[v]!;
      for (let k = 0; k < offsets.length; k++) {
        const w = numbers[cells[v]! + offsets[k]!]!;
        if (w < 0 || lengths[w]! <= known || (open && !((open[v]! >>> k) & 1))) continue;
        const straight = before + this.#between(corner, w);
        if (!(straight < lengths[w]!)) continue;
        if (this.#sees(corner, w)) this.#offer(w, straight, origins[v]!, corner, before);
        else this.#offer(w, known + this.#between(v, w), origins[v]!, v, known);
      }
    }
  }

  #between(v: number, w: number): number {
    const m = this.#points,
      dx = m[3 * v]! - m[3 * w]!,
      dy = m[3 * v + 1]! - m[3 * w + 1]!,
      dz = m[3 * v + 2]! - m[3 * w + 2]!;
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }

  #sees(v: number, w: number): boolean {
    const m = this.#points;
    return this.grid.sees(m[3 * v]!, m[3 * v + 1]!, m[3 * v + 2]!, m[3 * w]!, m[3 * w + 1]!, m[3 * w + 2]!);
  }
}

/** A heap of voxels by length; of equally long ways the lower voxel first, so that the order never depends on how it was filled. */
class WayHeap {
  readonly #voxels: number[] = [];
  readonly #lengths: number[] = [];

  clear(): void {
    this.#voxels.length = 0;
    this.#lengths.length = 0;
  }

  push(v: number, length: number): void {
    let at = this.#voxels.length;
    this.#voxels.push(v);
    this.#lengths.push(length);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#isBefore(at, above)) return;
      this.#swap(at, above);
      at = above;
    }
  }

  /** The voxel with the shortest way; −1 if there is none. */
  pop(): number {
    const count = this.#voxels.length;
    if (count === 0) return -1;
    this.#swap(0, count - 1);
    const v = this.#voxels.pop()!;
    this.#lengths.pop();
    for (let at = 0, below = 1; below < count - 1; below = 2 * at + 1) {
      if (below + 1 < count - 1 && this.#isBefore(below + 1, below)) below++;
      if (!this.#isBefore(below, at)) break;
      this.#swap(at, below);
      at = below;
    }
    return v;
  }

  #isBefore(a: number, b: number): boolean {
    const difference = this.#lengths[a]! - this.#lengths[b]!;
    return difference < 0 || (difference === 0 && this.#voxels[a]! < this.#voxels[b]!);
  }

  #swap(a: number, b: number): void {
    [this.#voxels[a], this.#voxels[b]] = [this.#voxels[b]!, this.#voxels[a]!];
    [this.#lengths[a], this.#lengths[b]] = [this.#lengths[b]!, this.#lengths[a]!];
  }
}
