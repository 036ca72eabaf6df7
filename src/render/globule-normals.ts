// The look of Miller and Pearce: spheres whose normals come from the summed field of all spheres near a point, so that shading flows
// from one to the next. n = Σ_p (x − x_p) max(0, (r² − i²)/i²) with i = |x − x_p| and r twice the drawn radius. [MP89 eq. 10, X43]

import type { Spheres } from './spheres.ts';

/** r over the radius of the drawn spheres. */
const REACH = 2;

/** A point whose normal is wanted. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  nx: number;
  ny: number;
  nz: number;
}

/** Finds normals of the summed field, with the spheres sorted into the cells of a grid. Allocates nothing after it is made. */
export class GlobuleNormals {
  private readonly spheres: Spheres;
  /** Edge of a cell, m: the largest reach, so that a point needs 27 cells. */
  private readonly cell: number;
  private readonly mask: number;
  /** Spheres ordered by bucket, where each bucket begins, and the cell of each sphere. */
  private readonly order: Uint32Array;
  private readonly begin: Uint32Array;
  private readonly cells: Int32Array;

  constructor(spheres: Spheres) {
    const { count, centers, radii } = spheres;
    this.spheres = spheres;
    let largest = 0;
    for (let k = 0; k < count; k++) largest = Math.max(largest, radii[k]!);
    this.cell = REACH * largest || 1;
    let buckets = 1;
    while (buckets < 2 * count) buckets *= 2;
    this.mask = buckets - 1;
    this.order = new Uint32Array(count);
    this.begin = new Uint32Array(buckets + 1);
    this.cells = new Int32Array(3 * count);
    for (let k = 0; k < 3 * count; k++) this.cells[k] = Math.floor(centers[k]! / this.cell);
    this.sort();
  }

  /** Writes the sum into nx, ny, nz; its length is not 1. False if it is zero. */
  normalInto(place: Place): boolean {
    const { cell, begin, order, cells, mask } = this;
    const { centers, radii } = this.spheres;
    const { x, y, z } = place;
    const cx = Math.floor(x / cell);
    const cy = Math.floor(y / cell);
    const cz = Math.floor(z / cell);
    let nx = 0;
    let ny = 0;
    let nz = 0;
    for (let iz = cz - 1; iz <= cz + 1; iz++) {
      for (let iy = cy - 1; iy <= cy + 1; iy++) {
        for (let ix = cx - 1; ix <= cx + 1; ix++) {
          const bucket = bucketOf(ix, iy, iz, mask);
          for (let n = begin[bucket]!; n < begin[bucket + 1]!; n++) {
            const at = 3 * order[n]!;
            if (cells[at] !== ix || cells[at + 1] !== iy || cells[at + 2] !== iz) continue; // another cell in the same bucket
            const dx = x - centers[at]!;
            const dy = y - centers[at + 1]!;
            const dz = z - centers[at + 2]!;
            const ii = dx * dx + dy * dy + dz * dz;
            const r = REACH * radii[order[n]!]!;
            if (!(ii < r * r && ii > 0)) continue;
            const weight = (r * r - ii) / ii;
            nx += weight * dx;
            ny += weight * dy;
            nz += weight * dz;
          }
        }
      }
    }
    place.nx = nx;
    place.ny = ny;
    place.nz = nz;
    return nx !== 0 || ny !== 0 || nz !== 0;
  }

  /** Counting sort of the spheres by bucket, in their own order within one. */
  private sort(): void {
    const { begin, cells, order, mask } = this;
    const bucket = (k: number) => bucketOf(cells[3 * k]!, cells[3 * k + 1]!, cells[3 * k + 2]!, mask);
    for (let k = 0; k < order.length; k++) begin[bucket(k) + 1]!++;
    for (let b = 0; b <= mask; b++) begin[b + 1]! += begin[b]!;
    const next = begin.slice();
    for (let k = 0; k < order.length; k++) order[next[bucket(k)]!++] = k;
  }
}

function bucketOf(x: number, y: number, z: number, mask: number): number {
  return (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & mask;
}
