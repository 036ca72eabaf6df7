// How much of a smoothing kernel lies beyond a plane: what a sum over particles lacks beside a wall. [ADR 12]
// Simpson's rule with exact operations only, so that every machine gets the same table.

import { type KernelName, kernelValue } from './kernels.ts';

/** Intervals of Simpson's rule across the plane. */
const ACROSS = 64;

/**
 * Part of ∫W dV beyond a plane at distance q R from the center, for q = 0, 1/n, 2/n … 1: from ½ to 0.
 * @example halfSpaceParts('dc', 3, 64)[32] // beyond a plane at half the support radius
 */
export function halfSpaceParts(kernel: KernelName, d: 2 | 3, n: number): Float64Array {
  const parts = new Float64Array(n + 1);
  for (let k = n - 1; k >= 0; k--) {
    const slice = (shift: number) => sliceOf(kernel, d, (k + shift) / n);
    parts[k] = parts[k + 1]! + (slice(0) + 4 * slice(0.5) + slice(1)) / (6 * n);
  }
  const whole = 2 * parts[0]!;
  return parts.map((part) => part / whole);
}

/** ∫W over the plane at distance z from the center, up to a factor; R = 1. */
function sliceOf(kernel: KernelName, d: 2 | 3, z: number): number {
  const reach = Math.sqrt(1 - z * z);
  let sum = 0;
  for (let k = 0; k <= ACROSS; k++) {
    const y = (reach * k) / ACROSS,
      weight = k === 0 || k === ACROSS ? 1 : 2 + 2 * (k % 2);
    sum += weight * kernelValue(kernel, d, Math.sqrt(z * z + y * y), 1) * (d === 3 ? y : 1);
  }
  return (sum * reach) / ACROSS;
}
