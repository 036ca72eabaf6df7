// V1: the kernels are normalized and their slopes and curvatures are derivatives. [card §2, V1; DC99 eq. 21, PV09 §3a, AW09 eq. 86-97]

import { type Dimension, KERNEL_NAMES, type KernelName, kernelSlope, kernelValue } from '../../src/kernels/kernels.ts';
import { atMost, type Check, defineCase } from '../case.ts';

const DIMENSIONS: readonly Dimension[] = [1, 2, 3];

/** 2, 2πr, 4πr²: the measure of a sphere of radius r. */
const SPHERE: Readonly<Record<Dimension, (r: number) => number>> = {
  1: () => 2,
  2: (r) => 2 * Math.PI * r,
  3: (r) => 4 * Math.PI * r * r,
};

/** The card's kernels: w″(q) with q = r/h, and a_1, a_2, a_3 for h = 1; support in h. */
const PRINTED: readonly {
  readonly name: KernelName;
  readonly curvature: (q: number) => number;
  readonly a: readonly [number, number, number];
  readonly support: number;
}[] = [
  {
    name: 'dc',
    curvature: (q) => 6 * (2 - q),
    a: [1 / 8, 5 / (16 * Math.PI), 15 / (64 * Math.PI)],
    support: 2,
  },
  {
    name: 'quartic',
    curvature: (q) => -9 / 4 + (19 / 4) * q - (15 / 8) * q * q,
    a: [1, 15 / (7 * Math.PI), 315 / (208 * Math.PI)],
    support: 2,
  },
  {
    name: 'poly6',
    curvature: (q) => 6 * (1 - q * q) * (5 * q * q - 1),
    a: [35 / 32, 4 / Math.PI, 315 / (64 * Math.PI)],
    support: 1,
  },
  {
    name: 'spiky',
    curvature: (q) => 6 * (1 - q),
    a: [2, 10 / Math.PI, 15 / Math.PI],
    support: 1,
  },
];

export const v01 = defineCase({
  number: 1,
  title: 'Kernels',
  proves: 'Every kernel integrates to 1 in 1D, 2D and 3D; its slope and curvature are the derivatives of its value.',
  parameters: {
    supportRadius: { value: 0.37, meaning: 'support radius, m' },
    intervals: { value: 2000, meaning: 'intervals of the quadrature' },
    difference: { value: 1e-4, meaning: 'step of the finite differences over the support radius' },
    samples: { value: 199, meaning: 'radii at which derivatives are compared' },
  },
  async run({ supportRadius: R, intervals, difference, samples }): Promise<Check[]> {
    const step = difference * R;
    const slopeError = (name: KernelName, d: Dimension): number =>
      relativeDifference(
        radii(samples, R),
        (r) => centralDifference((s) => kernelValue(name, d, s, R), r, step),
        (r) => kernelSlope(name, d, r, R),
      );
    const curvatureError = ({ name, curvature, a, support }: (typeof PRINTED)[number], d: Dimension): number => {
      const h = R / support;
      return relativeDifference(
        radii(samples, R),
        (r) => centralDifference((s) => kernelSlope(name, d, s, R), r, step),
        (r) => (a[d - 1]! / h ** (d + 2)) * curvature(r / h),
      );
    };
    const worst = (errors: readonly number[]): number => Math.max(...errors);
    return [
      atMost(
        '|∫W − 1|',
        worst(KERNEL_NAMES.flatMap((name) => DIMENSIONS.map((d) => Math.abs(integral(name, d, R, intervals) - 1)))),
        0,
        1e-8,
      ),
      atMost('W′ error', worst(KERNEL_NAMES.flatMap((name) => DIMENSIONS.map((d) => slopeError(name, d)))), 0, 1e-6),
      atMost('W″ error', worst(PRINTED.flatMap((kernel) => DIMENSIONS.map((d) => curvatureError(kernel, d)))), 0, 1e-6),
    ];
  },
});

/** ∫W dV by Simpson's rule on each half of the support, where every kernel is one polynomial. */
function integral(name: KernelName, d: Dimension, R: number, intervals: number): number {
  const f = (r: number): number => SPHERE[d](r) * kernelValue(name, d, r, R);
  const half = (from: number): number => {
    const dr = R / 2 / intervals;
    let sum = 0;
    for (let n = 0; n < intervals; n++) sum += f(from + n * dr) + 4 * f(from + (n + 0.5) * dr) + f(from + (n + 1) * dr);
    return (sum * dr) / 6;
  };
  return half(0) + half(R / 2);
}

/** Radii inside the support; an odd number of them keeps away from the knot at R/2. */
function radii(samples: number, R: number): number[] {
  return Array.from({ length: samples }, (_, n) => (R * (n + 0.75)) / (samples + 1));
}

function centralDifference(f: (r: number) => number, r: number, step: number): number {
  return (f(r + step) - f(r - step)) / (2 * step);
}

/** Largest |f − g| over the largest |g|. */
function relativeDifference(at: readonly number[], f: (r: number) => number, g: (r: number) => number): number {
  return Math.max(...at.map((r) => Math.abs(f(r) - g(r)))) / Math.max(...at.map((r) => Math.abs(g(r))));
}
