// Functions and their derivatives from samples by smoothed particles. [AW09 §2, card §3]
// Cheap and robust, but not even constants come out exactly; which error a form makes is what tells the forms apart (docs/meshless.md).
// Supports that differ: at a place every sample counts with its own; between two samples the mean of both kernels does. [DC99 eq. 8]

import type { KernelName } from '../kernels/kernels.ts';
import { type Radial, radialKernel } from './radial.ts';
import { type CheckedSamples, checkField, checkPlace, checkSamples, refuse, type Samples } from './samples.ts';
import { KdTree } from './search/kd-tree.ts';
import type { PointSearch } from './search/search.ts';
import { inverseOf } from './small-matrices.ts';

/**
 * How a gradient is taken at a sample:
 * `plain` Σ V f ∇W [AW09 eq. 9]; `difference` Σ V (f_j − f_i) ∇W, 0 for constants [eq. 13]; `density-difference` the same with m/ρ_i
 * [eq. 17]; `symmetric` ρ_i Σ m (f_j/ρ_j² + f_i/ρ_i²) ∇W, equal and opposite in pairs [eq. 19, X22]; `corrected`, exact for linear functions.
 */
export type GradientForm = 'plain' | 'difference' | 'density-difference' | 'symmetric' | 'corrected';

/** How a divergence is taken at a sample: `plain` [AW09 eq. 12] or `difference` [eq. 14]. */
export type DivergenceForm = 'plain' | 'difference';

/**
 * How a Laplacian is taken at a sample: `plain` Σ V f ΔW [AW09 eq. 11], `difference` Σ V (f_j − f_i) ΔW [eq. 15], both with the true ΔW (X24);
 * `pairwise` 2 Σ V (f_i − f_j) W′/r, which never lets heat flow uphill [card §3].
 */
export type LaplacianForm = 'plain' | 'difference' | 'pairwise';

/** Settings of an approximation by smoothed particles. */
export interface SphOptions {
  /** Mass of every sample, kg; 1 without it. */
  readonly masses?: ArrayLike<number>;
  /** Kernel; `poly6` without it. */
  readonly kernel?: KernelName;
  /** Search structure over the same positions; a `KdTree` without it. */
  readonly search?: PointSearch;
}

/**
 * An approximation by smoothed particles.
 * @example
 * const sph = new SphApproximation({ dimension: 1, positions: [0, 0.1, 0.2, 0.3], supportRadius: 0.25 });
 * sph.value([0, 1, 2, 3], [0.15]); // near 1.5
 */
export class SphApproximation {
  readonly samples: CheckedSamples;
  /** ρ_i = Σ m_j W_ij, kg/m^d. [AW09 eq. 5] */
  readonly densities: Float64Array;
  /** V_i = m_i/ρ_i, m^d. [AW09 eq. 4] */
  readonly volumes: Float64Array;
  readonly #masses: Float64Array;
  readonly #kernel: Radial;
  readonly #search: PointSearch;
  readonly #near: number[] = [];

  constructor(samples: Samples, { masses, kernel = 'poly6', search }: SphOptions = {}) {
    this.samples = checkSamples(samples);
    const { dimension, count, positions } = this.samples;
    this.#kernel = radialKernel(kernel, dimension);
    this.#search = search ?? new KdTree(dimension, positions);
    if (this.#search.count !== count)
      refuse('The search structure has other points.', 'Build it from the same positions.');
    this.#masses = masses ? Float64Array.from(masses) : new Float64Array(count).fill(1);
    checkField(this.#masses, count);
    this.densities = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      this.#eachPair(i, (j, r) => {
        this.densities[i]! += this.#masses[j]! * this.#mean('value', i, j, r);
      });
    }
    this.volumes = this.densities.map((rho, i) => this.#masses[i]! / rho);
  }

  /** ⟨f⟩ at a place. [AW09 eq. 3] */
  value(f: ArrayLike<number>, place: ArrayLike<number>): number {
    checkField(f, this.samples.count);
    let sum = 0;
    this.#eachNear(place, (j, r, R) => {
      sum += this.volumes[j]! * f[j]! * this.#kernel.value(r, R);
    });
    return sum;
  }

  /** ⟨f⟩ over ⟨1⟩ at a place, Shepard's interpolation: exact for constants. NaN where no sample reaches. [AW09 §2] */
  shepard(f: ArrayLike<number>, place: ArrayLike<number>): number {
    return this.value(f, place) / this.value(new Float64Array(this.samples.count).fill(1), place);
  }

  /** ⟨∇f⟩ at a place. [AW09 eq. 9] */
  gradientAt(f: ArrayLike<number>, place: ArrayLike<number>): Float64Array {
    const { dimension: d, count, positions } = this.samples,
      sum = new Float64Array(d);
    checkField(f, count);
    this.#eachNear(place, (j, r, R) => {
      const weight = this.volumes[j]! * f[j]! * this.#kernel.slopeOverDistance(r, R);
      for (let a = 0; a < d; a++) sum[a]! += weight * (place[a]! - positions[d * j + a]!);
    });
    return sum;
  }

  /** ⟨∇·f⟩ of a vector field at a place. [AW09 eq. 12] */
  divergenceAt(f: ArrayLike<number>, place: ArrayLike<number>): number {
    const { dimension: d, count, positions } = this.samples;
    checkField(f, d * count);
    let sum = 0;
    this.#eachNear(place, (j, r, R) => {
      const weight = this.volumes[j]! * this.#kernel.slopeOverDistance(r, R);
      for (let a = 0; a < d; a++) sum += weight * f[d * j + a]! * (place[a]! - positions[d * j + a]!);
    });
    return sum;
  }

  /** ⟨Δf⟩ at a place. [AW09 eq. 11, X24] */
  laplacianAt(f: ArrayLike<number>, place: ArrayLike<number>): number {
    const { dimension: d, count } = this.samples;
    checkField(f, count);
    let sum = 0;
    this.#eachNear(place, (j, r, R) => {
      sum += this.volumes[j]! * f[j]! * (this.#kernel.curvature(r, R) + (d - 1) * this.#kernel.slopeOverDistance(r, R));
    });
    return sum;
  }

  /** ∇f at a sample. */
  gradient(f: ArrayLike<number>, i: number, form: GradientForm = 'difference'): Float64Array {
    const { dimension: d, count, positions } = this.samples,
      sum = new Float64Array(d),
      shape = new Float64Array(d * d),
      [m, V, rho] = [this.#masses, this.volumes, this.densities];
    checkField(f, count);
    const weights: Record<GradientForm, (j: number) => number> = {
      plain: (j) => V[j]! * f[j]!,
      difference: (j) => V[j]! * (f[j]! - f[i]!),
      'density-difference': (j) => (m[j]! / rho[i]!) * (f[j]! - f[i]!),
      symmetric: (j) => rho[i]! * m[j]! * (f[j]! / (rho[j]! * rho[j]!) + f[i]! / (rho[i]! * rho[i]!)),
      corrected: (j) => V[j]! * (f[j]! - f[i]!),
    };
    const weight =
      weights[form] ?? refuse(`There is no gradient '${form}'.`, `Use one of ${Object.keys(weights).join(', ')}.`);
    this.#eachPair(i, (j, r) => {
      const slope = this.#mean('slopeOverDistance', i, j, r);
      for (let a = 0; a < d; a++) {
        const along = slope * (positions[d * i + a]! - positions[d * j + a]!);
        sum[a]! += weight(j) * along;
        for (let b = 0; b < d; b++)
          shape[d * a + b]! += V[j]! * along * (positions[d * j + b]! - positions[d * i + b]!);
      }
    });
    return form === 'corrected' ? times(inverseOf(shape, d), sum) : sum;
  }

  /** ∇·f of a vector field at a sample. */
  divergence(f: ArrayLike<number>, i: number, form: DivergenceForm = 'difference'): number {
    const { dimension: d, count, positions } = this.samples,
      own = form === 'difference' ? 1 : 0;
    checkField(f, d * count);
    let sum = 0;
    this.#eachPair(i, (j, r) => {
      const weight = this.volumes[j]! * this.#mean('slopeOverDistance', i, j, r);
      for (let a = 0; a < d; a++) {
        sum += weight * (f[d * j + a]! - own * f[d * i + a]!) * (positions[d * i + a]! - positions[d * j + a]!);
      }
    });
    return sum;
  }

  /** Δf at a sample. */
  laplacian(f: ArrayLike<number>, i: number, form: LaplacianForm = 'pairwise'): number {
    const { dimension: d, count } = this.samples,
      own = form === 'plain' ? 0 : 1;
    checkField(f, count);
    let sum = 0;
    this.#eachPair(i, (j, r) => {
      const slope = this.#mean('slopeOverDistance', i, j, r),
        weight = form === 'pairwise' ? -2 * slope : this.#mean('curvature', i, j, r) + (d - 1) * slope;
      sum += this.volumes[j]! * (f[j]! - own * f[i]!) * weight;
    });
    return sum;
  }

  /** The kernel between two samples: the mean of both. */
  #mean(part: keyof Radial, i: number, j: number, r: number): number {
    const { supports } = this.samples;
    return 0.5 * (this.#kernel[part](r, supports[i]!) + this.#kernel[part](r, supports[j]!));
  }

  #eachNear(place: ArrayLike<number>, visit: (j: number, r: number, R: number) => void): void {
    const { dimension: d, positions, supports, largestSupport } = this.samples;
    checkPlace(place, d);
    for (const j of this.#search.within(place, largestSupport, this.#near)) {
      const r = distance(positions, d, j, place);
      if (r < supports[j]!) visit(j, r, supports[j]!);
    }
  }

  /** Every sample that shares a kernel with sample i, itself included. */
  #eachPair(i: number, visit: (j: number, r: number) => void): void {
    const { dimension: d, positions, supports, largestSupport } = this.samples,
      place = positions.subarray(d * i, d * i + d);
    for (const j of this.#search.within(place, largestSupport, this.#near)) {
      const r = distance(positions, d, j, place);
      if (r < Math.max(supports[i]!, supports[j]!)) visit(j, r);
    }
  }
}

function distance(positions: Float64Array, d: number, j: number, place: ArrayLike<number>): number {
  let square = 0;
  for (let a = 0; a < d; a++) {
    const difference = positions[d * j + a]! - place[a]!;
    square += difference * difference;
  }
  return Math.sqrt(square);
}

function times(matrix: Float64Array, vector: Float64Array): Float64Array {
  const d = vector.length;
  return vector.map((_, a) => vector.reduce((sum, x, b) => sum + matrix[d * a + b]! * x, 0));
}
