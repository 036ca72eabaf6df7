// Which piece every node of a grid over a body belongs to, in its shape at the start: that of the particles around it which no cut of the
// scene hides. Where a crack passed, pieces meet in the middle between their particles.

import type { Hull } from './hull.ts';
import type { Place, StartCuts } from './start-cuts.ts';

/** Most nodes of a grid; more make it coarser. */
const MOST_NODES = 4e6;
/** Particles so near count at a node, over the spacing. */
const REACH = 2;
/** Nodes of a block whose distance from the hull is asked for once where it is far. */
const BLOCK = 4;

/** A body to be divided. */
export interface GridBody {
  readonly dimension: 2 | 3;
  readonly hull: Hull;
  readonly cuts: StartCuts;
  /** x, y, z of its particles at the start, m. */
  readonly points: Float64Array;
  /** m */
  readonly spacing: number;
}

/** A grid of nodes over a body. Nodes are numbered x first. */
export class LabelGrid {
  readonly body: GridBody;
  readonly counts: readonly [number, number, number];
  /** Edge of a cell, m. */
  readonly edge: number;
  private readonly low: Place;
  /** Distance from the hull, m; negative inside. Only its sign is right far from it. */
  readonly distances: Float64Array;
  /** The piece of every node, from 1; 0 outside. */
  readonly labels: Uint32Array;
  private readonly cells = new Map<number, number[]>();
  private pieces: Uint32Array = new Uint32Array(0);
  private readonly regions: Uint32Array;
  /** Sums of weights around the place that was last looked at, by piece. */
  private readonly weights = new Map<number, number>();

  /** @param voxel edge of a cell over the spacing */
  constructor(body: GridBody, voxel: number) {
    const { hull, spacing, dimension, points, cuts } = body,
      { min, max } = hull.bounds;
    let edge = voxel * spacing;
    const countsFor = (e: number): [number, number, number] => [
      Math.ceil((max[0] - min[0]) / e) + 3,
      Math.ceil((max[1] - min[1]) / e) + 3,
      dimension === 3 ? Math.ceil((max[2] - min[2]) / e) + 3 : 1,
    ];
    while (countsFor(edge).reduce((a, b) => a * b) > MOST_NODES) edge *= 1.1;
    this.body = body;
    this.edge = edge;
    this.counts = countsFor(edge);
    // The grid stands evenly over the body, so that opposite sides look alike.
    this.low = [0, 1, 2].map((a) =>
      a < dimension ? 0.5 * (min[a]! + max[a]! - (this.counts[a]! - 1) * edge) : 0,
    ) as unknown as Place;
    const nodes = this.counts[0] * this.counts[1] * this.counts[2];
    this.labels = new Uint32Array(nodes);
    this.distances = new Float64Array(nodes);
    this.measure();
    this.regions = new Uint32Array(points.length / 3);
    for (let i = 0; 3 * i < points.length; i++) {
      const at: Place = [points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!];
      this.regions[i] = cuts.regionOf(at);
      const key = this.cellOf(at),
        known = this.cells.get(key);
      if (known) known.push(i);
      else this.cells.set(key, [i]);
    }
  }

  /** Where a node is, m. */
  placeOf(node: number): Place {
    const [nx, ny] = this.counts,
      row = Math.floor(node / nx),
      layer = Math.floor(row / ny);
    return [
      this.low[0] + this.edge * (node - row * nx),
      this.low[1] + this.edge * (row - layer * ny),
      this.low[2] + this.edge * layer,
    ];
  }

  /** Gives every node inside the piece that it belongs to. `pieces`: the piece of every particle from 1; 0 for those that are gone. */
  divide(pieces: Uint32Array): void {
    this.pieces = pieces;
    for (let node = 0; node < this.labels.length; node++)
      this.labels[node] = this.distances[node]! < 0 ? this.pieceAt(this.placeOf(node)) : 0;
    this.giveNodes();
  }

  /** Gives pieces that are too small for the grid the node nearest to their first particle. */
  private giveNodes(): void {
    const found = new Set(this.labels),
      { points, dimension } = this.body;
    this.pieces.forEach((piece, i) => {
      if (found.has(piece)) return;
      found.add(piece);
      const [x, y, z] = [0, 1, 2].map((a) => {
        const k = Math.round((points[3 * i + a]! - this.low[a]!) / this.edge);
        return a < dimension ? Math.min(Math.max(k, 1), this.counts[a]! - 2) : 0;
      }) as [number, number, number];
      this.labels[x + this.counts[0] * (y + this.counts[1] * z)] = piece;
    });
  }

  /** Where along the way between two nodes of two pieces one ends, 0 to 1. */
  border(from: number, to: number): number {
    const [p, q] = [this.placeOf(from), this.placeOf(to)],
      cut = this.body.cuts.crossing(p, q);
    if (cut !== undefined) return cut;
    const before = this.preference(p, this.labels[from]!, this.labels[to]!),
      behind = this.preference(q, this.labels[from]!, this.labels[to]!);
    return before > behind ? before / (before - behind) : 0.5;
  }

  /** How much more a place belongs to one piece than to another: 1 to −1. */
  private preference(at: Place, a: number, b: number): number {
    this.weigh(at);
    const [own, other] = [this.weights.get(a) ?? 0, this.weights.get(b) ?? 0];
    return own + other > 0 ? (own - other) / (own + other) : 0;
  }

  private pieceAt(at: Place): number {
    const only = this.onlyPiece(at);
    if (only !== undefined) return only;
    this.weigh(at);
    let best = 0,
      most = -1;
    for (const [piece, weight] of this.weights)
      if (weight > most || (weight === most && piece < best)) [best, most] = [piece, weight];
    return best;
  }

  /** The piece of all particles near a place, if it is one. */
  private onlyPiece(at: Place): number | undefined {
    let only: number | undefined,
      isOne = true;
    this.eachNear(at, 1, (i) => {
      if (only === undefined) only = this.pieces[i]!;
      else if (only !== this.pieces[i]) isOne = false;
    });
    return isOne ? only : undefined;
  }

  /** Sums the weights r⁻⁶ of the particles around a place, by piece: those that no cut hides, or all if there are none. */
  private weigh(at: Place): void {
    const { cuts, points, spacing } = this.body,
      region = cuts.regionOf(at);
    for (const isOpen of [false, true])
      for (let reach = 1; reach <= 4; reach *= 2) {
        this.weights.clear();
        this.eachNear(at, reach, (i, square) => {
          const there: Place = [points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!];
          if (!isOpen && (this.regions[i] !== region || cuts.isBetween(at, there))) return;
          const q = square / (spacing * spacing) + 1e-6;
          this.weights.set(this.pieces[i]!, (this.weights.get(this.pieces[i]!) ?? 0) + 1 / (q * q * q));
        });
        if (this.weights.size > 0) return;
      }
  }

  /** Visits the particles within some times the reach, in an order that does not depend on the place. */
  private eachNear(at: Place, times: number, visit: (i: number, square: number) => void): void {
    const { points, spacing, dimension } = this.body,
      reach = times * REACH * spacing,
      flat = dimension === 2 ? 0 : 1,
      [x0, y0, z0] = at.map((x) => Math.floor((x - reach) / (REACH * spacing))) as [number, number, number],
      [x1, y1, z1] = at.map((x) => Math.floor((x + reach) / (REACH * spacing))) as [number, number, number];
    for (let z = flat * z0; z <= flat * z1; z++)
      for (let y = y0; y <= y1; y++)
        for (let x = x0; x <= x1; x++) {
          const cell = this.cells.get(keyOf(x, y, z));
          if (!cell) continue;
          for (const i of cell) {
            const [dx, dy, dz] = [points[3 * i]! - at[0], points[3 * i + 1]! - at[1], points[3 * i + 2]! - at[2]],
              square = dx * dx + dy * dy + dz * dz;
            if (square <= reach * reach) visit(i, square);
          }
        }
  }

  private cellOf(at: Place): number {
    const size = REACH * this.body.spacing;
    return keyOf(
      Math.floor(at[0] / size),
      Math.floor(at[1] / size),
      this.body.dimension === 2 ? 0 : Math.floor(at[2] / size),
    );
  }

  /** Distances of all nodes from the hull; blocks that are far from it get that of their middle. */
  private measure(): void {
    const { distances, counts, edge } = this,
      { hull, dimension } = this.body,
      [nx, ny, nz] = counts,
      far = edge * (0.5 * (BLOCK - 1) * Math.sqrt(dimension) + 1);
    for (let z = 0; z < nz; z += BLOCK)
      for (let y = 0; y < ny; y += BLOCK)
        for (let x = 0; x < nx; x += BLOCK) {
          const half = 0.5 * (BLOCK - 1) * edge,
            corner = this.placeOf(x + nx * (y + ny * z)),
            middle = hull.distance(corner[0] + half, corner[1] + half, dimension === 3 ? corner[2] + half : 0);
          for (let k = z; k < Math.min(nz, z + BLOCK); k++)
            for (let j = y; j < Math.min(ny, y + BLOCK); j++)
              for (let i = x; i < Math.min(nx, x + BLOCK); i++) {
                const node = i + nx * (j + ny * k);
                distances[node] = Math.abs(middle) > far ? middle : hull.distance(...this.placeOf(node));
              }
        }
  }
}

/** Cells of particles by place. */
function keyOf(x: number, y: number, z: number): number {
  return x + 65536 * (y + 65536 * z) + 32768 * (1 + 65536 * (1 + 65536));
}
