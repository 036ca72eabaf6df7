// Shape functions of moving least squares and their derivatives, with the basis centered at the place: Φ_i = Γ·b_i, M Γ = p(0), b_i = ω_i p(y_i),
// y_i = (x_i − x)/H. M = Σ b pᵀ, so that ∂M applied to a vector is a sum over samples and no matrix but M is ever built. [AW09 eq. 28-31, card §13]

import { basisCurvatureInto, basisInto, basisSize, basisSlopeInto, type Order } from './basis.ts';
import type { Radial } from './radial.ts';
import type { CheckedSamples } from './samples.ts';
import { type Solver, solverOf } from './small-matrices.ts';

/** Shape functions at one place: ⟨f⟩ = Σ values[n] f[indices[n]], and the same for derivatives. */
export interface ShapeFunctions {
  /** Order that was reached: the one asked for, a lower one where samples are too few or lie on a line or plane, or −1 without a sample. */
  readonly order: Order | -1;
  /** The samples that count here. */
  readonly indices: readonly number[];
  /** Φ of each. */
  readonly values: Float64Array;
  /** ∇Φ of each, d numbers, 1/m; empty if not asked for. */
  readonly gradients: Float64Array;
  /** All second derivatives of each, d² numbers, 1/m²; empty if not asked for. */
  readonly hessians: Float64Array;
}

/** What one sample brings: p and b = ω p, and their derivatives by the place. */
interface Term {
  readonly p: Float64Array;
  readonly b: Float64Array;
  readonly dp: readonly Float64Array[];
  readonly db: readonly Float64Array[];
  readonly ddp: readonly Float64Array[];
  readonly ddb: readonly Float64Array[];
}

const NONE: ShapeFunctions = {
  order: -1,
  indices: [],
  values: new Float64Array(),
  gradients: new Float64Array(),
  hessians: new Float64Array(),
};

/**
 * Shape functions at a place.
 * @param near all samples that may reach the place
 */
export function shapeFunctionsAt(
  samples: CheckedSamples,
  near: readonly number[],
  place: ArrayLike<number>,
  order: Order,
  weight: Radial,
  derivatives: 0 | 1 | 2,
): ShapeFunctions {
  const indices = near.filter((i) => weight.value(distanceTo(samples, i, place), samples.supports[i]!) > 0);
  if (indices.length === 0) return NONE;
  const H = indices.reduce((sum, i) => sum + samples.supports[i]!, 0) / indices.length;
  for (let lower: number = order; lower >= 0; lower--) {
    const reached = lower as Order,
      m = basisSize(reached, samples.dimension);
    if (indices.length < m) continue;
    const terms = indices.map((i) => termOf(samples, i, place, reached, weight, H, derivatives)),
      solve = solverOf(momentOf(terms, m), m);
    if (solve) return { order: reached, indices, ...combine(terms, solve, m, samples.dimension, derivatives) };
  }
  return NONE;
}

function distanceTo({ dimension: d, positions }: CheckedSamples, i: number, place: ArrayLike<number>): number {
  let square = 0;
  for (let a = 0; a < d; a++) {
    const difference = positions[d * i + a]! - place[a]!;
    square += difference * difference;
  }
  return Math.sqrt(square);
}

/** M = Σ b pᵀ. [AW09 eq. 28] */
function momentOf(terms: readonly Term[], m: number): Float64Array {
  const M = new Float64Array(m * m);
  for (const { p, b } of terms) for (let r = 0; r < m; r++) for (let c = 0; c < m; c++) M[m * r + c]! += b[r]! * p[c]!;
  return M;
}

function termOf(
  { dimension: d, positions, supports }: CheckedSamples,
  i: number,
  place: ArrayLike<number>,
  order: Order,
  weight: Radial,
  H: number,
  derivatives: 0 | 1 | 2,
): Term {
  const m = basisSize(order, d),
    R = supports[i]!,
    x = Float64Array.from({ length: d }, (_, a) => place[a]! - positions[d * i + a]!),
    r = Math.sqrt(x.reduce((sum, c) => sum + c * c, 0)),
    y = x.map((c) => -c / H),
    omega = weight.value(r, R),
    made = (fill: (p: Float64Array) => void) => {
      const p = new Float64Array(m);
      fill(p);
      return p;
    };
  const p = made((out) => basisInto(out, order, y)),
    b = p.map((c) => omega * c);
  if (derivatives === 0) return { p, b, dp: [], db: [], ddp: [], ddb: [] };
  const slope = weight.slopeOverDistance(r, R),
    axes = [...x.keys()],
    dOmega = axes.map((a) => slope * x[a]!),
    dp = axes.map((a) => made((out) => basisSlopeInto(out, order, y, a)).map((c) => -c / H)),
    db = axes.map((a) => p.map((c, n) => dOmega[a]! * c + omega * dp[a]![n]!));
  if (derivatives === 1) return { p, b, dp, db, ddp: [], ddb: [] };
  const bend = r > 1e-7 * R ? (weight.curvature(r, R) - slope) / (r * r) : 0,
    pairs = axes.flatMap((a) => axes.map((c) => [a, c] as const)),
    ddp = pairs.map(([a, c]) => made((out) => basisCurvatureInto(out, order, y, a, c)).map((value) => value / (H * H))),
    ddb = pairs.map(([a, c], ac) => {
      const ddOmega = bend * x[a]! * x[c]! + (a === c ? slope : 0);
      return p.map(
        (value, n) => ddOmega * value + dOmega[a]! * dp[c]![n]! + dOmega[c]! * dp[a]![n]! + omega * ddp[ac]![n]!,
      );
    });
  return { p, b, dp, db, ddp, ddb };
}

/** Φ = Γ·b and its derivatives: ∂Γ = −M⁻¹ ∂M Γ, ∂∂Γ = −M⁻¹ (∂∂M Γ + ∂M ∂Γ + ∂M ∂Γ). [AW09 eq. 31] */
function combine(
  terms: readonly Term[],
  solve: Solver,
  m: number,
  d: number,
  derivatives: 0 | 1 | 2,
): Pick<ShapeFunctions, 'values' | 'gradients' | 'hessians'> {
  const first = new Float64Array(m);
  first[0] = 1;
  const axes = Array.from({ length: derivatives > 0 ? d : 0 }, (_, a) => a),
    pairs = derivatives === 2 ? axes.flatMap((a) => axes.map((c) => [a, c] as const)) : [];
  const Gamma = solve(first),
    dGamma = axes.map((a) => solve(movedBy(terms, m, a, Gamma)).map((c) => -c)),
    ddGamma = pairs.map(([a, c], ac) => {
      const sum = bentBy(terms, m, a, c, ac, Gamma),
        [one, other] = [movedBy(terms, m, a, dGamma[c]!), movedBy(terms, m, c, dGamma[a]!)];
      return solve(sum.map((value, n) => -(value + one[n]! + other[n]!)));
    });
  return {
    values: Float64Array.from(terms, ({ b }) => dot(Gamma, b)),
    gradients: Float64Array.from(
      terms.flatMap(({ b, db }) => axes.map((a) => dot(dGamma[a]!, b) + dot(Gamma, db[a]!))),
    ),
    hessians: Float64Array.from(
      terms.flatMap(({ b, db, ddb }) =>
        pairs.map(
          ([a, c], ac) =>
            dot(ddGamma[ac]!, b) + dot(dGamma[a]!, db[c]!) + dot(dGamma[c]!, db[a]!) + dot(Gamma, ddb[ac]!),
        ),
      ),
    ),
  };
}

/** (∂_a M) v = Σ ∂_a b (p·v) + b (∂_a p·v). */
function movedBy(terms: readonly Term[], m: number, a: number, v: Float64Array): Float64Array {
  const sum = new Float64Array(m);
  for (const { p, b, dp, db } of terms) {
    const [whole, part] = [dot(p, v), dot(dp[a]!, v)];
    for (let n = 0; n < m; n++) sum[n]! += db[a]![n]! * whole + b[n]! * part;
  }
  return sum;
}

/** (∂_a ∂_c M) v. */
function bentBy(terms: readonly Term[], m: number, a: number, c: number, ac: number, v: Float64Array): Float64Array {
  const sum = new Float64Array(m);
  for (const { p, b, dp, db, ddp, ddb } of terms) {
    const [whole, byA, byC, byBoth] = [dot(p, v), dot(dp[a]!, v), dot(dp[c]!, v), dot(ddp[ac]!, v)];
    for (let n = 0; n < m; n++) sum[n]! += ddb[ac]![n]! * whole + db[a]![n]! * byC + db[c]![n]! * byA + b[n]! * byBoth;
  }
  return sum;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += a[n]! * b[n]!;
  return sum;
}
