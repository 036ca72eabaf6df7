// Spin of eddies in double precision, written from the dissipation function: brute force, nothing shared with the engine. [ADR 69]
//   R = ½ Σ m_i ν_i |s_i|²,   s_i = 2 (J_i + δ)⁻¹ Σ_j V_j F x_ij × (v_ij − ω_i × x_ij),   J_i = Σ_j V_j F (r² − x xᵀ),  δ = 0.1,  F = −W̄′/r of (1 − r²/R²)³
// Forces are −∂R/∂v, torques −∂R/∂ω; beside them spin spreads by Morris's Laplacian.

import { neighborsOf, type Pair, type State, type Vec3, vectorAt } from './sph.ts';

/** The numbers of a material. */
export interface EddyMaterial {
  readonly restDensity: number;
  /** ν_t, m²/s; 0: no spin. */
  readonly transfer: number;
  /** Θ, m². */
  readonly inertia: number;
  /** ν_ω, m²/s. */
  readonly viscosity: number;
}

type Matrix = readonly [Vec3, Vec3, Vec3];

const FEW = 0.1;

export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const times = (m: Matrix, x: Vec3): Vec3 => [dot(m[0], x), dot(m[1], x), dot(m[2], x)];
const scaled = (a: Vec3, k: number): Vec3 => [k * a[0], k * a[1], k * a[2]];

/** Solves m x = b by elimination. */
function solve(m: Matrix, b: Vec3): Vec3 {
  const rows = m.map((row, k) => [...row, b[k]!]);
  for (let k = 0; k < 3; k++)
    for (let n = k + 1; n < 3; n++) {
      const part = rows[n]![k]! / rows[k]![k]!;
      rows[n] = rows[n]!.map((value, c) => value - part * rows[k]![c]!);
    }
  const x = [0, 0, 0];
  for (let k = 2; k >= 0; k--) {
    const known = rows[k]!.slice(k + 1, 3).reduce((sum, value, c) => sum + value * x[k + 1 + c]!, 0);
    x[k] = (rows[k]![3]! - known) / rows[k]![k]!;
  }
  return x as never;
}

/** What a particle sees of its neighbors. */
interface Seen {
  readonly pairs: readonly Pair[];
  /** J + δ. */
  readonly firm: Matrix;
  readonly J: Matrix;
  /** s, rad/s. */
  readonly slip: Vec3;
}

const V_of = (s: State, materials: readonly EddyMaterial[], j: number): number =>
  s.mass[j]! / materials[s.material[j]!]!.restDensity;

/** Neighbors, J and s of particle i for spins ω. */
function look(s: State, materials: readonly EddyMaterial[], spin: Float64Array, i: number): Seen {
  const pairs = neighborsOf({ ...s, kernel: 'poly6' }, i), // whatever the kernel of the state is
    J = [0, 1, 2].map(() => [0, 0, 0]),
    sum = [0, 0, 0],
    omega = vectorAt(spin, i);
  for (const { j, x, v, r, F } of pairs) {
    const w = V_of(s, materials, j) * F,
      turned = cross(omega, x),
      around = cross(x, [v[0] - turned[0], v[1] - turned[1], v[2] - turned[2]]);
    for (let a = 0; a < 3; a++) {
      sum[a]! += w * around[a]!;
      for (let b = 0; b < 3; b++) J[a]![b]! += w * ((a === b ? r * r : 0) - x[a]! * x[b]!);
    }
  }
  const firm = J.map((row, a) => row.map((value, b) => value + (a === b ? FEW : 0))) as unknown as Matrix;
  return { pairs, firm, J: J as unknown as Matrix, slip: scaled(solve(firm, sum as never), 2) };
}

/** R, W: half of the power that is lost. */
export function dissipation(s: State, materials: readonly EddyMaterial[], spin: Float64Array): number {
  return s.mass.reduce((sum, m, i) => {
    const { transfer } = materials[s.material[i]!]!,
      { slip } = look(s, materials, spin, i);
    return sum + 0.5 * m * transfer * dot(slip, slip);
  }, 0);
}

/** Accelerations, and rates of the spins. */
export function eddyRates(
  s: State,
  materials: readonly EddyMaterial[],
  spin: Float64Array,
): { acceleration: Float64Array; spinRate: Float64Array } {
  const acceleration = new Float64Array(spin.length),
    spinRate = new Float64Array(spin.length);
  s.mass.forEach((m, i) => {
    const { transfer, inertia, viscosity, restDensity } = materials[s.material[i]!]!;
    if (transfer === 0) return;
    const { pairs, firm, J, slip } = look(s, materials, spin, i),
      tau = solve(firm, scaled(slip, 2 * m * transfer)),
      torque = times(J, tau);
    for (let a = 0; a < 3; a++) spinRate[3 * i + a]! += torque[a]! / (m * inertia);
    for (const { j, x, F } of pairs) {
      const push = scaled(cross(x, tau), V_of(s, materials, j) * F);
      for (let a = 0; a < 3; a++) {
        acceleration[3 * i + a]! += push[a]! / m;
        acceleration[3 * j + a]! -= push[a]! / s.mass[j]!;
      }
      const other = materials[s.material[j]!]!,
        least = Math.min(
          restDensity * inertia * viscosity,
          other.transfer > 0 ? other.restDensity * other.inertia * other.viscosity : 0,
        ),
        k = 2 * V_of(s, materials, i) * V_of(s, materials, j) * least * F;
      for (let a = 0; a < 3; a++) spinRate[3 * i + a]! -= (k * (spin[3 * i + a]! - spin[3 * j + a]!)) / (m * inertia);
    }
  });
  return { acceleration, spinRate };
}
