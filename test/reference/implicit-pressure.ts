// Pressure at the end of a step in double precision, written from ADR 43: no walls, summed density, linear state equation.
//   ρ_i = s Σ m_j W̄,  F_i = Σ V_i V_j (μ_i + μ_j) g x_ij,  Q_i = −Σ V_i V_j g u_ij·x_ij,  g = −W̄′/r,  V = m/ρ₀
//   C μ − dt D Q(F(μ)/m) = (V/s) (N − 1) + V A + dt Q(v* − v), forces act for D,  C = V N²/(s ρ₀ c²) over what lattices make of a gradient
//   A_i = Σ V_j (W̄(x_ij + dt v_ij) − W̄(x_ij)), v the velocities that places are looked ahead by

import { slopeW, W } from './kernels.ts';
import { dot, neighborsOf, type State, type Vec3, vectorAt } from './sph.ts';

/** What the system takes of a liquid. */
export interface Liquid {
  readonly restDensity: number;
  /** c², m²/s². */
  readonly stiffness: number;
  /** s: a summed density is multiplied by it. */
  readonly sumScale: number;
  /** 1/G: pressures in forces are multiplied by it. */
  readonly gradientScale: number;
  /** ζ: part of the stiffness where the pressure is negative. */
  readonly tension?: number;
}

interface Link {
  readonly i: number;
  readonly j: number;
  readonly k: number;
  readonly x: Vec3;
}

/** A state as a system for the pressure. */
export interface System {
  readonly compressions: Float64Array;
  /** F(μ), N. */
  forces(mu: ArrayLike<number>): Float64Array;
  /** Q(u), m³/s. */
  rates(u: Float64Array): Float64Array;
  /**
   * b − B μ over V/s: what is wrong with ρ/ρ₀ of every particle after dt (s), when forces act for `kick` (s).
   * @param v velocities that places are looked ahead by; else A is 0
   */
  errors(mu: ArrayLike<number>, predicted: Float64Array, dt: number, kick?: number, v?: Float64Array): Float64Array;
}

export function systemOf(state: State, liquid: Liquid): System {
  const n = state.mass.length,
    d = state.dimension,
    volume = state.mass.map((m) => m / liquid.restDensity),
    links: Link[] = [],
    compressions = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const R_i = 2 * state.smoothingLength[i]!;
    compressions[i]! += liquid.sumScale * volume[i]! * W(state.kernel, d, 0, R_i);
    for (const { j, x, r } of neighborsOf(state, i)) {
      const R_j = 2 * state.smoothingLength[j]!;
      compressions[i]! += liquid.sumScale * volume[j]! * mean(W(state.kernel, d, r, R_i), W(state.kernel, d, r, R_j));
      const g = -mean(slopeW(state.kernel, d, r, R_i), slopeW(state.kernel, d, r, R_j)) / r;
      if (j > i) links.push({ i, j, k: volume[i]! * volume[j]! * g, x });
    }
  }
  const forces: System['forces'] = (mu) => {
    const F = new Float64Array(3 * n);
    for (const { i, j, k, x } of links)
      for (let a = 0; a < 3; a++) {
        F[3 * i + a]! += k * (mu[i]! + mu[j]!) * x[a]!;
        F[3 * j + a]! -= k * (mu[i]! + mu[j]!) * x[a]!;
      }
    return F;
  };
  const rates: System['rates'] = (u) => {
    const Q = new Float64Array(n);
    for (const { i, j, k, x } of links) {
      const [a, b] = [vectorAt(u, i), vectorAt(u, j)],
        q = k * dot([a[0] - b[0], a[1] - b[1], a[2] - b[2]], x);
      Q[i]! -= q;
      Q[j]! -= q;
    }
    return Q;
  };
  const ahead = (v: Float64Array, dt: number): Float64Array => {
    const A = new Float64Array(n),
      sum = (r: number, i: number, j: number): number =>
        mean(
          W(state.kernel, d, r, 2 * state.smoothingLength[i]!),
          W(state.kernel, d, r, 2 * state.smoothingLength[j]!),
        );
    for (const { i, j, x } of links) {
      const [a, b] = [vectorAt(v, i), vectorAt(v, j)],
        later = Math.hypot(x[0] + dt * (a[0] - b[0]), x[1] + dt * (a[1] - b[1]), x[2] + dt * (a[2] - b[2])),
        change = sum(later, i, j) - sum(Math.hypot(...x), i, j);
      A[i]! += volume[j]! * change;
      A[j]! += volume[i]! * change;
    }
    return A;
  };
  return {
    ...{ compressions, forces, rates },
    errors(mu, predicted, dt, kick = dt, v = new Float64Array(3 * n)) {
      const F = forces(mu),
        A = ahead(v, dt),
        Q = rates(predicted.map((u, n3) => u - v[n3]! + (kick * F[n3]!) / state.mass[Math.floor(n3 / 3)]!));
      return Q.map((q, i) => {
        const N = compressions[i]!,
          pressure = (mu[i]! * N * N) / liquid.gradientScale;
        const stiffness = liquid.restDensity * liquid.stiffness * (pressure < 0 ? (liquid.tension ?? 1) : 1);
        return N - 1 + liquid.sumScale * (A[i]! + (dt * q) / volume[i]!) - pressure / stiffness;
      });
    },
  };
}

function mean(a: number, b: number): number {
  return (a + b) / 2;
}
