// The surface C = ½ of a liquid in simplices, and how tension pulls at its corners: f = −σ ∂A/∂x. [YWTY12; ADR 54]
// Each cell of the grid is cut into triangles (2D) or tetrahedra (3D) from its lowest to its highest corner, so that cells meet in the same edges.
// Corners on edges from one node are put together in one sample. The forces of a simplex add up to nothing, so those of all samples do.

import { BLOCK_SIDE, type ColorGrid, PADDED } from './color-grid.ts';

/** The color of the surface. */
export const LEVEL = 0.5;

/** Cells in simplices: corners by their bits x = 1, y = 2, z = 4, each a subset of the next. */
const TRIANGLES = [
  [0, 1, 3],
  [0, 2, 3],
] as const;
const TETRAHEDRA = [
  [0, 1, 3, 7],
  [0, 1, 5, 7],
  [0, 2, 3, 7],
  [0, 2, 6, 7],
  [0, 4, 5, 7],
  [0, 4, 6, 7],
] as const;

/** Points of the surface and the forces of tension on them. */
export class SurfaceForces {
  count = 0;
  /** Area (3D) or length (2D) of the surface, m² or m. */
  area = 0;
  /** Where the samples are: x, y, z, m. */
  places = new Float64Array(0);
  /** Forces on them in quanta: whole numbers. */
  forces = new Float64Array(0);
  #corners = new Float64Array(0);
  #sampleOf = new Int32Array(0);
  readonly #padded = new Float64Array(PADDED * PADDED * PADDED);
  /** Corner of the simplex in hand: place, sample. */
  readonly #x = new Float64Array(12);
  readonly #samples = [0, 0, 0, 0];
  readonly #within = [0, 0, 0, 0];
  readonly #without = [0, 0, 0, 0];
  #grid!: ColorGrid;
  #block = 0;
  #scale = 0;

  /**
   * Finds the surface of a grid of colors.
   * @param scale tension over the quantum of forces: m in 3D, 1 in 2D
   */
  find(grid: ColorGrid, scale: number): void {
    this.count = 0;
    this.area = 0;
    this.#grid = grid;
    this.#scale = scale;
    if (this.#sampleOf.length < grid.count * grid.nodes) this.#sampleOf = new Int32Array(2 * grid.count * grid.nodes);
    this.#sampleOf.fill(-1, 0, grid.count * grid.nodes);
    for (let block = 0; block < grid.count; block++) {
      if (!grid.paddedInto(this.#padded, block, LEVEL)) continue;
      this.#block = block;
      this.#findCells();
    }
    for (let s = 0; s < this.count; s++)
      for (let a = 0; a < 3; a++) this.places[3 * s + a]! /= Math.max(1, this.#corners[s]!);
  }

  #findCells(): void {
    const flat = this.#grid.dimension === 2,
      corners = flat ? 4 : 8,
      simplices = flat ? TRIANGLES : TETRAHEDRA,
      layers = flat ? 1 : BLOCK_SIDE,
      c = this.#padded;
    for (let k = 0; k < layers; k++)
      for (let j = 0; j < BLOCK_SIDE; j++)
        for (let i = 0; i < BLOCK_SIDE; i++) {
          let isIn = 0;
          for (let q = 0; q < corners; q++) if (c[nodeAt(i, j, k, q)]! > LEVEL) isIn |= 1 << q;
          if (isIn === 0 || isIn === (1 << corners) - 1) continue;
          for (const simplex of simplices) this.#cut(i, j, k, simplex, isIn);
        }
  }

  /** The part of the surface in one simplex of a cell whose corners are inside by their bits: a segment, a triangle, or two. */
  #cut(i: number, j: number, k: number, simplex: readonly number[], isIn: number): void {
    const n = simplex.length,
      within = this.#within,
      without = this.#without;
    let [inside, outside] = [0, 0];
    for (let c = 0; c < n; c++) {
      const q = simplex[c]!;
      if ((isIn >> q) & 1) within[inside++] = q;
      else without[outside++] = q;
    }
    if (inside === 0 || outside === 0) return;
    if (inside === 2 && outside === 2) {
      this.#corner(0, i, j, k, within[0]!, without[0]!);
      this.#corner(1, i, j, k, within[0]!, without[1]!);
      this.#corner(2, i, j, k, within[1]!, without[1]!);
      this.#corner(3, i, j, k, within[1]!, without[0]!);
      this.#pullTriangle(0, 1, 2);
      this.#pullTriangle(0, 2, 3);
      return;
    }
    const lone = inside === 1 ? within[0]! : without[0]!,
      others = inside === 1 ? without : within;
    for (let c = 0; c < n - 1; c++) this.#corner(c, i, j, k, lone, others[c]!);
    if (n === 3) this.#pullSegment();
    else this.#pullTriangle(0, 1, 2);
  }

  /** Puts the point of the surface between two corners of a cell in place `at`. */
  #corner(at: number, i: number, j: number, k: number, one: number, other: number): void {
    const p = Math.min(one, other), // the lower one first: neighbors find the same bits
      q = Math.max(one, other),
      { spacing, blocks } = this.#grid,
      c = this.#padded,
      low = c[nodeAt(i, j, k, p)]!,
      t = (LEVEL - low) / (c[nodeAt(i, j, k, q)]! - low),
      d = p ^ q;
    const x = i + (p & 1),
      y = j + ((p >> 1) & 1),
      z = k + (p >> 2);
    const px = (blocks.at(this.#block, 0) * BLOCK_SIDE + x + (d & 1 ? t : 0)) * spacing,
      py = (blocks.at(this.#block, 1) * BLOCK_SIDE + y + (d & 2 ? t : 0)) * spacing,
      pz = this.#grid.dimension === 2 ? 0 : (blocks.at(this.#block, 2) * BLOCK_SIDE + z + (d & 4 ? t : 0)) * spacing;
    this.#x[3 * at] = px;
    this.#x[3 * at + 1] = py;
    this.#x[3 * at + 2] = pz;
    const s = this.#sampleAt(x, y, z);
    this.#samples[at] = s;
    this.places[3 * s]! += px;
    this.places[3 * s + 1]! += py;
    this.places[3 * s + 2]! += pz;
    this.#corners[s]!++;
  }

  /** The sample of a node, by its place in the block or just beyond it. */
  #sampleAt(x: number, y: number, z: number): number {
    const grid = this.#grid,
      { blocks } = grid,
      b = this.#block,
      ox = x >> 3, // 1 beyond the block
      oy = y >> 3,
      oz = z >> 3;
    const block =
      ox + oy + oz === 0 ? this.#block : blocks.get(blocks.at(b, 0) + ox, blocks.at(b, 1) + oy, blocks.at(b, 2) + oz);
    const node = block * grid.nodes + (((z & 7) * BLOCK_SIDE + (y & 7)) * BLOCK_SIDE + (x & 7));
    if (block >= 0 && this.#sampleOf[node]! >= 0) return this.#sampleOf[node]!;
    const s = this.count++;
    if (3 * s >= this.places.length) this.#grow();
    this.places.fill(0, 3 * s, 3 * s + 3);
    this.forces.fill(0, 3 * s, 3 * s + 3);
    this.#corners[s] = 0;
    if (block >= 0) this.#sampleOf[node] = s;
    return s;
  }

  #grow(): void {
    const grown = (old: Float64Array, length: number) => {
      const larger = new Float64Array(length);
      larger.set(old);
      return larger;
    };
    const samples = 2 * this.count;
    this.places = grown(this.places, 3 * samples);
    this.forces = grown(this.forces, 3 * samples);
    this.#corners = grown(this.#corners, samples);
  }

  /** A segment pulls its ends together. */
  #pullSegment(): void {
    const x = this.#x,
      dx = x[3]! - x[0]!,
      dy = x[4]! - x[1]!,
      length = Math.sqrt(dx * dx + dy * dy);
    if (!(length > 0)) return;
    this.area += length;
    const s = this.#scale / length;
    this.#pull(0, 1, s * dx, s * dy, 0);
  }

  /** ∂A/∂x of a corner is ½ n × the edge across. */
  #pullTriangle(a: number, b: number, c: number): void {
    const x = this.#x,
      ux = x[3 * b]! - x[3 * a]!,
      uy = x[3 * b + 1]! - x[3 * a + 1]!,
      uz = x[3 * b + 2]! - x[3 * a + 2]!,
      vx = x[3 * c]! - x[3 * a]!,
      vy = x[3 * c + 1]! - x[3 * a + 1]!,
      vz = x[3 * c + 2]! - x[3 * a + 2]!,
      nx = uy * vz - uz * vy,
      ny = uz * vx - ux * vz,
      nz = ux * vy - uy * vx,
      twice = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(twice > 0)) return;
    this.area += twice / 2;
    const s = (-0.5 * this.#scale) / twice;
    // f_a = −½ σ n × (c − b), f_b = −½ σ n × (a − c): each is handed to c, which loses it again
    const wx = vx - ux,
      wy = vy - uy,
      wz = vz - uz;
    this.#pull(a, c, s * (ny * wz - nz * wy), s * (nz * wx - nx * wz), s * (nx * wy - ny * wx));
    this.#pull(b, c, -s * (ny * vz - nz * vy), -s * (nz * vx - nx * vz), -s * (nx * vy - ny * vx));
  }

  /** Gives a force in whole quanta to one corner, and takes it from another. */
  #pull(to: number, from: number, fx: number, fy: number, fz: number): void {
    const t = 3 * this.#samples[to]!,
      s = 3 * this.#samples[from]!,
      f = this.forces,
      x = Math.round(fx),
      y = Math.round(fy),
      z = Math.round(fz);
    f[t]! += x;
    f[t + 1]! += y;
    f[t + 2]! += z;
    f[s]! -= x;
    f[s + 1]! -= y;
    f[s + 2]! -= z;
  }
}

function nodeAt(i: number, j: number, k: number, corner: number): number {
  return ((k + (corner >> 2)) * PADDED + j + ((corner >> 1) & 1)) * PADDED + i + (corner & 1);
}
