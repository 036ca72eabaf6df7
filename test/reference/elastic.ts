// Elastic solids in double precision, written from the equations, brute force over all pairs. [AW09 eq. 32, 37-38, 61-66; card §13-15, X33-X37]
// Shares with the engine only choices that are no equations: the weight, and that in the plane nothing stretches across it.

/** A 3×3 matrix, row after row. */
export type Matrix = readonly number[];

/** One body in its reference shape; component c of vector i is at 3i + c. */
export interface ReferenceShape {
  readonly dimension: 2 | 3;
  readonly reference: Float64Array;
  readonly volume: Float64Array;
  /** Where weights end, m. */
  readonly support: number;
  readonly gradient: 'mls' | 'differences';
}

/** E, ν and k_v. */
export interface ElasticMaterial {
  readonly youngsModulus: number;
  readonly poissonsRatio: number;
  readonly volumeStiffness: number;
}

/** A neighbor j of a particle i: ∇f at i = Σ (f_j − f_i) g. */
export interface Link {
  readonly j: number;
  readonly g: readonly [number, number, number];
}

export const IDENTITY: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];

const AXES = [0, 1, 2];

export const product = (A: Matrix, B: Matrix): Matrix =>
  AXES.flatMap((r) => AXES.map((c) => A[3 * r]! * B[c]! + A[3 * r + 1]! * B[3 + c]! + A[3 * r + 2]! * B[6 + c]!));
export const transposed = (A: Matrix): Matrix => AXES.flatMap((r) => AXES.map((c) => A[3 * c + r]!));
export const sum = (A: Matrix, B: Matrix): Matrix => A.map((a, k) => a + B[k]!);
export const scaled = (A: Matrix, s: number): Matrix => A.map((a) => s * a);
export const trace = (A: Matrix): number => A[0]! + A[4]! + A[8]!;
/** A:B = Σ A_ab B_ab. */
export const contracted = (A: Matrix, B: Matrix): number => A.reduce((total, a, k) => total + a * B[k]!, 0);
export const norm = (A: Matrix): number => Math.sqrt(contracted(A, A));

/** Rows F₂×F₃, F₃×F₁, F₁×F₂. */
export function cofactor(F: Matrix): Matrix {
  const cross = (p: number, q: number) => [
    F[p + 1]! * F[q + 2]! - F[p + 2]! * F[q + 1]!,
    F[p + 2]! * F[q]! - F[p]! * F[q + 2]!,
    F[p]! * F[q + 1]! - F[p + 1]! * F[q]!,
  ];
  return [...cross(3, 6), ...cross(6, 0), ...cross(0, 3)];
}

export function determinant(F: Matrix): number {
  const C = cofactor(F);
  return F[0]! * C[0]! + F[1]! * C[1]! + F[2]! * C[2]!;
}

/** ω = (1 − (r/h)²)³. [card §13] */
function weight(r2: number, h: number): number {
  const s = 1 - r2 / (h * h);
  return s > 0 ? s * s * s : 0;
}

function offset({ reference }: ReferenceShape, i: number, j: number): [number, number, number] {
  return [0, 1, 2].map((a) => reference[3 * j + a]! - reference[3 * i + a]!) as [number, number, number];
}

const squared = (x: readonly number[]): number => x.reduce((total, c) => total + c * c, 0);

/** The neighbors of every particle with their gradients. */
export function linksOf(shape: ReferenceShape): Link[][] {
  const n = shape.volume.length;
  return Array.from({ length: n }, (_, i) => {
    const near = Array.from({ length: n }, (_, j) => j).filter(
      (j) => j !== i && squared(offset(shape, i, j)) < shape.support * shape.support,
    );
    return shape.gradient === 'mls' ? mlsLinks(shape, i, near) : differenceLinks(shape, i, near);
  });
}

/** g_ij = ω_ij A_i⁻¹ X_ij, A_i = Σ ω_ij X_ij X_ijᵀ. [AW09 eq. 37-38] */
function differenceLinks(shape: ReferenceShape, i: number, near: readonly number[]): Link[] {
  const d = shape.dimension,
    A = Array.from({ length: d }, () => new Array<number>(d).fill(0));
  for (const j of near) {
    const X = offset(shape, i, j),
      w = weight(squared(X), shape.support);
    for (let a = 0; a < d; a++) for (let b = 0; b < d; b++) A[a]![b]! += w * X[a]! * X[b]!;
  }
  return near.map((j) => {
    const X = offset(shape, i, j),
      w = weight(squared(X), shape.support),
      g = solve(A, X.slice(0, d)).map((c) => w * c);
    return { j, g: [g[0]!, g[1]!, g[2] ?? 0] };
  });
}

/** g_ij = ∇Φ_j at X_i with the linear basis, which sum to 0 with that of i itself. [AW09 eq. 32, card §13] */
function mlsLinks(shape: ReferenceShape, i: number, near: readonly number[]): Link[] {
  const d = shape.dimension,
    m = d + 1,
    h = shape.support,
    zero = () => Array.from({ length: m }, () => new Array<number>(m).fill(0)),
    M = zero(),
    dM = Array.from({ length: d }, zero);
  const terms = [i, ...near].map((j) => {
    const X = offset(shape, i, j),
      r2 = squared(X),
      s = Math.max(0, 1 - r2 / (h * h)),
      p = [1, ...X.slice(0, d).map((c) => c / h)],
      // ω at a place x: its slope by x is −∂ω/∂X; that of p is −1/h in its own component.
      dw = X.slice(0, d).map((c) => (6 * s * s * c) / (h * h)),
      dp = (k: number) => p.map((_, r) => (r === k + 1 ? -1 / h : 0));
    return { j, p, w: s * s * s, dw, dp };
  });
  for (const { p, w, dw, dp } of terms)
    for (let r = 0; r < m; r++)
      for (let c = 0; c < m; c++) {
        M[r]![c]! += w * p[r]! * p[c]!;
        for (let k = 0; k < d; k++)
          dM[k]![r]![c]! += dw[k]! * p[r]! * p[c]! + w * (dp(k)[r]! * p[c]! + p[r]! * dp(k)[c]!);
      }
  const Gamma = solve(
      M,
      M.map((_, r) => (r === 0 ? 1 : 0)),
    ),
    dGamma = dM.map((D) => solve(M, multiply(D, Gamma)).map((c) => -c));
  return terms
    .filter(({ j }) => j !== i)
    .map(({ j, p, w, dw, dp }) => {
      const g = [0, 1, 2].map((k) =>
        k < d ? w * dot(dGamma[k]!, p) + dw[k]! * dot(Gamma, p) + w * dot(Gamma, dp(k)) : 0,
      );
      return { j, g: g as [number, number, number] };
    });
}

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((total, x, k) => total + x * b[k]!, 0);
const multiply = (A: readonly (readonly number[])[], x: readonly number[]): number[] => A.map((row) => dot(row, x));

/** Gauss with pivots. */
function solve(A: readonly (readonly number[])[], b: readonly number[]): number[] {
  const n = b.length,
    rows = A.map((row, r) => [...row, b[r]!]);
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let r = k + 1; r < n; r++) if (Math.abs(rows[r]![k]!) > Math.abs(rows[best]![k]!)) best = r;
    [rows[k], rows[best]] = [rows[best]!, rows[k]!];
    for (let r = 0; r < n; r++) {
      if (r === k) continue;
      const f = rows[r]![k]! / rows[k]![k]!;
      for (let c = k; c <= n; c++) rows[r]![c]! -= f * rows[k]![c]!;
    }
  }
  return rows.map((row, r) => row[n]! / row[r]!);
}

/** F_i = Σ (x_j − x_i) g_ijᵀ, which is I + ∇u because gradients are exact for X itself; 1 across the plane. */
export function deformation(shape: ReferenceShape, links: readonly Link[][], x: ArrayLike<number>, i: number): Matrix {
  const F = new Array<number>(9).fill(0);
  if (shape.dimension === 2) F[8] = 1;
  for (const { j, g } of links[i]!)
    for (const r of AXES) for (const c of AXES) F[3 * r + c]! += (x[3 * j + r]! - x[3 * i + r]!) * g[c]!;
  return F;
}

/** ε = ½(FᵀF − I). [AW09 eq. 61] */
export const greenStrain = (F: Matrix): Matrix => scaled(sum(product(transposed(F), F), scaled(IDENTITY, -1)), 0.5);

/** λ and μ of E and ν. */
export function lame({ youngsModulus: E, poissonsRatio: nu }: ElasticMaterial): { lambda: number; mu: number } {
  return { lambda: (E * nu) / ((1 + nu) * (1 - 2 * nu)), mu: E / (2 * (1 + nu)) };
}

/** σ = λ tr(ε) I + 2με. [AW09 eq. 62] */
export function stressOf(material: ElasticMaterial, strain: Matrix): Matrix {
  const { lambda, mu } = lame(material);
  return sum(scaled(IDENTITY, lambda * trace(strain)), scaled(strain, 2 * mu));
}

/** P = Fσ + k_v (det F − 1) cof F; `plastic` is subtracted from the strain. [AW09 eq. 64-65, X33-X34] */
export function firstStress(material: ElasticMaterial, F: Matrix, plastic: Matrix = scaled(IDENTITY, 0)): Matrix {
  const sigma = stressOf(material, sum(greenStrain(F), scaled(plastic, -1)));
  return sum(product(F, sigma), scaled(cofactor(F), material.volumeStiffness * (determinant(F) - 1)));
}

/** ½ ε:σ + ½ k_v (det F − 1)², J/m³. [AW09 eq. 63, 65] */
export function energyDensity(material: ElasticMaterial, F: Matrix, plastic: Matrix = scaled(IDENTITY, 0)): number {
  const strain = sum(greenStrain(F), scaled(plastic, -1)),
    swelling = determinant(F) - 1;
  return 0.5 * contracted(strain, stressOf(material, strain)) + 0.5 * material.volumeStiffness * swelling * swelling;
}

/** E = Σ V_i (…), J. */
export function elasticEnergy(
  shape: ReferenceShape,
  links: readonly Link[][],
  material: ElasticMaterial,
  x: ArrayLike<number>,
): number {
  return shape.volume.reduce((total, V, i) => total + V * energyDensity(material, deformation(shape, links, x, i)), 0);
}

/** ½ Σ_i s_i Σ_j ω_ij |x_ij − F̃_i X_ij|², s_i = α E V_i/Σ ω r², J: F̃_i is the linear map that fits best. [Gan15, ADR 39] */
export function hourglassEnergy(shape: ReferenceShape, stiffness: number, x: ArrayLike<number>): number {
  const d = shape.dimension;
  return shape.volume.reduce((total, V, i) => {
    const near = Array.from(shape.volume, (_, j) => j)
      .filter((j) => j !== i && squared(offset(shape, i, j)) < (0.77 * shape.support) ** 2)
      .map((j) => {
        const X = offset(shape, i, j);
        return { X, u: [0, 1, 2].map((a) => x[3 * j + a]! - x[3 * i + a]!), w: weight(squared(X), shape.support) };
      });
    const A = Array.from({ length: d }, (_, a) =>
        Array.from({ length: d }, (_, b) => near.reduce((sum, { X, w }) => sum + w * X[a]! * X[b]!, 0)),
      ),
      rows = [0, 1, 2].map((a) =>
        solve(
          A,
          Array.from({ length: d }, (_, b) => near.reduce((sum, { X, u, w }) => sum + w * u[a]! * X[b]!, 0)),
        ),
      ),
      misfit = near.reduce(
        (sum, { X, u, w }) => sum + w * squared(u.map((c, a) => c - dot(rows[a]!, X.slice(0, d)))),
        0,
      ),
      spread = near.reduce((sum, { X, w }) => sum + w * squared(X), 0);
    return total + (0.5 * stiffness * V * misfit) / spread;
  }, 0);
}

/** −∂E/∂x of every particle, N: f_j −= V_i P_i g_ij, f_i += V_i P_i g_ij. [card §14] */
export function elasticForces(
  shape: ReferenceShape,
  links: readonly Link[][],
  material: ElasticMaterial,
  x: ArrayLike<number>,
): Float64Array {
  const f = new Float64Array(3 * shape.volume.length);
  links.forEach((near, i) => {
    const P = firstStress(material, deformation(shape, links, x, i));
    for (const { j, g } of near)
      for (const a of AXES) {
        const t = shape.volume[i]! * (P[3 * a]! * g[0] + P[3 * a + 1]! * g[1] + P[3 * a + 2]! * g[2]);
        f[3 * j + a]! -= t;
        f[3 * i + a]! += t;
      }
  });
  return f;
}

/** What yields, and how. [AW09 eq. 69, card §15] */
export interface Plasticity {
  readonly yieldStrain: number;
  /** 1/s */
  readonly creep: number;
  readonly maxPlasticStrain: number;
  /** Only the part without change of volume flows. */
  readonly deviatoric: boolean;
}

/** ε_p after a time dt (s) at a strain ε. c = 1 − exp(−creep dt), and the new ε_p is what the stress is taken with. [X37] */
export function flow(p: Plasticity, strain: Matrix, plastic: Matrix, dt: number): Matrix {
  const elastic = sum(strain, scaled(plastic, -1)),
    driving = p.deviatoric ? sum(elastic, scaled(IDENTITY, -trace(elastic) / 3)) : elastic;
  let flowed = plastic;
  if (norm(driving) > p.yieldStrain) flowed = sum(plastic, scaled(driving, 1 - Math.exp(-p.creep * dt)));
  return norm(flowed) > p.maxPlasticStrain ? scaled(flowed, p.maxPlasticStrain / norm(flowed)) : flowed;
}

/** ε_p ← F⁻ᵀ(ε_p − ε)F⁻¹: the plastic strain seen from the present shape as the reference. [X36] */
export function carriedPlastic(F: Matrix, plastic: Matrix): Matrix {
  const inverse = scaled(transposed(cofactor(F)), 1 / determinant(F)),
    difference = sum(plastic, scaled(greenStrain(F), -1));
  return product(transposed(inverse), product(difference, inverse));
}

/** Cauchy's stress P Fᵀ/det F, Pa. */
export const cauchy = (P: Matrix, F: Matrix): Matrix => scaled(product(P, transposed(F)), 1 / determinant(F));
