// What sums over a lattice make of a gradient, from the definition: Σ V ∇W f for f = x, over lattices that are wide enough to have an inside.

import { cubicLattice, hcpLattice } from './arrangements.ts';
import { type Dimension, type KernelName, slopeW } from './kernels.ts';
import type { Vec3 } from './sph.ts';

const known = new Map<string, number>();

/** The mean gradient of a cubic lattice and a close packing, over the true one; h = `smoothing` V^(1/d). [card §3, ADR 31] */
export function latticeGradient(kernel: KernelName, d: Dimension, smoothing = 1.35): number {
  const key = `${kernel} ${d} ${smoothing}`,
    n = 2 * Math.ceil(2.5 * smoothing) + 3,
    counts: Vec3 = [n, d > 1 ? n : 1, d > 2 ? n : 1];
  const cell = d === 3 ? Math.SQRT1_2 : Math.sqrt(3) / 2; // volume of a close packing whose nearest distance is 1
  const value =
    known.get(key) ??
    (gradientOf(kernel, d, cubicLattice(counts, 1), 1, smoothing) +
      gradientOf(kernel, d, hcpLattice(counts, 1), d === 1 ? 1 : cell, smoothing)) /
      2;
  known.set(key, value);
  return value;
}

/** At the point of a lattice nearest to its middle; the mean of all axes. */
function gradientOf(kernel: KernelName, d: Dimension, points: readonly Vec3[], V: number, smoothing: number): number {
  const R = 2 * smoothing * V ** (1 / d),
    middle = [0, 1, 2].map((c) => points.reduce((sum, p) => sum + p[c]!, 0) / points.length),
    away = (p: Vec3, q: readonly number[]) => Math.hypot(p[0] - q[0]!, p[1] - q[1]!, p[2] - q[2]!),
    center = points.reduce((best, p) => (away(p, middle) < away(best, middle) ? p : best));
  return points.reduce((sum, p) => {
    const r = away(p, center);
    return r > 0 ? sum - (V * slopeW(kernel, d, r, R) * r) / d : sum;
  }, 0);
}
