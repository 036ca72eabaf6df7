// The ground below a grid of heights as a closed mesh: the top, walls down from its rim, and a floor that fans out from its middle.

import type { Heightfield } from './shape.ts';
import type { TriangleSet } from './triangle-set.ts';

/** Triangles that `heightfieldTriangles` makes of so many rows and columns of heights. */
export function heightfieldCount(rows: number, columns: number): number {
  const rim = 2 * (rows + columns - 2);
  return 2 * (rows - 1) * (columns - 1) + 3 * rim;
}

/** The closed mesh of a heightfield that passed `checkShape`, m. A square is cut along the diagonal whose ends differ less. */
export function heightfieldTriangles({ heights, min, max, depth }: Heightfield['heightfield']): TriangleSet {
  const rows = heights.length,
    columns = heights[0]!.length,
    top = rows * columns;
  const rim = rimOf(rows, columns);
  const positions = new Float64Array(3 * (top + rim.length + 1)),
    triangles = new Uint32Array(3 * heightfieldCount(rows, columns));
  let lowest = Number.POSITIVE_INFINITY;
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const height = heights[j]![i]!;
      lowest = Math.min(lowest, height);
      positions[3 * (j * columns + i)] = min[0] + ((max[0] - min[0]) * i) / (columns - 1);
      positions[3 * (j * columns + i) + 1] = height;
      positions[3 * (j * columns + i) + 2] = min[1] + ((max[1] - min[1]) * j) / (rows - 1);
    }
  }
  const floor = lowest - depth;
  rim.forEach((vertex, k) => {
    positions.set([positions[3 * vertex]!, floor, positions[3 * vertex + 2]!], 3 * (top + k));
  });
  positions.set([(min[0] + max[0]) / 2, floor, (min[1] + max[1]) / 2], 3 * (top + rim.length));
  addSides(triangles, addTop(triangles, heights), rim, top);
  return { positions, triangles };
}

/** Writes the top into `out`; answers where it ends. */
function addTop(out: Uint32Array, heights: Heightfield['heightfield']['heights']): number {
  const columns = heights[0]!.length;
  let at = 0;
  for (let j = 0; j + 1 < heights.length; j++) {
    for (let i = 0; i + 1 < columns; i++) {
      const a = j * columns + i,
        b = a + columns;
      const falling = Math.abs(heights[j]![i]! - heights[j + 1]![i + 1]!),
        rising = Math.abs(heights[j + 1]![i]! - heights[j]![i + 1]!);
      out.set(falling < rising ? [a, b, b + 1, a, b + 1, a + 1] : [a, b, a + 1, a + 1, b, b + 1], at);
      at += 6;
    }
  }
  return at;
}

/** Writes walls and floor into `out` from `at` on. The rim on the floor follows the vertices of the top, then the middle of the floor. */
function addSides(out: Uint32Array, at: number, rim: readonly number[], top: number): void {
  const middle = top + rim.length;
  rim.forEach((a, k) => {
    const next = (k + 1) % rim.length;
    const b = rim[next]!;
    out.set([a, b, top + k, b, top + next, top + k, middle, top + k, top + next], at + 9 * k);
  });
}

/** The vertices of the rim, clockwise seen from above with x to the right and z down. */
function rimOf(rows: number, columns: number): number[] {
  const rim: number[] = [];
  for (let i = 0; i < columns - 1; i++) rim.push(i);
  for (let j = 0; j < rows - 1; j++) rim.push(j * columns + columns - 1);
  for (let i = columns - 1; i > 0; i--) rim.push((rows - 1) * columns + i);
  for (let j = rows - 1; j > 0; j--) rim.push(j * columns);
  return rim;
}
