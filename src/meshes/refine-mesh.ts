// Triangles cut until no edge is longer than asked for: each in four, with the middles of shared edges shared.

import type { TriangleSet } from '../shapes/triangle-set.ts';

/** Most triangles that are made. */
const MOST = 200_000;

/** A mesh of the same surface without long edges, m; coarser where that would take too many triangles. */
export function refineMesh(set: TriangleSet, longest: number): TriangleSet {
  let refined = set;
  while (4 * refined.triangles.length <= 3 * MOST && longestEdge(refined) > longest) refined = inFour(refined);
  return refined;
}

function longestEdge({ positions: p, triangles }: TriangleSet): number {
  let most = 0;
  for (let t = 0; t < triangles.length; t++) {
    const a = 3 * triangles[t]!,
      b = 3 * triangles[t % 3 === 2 ? t - 2 : t + 1]!,
      [x, y, z] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most);
}

function inFour({ positions, triangles }: TriangleSet): TriangleSet {
  const points = Array.from(positions),
    count = positions.length / 3,
    middles = new Map<number, number>(),
    cut: number[] = [];
  const between = (a: number, b: number): number => {
    const key = Math.min(a, b) * count + Math.max(a, b),
      known = middles.get(key);
    if (known !== undefined) return known;
    for (let k = 0; k < 3; k++) points.push((positions[3 * a + k]! + positions[3 * b + k]!) / 2);
    middles.set(key, points.length / 3 - 1);
    return points.length / 3 - 1;
  };
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!],
      [ab, bc, ca] = [between(a, b), between(b, c), between(c, a)];
    cut.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  return { positions: Float64Array.from(points), triangles: Uint32Array.from(cut) };
}
