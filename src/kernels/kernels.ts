// The smoothing kernels W(r), one source of truth for the WASM passes (tools/generate-kernels.ts writes their code from this
// table), for the tests and for the docs. A kernel is a polynomial in s = (1 − r/R)₊, plus for splines one in t = (½ − r/R)₊,
// where R is the support radius. Slope and normalisation are derived, never typed in.

/** Every kernel a scene may name. `dc` and `spiky` have one shape; they differ in what h means [DC99 eq. 21, AW09 eq. 92]. */
export const KERNEL_NAMES = ['dc', 'quartic', 'poly6', 'spiky', 'cubic-spline', 'wendland-c2'] as const;
/** Name of a smoothing kernel. */
export type KernelName = (typeof KERNEL_NAMES)[number];
/** Space dimension of a kernel. */
export type Dimension = 1 | 2 | 3;

/** Coefficients of a polynomial, constant term first. */
export type Polynomial = readonly number[];

export interface KernelShape {
  /** Coefficients in s = max(0, 1 − r/R). */
  readonly inner: Polynomial;
  /** Coefficients in t = max(0, ½ − r/R), for kernels with a knot at half the support. */
  readonly knot: Polynomial;
  /** Support radius over the smoothing length h in the paper that defines the kernel. */
  readonly supportOverH: 1 | 2;
  /** Where it comes from. */
  readonly source: string;
}

/** The table. */
export const KERNELS: Readonly<Record<KernelName, KernelShape>> = {
  dc: { inner: [0, 0, 0, 1], knot: [], supportOverH: 2, source: '[DC99 eq. 21]' }, // (2 − q)³ / 8, q = r/h
  // (2−q)²(1/6 + q/6 − 5q²/32) with q = 2(1 − s): negative for q > 1.6957 (X12), kept as printed.
  quartic: { inner: [0, 0, -1 / 2, 11 / 3, -5 / 2], knot: [], supportOverH: 2, source: '[PV09 §3a]' },
  poly6: { inner: [0, 0, 0, 8, -12, 6, -1], knot: [], supportOverH: 1, source: '[AW09 eq. 86]' }, // (1 − q²)³
  spiky: { inner: [0, 0, 0, 1], knot: [], supportOverH: 1, source: '[AW09 eq. 92]' }, // (1 − q)³
  'cubic-spline': { inner: [0, 0, 0, 1], knot: [0, 0, 0, -4], supportOverH: 2, source: '[Mon92 §2]' },
  'wendland-c2': { inner: [0, 0, 0, 0, 5, -4], knot: [], supportOverH: 2, source: '[Wen95 §4]' }, // s⁴(1 + 4r/R)
};

const SPHERE_MEASURE: Readonly<Record<Dimension, number>> = { 1: 2, 2: 2 * Math.PI, 3: 4 * Math.PI };

/** xⁿ for a whole n ≥ 0 by multiplication: `**` may differ in the last bit between engines. */
export function power(x: number, n: number): number {
  let y = 1;
  for (let k = 0; k < n; k++) y *= x;
  return y;
}

/** Value of a polynomial by Horner's rule. */
export function evaluate(p: Polynomial, x: number): number {
  let y = 0;
  for (let n = p.length - 1; n >= 0; n--) y = y * x + p[n]!;
  return y;
}

/** Coefficients of the derivative of a polynomial. */
export function derivative(p: Polynomial): Polynomial {
  return p.slice(1).map((c, n) => c * (n + 1));
}

/** The constant a with W(r) = a R^−d w(r/R) and ∫ W dV = 1 in d dimensions, by exact integration of the table. */
export function normalization(name: KernelName, d: Dimension): number {
  const { inner, knot } = KERNELS[name];
  return 1 / (SPHERE_MEASURE[d] * (moment(inner, 1, d) + moment(knot, 0.5, d)));
}

/** ∫₀^b p(b − q) q^(d−1) dq = Σ cₙ b^(n+d) n!(d−1)!/(n+d)!  (a Beta integral). */
function moment(p: Polynomial, b: number, d: Dimension): number {
  return p.reduce((sum, c, n) => {
    let beta = 1 / (n + d);
    for (let k = 1; k < d; k++) beta *= k / (n + k);
    return sum + c * power(b, n + d) * beta;
  }, 0);
}

/**
 * W at distance r (m) for support radius R (m), m^−d.
 * @example kernelValue('wendland-c2', 3, 0.01, 0.04)
 */
export function kernelValue(name: KernelName, d: Dimension, r: number, R: number): number {
  const { inner, knot } = KERNELS[name];
  const q = r / R;
  const w = evaluate(inner, Math.max(0, 1 - q)) + evaluate(knot, Math.max(0, 0.5 - q));
  return (normalization(name, d) / power(R, d)) * (q < 1 ? w : 0);
}

/**
 * W′ = dW/dr at distance r (m) for support radius R (m), m^−(d+1). Zero or negative except for the quartic's defect (X12).
 * @example kernelSlope('dc', 2, 0.01, 0.04)
 */
export function kernelSlope(name: KernelName, d: Dimension, r: number, R: number): number {
  const { inner, knot } = KERNELS[name];
  const q = r / R;
  const dw = evaluate(derivative(inner), Math.max(0, 1 - q)) + evaluate(derivative(knot), Math.max(0, 0.5 - q));
  return (-normalization(name, d) / power(R, d + 1)) * (q < 1 ? dw : 0);
}

/** Diffusion factor F = max(0, −W′/r), m^−(d+2); 0 at r = 0, where it is never used. [card §3, X12] */
export function diffusionFactor(name: KernelName, d: Dimension, r: number, R: number): number {
  return r > 0 ? Math.max(0, -kernelSlope(name, d, r, R) / r) : 0;
}
