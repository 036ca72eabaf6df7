// Functions and their derivatives from samples by moving least squares. [AW09 §3, card §13]
// Polynomials up to the order come out exactly, also where samples are irregular; in return a small system is solved at every place.

import type { KernelName } from '../kernels/kernels.ts';
import type { Order } from './basis.ts';
import { radialWeight } from './radial.ts';
import { type CheckedSamples, checkField, checkPlace, checkSamples, refuse, type Samples } from './samples.ts';
import { KdTree } from './search/kd-tree.ts';
import type { PointSearch } from './search/search.ts';
import { type ShapeFunctions, shapeFunctionsAt } from './shape-functions.ts';

/** Settings of an approximation by moving least squares. */
export interface MlsOptions {
  /** Polynomials up to this order come out exactly; 1 without it. 0 is Shepard's interpolation. */
  readonly order?: Order;
  /** Weight of a sample by its distance; `poly6`, (1 − r²/R²)³, without it. */
  readonly weight?: KernelName;
  /** Search structure over the same positions; a `KdTree` without it. */
  readonly search?: PointSearch;
}

/**
 * An approximation by moving least squares.
 * @example
 * const mls = new MlsApproximation({ dimension: 1, positions: [0, 0.1, 0.2, 0.3], supportRadius: 0.25 });
 * mls.gradient([0, 1, 2, 3], [0.12]); // [10], exactly
 */
export class MlsApproximation {
  readonly samples: CheckedSamples;
  readonly order: Order;
  readonly #weight;
  readonly #search: PointSearch;
  readonly #near: number[] = [];

  constructor(samples: Samples, { order = 1, weight = 'poly6', search }: MlsOptions = {}) {
    if (![0, 1, 2].includes(order)) refuse(`The order is ${order}.`, 'Use 0, 1 or 2.');
    this.samples = checkSamples(samples);
    this.order = order;
    this.#weight = radialWeight(weight);
    this.#search = search ?? new KdTree(this.samples.dimension, this.samples.positions);
    if (this.#search.count !== this.samples.count) {
      refuse('The search structure has other points.', 'Build it from the same positions.');
    }
  }

  /**
   * The shape functions at a place, for reuse with any number of fields. Where the moment matrix does not invert the order is lowered, and
   * `order` says to what; with no sample in reach there are none. [AW09 eq. 27, §4]
   * @param derivatives how many derivatives to find
   */
  shape(place: ArrayLike<number>, derivatives: 0 | 1 | 2 = 0): ShapeFunctions {
    const { samples } = this;
    checkPlace(place, samples.dimension);
    return shapeFunctionsAt(
      samples,
      this.#search.within(place, samples.largestSupport, this.#near),
      place,
      this.order,
      this.#weight,
      derivatives,
    );
  }

  /** ⟨f⟩ at a place; NaN where no sample reaches. [AW09 eq. 26] */
  value(f: ArrayLike<number>, place: ArrayLike<number>): number {
    checkField(f, this.samples.count);
    const { indices, values } = this.shape(place);
    return sumOf(indices, (n, j) => values[n]! * f[j]!);
  }

  /** ⟨∇f⟩ at a place; NaN where no sample reaches. [AW09 eq. 32] */
  gradient(f: ArrayLike<number>, place: ArrayLike<number>): Float64Array {
    checkField(f, this.samples.count);
    const d = this.samples.dimension,
      { indices, gradients } = this.shape(place, 1);
    return Float64Array.from({ length: d }, (_, a) => sumOf(indices, (n, j) => gradients[d * n + a]! * f[j]!));
  }

  /** ⟨∇·f⟩ of a vector field at a place; NaN where no sample reaches. [AW09 eq. 33] */
  divergence(f: ArrayLike<number>, place: ArrayLike<number>): number {
    const d = this.samples.dimension,
      { indices, gradients } = this.shape(place, 1);
    checkField(f, d * this.samples.count);
    return sumOf(indices, (n, j) => {
      let sum = 0;
      for (let a = 0; a < d; a++) sum += gradients[d * n + a]! * f[d * j + a]!;
      return sum;
    });
  }

  /** All second derivatives of ⟨f⟩ at a place, row by row; NaN where no sample reaches. */
  hessian(f: ArrayLike<number>, place: ArrayLike<number>): Float64Array {
    checkField(f, this.samples.count);
    const d = this.samples.dimension,
      { indices, hessians } = this.shape(place, 2);
    return Float64Array.from({ length: d * d }, (_, ab) => sumOf(indices, (n, j) => hessians[d * d * n + ab]! * f[j]!));
  }

  /** ⟨Δf⟩ at a place; NaN where no sample reaches. [AW09 eq. 34] */
  laplacian(f: ArrayLike<number>, place: ArrayLike<number>): number {
    const d = this.samples.dimension,
      hessian = this.hessian(f, place);
    let sum = 0;
    for (let a = 0; a < d; a++) sum += hessian[d * a + a]!;
    return sum;
  }
}

function sumOf(indices: readonly number[], term: (n: number, j: number) => number): number {
  if (indices.length === 0) return Number.NaN;
  let sum = 0;
  for (let n = 0; n < indices.length; n++) sum += term(n, indices[n]!);
  return sum;
}
