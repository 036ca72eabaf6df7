// The smoothing kernels in double precision, typed in from the papers as functions of q = r/h with their printed constants.
// Independent of src/kernels, which derives slope and normalisation from one polynomial table: the tests compare the two.

/** The kernels by their names in a scene. */
export type KernelName = 'dc' | 'quartic' | 'poly6' | 'spiky' | 'cubic-spline' | 'wendland-c2';
export type Dimension = 1 | 2 | 3;

/** W(r) = a_d h^−d w(q), q = r/h. */
export interface PrintedKernel {
  /** w(q) inside the support. */
  readonly w: (q: number) => number;
  /** dw/dq inside the support. */
  readonly dw: (q: number) => number;
  /** a_1, a_2, a_3. */
  readonly a: readonly [number, number, number];
  /** Where w ends, in q: the support radius over the paper's smoothing length. */
  readonly end: 1 | 2;
}

const { PI } = Math;
const cube = (x: number): number => x * x * x;
const fourth = (x: number): number => x * x * x * x;

/** [card §2]; the cubic spline M₄ [Mon92 §2]; Wendland's C² function [Wen95 §4]. */
export const PRINTED_KERNELS: Readonly<Record<KernelName, PrintedKernel>> = {
  dc: {
    w: (q) => cube(2 - q),
    dw: (q) => -3 * (2 - q) ** 2,
    a: [1 / 8, 5 / (16 * PI), 15 / (64 * PI)],
    end: 2,
  },
  quartic: {
    w: (q) => 2 / 3 - (9 / 8) * q ** 2 + (19 / 24) * cube(q) - (5 / 32) * fourth(q),
    dw: (q) => -(9 / 4) * q + (19 / 8) * q ** 2 - (5 / 8) * cube(q),
    a: [1, 15 / (7 * PI), 315 / (208 * PI)],
    end: 2,
  },
  poly6: {
    w: (q) => cube(1 - q ** 2),
    dw: (q) => -6 * q * (1 - q ** 2) ** 2,
    a: [35 / 32, 4 / PI, 315 / (64 * PI)],
    end: 1,
  },
  spiky: {
    w: (q) => cube(1 - q),
    dw: (q) => -3 * (1 - q) ** 2,
    a: [2, 10 / PI, 15 / PI],
    end: 1,
  },
  'cubic-spline': {
    w: (q) => (q < 1 ? 1 - (3 / 2) * q ** 2 + (3 / 4) * cube(q) : cube(2 - q) / 4),
    dw: (q) => (q < 1 ? -3 * q + (9 / 4) * q ** 2 : (-3 / 4) * (2 - q) ** 2),
    a: [2 / 3, 10 / (7 * PI), 1 / PI],
    end: 2,
  },
  'wendland-c2': {
    w: (q) => fourth(1 - q / 2) * (1 + 2 * q),
    dw: (q) => -5 * q * cube(1 - q / 2),
    // a_1 is ours: with u = q/2, ∫W = 2·2h a ∫₀¹ (1−u)⁴(1+4u) du = 4h a (1/5 + 4/30) = 4h a/3.
    a: [3 / 4, 7 / (4 * PI), 21 / (16 * PI)],
    end: 2,
  },
};

/** h^d. */
function cell(h: number, d: Dimension): number {
  return d === 1 ? h : d === 2 ? h * h : h * h * h;
}

/** W at distance r for the support radius R, m^−d. */
export function W(name: KernelName, d: Dimension, r: number, R: number): number {
  const { w, a, end } = PRINTED_KERNELS[name];
  const h = R / end;
  return r < R ? (a[d - 1]! / cell(h, d)) * w(r / h) : 0;
}

/** W′ = dW/dr at distance r for the support radius R, m^−(d+1). */
export function slopeW(name: KernelName, d: Dimension, r: number, R: number): number {
  const { dw, a, end } = PRINTED_KERNELS[name];
  const h = R / end;
  return r < R ? (a[d - 1]! / (cell(h, d) * h)) * dw(r / h) : 0;
}
