// How far the triangles of a mesh are away at least, cell by cell: what lets most particles pass without looking at any triangle.
// A cell counts the cells to the nearest one that a triangle's box touches, over faces, edges and corners (Chebyshev); a byte each.
// Cost: a pass over the triangles and two over the cells and their neighbors. [ADR 19]

/** A grid of least distances. */
export interface ClearanceGrid {
  /** Low corner, m. */
  readonly low: readonly [number, number, number];
  /** Edge of a cell, m. */
  readonly cell: number;
  /** Cells along x, y, z. */
  readonly size: readonly [number, number, number];
  /** Cells to the nearest triangle; x runs fastest. Every point of the cell is at least (value − 1) · cell away from the mesh. */
  readonly cells: Uint8Array;
}

/** Least and most cells of a grid, and how many for each triangle. */
const FEWEST = 1 << 12;
const MOST = 1 << 21;
const PER_TRIANGLE = 64;
const FARTHEST = 255;

/** The grid around triangles given by nine coordinates each, m. */
export function makeClearanceGrid(corners: Float64Array): ClearanceGrid {
  const { low, high } = boundsOf(corners);
  const wanted = Math.min(Math.max((corners.length / 9) * PER_TRIANGLE, FEWEST), MOST);
  const { cell, size } = chooseCells(high.map((h, a) => h - low[a]!) as [number, number, number], wanted);
  const cells = new Uint8Array(size[0] * size[1] * size[2]).fill(FARTHEST);
  markTriangles(corners, low, cell, size, cells);
  spread(cells, size);
  return { low, cell, size, cells };
}

type Triple = [number, number, number];

function boundsOf(corners: Float64Array): { low: Triple; high: Triple } {
  const low: Triple = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    high: Triple = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = 0; k < corners.length; k++) {
    const a = k % 3;
    low[a] = Math.min(low[a]!, corners[k]!);
    high[a] = Math.max(high[a]!, corners[k]!);
  }
  return { low, high };
}

/** Cubic cells, at most `wanted`, over a box of the given extent. */
function chooseCells(extent: Triple, wanted: number): { cell: number; size: Triple } {
  const longest = Math.max(...extent, Number.MIN_VALUE);
  const sizeFor = (cell: number): Triple => extent.map((e) => Math.max(1, Math.ceil(e / cell))) as Triple;
  let n = 1;
  while (n < 512) {
    const [x, y, z] = sizeFor(longest / (n + 1));
    if (x * y * z > wanted) break;
    n++;
  }
  const cell = (longest / n) * (1 + 1e-12);
  return { cell, size: sizeFor(cell) };
}

function markTriangles(corners: Float64Array, low: Triple, cell: number, size: Triple, cells: Uint8Array): void {
  const begin: Triple = [0, 0, 0],
    end: Triple = [0, 0, 0];
  for (let t = 0; t < corners.length; t += 9) {
    for (let a = 0; a < 3; a++) {
      const p = corners[t + a]!,
        q = corners[t + 3 + a]!,
        r = corners[t + 6 + a]!;
      begin[a] = clampTo(Math.floor((Math.min(p, q, r) - low[a]!) / cell), size[a]! - 1);
      end[a] = clampTo(Math.floor((Math.max(p, q, r) - low[a]!) / cell), size[a]! - 1);
    }
    for (let z = begin[2]; z <= end[2]; z++)
      for (let y = begin[1]; y <= end[1]; y++) {
        const row = (z * size[1] + y) * size[0];
        cells.fill(0, row + begin[0], row + end[0] + 1);
      }
  }
}

function clampTo(k: number, last: number): number {
  return Math.min(Math.max(k, 0), last);
}

/** One more than the least of the 26 cells around, at most: a sweep forward and one backward make that the distance to the nearest 0. */
function spread(cells: Uint8Array, [nx, ny, nz]: Triple): void {
  for (const way of [1, -1] as const) {
    const around = neighborsBefore(way);
    for (let n = 0; n < cells.length; n++) {
      const k = way > 0 ? n : cells.length - 1 - n;
      if (cells[k] === 0) continue;
      const x = k % nx,
        row = (k - x) / nx,
        y = row % ny,
        z = (row - y) / ny;
      let least = cells[k]! - 1;
      for (let m = 0; m < around.length; m += 3) {
        const i = x + around[m]!,
          j = y + around[m + 1]!,
          l = z + around[m + 2]!;
        if (i < 0 || j < 0 || l < 0 || i >= nx || j >= ny || l >= nz) continue;
        const value = cells[(l * ny + j) * nx + i]!;
        if (value < least) least = value;
      }
      cells[k] = least + 1;
    }
  }
}

/** Shifts to the cells that come before one in a sweep. */
function neighborsBefore(way: 1 | -1): Int8Array {
  const shifts: number[] = [];
  for (const z of [-1, 0, 1])
    for (const y of [-1, 0, 1])
      for (const x of [-1, 0, 1]) if ((z * 3 + y) * 3 + x < 0) shifts.push(way * x, way * y, way * z);
  return Int8Array.from(shifts);
}
