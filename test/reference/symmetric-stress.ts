// The symmetric viscous stress in double precision, as the derivative of its dissipation by differences. [ADR 29]
//   Φ = Σ_i η_i [ ¼ V_i D:D + ½α Σ_j c_ij |v_ij − L x_ij|² ],  c = V_i V_j F s,  D = L + Lᵀ,  L the best fit to v_ij = L x_ij with weights c
// For particles with neighbors all around, where L is known in all directions.

import { inverse, type Matrix, multiply, shearRate, twiceSymmetric } from './flow.ts';
import { latticeGradient } from './lattice-gradient.ts';
import { neighborsOf, type State } from './sph.ts';

const XYZ = [0, 1, 2] as const;

interface Bond {
  readonly j: number;
  /** x_i − x_j, m. */
  readonly x: readonly number[];
  readonly c: number;
}

/** Who is bound to whom, once for all velocities. */
export class SymmetricStress {
  private readonly bonds: readonly (readonly Bond[])[];
  private readonly inverses: readonly Matrix[];

  private readonly s: State;
  private readonly alpha: number;

  constructor(s: State, alpha: number) {
    this.s = s;
    this.alpha = alpha;
    this.bonds = Array.from(s.mass, (_, i) =>
      neighborsOf(s, i).map(({ j, x, r, F }) => {
        const h = (s.smoothingLength[i]! + s.smoothingLength[j]!) / 2;
        return { j, x, c: (this.volume(i) * this.volume(j) * F * r * r) / (r * r + (h * h) / 2500) };
      }),
    );
    this.inverses = this.bonds.map((own) => inverse(this.shape(own)));
  }

  volume(i: number): number {
    return this.s.mass[i]! / this.s.density[i]!;
  }

  /** Σ c x xᵀ, with 1 where there is no third dimension. */
  private shape(own: readonly Bond[]): Matrix {
    const B = new Array<number>(9).fill(0);
    for (const { x, c } of own) for (const a of XYZ) for (const b of XYZ) B[3 * a + b]! += c * x[a]! * x[b]!;
    if (this.s.dimension === 2) B[8] = 1;
    return B;
  }

  /** L of particle i. */
  gradient(i: number, v: Float64Array): Matrix {
    const M = new Array<number>(9).fill(0);
    for (const { j, x, c } of this.bonds[i]!)
      for (const a of XYZ) for (const b of XYZ) M[3 * a + b]! += c * (v[3 * i + a]! - v[3 * j + a]!) * x[b]!;
    return multiply(M, this.inverses[i]!);
  }

  /** √(½ D:D) of every particle, 1/s. */
  rates(v: Float64Array): number[] {
    return this.bonds.map((_, i) => shearRate(twiceSymmetric(this.gradient(i, v))));
  }

  /** Φ_i over η_i. */
  private dissipationOf(i: number, v: Float64Array): number {
    const L = this.gradient(i, v),
      D = twiceSymmetric(L);
    let residual = 0;
    for (const { j, x, c } of this.bonds[i]!) {
      for (const a of XYZ) {
        const left = v[3 * i + a]! - v[3 * j + a]! - XYZ.reduce<number>((sum, b) => sum + L[3 * a + b]! * x[b]!, 0);
        residual += c * left * left;
      }
    }
    return 0.25 * this.volume(i) * D.reduce((sum, d) => sum + d * d, 0) + 0.5 * this.alpha * residual;
  }

  /** −∂Φ/∂v of some particles for viscosities η, N, and 0 for others: exact, because Φ is quadratic. */
  forces(velocity: Float64Array, eta: ArrayLike<number>, some: readonly number[]): Float64Array {
    const v = Float64Array.from(velocity),
      f = new Float64Array(v.length);
    for (const i of some) {
      const around = [i, ...this.bonds[i]!.map(({ j }) => j)];
      for (const a of XYZ) {
        const at = v[3 * i + a]!;
        const seen = [1, -1].map((side) => {
          v[3 * i + a] = at + side;
          return around.reduce((sum, k) => sum + eta[k]! * this.dissipationOf(k, v), 0);
        });
        v[3 * i + a] = at;
        f[3 * i + a] = -(seen[0]! - seen[1]!) / 2;
      }
    }
    return f;
  }

  /** What pressures (Pa) do to some particles beside the plain sum, N: Σ c (E_i + E_j) x with E = (V B⁻¹ − 1/G) P, G the gradient of lattices. */
  pressureForces(pressure: Float64Array, some: readonly number[]): Float64Array {
    const f = new Float64Array(3 * pressure.length),
      G = latticeGradient(this.s.kernel, this.s.dimension);
    const entry = (k: number, a: number, b: number): number =>
      (this.volume(k) * this.inverses[k]![3 * a + b]! - (a === b ? 1 / G : 0)) * pressure[k]!;
    for (const i of some)
      for (const { j, x, c } of this.bonds[i]!)
        for (const a of XYZ)
          for (const b of XYZ) {
            if (this.s.dimension === 2 && (a === 2 || b === 2)) continue;
            f[3 * i + a]! += c * (entry(i, a, b) + entry(j, a, b)) * x[b]!;
          }
    return f;
  }
}
