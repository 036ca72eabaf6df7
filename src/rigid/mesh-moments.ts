// Volume, center and second moments of what a closed mesh encloses: sums over the tetrahedra from the origin to its triangles.

import type { Vec3 } from '../shapes/shape.ts';
import type { TriangleSet } from '../shapes/triangle-set.ts';

export interface MeshMoments {
  /** m³ */
  readonly volume: number;
  /** m */
  readonly center: Vec3;
  /** Inertia about the center of each kg/m³, row by row, m⁵. */
  readonly inertia: readonly number[];
}

/**
 * Of a tetrahedron (0, a, b, c) with six times its volume D = a·(b × c): ∫1 = D/6, ∫x = D/24 (a + b + c),
 * ∫x xᵀ = D/120 (a aᵀ + b bᵀ + c cᵀ + s sᵀ) with s = a + b + c. Signs add up right for triangles that look outward.
 */
export function meshMoments({ positions: p, triangles }: TriangleSet): MeshMoments {
  let volume = 0;
  const first = [0, 0, 0],
    second: number[] = new Array(9).fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!],
      D =
        p[a]! * (p[b + 1]! * p[c + 2]! - p[b + 2]! * p[c + 1]!) +
        p[a + 1]! * (p[b + 2]! * p[c]! - p[b]! * p[c + 2]!) +
        p[a + 2]! * (p[b]! * p[c + 1]! - p[b + 1]! * p[c]!);
    volume += D / 6;
    for (let i = 0; i < 3; i++) {
      const s = p[a + i]! + p[b + i]! + p[c + i]!;
      first[i]! += (D / 24) * s;
      for (let j = 0; j < 3; j++) {
        const own = p[a + i]! * p[a + j]! + p[b + i]! * p[b + j]! + p[c + i]! * p[c + j]!;
        second[3 * i + j]! += (D / 120) * (own + s * (p[a + j]! + p[b + j]! + p[c + j]!));
      }
    }
  }
  const center: Vec3 = [first[0]! / volume, first[1]! / volume, first[2]! / volume],
    central = second.map((x, n) => x - volume * center[Math.floor(n / 3)]! * center[n % 3]!),
    trace = central[0]! + central[4]! + central[8]!;
  return { volume, center, inertia: central.map((x, n) => (n % 4 === 0 ? trace : 0) - x) };
}
