// The second way for a skin to follow: every particle moves what is around it linearly, and a vertex takes the weighted mean of these motions,
//   ũ(x) = Σ ω̃_j (u_j + ∇u_j (x − x_j)),   Σ ω̃_j = 1.   [AW09 eq. 68; no transpose, X32]
// ∇u_j = Σ_k (u_k − u_j) g_jkᵀ from differences [AW09 eq. 37-38], so that the whole is a sum over the particles and those around them.

import { inverseOf } from '../meshless/small-matrices.ts';
import { type Fit, weightsAt } from './local-fit.ts';
import type { NearestParticles } from './nearest-particles.ts';

/** Particles whose motions are averaged, and particles that the motion of each is found from. */
const BLENDED = 8;
const AROUND = 16;
/** Largest ratio of spreads along two directions that are both known. */
const WORST = 1e3;

/** ∇u of a particle as a sum: Σ (u_k − u_j) g_kᵀ. */
interface Stencil {
  readonly particles: readonly number[];
  readonly vectors: Float64Array;
  /** Whether g is exact for all linear fields. */
  readonly isWhole: boolean;
}

/** Weights by which vertices follow particles. */
export class ParticleFollower {
  readonly #positions: Float64Array;
  readonly #near: NearestParticles;
  readonly #stencils = new Map<number, Stencil>();

  constructor(positions: Float64Array, near: NearestParticles) {
    this.#positions = positions;
    this.#near = near;
  }

  /** W of all particles that count at a place, and ∇W. */
  at(place: Float64Array): Fit {
    const near = this.#near(place[0]!, place[1]!, place[2]!, BLENDED + 1),
      { count, omega, slopes } = weightsAt(this.#positions, near, BLENDED, place),
      total = omega.reduce((a, b) => a + b, 0),
      sums = new Map<number, [number, number, number, number]>(),
      add = (k: number, w: number, g: ArrayLike<number>): void => {
        const sum = sums.get(k) ?? [0, 0, 0, 0];
        sum[0] += w;
        for (let a = 0; a < 3; a++) sum[a + 1]! += g[a]!;
        sums.set(k, sum);
      };
    if (!(total > 0))
      return { particles: [near.particles[0]!], values: Float64Array.of(1), gradients: new Float64Array(3), order: 0 };
    const drift = [0, 1, 2].map((a) => omega.reduce((sum, _, n) => sum + slopes[3 * n + a]!, 0) / total);
    let isWhole = true;
    for (let n = 0; n < count; n++) {
      const j = near.particles[n]!,
        share = omega[n]! / total,
        // ∇ω̃ = (∇ω − ω̃ Σ∇ω)/Σω
        slope = [0, 1, 2].map((a) => slopes[3 * n + a]! / total - share * drift[a]!),
        stencil = this.#stencil(j);
      isWhole &&= stencil.isWhole;
      add(j, share, slope);
      stencil.particles.forEach((k, m) => {
        const g = stencil.vectors.subarray(3 * m, 3 * m + 3);
        let along = 0;
        for (let a = 0; a < 3; a++) along += g[a]! * (place[a]! - this.#positions[3 * j + a]!);
        const moved = [0, 1, 2].map((a) => share * g[a]! + along * slope[a]!);
        add(k, share * along, moved);
        add(
          j,
          -share * along,
          moved.map((c) => -c),
        );
      });
    }
    const particles = [...sums.keys()].sort((a, b) => a - b);
    return {
      particles,
      values: Float64Array.from(particles, (k) => sums.get(k)![0]),
      gradients: Float64Array.from(particles.flatMap((k) => sums.get(k)!.slice(1))),
      order: isWhole ? 1 : 0,
    };
  }

  /** g_jk = ω_jk A⁻¹ x_jk, A = Σ ω_jk x_jk x_jkᵀ. */
  #stencil(j: number): Stencil {
    const known = this.#stencils.get(j);
    if (known) return known;
    const p = this.#positions,
      place = p.subarray(3 * j, 3 * j + 3),
      near = this.#near(place[0]!, place[1]!, place[2]!, AROUND + 2),
      others = near.particles
        .map((particle, n) => ({ particle, distance: near.distances[n]! }))
        .filter((each) => each.particle !== j),
      list = { particles: others.map((each) => each.particle), distances: others.map((each) => each.distance) },
      { count, omega } =
        list.particles.length > 0 ? weightsAt(p, list, AROUND, place) : { count: 0, omega: new Float64Array(0) },
      particles = list.particles.slice(0, count),
      A = new Float64Array(9),
      vectors = new Float64Array(3 * count);
    const offset = (k: number, a: number): number => p[3 * k + a]! - place[a]!;
    particles.forEach((k, n) => {
      for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) A[3 * a + b]! += omega[n]! * offset(k, a) * offset(k, b);
    });
    const inverse = inverseOf(A, 3, WORST);
    particles.forEach((k, n) => {
      for (let a = 0; a < 3; a++)
        for (let b = 0; b < 3; b++) vectors[3 * n + a]! += omega[n]! * inverse[3 * a + b]! * offset(k, b);
    });
    const made = { particles, vectors, isWhole: isIdentity(A, inverse) };
    this.#stencils.set(j, made);
    return made;
  }
}

/** Whether a matrix times its inverse is 1: not so where a direction is unknown. */
function isIdentity(A: Float64Array, inverse: Float64Array): boolean {
  let trace = 0;
  for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) trace += A[3 * r + c]! * inverse[3 * c + r]!;
  return Math.abs(trace - 3) < 1e-6;
}
