// Meshes for tests: closed ones of known inside, open ones, and heaps of random triangles.

import { randomSigned } from '../../src/random/random.ts';
import type { TriangleSet } from '../../src/shapes/triangle-set.ts';

/** A mesh from lists of numbers. */
export function meshOf(positions: readonly number[], triangles: readonly number[]): TriangleSet {
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** The box around the origin with the given half edges, m; each face cut into n × n squares. */
export function boxMesh(hx: number, hy: number, hz: number, n = 1): TriangleSet {
  const positions: number[] = [],
    triangles: number[] = [],
    half = [hx, hy, hz];
  for (let axis = 0; axis < 3; axis++) {
    for (const sign of [-1, 1]) {
      const first = positions.length / 3,
        [u, v] = sign > 0 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
      for (let i = 0; i <= n; i++) {
        for (let j = 0; j <= n; j++) {
          const p = [0, 0, 0];
          p[axis] = sign * half[axis]!;
          p[u!] = half[u!]! * ((2 * i) / n - 1);
          p[v!] = half[v!]! * ((2 * j) / n - 1);
          positions.push(...p);
        }
      }
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          const a = first + i * (n + 1) + j,
            b = a + n + 1;
          triangles.push(a, b, b + 1, a, b + 1, a + 1);
        }
      }
    }
  }
  return meshOf(positions, triangles);
}

/** A ball of the given radius (m) with n rings of 2n quads; lumpy if `bumps` is not 0. */
export function ballMesh(radius: number, n: number, bumps = 0): TriangleSet {
  const positions: number[] = [],
    triangles: number[] = [],
    around = 2 * n;
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j < around; j++) {
      const theta = (Math.PI * i) / n,
        phi = (Math.PI * j) / n,
        r = radius * (1 + bumps * Math.sin(3 * theta) * Math.cos(4 * phi) * Math.sin(theta));
      positions.push(r * Math.sin(theta) * Math.cos(phi), r * Math.cos(theta), r * Math.sin(theta) * Math.sin(phi));
    }
  }
  const at = (i: number, j: number): number => (i === 0 ? 0 : i === n ? n * around : i * around + (j % around));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < around; j++) {
      const [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1)];
      if (a !== b) triangles.push(a, b, d);
      if (c !== d) triangles.push(a, d, c);
    }
  }
  return meshOf(positions, triangles);
}

/** Random triangles in the cube from −1 to 1, about `size` large; not closed. */
export function heap(count: number, size: number, seed: number): TriangleSet {
  const positions: number[] = [],
    random = (k: number): number => randomSigned(seed, 9, k);
  for (let t = 0; t < count; t++) {
    for (let c = 0; c < 3; c++)
      for (let a = 0; a < 3; a++) positions.push(random(12 * t + a) + size * random(12 * t + 3 + 3 * c + a));
  }
  return meshOf(positions, [...Array(3 * count).keys()]);
}
