// The viscoplastic fluid in double precision, from the equations of the card, brute force over all pairs. [PV09; card §9]
// Shares with the engine only what is a choice of the engine and no equation: the factor on viscous sums and the corrected gradient.

import { latticeGradient } from './lattice-gradient.ts';
import {
  artificialViscosity,
  compressions,
  type Material,
  neighborsOf,
  pressureOf,
  restVolumes,
  type State,
  sumDensity,
  type Vec3,
  vectorAt,
} from './sph.ts';

/** A material with what makes it flow. */
export interface FlowMaterial extends Material {
  /** J; left out: Newtonian with `viscosity`. */
  readonly jumpNumber?: number | undefined;
  readonly powerIndex: number;
  /** τ₀, Pa. */
  readonly yieldStress: number;
  /** K, Pa sⁿ. */
  readonly consistency: number;
  readonly stressForm: 'symmetric' | 'morris' | 'tensor';
}

/** A 3×3 matrix by rows. */
export type Matrix = readonly number[];

export interface FlowState {
  readonly density: Float64Array;
  readonly densityRate: Float64Array;
  /** η of every particle, Pa·s. */
  readonly viscosity: Float64Array;
  /** S = η D with the gradient as it is summed. */
  readonly stress: readonly Matrix[];
}

const XYZ = [0, 1, 2] as const;

/** (∇v)_ab = Σ V_j (v_j − v_i)_a (∇W̄)_b and B_ab = Σ V_j (x_j − x_i)_a (∇W̄)_b. [PV09 eq. 7; card §3e] */
export function gradients(s: State, i: number): { gradient: Matrix; B: Matrix } {
  const gradient = new Array<number>(9).fill(0),
    B = new Array<number>(9).fill(0);
  for (const { j, v, x, gradW } of neighborsOf(s, i)) {
    const V = s.mass[j]! / s.density[j]!;
    for (const a of XYZ) {
      for (const b of XYZ) {
        gradient[3 * a + b]! -= V * v[a] * gradW[b];
        B[3 * a + b]! -= V * x[a] * gradW[b];
      }
    }
  }
  return { gradient, B };
}

export function multiply(A: Matrix, B: Matrix): Matrix {
  return Array.from({ length: 9 }, (_, k) =>
    XYZ.reduce<number>((sum, c) => sum + A[3 * Math.floor(k / 3) + c]! * B[3 * c + (k % 3)]!, 0),
  );
}

export function determinant([a, b, c, d, e, f, g, h, i]: Matrix): number {
  return a! * (e! * i! - f! * h!) - b! * (d! * i! - f! * g!) + c! * (d! * h! - e! * g!);
}

export function inverse(M: Matrix): Matrix {
  const det = determinant(M);
  return Array.from({ length: 9 }, (_, k) => {
    const r = Math.floor(k / 3),
      c = k % 3,
      at = (u: number, v: number) => M[3 * ((c + u) % 3) + ((r + v) % 3)]!;
    return (at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)) / det;
  });
}

/** D = L + Lᵀ. */
export function twiceSymmetric(L: Matrix): Matrix {
  return L.map((value, k) => value + L[3 * (k % 3) + Math.floor(k / 3)]!);
}

/** √(½ D:D). [X13] */
export function shearRate(D: Matrix): number {
  return Math.sqrt(D.reduce((sum, value) => sum + value * value, 0) / 2);
}

/** η = (τ₀/γ̇₁) η*(γ̇/γ̇₁), γ̇₁ = (τ₀/K)^(1/n). [card §9] */
export function viscosityOf(m: FlowMaterial, rate: number): number {
  if (m.jumpNumber === undefined) return m.viscosity;
  const unit = (m.yieldStress / m.consistency) ** (1 / m.powerIndex),
    D = rate / unit,
    J = m.jumpNumber;
  const star = D < 1e-14 ? J + 1 : -Math.expm1(-(J + 1) * D) * (D ** (m.powerIndex - 1) + 1 / D);
  return (m.yieldStress / unit) * star;
}

/** Densities, viscosities and stresses of particles that were just moved, with the density taken along over dt (s). */
export function flowState(s: State, materials: readonly FlowMaterial[], dt: number, summed = false): FlowState {
  const n = s.mass.length,
    density = summed ? sumDensity(s, materials) : Float64Array.from(s.density),
    seen = { ...s, density },
    densityRate = new Float64Array(n),
    viscosity = new Float64Array(n),
    stress: Matrix[] = [];
  const next = Float64Array.from(density);
  for (let i = 0; i < n; i++) {
    const { gradient, B } = gradients(seen, i),
      full = s.dimension === 3 ? B : [B[0]!, B[1]!, 0, B[3]!, B[4]!, 0, 0, 0, 1];
    const L = determinant(full) > 0.02 ? multiply(gradient, inverse(full)) : gradient;
    densityRate[i] =
      (-density[i]! * (gradient[0]! + gradient[4]! + gradient[8]!)) / latticeGradient(s.kernel, s.dimension);
    if (!summed) next[i] = density[i]! + dt * densityRate[i]!;
    viscosity[i] = viscosityOf(materials[s.material[i]!]!, shearRate(twiceSymmetric(L)));
    stress.push(twiceSymmetric(gradient).map((value) => viscosity[i]! * value));
  }
  return { density: next, densityRate, viscosity, stress };
}

/** Factors that the engine puts on viscous sums, by material. */
export interface Forces {
  readonly gravity?: Vec3;
  readonly scale: readonly number[];
  /** Leave viscosity out: the implicit step adds it later. */
  readonly inviscid?: boolean;
}

/** Accelerations with densities and viscosities of `flowState`. [PV09 eq. 2, 12; Morris form or tensor form, card §9] */
export function flowAccelerations(
  s: State,
  f: FlowState,
  materials: readonly FlowMaterial[],
  options: Forces,
): Float64Array {
  const seen = { ...s, density: f.density },
    { gravity = [0, 0, 0], scale, inviscid = false } = options,
    a = new Float64Array(3 * s.mass.length);
  const materialOf = (i: number) => materials[s.material[i]!]!;
  const rho = f.density,
    V = restVolumes(s, materials),
    G = latticeGradient(s.kernel, s.dimension),
    term = compressions(seen, materials).map((N, i) => pressureOf(materialOf(i), rho[i]!) / (G * N ** 2));
  for (let i = 0; i < s.mass.length; i++) {
    for (const c of XYZ) a[3 * i + c]! += gravity[c];
    for (const pair of neighborsOf(seen, i)) {
      const { j, v, gradW } = pair,
        m_i = materialOf(i),
        m_j = materialOf(j);
      const central =
        ((V[i]! * V[j]!) / s.mass[i]!) * (term[i]! + term[j]! + artificialViscosity(seen, m_i, m_j, i, pair));
      for (const c of XYZ) a[3 * i + c]! -= central * gradW[c];
      const tensors = [i, j].map((k) =>
        materialOf(k).stressForm === 'tensor' ? f.stress[k]! : new Array<number>(9).fill(0),
      );
      const k = s.mass[j]! / (rho[i]! * rho[j]!);
      for (const c of XYZ) {
        a[3 * i + c]! +=
          k * XYZ.reduce<number>((sum, b) => sum + (tensors[0]![3 * c + b]! + tensors[1]![3 * c + b]!) * gradW[b], 0);
      }
      if (inviscid) continue;
      const K = viscousCoefficient(s, f, materials, scale, i, pair.j, pair) / s.mass[i]!;
      for (const c of XYZ) a[3 * i + c]! -= K * v[c];
    }
  }
  return a;
}

/** K_ij = 2 m_i m_j η̄ F s/(ρ_iρ_j), η̄ harmonic, s = r²/(r² + h̄²/2500); 0 for substances whose stress acts by its tensor. [card §3, §9] */
export function viscousCoefficient(
  s: State,
  f: FlowState,
  materials: readonly FlowMaterial[],
  scale: readonly number[],
  i: number,
  j: number,
  { F, r }: { readonly F: number; readonly r: number },
): number {
  const eta = (k: number): number => {
    const index = s.material[k]!;
    return materials[index]!.stressForm === 'tensor' ? 0 : f.viscosity[k]! * scale[index]!;
  };
  const sum = eta(i) + eta(j),
    mean = sum > 0 ? (2 * eta(i) * eta(j)) / sum : 0,
    h = (s.smoothingLength[i]! + s.smoothingLength[j]!) / 2;
  const bounded = (F * r * r) / (r * r + (h * h) / 2500);
  return (2 * s.mass[i]! * s.mass[j]! * mean * bounded) / (f.density[i]! * f.density[j]!);
}

/** Velocities after backward Euler over dt: (m_i + dt Σ K_ij) v_i − dt Σ K_ij v_j = m_i v*_i, by Gauss elimination. */
export function solveDense(
  s: State,
  f: FlowState,
  materials: readonly FlowMaterial[],
  scale: readonly number[],
  before: Float64Array,
  dt: number,
): Float64Array {
  const n = s.mass.length,
    rows = Array.from({ length: n }, (_, i) => {
      const row = new Float64Array(n + 3);
      row[i] = s.mass[i]!;
      for (const pair of neighborsOf({ ...s, density: f.density }, i)) {
        const K = dt * viscousCoefficient(s, f, materials, scale, i, pair.j, pair);
        row[i]! += K;
        row[pair.j]! -= K;
      }
      vectorAt(before, i).forEach((v, c) => {
        row[n + c] = s.mass[i]! * v;
      });
      return row;
    });
  for (let c = 0; c < n; c++) {
    for (let r = c + 1; r < n; r++) {
      const factor = rows[r]![c]! / rows[c]![c]!;
      if (factor !== 0) for (let k = c; k < n + 3; k++) rows[r]![k]! -= factor * rows[c]![k]!;
    }
  }
  const v = new Float64Array(3 * n);
  for (let i = n - 1; i >= 0; i--) {
    for (const c of XYZ) {
      let value = rows[i]![n + c]!;
      for (let j = i + 1; j < n; j++) value -= rows[i]![j]! * v[3 * j + c]!;
      v[3 * i + c] = value / rows[i]![i]!;
    }
  }
  return v;
}
