// A kernel of one name in one dimension as a function of distance, with both derivatives; what is the same for all distances is found once.

import {
  derivative,
  evaluate,
  KERNELS,
  type KernelName,
  normalization,
  type Polynomial,
  power,
} from '../kernels/kernels.ts';
import type { SampleDimension } from './samples.ts';

/** A smoothing function of the distance r (m) for a support radius R (m). */
export interface Radial {
  /** W, m^−d. */
  value(r: number, R: number): number;
  /** dW/dr, m^−(d+1). */
  slope(r: number, R: number): number;
  /** d²W/dr², m^−(d+2). */
  curvature(r: number, R: number): number;
  /** (dW/dr)/r, m^−(d+2), with its limit at r = 0; 0 there for kernels with a tip. */
  slopeOverDistance(r: number, R: number): number;
}

/**
 * A kernel with ∫W dV = 1 in d dimensions.
 * @example radialKernel('poly6', 3).value(0, 0.1) // 315/(64π 0.1³)
 */
export function radialKernel(name: KernelName, d: SampleDimension): Radial {
  return radialOf(name, normalization(name, d), d);
}

/** The shape of a kernel with W(0) as its table has it, whatever the support: a weight for moving least squares. No unit. */
export function radialWeight(name: KernelName): Radial {
  return radialOf(name, 1, 0);
}

function radialOf(name: KernelName, factor: number, d: number): Radial {
  const { inner, knot } = KERNELS[name],
    [inner1, knot1] = [derivative(inner), derivative(knot)],
    [inner2, knot2] = [derivative(inner1), derivative(knot1)];
  const at = (a: Polynomial, b: Polynomial, q: number) =>
    q < 1 ? evaluate(a, 1 - q) + evaluate(b, Math.max(0, 0.5 - q)) : 0;
  const tip = Math.abs(evaluate(inner1, 1) + evaluate(knot1, 0.5)) > 1e-12;
  const radial: Radial = {
    value: (r, R) => (factor / power(R, d)) * at(inner, knot, r / R),
    slope: (r, R) => (-factor / power(R, d + 1)) * at(inner1, knot1, r / R),
    curvature: (r, R) => (factor / power(R, d + 2)) * at(inner2, knot2, r / R),
    slopeOverDistance: (r, R) => {
      if (r > 1e-7 * R) return radial.slope(r, R) / r;
      return tip ? 0 : radial.curvature(r, R);
    },
  };
  return radial;
}
