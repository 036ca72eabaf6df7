// What all search structures can do. They give the same answers, in the same order; they differ in speed and memory only. [AW09 §5]

/** Finds points near a place. */
export interface PointSearch {
  /** Number of points. */
  readonly count: number;
  /**
   * Indices of all points at most `radius` (m) from a place, in ascending order.
   * @param into an array to fill in place of a new one
   */
  within(place: ArrayLike<number>, radius: number, into?: number[]): number[];
  /** Indices of the k nearest points, the nearest first; of equally near ones the lower index first. Fewer if there are fewer points. */
  nearest(place: ArrayLike<number>, k: number): number[];
}

/** |x_i − place|², m². */
export function squareDistance(positions: Float64Array, d: number, i: number, place: ArrayLike<number>): number {
  let sum = 0;
  for (let a = 0; a < d; a++) {
    const difference = positions[d * i + a]! - place[a]!;
    sum += difference * difference;
  }
  return sum;
}

/** How far cells are looked at along an axis: a little beyond the radius (m), so that rounding leaves out no point. */
export function reachOf(coordinate: number, radius: number): number {
  return radius + 1e-12 * (radius + Math.abs(coordinate));
}

/** Points seen so far, kept as the k nearest: the rule of `PointSearch.nearest`. */
export class NearestList {
  readonly #k: number;
  readonly #found: { readonly index: number; readonly square: number }[] = [];

  constructor(k: number) {
    this.#k = Math.max(0, Math.floor(k));
  }

  /** Square of the distance (m²) beyond which no point can enter any more. */
  get limit(): number {
    if (this.#k === 0) return -1;
    return this.#found.length < this.#k ? Infinity : this.#found[this.#k - 1]!.square;
  }

  /** Takes a point in if it is nearer than the last one. */
  offer(index: number, square: number): void {
    const found = this.#found;
    if (this.#k === 0 || square > this.limit) return;
    let at = found.length;
    while (
      at > 0 &&
      (found[at - 1]!.square > square || (found[at - 1]!.square === square && found[at - 1]!.index > index))
    )
      at--;
    if (at >= this.#k) return;
    found.splice(at, 0, { index, square });
    if (found.length > this.#k) found.pop();
  }

  /** The indices, the nearest first. */
  get indices(): number[] {
    return this.#found.map(({ index }) => index);
  }
}

/** Below so many numbers insertion is the faster sort. */
const FEW = 80;

/** Sorts indices in ascending order, in place. */
export function ascending(indices: number[]): number[] {
  if (indices.length > FEW) return indices.sort((a, b) => a - b);
  for (let n = 1; n < indices.length; n++) {
    const index = indices[n]!;
    let at = n;
    for (; at > 0 && indices[at - 1]! > index; at--) indices[at] = indices[at - 1]!;
    indices[at] = index;
  }
  return indices;
}

/** Coordinates in another order of points, so that neighbors in space are neighbors in memory. */
export function inOrder(positions: Float64Array, d: number, order: Int32Array): Float64Array {
  const sorted = new Float64Array(positions.length);
  for (let at = 0; at < order.length; at++) {
    for (let a = 0; a < d; a++) sorted[d * at + a] = positions[d * order[at]! + a]!;
  }
  return sorted;
}
