// The voxels whose middle is inside a solid. Boxes of voxels that are farther from the surface than they are large are taken or left as a
// whole, so that the cost is that of the voxels at the surface.

import { type Bounds, boundsOf } from '../../shapes/bounds.ts';
import { signedDistance } from '../../shapes/distance.ts';
import type { Vec3 } from '../../shapes/shape.ts';
import type { Solid } from '../../shapes/solid.ts';
import { openWays } from './open-ways.ts';

/** Most cells of the box around a solid: 32 MB. */
export const MOST_CELLS = 1 << 23;

/** Voxels inside a solid, numbered row by row. */
export class InsideGrid {
  readonly dimension: 2 | 3;
  /** Edge of a voxel, m. */
  readonly voxel: number;
  /** Cells of the box along each axis, with an empty one at both ends; 1 along z in 2D. */
  readonly counts: Vec3;
  /** Voxels inside. */
  readonly count: number;
  /** Cell of each voxel. */
  readonly cells: Int32Array;
  /** Middle of each voxel, x, y, z, m. */
  readonly middles: Float64Array;
  /** Voxel of each cell, −1 outside. Because the first and last cells are empty, `numbers[cells[v] + offset]` is the neighbor of any voxel. */
  readonly numbers: Int32Array;
  /** From a cell to those around it: 26, or 8 in 2D. */
  readonly offsets: Int32Array;
  /** A bit for every way to a cell around, in the order of `offsets`: 1 if it is open. Undefined where all are: in convex solids and shells. */
  get open(): Uint32Array | undefined {
    if (this.#solid.triangles && this.#solid.radius === 0) this.#open ??= openWays(this.#solid, this);
    return this.#open;
  }
  readonly #solid: Solid;
  #open: Uint32Array | undefined;
  /** Corner of the first cell, m. */
  readonly #origin: Vec3;

  constructor(solid: Solid, voxel: number) {
    const bounds = boundsOf(solid);
    this.dimension = solid.dimension;
    this.voxel = voxel;
    this.counts = cellCounts(bounds, voxel, solid.dimension);
    this.#origin = originOf(bounds, this.counts, voxel, solid.dimension);
    this.numbers = new Int32Array(this.counts[0] * this.counts[1] * this.counts[2]).fill(-1);
    this.offsets = offsetsOf(this.counts, solid.dimension);
    this.#mark(solid, [0, 0, 0], this.counts);
    this.count = this.#number();
    this.cells = new Int32Array(this.count);
    this.middles = new Float64Array(3 * this.count);
    this.#place();
    this.#solid = solid;
  }

  /** Voxel of the cell (i, j, k); −1 outside. */
  at(i: number, j: number, k: number): number {
    const [nx, ny, nz] = this.counts;
    if (!(i >= 0 && i < nx && j >= 0 && j < ny && k >= 0 && k < nz)) return -1;
    return this.numbers[(k * ny + j) * nx + i]!;
  }

  /** Voxel that holds a point; −1 outside. */
  voxelAt(x: number, y: number, z: number): number {
    const [ox, oy, oz] = this.#origin,
      h = this.voxel;
    return this.at(Math.floor((x - ox) / h), Math.floor((y - oy) / h), Math.floor((z - oz) / h));
  }

  /** The voxel whose middle is nearest to a point, looked for up to `reach` (m) away; −1 if there is none. Of equals the first. */
  nearestVoxel(x: number, y: number, z: number, reach: number): number {
    const [ox, oy, oz] = this.#origin,
      h = this.voxel,
      i = Math.floor((x - ox) / h),
      j = Math.floor((y - oy) / h),
      k = Math.floor((z - oz) / h),
      most = Math.ceil(reach / h),
      m = this.middles;
    let best = -1,
      least = reach * reach;
    // A ring beyond ring r is at least r voxels away: once something nearer is found, later rings cannot have anything better.
    for (let ring = 0; ring <= most && (best < 0 || (ring - 1) * (ring - 1) * h * h <= least); ring++) {
      const depth = this.dimension === 3 ? ring : 0;
      for (let c = -depth; c <= depth; c++) {
        for (let b = -ring; b <= ring; b++) {
          const isFace = Math.abs(c) === ring || Math.abs(b) === ring;
          for (let a = -ring; a <= ring; a += isFace || ring === 0 ? 1 : 2 * ring) {
            const v = this.at(i + a, j + b, k + c);
            if (v < 0) continue;
            const dx = m[3 * v]! - x,
              dy = m[3 * v + 1]! - y,
              dz = m[3 * v + 2]! - z,
              square = dx * dx + dy * dy + dz * dz;
            if (square < least || (square === least && (best < 0 || v < best))) {
              least = square;
              best = v;
            }
          }
        }
      }
    }
    return best;
  }

  /** Whether the straight way between two points stays within voxels inside, and goes over from one to the next only where that is open. */
  sees(ax: number, ay: number, az: number, bx: number, by: number, bz: number): boolean {
    const h = this.voxel,
      dx = (bx - ax) / h,
      dy = (by - ay) / h,
      dz = (bz - az) / h,
      { open } = this,
      steps = Math.ceil(2 * Math.sqrt(dx * dx + dy * dy + dz * dz));
    let x = (ax - this.#origin[0]) / h,
      y = (ay - this.#origin[1]) / h,
      z = (az - this.#origin[2]) / h,
      [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)],
      v = this.at(i, j, k);
    for (let n = 1; n <= steps; n++) {
      x += dx / steps;
      y += dy / steps;
      z += dz / steps;
      const [a, b, c] = [Math.floor(x), Math.floor(y), Math.floor(z)];
      if (a === i && b === j && c === k) continue;
      const w = this.at(a, b, c);
      if (w < 0 || (open && !isOpen(open[v]!, a - i, b - j, c - k))) return false;
      [i, j, k, v] = [a, b, c, w];
    }
    return true;
  }

  /** Parts that hang together by faces, edges or corners of voxels. */
  countParts(): number {
    const seen = new Uint8Array(this.count),
      stack: number[] = [],
      { offsets, numbers, cells, open } = this;
    let parts = 0;
    for (let start = 0; start < this.count; start++) {
      if (seen[start]) continue;
      parts++;
      seen[start] = 1;
      stack.push(start);
      while (stack.length > 0) {
        const v = stack.pop()!;
        for (let k = 0; k < offsets.length; k++) {
          const next = numbers[cells[v]! + offsets[k]!]!;
          if (open && !((open[v]! >>> k) & 1)) continue;
          if (next < 0 || seen[next]) continue;
          seen[next] = 1;
          stack.push(next);
        }
      }
    }
    return parts;
  }

  /** Marks the cells inside a box of cells with 0. */
  #mark(solid: Solid, from: Vec3, to: Vec3): void {
    const h = this.voxel,
      [ox, oy, oz] = this.#origin,
      size = [to[0] - from[0], to[1] - from[1], to[2] - from[2]] as const,
      [x, y, z] = [
        ox + (h * (from[0] + to[0])) / 2,
        oy + (h * (from[1] + to[1])) / 2,
        oz + (h * (from[2] + to[2])) / 2,
      ];
    if (Math.min(...size) <= 0) return;
    const distance = signedDistance(solid, x, y, z),
      isOne = size[0] === 1 && size[1] === 1 && size[2] === 1,
      // From the middle of the box to the middle of its farthest voxel, and a little for rounding.
      reach =
        0.5000001 *
        h *
        Math.sqrt((size[0] - 1) * (size[0] - 1) + (size[1] - 1) * (size[1] - 1) + (size[2] - 1) * (size[2] - 1));
    if (distance > reach) return;
    const isInside = isOne ? distance < 0 : distance < -reach;
    if (isInside) this.#markAll(from, to);
    if (isInside || isOne) return;
    const axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2,
      middle = (from[axis] + to[axis]) >> 1,
      cut = (v: Vec3): Vec3 => [axis === 0 ? middle : v[0], axis === 1 ? middle : v[1], axis === 2 ? middle : v[2]];
    this.#mark(solid, from, cut(to));
    this.#mark(solid, cut(from), to);
  }

  #markAll(from: Vec3, to: Vec3): void {
    const [nx, ny] = this.counts;
    for (let k = from[2]; k < to[2]; k++) {
      for (let j = from[1]; j < to[1]; j++) {
        const row = (k * ny + j) * nx;
        this.numbers.fill(0, row + from[0], row + to[0]);
      }
    }
  }

  #number(): number {
    let count = 0;
    for (let cell = 0; cell < this.numbers.length; cell++) if (this.numbers[cell] === 0) this.numbers[cell] = count++;
    return count;
  }

  #place(): void {
    const [nx, ny, nz] = this.counts,
      [ox, oy, oz] = this.#origin,
      h = this.voxel;
    for (let k = 0; k < nz; k++) {
      for (let j = 0; j < ny; j++) {
        for (let i = 0; i < nx; i++) {
          const cell = (k * ny + j) * nx + i,
            v = this.numbers[cell]!;
          if (v < 0) continue;
          this.cells[v] = cell;
          this.middles[3 * v] = ox + (i + 0.5) * h;
          this.middles[3 * v + 1] = oy + (j + 0.5) * h;
          this.middles[3 * v + 2] = oz + (k + 0.5) * h;
        }
      }
    }
  }
}

/** Cells of the box around a solid. */
export function cellsAround(solid: Solid, voxel: number): number {
  const [nx, ny, nz] = cellCounts(boundsOf(solid), voxel, solid.dimension);
  return nx * ny * nz;
}

function cellCounts({ min, max }: Bounds, voxel: number, dimension: 2 | 3): Vec3 {
  const along = (a: number): number => 2 + Math.max(1, Math.ceil((max[a]! - min[a]!) / voxel));
  return [along(0), along(1), dimension === 3 ? along(2) : 1];
}

/** The cells stand in the middle of the box, so that what is symmetric stays so; in 2D the only layer has its middle at z = 0. */
function originOf({ min, max }: Bounds, counts: Vec3, voxel: number, dimension: 2 | 3): Vec3 {
  const along = (a: 0 | 1 | 2): number => (min[a] + max[a] - counts[a] * voxel) / 2;
  return [along(0), along(1), dimension === 3 ? along(2) : -voxel / 2];
}

function offsetsOf([nx, ny]: Vec3, dimension: 2 | 3): Int32Array {
  const offsets: number[] = [];
  const depth = dimension === 3 ? 1 : 0;
  for (let c = -depth; c <= depth; c++) {
    for (let b = -1; b <= 1; b++) {
      for (let a = -1; a <= 1; a++) if (a !== 0 || b !== 0 || c !== 0) offsets.push((c * ny + b) * nx + a);
    }
  }
  return Int32Array.from(offsets);
}

/** Whether the way to the cell (a, b, c) away is open; 3D only, because only meshes have closed ones. */
function isOpen(ways: number, a: number, b: number, c: number): boolean {
  const place = 9 * (c + 1) + 3 * (b + 1) + a + 1;
  return ((ways >>> (place > 13 ? place - 1 : place)) & 1) === 1;
}
