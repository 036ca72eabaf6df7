// Linear moving least squares at one place, over the particles near it: Φ and ∇Φ. The weight is (1 − (r/R)²)³, where R is the distance of the
// first particle that does not count any more, so that weights fade in and out as one goes along the skin. [AW09 eq. 27-31, card §13]
// Where the particles lie in a plane or on a line, what they know: linear within it, constant across. Scratch is used again.

import { inverseOf } from '../meshless/small-matrices.ts';
import type { NearParticles } from './nearest-particles.ts';

/** Below this part of an even spread the particles count as lying in a plane or on a line. */
const FLAT = 1e-3;
/** Largest ratio of spreads along two directions that are both known. */
const WORST = 1e3;
/** Support over the distance of the last particle, if there is none behind it. */
const BEYOND = 1.5;

/** Shape functions at one place. */
export interface Fit {
  readonly particles: readonly number[];
  /** Φ of each; they add up to 1. */
  readonly values: Float64Array;
  /** ∇Φ of each, x, y, z, 1/m. */
  readonly gradients: Float64Array;
  /** 1, or 0 where the moment matrix does not invert and only part of a linear field is known. */
  readonly order: 0 | 1;
}

/** Weights of the particles around a place. */
export interface Weights {
  readonly count: number;
  /** ω of each. */
  readonly omega: Float64Array;
  /** ∇ω of each, x, y, z, 1/m. */
  readonly slopes: Float64Array;
  /** Radius within which particles count, m. */
  readonly support: number;
}

/**
 * ω and ∇ω of all particles but the last, whose distance is the support; of all, if there are no more than `most`.
 * A way around a corner counts as if it were straight and as long.
 */
export function weightsAt(
  positions: Float64Array,
  near: NearParticles,
  most: number,
  place: ArrayLike<number>,
): Weights {
  const { particles, distances } = near,
    isCut = particles.length > most,
    count = isCut ? most : particles.length,
    last = Math.min(particles.length, most + 1) - 1,
    support = (isCut ? 1 : BEYOND) * distances[last]! || 1,
    away = towards(positions, particles[last]!, place),
    omega = new Float64Array(count),
    slopes = new Float64Array(3 * count);
  for (let n = 0; n < count; n++) {
    const q = distances[n]! / support,
      s = Math.max(0, 1 - q * q),
      direction = towards(positions, particles[n]!, place);
    omega[n] = s * s * s;
    // dω = −6 s² q dq, dq = (dr − q dR)/R
    for (let a = 0; a < 3; a++) {
      const dR = (isCut ? 1 : BEYOND) * away[a]!;
      slopes[3 * n + a] = ((-6 * s * s * q) / support) * (direction[a]! - q * dR);
    }
  }
  return { count, omega, slopes, support };
}

/** The direction in which the distance to a particle grows fastest. */
function towards(positions: Float64Array, i: number, place: ArrayLike<number>): readonly [number, number, number] {
  const x = place[0]! - positions[3 * i]!,
    y = place[1]! - positions[3 * i + 1]!,
    z = place[2]! - positions[3 * i + 2]!,
    r = Math.sqrt(x * x + y * y + z * z);
  return r > 0 ? [x / r, y / r, z / r] : [0, 0, 0];
}

/** Fits linear functions at a place. */
export class LocalFit {
  /** (x_i − x)/H of each particle. */
  #y = new Float64Array(0);
  /** Upper half of the moment matrix, then its factor. */
  readonly #M = new Float64Array(16);
  readonly #first = Float64Array.of(1, 0, 0, 0);

  at(positions: Float64Array, near: NearParticles, most: number, place: ArrayLike<number>): Fit {
    const weights = weightsAt(positions, near, most, place),
      { count, omega, support: H } = weights,
      particles = near.particles.slice(0, count);
    if (this.#y.length < 3 * count) this.#y = new Float64Array(3 * count);
    for (let n = 0; n < count; n++) {
      for (let a = 0; a < 3; a++) this.#y[3 * n + a] = (positions[3 * particles[n]! + a]! - place[a]!) / H;
    }
    this.#sumMoments(count, omega);
    if (this.#isFlat() || !this.#factor()) return { particles, ...this.#flatFit(weights), order: 0 };
    return { particles, ...this.#combine(weights), order: 1 };
  }

  /** M = Σ ω p pᵀ, p = (1, y). [AW09 eq. 28] */
  #sumMoments(count: number, omega: Float64Array): void {
    const M = this.#M.fill(0),
      y = this.#y;
    for (let n = 0; n < count; n++) {
      const p = [1, y[3 * n]!, y[3 * n + 1]!, y[3 * n + 2]!];
      for (let r = 0; r < 4; r++) for (let c = 0; c < 4; c++) M[4 * r + c]! += omega[n]! * p[r]! * p[c]!;
    }
  }

  /** Spread of the particles about their mean, C = Σ ω (y − ȳ)(y − ȳ)ᵀ. */
  #spread(): Float64Array {
    const M = this.#M,
      C = new Float64Array(9);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) C[3 * r + c] = M[4 * (r + 1) + c + 1]! - (M[r + 1]! * M[c + 1]!) / M[0]!;
    }
    return C;
  }

  #isFlat(): boolean {
    if (!(this.#M[0]! > 0)) return true;
    const C = this.#spread(),
      third = (C[0]! + C[4]! + C[8]!) / 3,
      det =
        C[0]! * (C[4]! * C[8]! - C[5]! * C[7]!) -
        C[1]! * (C[3]! * C[8]! - C[5]! * C[6]!) +
        C[2]! * (C[3]! * C[7]! - C[4]! * C[6]!);
    return !(det > FLAT * third * third * third);
  }

  /** Cholesky's factor in the lower half; false if there is none. */
  #factor(): boolean {
    const M = this.#M;
    for (let k = 0; k < 4; k++) {
      for (let j = 0; j < k; j++) M[5 * k]! -= M[4 * k + j]! * M[4 * k + j]!;
      if (!(M[5 * k]! > 0)) return false;
      M[5 * k] = Math.sqrt(M[5 * k]!);
      for (let i = k + 1; i < 4; i++) {
        for (let j = 0; j < k; j++) M[4 * i + k]! -= M[4 * i + j]! * M[4 * k + j]!;
        M[4 * i + k]! /= M[5 * k]!;
      }
    }
    return true;
  }

  #solve(b: ArrayLike<number>): [number, number, number, number] {
    const L = this.#M,
      x: [number, number, number, number] = [b[0]!, b[1]!, b[2]!, b[3]!];
    for (let i = 0; i < 4; i++) {
      for (let k = 0; k < i; k++) x[i]! -= L[4 * i + k]! * x[k]!;
      x[i]! /= L[5 * i]!;
    }
    for (let i = 3; i >= 0; i--) {
      for (let k = i + 1; k < 4; k++) x[i]! -= L[4 * k + i]! * x[k]!;
      x[i]! /= L[5 * i]!;
    }
    return x;
  }

  /** Φ = Γ·ωp, MΓ = (1, 0, 0, 0); ∂Γ = −M⁻¹ ∂M Γ, ∂_k p = −1/H in place k. [AW09 eq. 31] */
  #combine({ count, omega, slopes, support: H }: Weights): Pick<Fit, 'values' | 'gradients'> {
    const y = this.#y,
      G = this.#solve(this.#first),
      values = new Float64Array(count),
      gradients = new Float64Array(3 * count),
      project = (v: readonly number[], n: number): number =>
        v[0]! + v[1]! * y[3 * n]! + v[2]! * y[3 * n + 1]! + v[3]! * y[3 * n + 2]!;
    for (let n = 0; n < count; n++) values[n] = omega[n]! * project(G, n);
    for (let a = 0; a < 3; a++) {
      const sum = [0, 0, 0, 0],
        move = -G[a + 1]! / H;
      for (let n = 0; n < count; n++) {
        const g = project(G, n),
          factor = slopes[3 * n + a]! * g + omega[n]! * move;
        sum[0]! += factor;
        for (let c = 0; c < 3; c++) sum[c + 1]! += factor * y[3 * n + c]!;
        sum[a + 1]! -= (omega[n]! * g) / H;
      }
      const dG = this.#solve(sum);
      for (let n = 0; n < count; n++) {
        gradients[3 * n + a] = slopes[3 * n + a]! * project(G, n) + omega[n]! * (move - project(dG, n));
      }
    }
    return { values, gradients };
  }

  /** Φ = ω(1/W + (y − ȳ)ᵀ C⁺ (−ȳ)), with the gradient for fixed weights: what is not known is constant. */
  #flatFit({ count, omega, support: H }: Weights): Pick<Fit, 'values' | 'gradients'> {
    const y = this.#y,
      values = new Float64Array(count),
      gradients = new Float64Array(3 * count),
      W = omega.reduce((a, b) => a + b, 0),
      mean = [0, 1, 2].map((a) => omega.reduce((sum, w, n) => sum + w * y[3 * n + a]!, 0) / W),
      C = new Float64Array(9);
    if (!(W > 0)) {
      values[0] = 1;
      return { values, gradients };
    }
    for (let n = 0; n < count; n++) {
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++)
          C[3 * r + c]! += omega[n]! * (y[3 * n + r]! - mean[r]!) * (y[3 * n + c]! - mean[c]!);
      }
    }
    const inverse = inverseOf(C, 3, WORST);
    for (let n = 0; n < count; n++) {
      values[n] = omega[n]! / W;
      for (let r = 0; r < 3; r++) {
        let g = 0;
        for (let c = 0; c < 3; c++) g += inverse[3 * r + c]! * (y[3 * n + c]! - mean[c]!);
        values[n]! -= omega[n]! * g * mean[r]!;
        gradients[3 * n + r] = (omega[n]! * g) / H;
      }
    }
    return { values, gradients };
  }
}
