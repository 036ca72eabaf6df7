// The color of a liquid on a sparse grid: C(x) = Σ V_j W(x − x_j), about 1 inside, 0 outside and ½ at the surface. [ADR 54]
// Blocks of 8 nodes a side are made where particles reach; a node without a block has the color 0. Cost: 80 nodes per particle in 3D.

import { PlaceTable } from './place-table.ts';

/** Nodes along the side of a block. */
const SIDE = 8;
/** Nodes from the origin that are too many to count: what lies farther away has no surface. */
const FARTHEST = 1 << 30;

/** What a particle adds: (1 − r²/R²)³ with ∫ = 1 over d dimensions. [AW09 eq. 86] */
export function smoothWeight(dimension: 2 | 3, volume: number, R: number): number {
  return dimension === 2 ? (4 * volume) / (Math.PI * R * R) : (315 * volume) / (64 * Math.PI * R * R * R);
}

/** Colors of nodes, filled anew in each evaluation; its memory is kept. */
export class ColorGrid {
  /** Distance of nodes, m. */
  spacing = 1;
  /** Nodes of a block. */
  readonly nodes: number;
  /** Colors of the nodes of all blocks, block after block. */
  colors = new Float64Array(0);
  /** Corners of the blocks, in whole blocks. */
  readonly blocks = new PlaceTable();
  readonly #layers: number;

  readonly dimension: 2 | 3;

  constructor(dimension: 2 | 3) {
    this.dimension = dimension;
    this.#layers = dimension === 2 ? 1 : SIDE;
    this.nodes = SIDE * SIDE * this.#layers;
  }

  get count(): number {
    return this.blocks.count;
  }

  /** Forgets all colors. */
  clear(spacing: number): void {
    this.spacing = spacing;
    this.blocks.clear();
  }

  /** Adds what a particle colors within R (m): `top` at its center. */
  add(x: number, y: number, z: number, top: number, R: number): void {
    const g = this.spacing,
      flat = this.dimension === 2,
      inverse = 1 / (R * R);
    const x0 = Math.ceil((x - R) / g) - 1, // one more below: cells belong to their lowest corner
      x1 = Math.floor((x + R) / g),
      y0 = Math.ceil((y - R) / g) - 1,
      y1 = Math.floor((y + R) / g),
      z0 = flat ? 0 : Math.ceil((z - R) / g) - 1,
      z1 = flat ? 0 : Math.floor((z + R) / g);
    if (Math.max(Math.abs(x0), Math.abs(y0), Math.abs(z0)) >= FARTHEST) return;
    for (let bz = Math.floor(z0 / SIDE); bz * SIDE <= z1; bz++)
      for (let by = Math.floor(y0 / SIDE); by * SIDE <= y1; by++)
        for (let bx = Math.floor(x0 / SIDE); bx * SIDE <= x1; bx++) {
          const first = this.#block(bx, by, bz) * this.nodes,
            { colors } = this;
          const xa = Math.max(x0, bx * SIDE),
            xb = Math.min(x1, bx * SIDE + SIDE - 1);
          for (let k = Math.max(z0, bz * SIDE); k <= Math.min(z1, flat ? 0 : bz * SIDE + SIDE - 1); k++)
            for (let j = Math.max(y0, by * SIDE); j <= Math.min(y1, by * SIDE + SIDE - 1); j++) {
              const dz = flat ? 0 : k * g - z,
                dy = j * g - y,
                rest = R * R - dz * dz - dy * dy;
              if (rest <= 0) continue;
              const half = Math.sqrt(rest),
                from = Math.max(xa, Math.ceil((x - half) / g)),
                to = Math.min(xb, Math.floor((x + half) / g));
              let at = first + ((k - bz * SIDE) * SIDE + (j - by * SIDE)) * SIDE + (from - bx * SIDE);
              for (let i = from; i <= to; i++, at++) {
                const dx = i * g - x,
                  u = (rest - dx * dx) * inverse;
                colors[at]! += top * u * u * u;
              }
            }
        }
  }

  #block(x: number, y: number, z: number): number {
    const known = this.count,
      block = this.blocks.add(x, y, z);
    if (block < known) return block;
    if (this.colors.length < (block + 1) * this.nodes) {
      const larger = new Float64Array(2 * (block + 1) * this.nodes);
      larger.set(this.colors);
      this.colors = larger;
    }
    this.colors.fill(0, block * this.nodes, (block + 1) * this.nodes);
    return block;
  }

  /** Writes the colors of a block and of the first nodes beyond it: 9 a side. False where nothing of it is on both sides of a level. */
  paddedInto(out: Float64Array, block: number, level: number): boolean {
    const { blocks } = this,
      [x, y, z] = [blocks.at(block, 0), blocks.at(block, 1), blocks.at(block, 2)];
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const high = this.dimension === 2 ? 0 : 1;
    for (let part = 0; part < 4 + 4 * high; part++) {
      const [px, py, pz] = [part & 1, (part >> 1) & 1, part >> 2],
        from = part === 0 ? block : blocks.get(x + px, y + py, z + pz);
      const nx = px ? 1 : SIDE,
        ny = py ? 1 : SIDE,
        nz = pz ? 1 : this.#layers;
      for (let k = 0; k < nz; k++)
        for (let j = 0; j < ny; j++)
          for (let i = 0; i < nx; i++) {
            const c = from < 0 ? 0 : this.colors[from * this.nodes + (k * SIDE + j) * SIDE + i]!;
            out[((k + pz * SIDE) * PADDED + j + py * SIDE) * PADDED + i + px * SIDE] = c;
            least = Math.min(least, c);
            most = Math.max(most, c);
          }
    }
    return least <= level && most > level;
  }
}

/** Nodes along the side of a block with those beyond it. */
export const PADDED = SIDE + 1;
/** Nodes along the side of a block. */
export const BLOCK_SIDE = SIDE;
