// How much of a smoothing kernel lies beyond a plane: what a sum over particles lacks beside a wall. [ADR 12]
// Simpson's rule with exact operations only, so that every machine gets the same table.

import { diffusionFactor, type KernelName, kernelSlope, kernelValue } from './kernels.ts';

/** What lies beyond a plane at distance q R from the center, for q = 0, 1/n, 2/n … 1; lengths over R. */
export interface HalfSpaceTables {
  /** ∫W dV, of layers as they stand before the plane. */
  readonly covers: Float64Array;
  /** ∫W over the plane itself. */
  readonly slices: Float64Array;
  /** ∫F dV, F = max(0, −W′/r). */
  readonly drags: Float64Array;
  /** ∫sF dV, s the depth beyond the plane. */
  readonly moments: Float64Array;
  /** −∫∂W dV, ∂W the slope of the kernel across the plane: what a pressure there pushes with. */
  readonly pushes: Float64Array;
  /** −∫(d + s)∂W dV, d the distance of the plane. */
  readonly stretches: Float64Array;
  /** Whether a particle at that distance is in touch with the plane, 0 to 1. */
  readonly contacts: Float64Array;
}

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

/**
 * What walls with grip or a temperature need to know of a kernel. Beyond the plane stand layers of particles, the first half a spacing
 * behind it, as they do before it: integrals would hold a substance in layers by a tenth too much.
 * @param smoothing h over the spacing
 * @example halfSpaceTables('quartic', 3, 64, 1.3).drags[32] // ∫F dV beyond a plane at half the support radius, for R = 1
 */
export function halfSpaceTables(kernel: KernelName, d: 2 | 3, n: number, smoothing: number): HalfSpaceTables {
  const covers = new Float64Array(n + 1),
    drags = new Float64Array(n + 1),
    moments = new Float64Array(n + 1),
    pushes = new Float64Array(n + 1),
    stretches = new Float64Array(n + 1),
    spacing = 1 / (2 * smoothing); // of particles, over R = 2h
  for (let k = 0; k < n; k++) {
    for (let depth = spacing / 2; k / n + depth < 1; depth += spacing) {
      const layer = spacing * dragSlice(kernel, d, k / n + depth);
      drags[k]! += layer;
      moments[k]! += depth * layer;
      covers[k]! += spacing * areaOf(d) * sliceOf(kernel, d, k / n + depth);
      const push = spacing * pushSlice(kernel, d, k / n + depth);
      pushes[k]! += push;
      stretches[k]! += (k / n + depth) * push;
    }
  }
  const slices = drags.map((_, k) => areaOf(d) * sliceOf(kernel, d, k / n)),
    contacts = drags.map((_, k) => contactAt(k / n / spacing));
  return { covers, slices, drags, moments, pushes, stretches, contacts };
}

/** Spacings from a wall up to which a particle is in touch with it, and from which on it is not. At rest the first layer stands at half of one. */
const TOUCHES = 0.7,
  CLEAR = 1;

/** How far a particle so many spacings from a wall is in touch with it. */
function contactAt(x: number): number {
  return Math.max(0, Math.min(1, (CLEAR - x) / (CLEAR - TOUCHES)));
}

/** What makes the sums of Simpson's rule across a plane integrals. */
function areaOf(d: 2 | 3): number {
  return (d === 3 ? 2 * Math.PI : 2) / 3;
}

/** |n| R below which a particle is inside, over that of one right at a flat surface. */
const INSIDE = 0.25;

/**
 * How the gradient n = Σ V ∇W of the filled part of space tells the area of the free surface: A = factor · V (|n| − least/R), which adds
 * up to the area of a flat surface, and is 0 where |n| R is below `least`, as it is inside.
 * @param slices ∫W over planes at q R, q = 0, 1/n … 1, from `halfSpaceTables`
 */
export function surfaceMeasure(slices: Float64Array): { readonly least: number; readonly factor: number } {
  const least = INSIDE * slices[0]!,
    n = slices.length - 1;
  let area = 0;
  for (let k = 0; k < n; k++) area += Math.max(0, (slices[k]! + slices[k + 1]!) / 2 - least) / n;
  return { least, factor: 1 / area };
}

/**
 * What the sum for the Laplacian makes of a shear, near 1: the mean of particles at rest on a cubic lattice and of layers that slide
 * past each other, as both are in a flow that yields. Viscosities are divided by it. [card §3]
 * @param smoothing h over the spacing
 * @param central whether forces act along the line between two particles
 */
export function shearFactor(kernel: KernelName, d: 2 | 3, smoothing: number, central = false): number {
  const spacing = 1 / (2 * smoothing),
    reach = Math.floor(2 * smoothing),
    layers = d === 3 ? reach : 0;
  let sum = 0;
  for (let z = 1; z <= reach; z++) {
    const square = z * spacing * (z * spacing);
    sum += spacing * dragSlice(kernel, d, z * spacing, central) * square;
    for (let x = -reach; x <= reach; x++) {
      for (let y = -layers; y <= layers; y++) {
        const r2 = x * x + y * y + z * z,
          F = diffusionFactor(kernel, d, spacing * Math.sqrt(r2), 1) * (central ? ((d + 2) * x * x) / r2 : 1);
        sum += (d === 3 ? spacing * spacing * spacing : spacing * spacing) * F * square;
      }
    }
  }
  return sum;
}

/** −∫∂W over the plane at distance z from the center, ∂W the slope of the kernel across the plane; R = 1. */
function pushSlice(kernel: KernelName, d: 2 | 3, z: number): number {
  const reach = Math.sqrt(Math.max(0, 1 - z * z));
  let sum = 0;
  for (let k = 0; k < ACROSS; k++) {
    const y = (reach * (k + 0.5)) / ACROSS,
      r = Math.sqrt(z * z + y * y);
    sum -= ((kernelSlope(kernel, d, r, 1) * z) / r) * (d === 3 ? 2 * Math.PI * y : 2);
  }
  return (sum * reach) / ACROSS;
}

/** ∫F over the plane at distance z from the center, F = max(0, −W′/r), or of the part of it along x of a central force; R = 1. */
function dragSlice(kernel: KernelName, d: 2 | 3, z: number, central = false): number {
  const reach = Math.sqrt(Math.max(0, 1 - z * z));
  let sum = 0;
  for (let k = 0; k < ACROSS; k++) {
    const y = (reach * (k + 0.5)) / ACROSS,
      r = Math.sqrt(z * z + y * y);
    const part = central ? ((d + 2) * y * y) / (d === 3 ? 2 * r * r : r * r) : 1;
    sum += part * diffusionFactor(kernel, d, r, 1) * (d === 3 ? 2 * Math.PI * y : 2);
  }
  return (sum * reach) / ACROSS;
}
