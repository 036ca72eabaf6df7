// Meshes of any number of triangles for measurements.

import type { TriangleSet } from '../src/shapes/triangle-set.ts';

/** A closed ball with bumps, of a radius in m: about 4 n² triangles. */
export function lumpyBall(radius: number, n: number): TriangleSet {
  const positions: number[] = [],
    triangles: number[] = [],
    around = 2 * n;
  const put = (theta: number, phi: number): void => {
    const r = radius * (1 + 0.05 * Math.sin(6 * theta) * Math.cos(7 * phi));
    positions.push(r * Math.sin(theta) * Math.cos(phi), r * Math.cos(theta), r * Math.sin(theta) * Math.sin(phi));
  };
  put(0, 0);
  for (let i = 1; i < n; i++) for (let j = 0; j < around; j++) put((Math.PI * i) / n, (Math.PI * j) / n);
  put(Math.PI, 0);
  const last = positions.length / 3 - 1,
    at = (i: number, j: number): number => (i === 0 ? 0 : i === n ? last : 1 + (i - 1) * around + (j % around));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < around; j++) {
      if (i > 0) triangles.push(at(i, j), at(i, j + 1), at(i + 1, j + 1));
      if (i < n - 1) triangles.push(at(i, j), at(i + 1, j + 1), at(i + 1, j));
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** A closed cube around the origin of half an edge in m, 12 n² triangles. */
export function tub(half: number, n: number): TriangleSet {
  const positions: number[] = [],
    triangles: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const sign of [-1, 1]) {
      const first = positions.length / 3,
        next = sign > 0 ? 1 : 2;
      for (let i = 0; i <= n; i++) {
        for (let j = 0; j <= n; j++) {
          const p = [0, 0, 0];
          p[axis] = sign * half;
          p[(axis + next) % 3] = half * ((2 * i) / n - 1);
          p[(axis + 3 - next) % 3] = half * ((2 * j) / n - 1);
          positions.push(p[0]!, p[1]!, p[2]!);
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
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}
