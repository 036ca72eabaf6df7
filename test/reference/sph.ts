// The SPH family in double precision, written from the equations: brute force over all pairs, nothing fast, nothing shared with
// the engine. Every WASM pass is tested against it. Cost O(n²) per call. SI units; vectors have three components in every
// dimension (2D keeps z = 0). Signs and symbols are those of the card: x_ij = x_i − x_j, ∇W = W′ x_ij / r, support radius 2h.

import { type Dimension, type KernelName, slopeW, W } from './kernels.ts';
import { latticeGradient } from './lattice-gradient.ts';

export type Vec3 = readonly [number, number, number];

/** The parameters of a substance, with the names and units they have in a scene. */
export interface Material {
  readonly stateEquation: 'linear' | 'tait' | 'ideal-gas';
  /** ρ₀, kg/m^d. */
  readonly restDensity: number;
  /** k = c², m²/s². */
  readonly stiffness: number;
  /** γ of the Tait equation. */
  readonly exponent: number;
  /** ζ, the factor on negative pressure. */
  readonly negativePressure: number;
  /** η, linear artificial viscosity. */
  readonly artificialViscosity: number;
  /** β, quadratic artificial viscosity. */
  readonly quadraticViscosity: number;
  /** c in the artificial viscosity, m/s; √k if left out. [X11] */
  readonly viscositySoundSpeed?: number;
  /** Dynamic viscosity μ, Pa·s. */
  readonly viscosity: number;
  /** ε of XSPH. */
  readonly xsph: number;
  /** How the density is found; by continuity if left out. */
  readonly density?: 'continuity' | 'summation';
}

/** A material without any viscosity, ρ₀ = 1000, k = 1000, changed where asked. */
export function material(changes: Partial<Material> = {}): Material {
  return {
    stateEquation: 'linear',
    restDensity: 1000,
    stiffness: 1000,
    exponent: 7,
    negativePressure: 1,
    artificialViscosity: 0,
    quadraticViscosity: 0,
    viscosity: 0,
    xsph: 0,
    ...changes,
  };
}

/** Particles as arrays; component c of particle i's vector is at 3i + c. */
export interface State {
  readonly dimension: Dimension;
  readonly kernel: KernelName;
  /** Edge lengths of the periodic box, m; 0 on an axis that does not wrap. */
  readonly period: Vec3;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly density: Float64Array;
  readonly mass: Float64Array;
  /** h, half the support radius, m. */
  readonly smoothingLength: Float64Array;
  /** Index into the materials. */
  readonly material: Uint8Array;
}

/** Time derivatives of a state. */
export interface Rates {
  /** dv/dt, m/s², three per particle. */
  readonly acceleration: Float64Array;
  /** dρ/dt, kg/(m^d s). */
  readonly densityRate: Float64Array;
}

export interface RateOptions {
  /** m/s². */
  readonly gravity?: Vec3;
  /** Particles to evaluate; all if left out. The others get 0. */
  readonly only?: (i: number) => boolean;
  /** What lattices make of a gradient; 1 leaves the sums as they are printed. */
  readonly G?: number;
}

/** What an equation needs to know about particle i and one of its neighbors j. */
export interface Pair {
  readonly j: number;
  /** x_i − x_j, nearest image, m. */
  readonly x: Vec3;
  /** v_i − v_j, m/s. */
  readonly v: Vec3;
  readonly r: number;
  /** W̄ = ½(W_hi + W_hj). [DC99 §3] */
  readonly W: number;
  /** ∇_i W̄ = W̄′ x_ij / r, zero for coincident particles. [card §2] */
  readonly gradW: Vec3;
  /** F = max(0, −W̄′/r), zero for coincident particles. [X12] */
  readonly F: number;
}

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Vector i of an array of three-component vectors. */
export function vectorAt(a: Float64Array, i: number): Vec3 {
  return [a[3 * i]!, a[3 * i + 1]!, a[3 * i + 2]!];
}

function addTo(a: Float64Array, i: number, factor: number, v: Vec3): void {
  for (let c = 0; c < 3; c++) a[3 * i + c]! += factor * v[c]!;
}

/** Shortest of the images of the difference x on an axis of period L (0: no images). */
function nearestImage(x: number, L: number): number {
  return L > 0 ? x - L * Math.round(x / L) : x;
}

function pairOf(s: State, i: number, j: number, x: Vec3, r: number): Pair {
  const { dimension: d, kernel, velocity } = s;
  const R_i = 2 * s.smoothingLength[i]!;
  const R_j = 2 * s.smoothingLength[j]!;
  const slope = (slopeW(kernel, d, r, R_i) + slopeW(kernel, d, r, R_j)) / 2;
  const slopeOverR = r > 0 ? slope / r : 0;
  return {
    j,
    x,
    v: [
      velocity[3 * i]! - velocity[3 * j]!,
      velocity[3 * i + 1]! - velocity[3 * j + 1]!,
      velocity[3 * i + 2]! - velocity[3 * j + 2]!,
    ],
    r,
    W: (W(kernel, d, r, R_i) + W(kernel, d, r, R_j)) / 2,
    gradW: [slopeOverR * x[0], slopeOverR * x[1], slopeOverR * x[2]],
    F: Math.max(0, -slopeOverR),
  };
}

/** All j ≠ i with |x_ij| < 2 max(h_i, h_j). [DC99 §3, card §4] */
export function neighborsOf(s: State, i: number): Pair[] {
  const { position: p, smoothingLength: h, period } = s;
  const pairs: Pair[] = [];
  for (let j = 0; j < h.length; j++) {
    if (j === i) continue;
    const x = nearestImage(p[3 * i]! - p[3 * j]!, period[0]);
    const y = nearestImage(p[3 * i + 1]! - p[3 * j + 1]!, period[1]);
    const z = nearestImage(p[3 * i + 2]! - p[3 * j + 2]!, period[2]);
    const r = Math.sqrt(x * x + y * y + z * z);
    if (r < 2 * Math.max(h[i]!, h[j]!)) pairs.push(pairOf(s, i, j, [x, y, z], r));
  }
  return pairs;
}

/** Pressure, Pa. [DC99 eq. 1; AW09 eq. 47 with K = ρ₀k/γ, X28, X49; AW09 eq. 54] */
export function pressureOf(m: Material, rho: number): number {
  const P = {
    linear: () => m.stiffness * (rho - m.restDensity),
    tait: () => ((m.restDensity * m.stiffness) / m.exponent) * ((rho / m.restDensity) ** m.exponent - 1),
    'ideal-gas': () => m.stiffness * rho,
  }[m.stateEquation]();
  return P < 0 ? m.negativePressure * P : P;
}

/** V₀ = m/ρ₀ of every particle: its volume at rest, m^d. */
export function restVolumes(s: State, materials: readonly Material[]): Float64Array {
  return s.mass.map((m, i) => m / materials[s.material[i]!]!.restDensity);
}

/** N = ρ/ρ₀ of every particle. */
export function compressions(s: State, materials: readonly Material[]): Float64Array {
  return s.density.map((rho, i) => rho / materials[s.material[i]!]!.restDensity);
}

/** w: how much of a substance counts in the density of another, and in its pressure between them. [X53, ADR 30] */
export function shareOf(m: Material, other: Material): number {
  return Math.min(1, (10 * other.restDensity) / m.restDensity);
}

/**
 * Artificial viscosity Π = (−A μ + B μ²)/N̄ for approaching particles, else 0, in Pa, with μ = h̄ v·x/(r² + h̄²/100) < 0, A the smaller of
 * the two η c ρ₀ and B of the two β ρ₀. [DC99 eq. 23 with the sign of X1; SL03 eq. 5, X11; X53]
 */
export function artificialViscosity(s: State, m_i: Material, m_j: Material, i: number, { j, x, v, r }: Pair): number {
  const approach = dot(v, x);
  if (approach >= 0) return 0;
  const linear = (m: Material) =>
    m.artificialViscosity * (m.viscositySoundSpeed ?? Math.sqrt(m.stiffness)) * m.restDensity;
  const quadratic = (m: Material) => m.quadraticViscosity * m.restDensity;
  const h = (s.smoothingLength[i]! + s.smoothingLength[j]!) / 2;
  const N = (s.density[i]! / m_i.restDensity + s.density[j]! / m_j.restDensity) / 2;
  const A = Math.min(linear(m_i), linear(m_j));
  const B = Math.min(quadratic(m_i), quadratic(m_j));
  const mu = (h * approach) / (r ** 2 + h ** 2 / 100);
  return (-A * mu + B * mu ** 2) / N;
}

function harmonicMean(a: number, b: number): number {
  return a + b > 0 ? (2 * a * b) / (a + b) : 0;
}

/**
 * Accelerations and density rates, with volumes at rest V and compressions N, so that nothing jumps between two substances. Pressures and
 * rates are over G, what lattices make of a gradient. [ADR 31]
 *   m_i a_i = m_i g − Σ V_i V_j (w_ij P_i/(G N_i²) + w_ji P_j/(G N_j²) + Π_ij) ∇W̄ − Σ (2 V_i V_j μ̄/(N_i N_j)) F v_ij   [DC99 eq. 8, 22; card §9, X53]
 *   ρ̇_i = ρ₀_i/G Σ w_ij V_j v_ij·∇W̄                                                                       [DC99 eq. 10-11]
 */
export function rates(s: State, materials: readonly Material[], options: RateOptions = {}): Rates {
  const n = s.mass.length;
  const { gravity = [0, 0, 0], only = () => true, G = latticeGradient(s.kernel, s.dimension) } = options;
  const V = restVolumes(s, materials);
  const N = compressions(s, materials);
  const acceleration = new Float64Array(3 * n);
  const densityRate = new Float64Array(n);
  const materialOf = (i: number) => materials[s.material[i]!]!;
  const pressureTerm = N.map((N_i, i) => pressureOf(materialOf(i), s.density[i]!) / (G * N_i ** 2));

  for (let i = 0; i < n; i++) {
    if (!only(i)) continue;
    const m_i = materialOf(i);
    const perMass = V[i]! / s.mass[i]!;
    addTo(acceleration, i, 1, gravity);
    for (const pair of neighborsOf(s, i)) {
      const { j, v, gradW, F, r } = pair;
      const m_j = materialOf(j);
      const pressures = shareOf(m_i, m_j) * pressureTerm[i]! + shareOf(m_j, m_i) * pressureTerm[j]!;
      const central = pressures + artificialViscosity(s, m_i, m_j, i, pair);
      addTo(acceleration, i, -perMass * V[j]! * central, gradW);
      const mu = harmonicMean(m_i.viscosity, m_j.viscosity);
      const h = (s.smoothingLength[i]! + s.smoothingLength[j]!) / 2;
      const bounded = (F * r ** 2) / (r ** 2 + h ** 2 / 2500); // pairs can coincide [card §3]
      addTo(acceleration, i, (-2 * perMass * V[j]! * mu * bounded) / (N[i]! * N[j]!), v);
      densityRate[i]! += (m_i.restDensity / G) * shareOf(m_i, m_j) * V[j]! * dot(v, gradW);
    }
  }
  return { acceleration, densityRate };
}

/** XSPH velocity change: m_i Δv_i = Σ V_i V_j 2E/(N_i + N_j) (v_j − v_i) W̄, E the smaller of the two ε ρ₀, m/s. [PV09 eq. 11, X53] */
export function xsph(s: State, materials: readonly Material[]): Float64Array {
  const change = new Float64Array(s.velocity.length);
  const V = restVolumes(s, materials);
  const N = compressions(s, materials);
  const strength = (i: number) => materials[s.material[i]!]!.xsph * materials[s.material[i]!]!.restDensity;
  for (let i = 0; i < s.mass.length; i++) {
    for (const { j, v, W } of neighborsOf(s, i)) {
      const E = Math.min(strength(i), strength(j));
      addTo(change, i, (-2 * E * V[i]! * V[j]! * W) / (s.mass[i]! * (N[i]! + N[j]!)), v);
    }
  }
  return change;
}

/** Σ_j w_ij b_j W̄_ij with the particle itself, for every i. */
function smooth(s: State, b: Float64Array, materials: readonly Material[]): Float64Array {
  const materialOf = (i: number) => materials[s.material[i]!]!;
  return Float64Array.from(b, (b_i, i) => {
    let sum = b_i * W(s.kernel, s.dimension, 0, 2 * s.smoothingLength[i]!);
    const share = (j: number) => (materialOf(i).density === 'summation' ? shareOf(materialOf(i), materialOf(j)) : 1);
    for (const { j, W } of neighborsOf(s, i)) sum += share(j) * b[j]! * W;
    return sum;
  });
}

/** Summed density ρ_i = ρ₀_i Σ w_ij V_j W̄, V the volumes at rest, the particle itself included. [AW09 eq. 5, X53] */
export function sumDensity(s: State, materials: readonly Material[]): Float64Array {
  return smooth(s, restVolumes(s, materials), materials).map((N, i) => N * materials[s.material[i]!]!.restDensity);
}

/** Shepard's re-initialisation ρ_i = ρ₀_i Σ V_j W̄ / Σ (m_j/ρ_j) W̄, the particle itself included. [card §4] */
export function shepard(s: State, materials: readonly Material[]): Float64Array {
  const volumeFraction = smooth(
    s,
    s.mass.map((m, j) => m / s.density[j]!),
    materials,
  );
  return sumDensity(s, materials).map((sum, i) => sum / volumeFraction[i]!);
}

/**
 * One step of predictor velocity-Verlet [card §6], in place. Takes the rates at the start of the step, returns those at its end.
 *   v½ = v + ½dt a;  ρ½ = ρ + ½dt ρ̇;  x += dt v½;  v* = v + dt a;  ρ* = ρ + dt ρ̇
 *   (a, ρ̇) ← rates(x, v*, ρ*);  v = v½ + ½dt a;  ρ = ρ½ + ½dt ρ̇
 */
export function stepPredictorVerlet(
  s: State,
  old: Rates,
  dt: number,
  materials: readonly Material[],
  options: RateOptions = {},
): Rates {
  const v_half = s.velocity.map((v, c) => v + (dt / 2) * old.acceleration[c]!);
  const rho_half = s.density.map((rho, i) => rho + (dt / 2) * old.densityRate[i]!);
  v_half.forEach((v, c) => {
    s.position[c]! += dt * v;
  });
  s.velocity.set(s.velocity.map((v, c) => v + dt * old.acceleration[c]!));
  s.density.set(s.density.map((rho, i) => rho + dt * old.densityRate[i]!));

  const now = rates(s, materials, options);

  s.velocity.set(v_half.map((v, c) => v + (dt / 2) * now.acceleration[c]!));
  s.density.set(rho_half.map((rho, i) => rho + (dt / 2) * now.densityRate[i]!));
  return now;
}

/** Σ ½ m v², J. */
export function kineticEnergy(s: State): number {
  return s.mass.reduce((sum, m, i) => sum + (m / 2) * dot(vectorAt(s.velocity, i), vectorAt(s.velocity, i)), 0);
}

/** Σ m u(ρ), J, with u = k(ln(ρ/ρ₀) + ρ₀/ρ − 1), so that du/dρ = P/ρ²; linear state equation with ζ = 1 only. [card §4] */
export function internalEnergy(s: State, materials: readonly Material[]): number {
  return s.mass.reduce((sum, m, i) => {
    const { stateEquation, negativePressure, stiffness, restDensity } = materials[s.material[i]!]!;
    if (stateEquation !== 'linear' || negativePressure !== 1) throw new Error('no internal energy for this material');
    const compression = s.density[i]! / restDensity;
    return sum + m * stiffness * (Math.log(compression) + 1 / compression - 1);
  }, 0);
}

/** Kinetic and internal energy, J. */
export function energy(s: State, materials: readonly Material[]): number {
  return kineticEnergy(s) + internalEnergy(s, materials);
}

/** Σ m v, kg m/s. */
export function momentum(s: State): Vec3 {
  const total = new Float64Array(3);
  s.mass.forEach((m, i) => {
    addTo(total, 0, m, vectorAt(s.velocity, i));
  });
  return vectorAt(total, 0);
}

/** Σ m x × v about the origin, kg m²/s. */
export function angularMomentum(s: State): Vec3 {
  const total = new Float64Array(3);
  s.mass.forEach((m, i) => {
    const [x, y, z] = vectorAt(s.position, i);
    const [u, v, w] = vectorAt(s.velocity, i);
    addTo(total, 0, m, [y * w - z * v, z * u - x * w, x * v - y * u]);
  });
  return vectorAt(total, 0);
}
