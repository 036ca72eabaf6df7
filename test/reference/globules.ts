// Globules in double precision, written from the equations: brute force over all pairs. [MP89 eq. 2-4; card §11, X38-X40] Shares with the
// engine only choices that are no equations: how b₁ and k_d follow from a substance, and the mean of the laws of two globules.

import { dot, type Vec3, vectorAt } from './sph.ts';

/** A substance with the names and units it has in a scene; a smoothed one is `isGlobule: false`. */
export interface GlobuleMaterial {
  readonly isGlobule: boolean;
  readonly restDensity: number;
  readonly stiffness: number;
  readonly damping: number;
  readonly range: number;
  readonly dampingRange: number;
  readonly meltedStiffness?: number;
  readonly meltedDamping?: number;
  readonly melting?: { readonly from: number; readonly to: number };
  readonly crumbling?: { readonly from: number; readonly to: number };
}

/** m and n, the same for all globules. */
export interface Exponents {
  readonly m: number;
  readonly n: number;
}

/** Globules as arrays; component c of vector i is at 3i + c. */
export interface GlobuleState {
  readonly dimension: 2 | 3;
  /** Edge lengths of the periodic box, m; 0 on an axis that does not wrap. */
  readonly period: Vec3;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly mass: Float64Array;
  readonly radius: Float64Array;
  readonly material: Uint8Array;
  /** K; left out: nothing melts. */
  readonly temperature?: Float64Array;
}

/** The law of one pair: b₁ (N m^m), c_r, k_d (kg/s), c_d, r₀ (m). */
export interface PairLaw {
  readonly b1: number;
  readonly range: number;
  readonly kd: number;
  readonly dampingRange: number;
  readonly r0: number;
}

const partOf = (T: number | undefined, between: { from: number; to: number } | undefined): number =>
  T === undefined || !between ? 0 : Math.min(Math.max((T - between.from) / (between.to - between.from), 0), 1);

const mix = (a: number, b: number, u: number): number => (1 - u) * a + u * b;

/** A globule by itself: ρ₀c², ζρ₀c, c_r, c_d at its temperature. u from solid to liquid, w from liquid to powder. */
function lawOf(p: GlobuleMaterial, T: number | undefined) {
  const u = partOf(T, p.melting),
    w = partOf(T, p.crumbling),
    kd = (zeta: number, k: number) => zeta * p.restDensity * Math.sqrt(k),
    melted = { k: p.meltedStiffness ?? p.stiffness, zeta: p.meltedDamping ?? p.damping };
  return {
    strength: p.restDensity * mix(p.stiffness, melted.k, u),
    damping: mix(kd(p.damping, p.stiffness), kd(melted.zeta, melted.k), u),
    range: mix(p.range, Math.min(1, p.range), u),
    dampingRange: mix(p.dampingRange, Math.min(1, p.dampingRange), w),
  };
}

/** The law of two particles: means of both; two substances never bond, and are damped as far as the shorter of both ranges. */
export function pairLaw(
  s: GlobuleState,
  materials: readonly GlobuleMaterial[],
  { m }: Exponents,
  i: number,
  j: number,
): PairLaw {
  const of = (k: number) => lawOf(materials[s.material[k]!]!, s.temperature?.[k]),
    a = of(i),
    b = of(j),
    alike = s.material[i] === s.material[j],
    r0 = s.radius[i]! + s.radius[j]!,
    size = r0 ** (s.dimension - 1);
  return {
    b1: ((a.strength + b.strength) / 2) * size * r0 ** (m - 1),
    range: alike ? (a.range + b.range) / 2 : 1,
    kd: ((a.damping + b.damping) / 2) * size,
    dampingRange: alike ? (a.dampingRange + b.dampingRange) / 2 : Math.min(a.dampingRange, b.dampingRange),
    r0,
  };
}

/** Force on p from i over the unit vector from i to p, without damping, N: D s_r (b₁/D^m − b₂/D^n), b₂ = b₁ r₀^(n−m). [MP89 eq. 2-3] */
export function radialForce({ b1, range, r0 }: PairLaw, { m, n }: Exponents, D: number): number {
  const s_r = Math.max(0, 1 - D ** 2 / (range * r0) ** 2),
    near = Math.max(D, 0.1 * r0), // the core is steep, not endless
    b2 = b1 * r0 ** (n - m);
  return s_r * near * (b1 / near ** m - b2 / near ** n);
}

/** Force of damping on p from i over the unit vector, N: −k_d s_d (V_Δ·P_Δ)/D. [MP89 eq. 2, 4] */
export function dampingForce({ kd, dampingRange, r0 }: PairLaw, D: number, approach: number): number {
  return (-kd * Math.max(0, 1 - D ** 2 / (dampingRange * r0) ** 2) * approach) / D;
}

/** Calls `visit` for all pairs p > i of which at least one is a globule. */
export function eachPair(
  s: GlobuleState,
  materials: readonly GlobuleMaterial[],
  visit: (p: number, i: number, x: Vec3, v: Vec3, D: number) => void,
): void {
  const isGlobule = (k: number) => materials[s.material[k]!]!.isGlobule;
  for (let p = 0; p < s.mass.length; p++) {
    for (let i = 0; i < p; i++) {
      if (!isGlobule(p) && !isGlobule(i)) continue;
      const [a, b] = [vectorAt(s.position, p), vectorAt(s.position, i)],
        [u, w] = [vectorAt(s.velocity, p), vectorAt(s.velocity, i)];
      const nearest = (d: number, L: number) => (L > 0 ? d - L * Math.round(d / L) : d),
        x = a.map((c, k) => nearest(c - b[k]!, s.period[k]!)) as unknown as Vec3,
        v = u.map((c, k) => c - w[k]!) as unknown as Vec3;
      visit(p, i, x, v, Math.sqrt(dot(x, x)));
    }
  }
}

/** Forces of all pairs with a globule, N. */
export function globuleForces(s: GlobuleState, materials: readonly GlobuleMaterial[], e: Exponents): Float64Array {
  const f = new Float64Array(s.position.length);
  eachPair(s, materials, (p, i, x, v, D) => {
    const law = pairLaw(s, materials, e, p, i),
      along = radialForce(law, e, D) + dampingForce(law, D, dot(v, x));
    for (let c = 0; c < 3; c++) {
      f[3 * p + c]! += (along * x[c]!) / D;
      f[3 * i + c]! -= (along * x[c]!) / D;
    }
  });
  return f;
}

/** The largest |dF/dD| (1/M_i + 1/M_j) of all pairs, 1/s², by central differences, and of the damping, 1/s. */
export function stiffest(
  s: GlobuleState,
  materials: readonly GlobuleMaterial[],
  e: Exponents,
): { stiffness: number; damping: number } {
  let stiffness = 0,
    damping = 0;
  eachPair(s, materials, (p, i, _x, _v, D) => {
    const law = pairLaw(s, materials, e, p, i),
      perMass = 1 / s.mass[p]! + 1 / s.mass[i]!,
      by = 1e-6 * law.r0,
      slope = (radialForce(law, e, D + by) - radialForce(law, e, D - by)) / (2 * by);
    stiffness = Math.max(stiffness, Math.abs(slope) * perMass);
    damping = Math.max(damping, -dampingForce(law, D, D) * perMass);
  });
  return { stiffness, damping };
}

/** Energy of all bonds and contacts, J: ∫ F dD from where they are to where they part, by Simpson's rule. */
export function bondEnergies(s: GlobuleState, materials: readonly GlobuleMaterial[], e: Exponents): number {
  let energy = 0;
  eachPair(s, materials, (p, i, _x, _v, D) => {
    const law = pairLaw(s, materials, e, p, i),
      end = law.range * law.r0,
      steps = 400;
    if (D >= end || !materials[s.material[p]!]!.isGlobule || !materials[s.material[i]!]!.isGlobule) return;
    const width = (end - D) / steps;
    for (let k = 0; k <= steps; k++) {
      const weight = k === 0 || k === steps ? 1 : k % 2 ? 4 : 2;
      energy += (weight * width * radialForce(law, e, D + k * width)) / 3;
    }
  });
  return energy;
}
