// What holds a solid against modes that strain does not feel, such as every second particle moved to and fro. [card §14, Gan15, ADR 39]
//   E = ½ Σ_i s_i Σ_j ω_ij |x_ij − F̃_i X_ij|²,  s_i = α E V_i/Σ_j ω_ij |X_ij|²,  F̃_i = Σ_j ω_ij x_ij X_ijᵀ A_i⁻¹, A_i = Σ_j ω_ij X_ij X_ijᵀ
// F̃ is the linear map that fits the neighbors best: what bodies do as a whole, turn, stretch, shear, has no such energy. Here is what follows
// from the reference shape alone; the passes are in assembly/elastic/hourglass.ts.

import * as at from '../../wasm/layout.ts';
import type { Links, ReferenceNodes } from './gradients.ts';
import type { ElasticParameters } from './parameters.ts';
import type { Solids } from './solids.ts';

/** Whether any of the solids has it, in explicit steps. */
export function hasHourglass(own: readonly ElasticParameters[]): boolean {
  return own.some(({ hourglass }) => hourglass > 0);
}

/** Writes X, s without softness, and A⁻¹ of all nodes. */
export function writeFits({ engine: { set, substances } }: Solids, nodes: ReferenceNodes, links: Links): void {
  const { f64, u32 } = set.shared,
    places = u32[at.AT_NODE_REFERENCE >> 2]! >>> 3,
    fits = u32[at.AT_NODE_FIT >> 2]! >>> 3,
    kinds = set.u32('substance'),
    volumes = set.f64('referenceVolume'),
    numbers = set.u32('node'),
    moment = new Float64Array(6);
  f64.fill(0, places, places + 4 * nodes.count);
  f64.fill(0, fits, fits + 6 * nodes.count);
  for (let i = 0; i < set.count; i++) {
    const n = numbers[i]! - 1;
    if (n < 0) continue;
    const { hourglass, youngsModulus } = substances[kinds[i]!] as ElasticParameters;
    f64.set(nodes.places.subarray(3 * n, 3 * n + 3), places + 4 * n);
    const trace = sumMoment(nodes, links, n, moment);
    if (invertMoment(moment, nodes.dimension, trace, f64.subarray(fits + 6 * n, fits + 6 * n + 6)))
      f64[places + 4 * n + 3] = (hourglass * youngsModulus * volumes[i]!) / trace;
  }
}

/** A of a node, xx yy zz yz zx xy, m²; returns its trace. */
function sumMoment(
  { places: X }: ReferenceNodes,
  { begins, to, weights }: Links,
  n: number,
  out: Float64Array,
): number {
  out.fill(0);
  for (let l = begins[n]!; l < begins[n + 1]!; l++) {
    const j = 3 * to[l]!,
      [x, y, z, w] = [X[j]! - X[3 * n]!, X[j + 1]! - X[3 * n + 1]!, X[j + 2]! - X[3 * n + 2]!, weights[l]!];
    out[0]! += w * x * x;
    out[1]! += w * y * y;
    out[2]! += w * z * z;
    out[3]! += w * y * z;
    out[4]! += w * z * x;
    out[5]! += w * x * y;
  }
  return out[0]! + out[1]! + out[2]!;
}

/** Smallest determinant of A over that of a round one. */
const LEAST = 1e-6;

/** A⁻¹, in the plane with 0 across it; false where neighbors say nothing of one direction. */
function invertMoment(A: Float64Array, dimension: 2 | 3, trace: number, out: Float64Array): boolean {
  const [xx, yy, , yz, zx, xy] = A as unknown as number[] as [number, number, number, number, number, number],
    zz = dimension === 2 ? 1 : A[2]!,
    cxx = yy * zz - yz * yz,
    cyy = xx * zz - zx * zx,
    czz = xx * yy - xy * xy,
    cyz = zx * xy - xx * yz,
    czx = xy * yz - yy * zx,
    cxy = yz * zx - xy * zz,
    determinant = xx * cxx + xy * cxy + zx * czx,
    round = dimension === 2 ? trace * trace : trace * trace * trace;
  if (!(determinant > LEAST * round)) return false;
  out.set([cxx, cyy, dimension === 2 ? 0 : czz, cyz, czx, cxy].map((c) => c / determinant));
  return true;
}
