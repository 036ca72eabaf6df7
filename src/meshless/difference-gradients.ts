// Gradients at samples from differences to their neighbors, by one least-squares fit each. [AW09 eq. 35-38]
// Exact for linear functions and cheaper than ∇Φ, but known at samples only.

import type { KernelName } from '../kernels/kernels.ts';
import { radialWeight } from './radial.ts';
import { type CheckedSamples, checkField, checkSamples, refuse, type Samples } from './samples.ts';
import { KdTree } from './search/kd-tree.ts';
import type { PointSearch } from './search/search.ts';
import { inverseOf } from './small-matrices.ts';

/** The gradient at a sample as a sum over neighbors: ∇f = Σ (f_j − f_i) g_j. */
export interface DifferenceStencil {
  readonly indices: readonly number[];
  /** g of each, d numbers, 1/m. */
  readonly vectors: Float64Array;
}

/**
 * Gradients at samples from differences; where neighbors lie on a line or in a plane, the part of the gradient that they know.
 * @example
 * const gradients = new DifferenceGradients({ dimension: 1, positions: [0, 0.1, 0.3], supportRadius: 0.25 });
 * gradients.gradient([5, 6, 8], 1); // [10]
 */
export class DifferenceGradients {
  readonly samples: CheckedSamples;
  readonly #weight;
  readonly #search: PointSearch;

  constructor(
    samples: Samples,
    { weight = 'poly6', search }: { readonly weight?: KernelName; readonly search?: PointSearch } = {},
  ) {
    this.samples = checkSamples(samples);
    this.#weight = radialWeight(weight);
    this.#search = search ?? new KdTree(this.samples.dimension, this.samples.positions);
    if (this.#search.count !== this.samples.count) {
      refuse('The search structure has other points.', 'Build it from the same positions.');
    }
  }

  /** g_ij = ω_ij A_i⁻¹ x_ij, A_i = Σ ω_ij x_ij x_ijᵀ, x_ij = x_j − x_i, for reuse with any number of fields. [AW09 eq. 37-38] */
  stencil(i: number): DifferenceStencil {
    const { dimension: d, positions, supports, largestSupport } = this.samples,
      place = positions.subarray(d * i, d * i + d),
      offset = (j: number) => Array.from({ length: d }, (_, a) => positions[d * j + a]! - place[a]!),
      omega = (x: readonly number[], j: number) =>
        this.#weight.value(Math.sqrt(x.reduce((s, c) => s + c * c, 0)), supports[j]!),
      indices = this.#search.within(place, largestSupport).filter((j) => j !== i && omega(offset(j), j) > 0),
      A = new Float64Array(d * d);
    for (const j of indices) {
      const x = offset(j),
        w = omega(x, j);
      for (let a = 0; a < d; a++) for (let b = 0; b < d; b++) A[d * a + b]! += w * x[a]! * x[b]!;
    }
    const inverse = inverseOf(A, d),
      vectors = new Float64Array(d * indices.length);
    indices.forEach((j, n) => {
      const x = offset(j),
        w = omega(x, j);
      for (let a = 0; a < d; a++) for (let b = 0; b < d; b++) vectors[d * n + a]! += w * inverse[d * a + b]! * x[b]!;
    });
    return { indices, vectors };
  }

  /** ∇f at a sample; 0 without neighbors. */
  gradient(f: ArrayLike<number>, i: number): Float64Array {
    checkField(f, this.samples.count);
    const d = this.samples.dimension,
      { indices, vectors } = this.stencil(i),
      sum = new Float64Array(d);
    indices.forEach((j, n) => {
      for (let a = 0; a < d; a++) sum[a]! += (f[j]! - f[i]!) * vectors[d * n + a]!;
    });
    return sum;
  }
}
