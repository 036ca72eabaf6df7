// Surfaces between the pieces of a grid of labeled nodes, and around them. Cells are cut into simplices (Kuhn); within one, every piece has
// what is nearest to its nodes. The surface around the nodes of a piece is then closed and manifold whatever the labels are: it is the border
// of a regular neighborhood of what its nodes span. Both sides of a face have the same vertices.

import type { LabelGrid } from './label-grid.ts';

/** The faces between pieces. */
export interface Partition {
  readonly dimension: 2 | 3;
  /** x, y, z of every vertex, m. */
  readonly positions: Float64Array;
  /** 1 where outside meets a piece. */
  readonly flags: Uint8Array;
  /** Pieces (and outside) that meet at every vertex: 2 on faces, 3 along lines, 4 at points. */
  readonly meets: Uint8Array;
  /** Vertices of every element: three, in 2D two. */
  readonly elements: Uint32Array;
  /** The two sides of every element, the lower number first; elements are counterclockwise seen from the second, in 2D the first is on the left. */
  readonly sides: Uint32Array;
}

export const OUTER = 1;

/** Vertices keep so far from nodes, over the way between two: nothing degenerates. */
const NEAREST = 0.02;
/** Rounds of the search for the hull on the way between two nodes. */
const ROUNDS = 3;

/** Finds the faces of a labeled grid. */
export function marchLabels(grid: LabelGrid): Partition {
  const march = new March(grid),
    { counts, labels } = grid,
    [nx, ny, nz] = counts,
    { dimension } = grid.body,
    corners = dimension === 3 ? 8 : 4,
    offsets = Array.from({ length: corners }, (_, m) => (m & 1) + nx * (((m >> 1) & 1) + ny * (m >> 2)));
  for (let z = 0; z < Math.max(1, nz - 1); z++)
    for (let y = 0; y + 1 < ny; y++)
      for (let x = 0; x + 1 < nx; x++) {
        const node = x + nx * (y + ny * z),
          label = labels[node];
        let m = 1;
        while (m < corners && labels[node + offsets[m]!] === label) m++;
        if (m < corners) march.cell(node, offsets);
      }
  return march.taken();
}

/** Simplices of a cell: ways from its first corner to its last, one axis after another. Corners are named by bits. */
const SIMPLICES = {
  2: [
    [0, 1, 3],
    [0, 2, 3],
  ],
  3: [
    [0, 1, 3, 7],
    [0, 1, 5, 7],
    [0, 2, 3, 7],
    [0, 2, 6, 7],
    [0, 4, 5, 7],
    [0, 4, 6, 7],
  ],
} as const;

/** A point of a polygon in a simplex: the corners in the middle of which it is. */
type Point = readonly number[];

class March {
  private readonly grid: LabelGrid;
  private readonly positions: number[] = [];
  private readonly flags: number[] = [];
  private readonly meets: number[] = [];
  private readonly elements: number[] = [];
  private readonly sides: number[] = [];
  /** Vertices on ways between nodes and in triangles of nodes. */
  private readonly known = new Map<number, number>();
  /** The vertex within the simplex at hand, where four pieces meet. */
  private inside: number | undefined;
  private node = 0;
  private offsets: readonly number[] = [];

  constructor(grid: LabelGrid) {
    this.grid = grid;
  }

  cell(node: number, offsets: readonly number[]): void {
    const { labels, body } = this.grid;
    this.node = node;
    this.offsets = offsets;
    for (const simplex of SIMPLICES[body.dimension]) {
      const own = simplex.map((m) => labels[node + offsets[m]!]!),
        kinds = new Set(own).size;
      if (kinds === 1) continue;
      this.inside = undefined;
      if (body.dimension === 2) this.triangle(simplex, own, kinds);
      else this.tetrahedron(simplex, own, kinds);
    }
  }

  taken(): Partition {
    return {
      dimension: this.grid.body.dimension,
      positions: Float64Array.from(this.positions),
      flags: Uint8Array.from(this.flags),
      meets: Uint8Array.from(this.meets),
      elements: Uint32Array.from(this.elements),
      sides: Uint32Array.from(this.sides),
    };
  }

  private triangle(c: readonly number[], own: readonly number[], kinds: number): void {
    const [a, b, d] = c as [number, number, number];
    if (kinds === 3) {
      for (const [i, j] of [
        [a, b],
        [b, d],
        [a, d],
      ] as const)
        this.add([[i, j], c], [i], [j]);
      return;
    }
    const lone = own.findIndex((label, k) => own.every((other, n) => n === k || other !== label)),
      others = c.filter((_, k) => k !== lone) as [number, number];
    this.add(
      [
        [c[lone]!, others[0]],
        [c[lone]!, others[1]],
      ],
      [c[lone]!],
      others,
    );
  }

  private tetrahedron(c: readonly number[], own: readonly number[], kinds: number): void {
    if (kinds === 2) {
      const first = c.filter((_, k) => own[k] === own[0]),
        second = c.filter((_, k) => own[k] !== own[0]);
      if (first.length === 2) {
        const [i, j] = first as [number, number],
          [k, l] = second as [number, number];
        this.add(
          [
            [i, k],
            [i, l],
            [j, l],
            [j, k],
          ],
          first,
          second,
        );
      } else {
        const [lone, rest] = first.length === 1 ? [first[0]!, second] : [second[0]!, first];
        this.add(
          rest.map((k) => [lone, k]),
          first,
          second,
        );
      }
      return;
    }
    if (kinds === 4) {
      for (let p = 0; p < 4; p++)
        for (let q = p + 1; q < 4; q++) {
          const [i, j] = [c[p]!, c[q]!],
            [k, l] = c.filter((_, n) => n !== p && n !== q) as [number, number];
          this.add([[i, j], [i, j, k], c, [i, j, l]], [i], [j]);
        }
      return;
    }
    const p = own.findIndex((label, k) => own.indexOf(label, k + 1) > 0),
      twins = c.filter((_, k) => own[k] === own[p]),
      [i, j] = twins as [number, number],
      [k, l] = c.filter((_, n) => own[n] !== own[p]) as [number, number];
    this.add(
      [
        [i, k],
        [j, k],
        [j, k, l],
        [i, k, l],
      ],
      twins,
      [k],
    );
    this.add(
      [
        [i, l],
        [j, l],
        [j, k, l],
        [i, k, l],
      ],
      twins,
      [l],
    );
    this.add(
      [
        [k, l],
        [i, k, l],
        [j, k, l],
      ],
      [k],
      [l],
    );
  }

  /** Adds the face between corners of one piece and of another. */
  private add(points: readonly Point[], first: Point, second: Point): void {
    const { labels, body } = this.grid,
      [a, b] = [labels[this.node + this.offsets[first[0]!]!]!, labels[this.node + this.offsets[second[0]!]!]!],
      vertices = points.map((point) => this.vertex(point)),
      isTurned = towards(points, first, second, body.dimension) !== a < b;
    if (isTurned) vertices.reverse();
    for (let k = 2; k < Math.max(3, vertices.length); k++) {
      if (body.dimension === 2) this.elements.push(vertices[0]!, vertices[1]!);
      else this.elements.push(vertices[0]!, vertices[k - 1]!, vertices[k]!);
      this.sides.push(Math.min(a, b), Math.max(a, b));
    }
  }

  /** The vertex between two, three or four corners; corners ascend along a simplex. */
  private vertex(corners: Point): number {
    const c = corners.toSorted((a, b) => a - b),
      isSpace = c.length === 4,
      key =
        512 * (this.node + this.offsets[c[0]!]!) + 8 * (c[0]! ^ c[1]!) + (c.length === 3 ? 64 * (c[1]! ^ c[2]!) : 0);
    const known = isSpace ? this.inside : this.known.get(key);
    if (known !== undefined) return known;
    const made = c.length === 2 ? this.between(c[0]!, c[1]!) : this.middle(c);
    if (isSpace) this.inside = made;
    else this.known.set(key, made);
    return made;
  }

  /** A vertex on the way between two nodes. */
  private between(i: number, j: number): number {
    const { grid } = this,
      [from, to] = [this.node + this.offsets[i]!, this.node + this.offsets[j]!],
      isOuter = grid.labels[from] === 0 || grid.labels[to] === 0,
      isHull = isOuter && grid.distances[from]! < 0 !== grid.distances[to]! < 0,
      border = isHull ? this.onHull(from, to) : grid.border(from, to),
      t = Math.min(1 - NEAREST, Math.max(NEAREST, border)),
      [p, q] = [grid.placeOf(from), grid.placeOf(to)];
    this.positions.push(p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), p[2] + t * (q[2] - p[2]));
    this.flags.push(isOuter ? OUTER : 0);
    this.meets.push(2);
    return this.meets.length - 1;
  }

  /** Where the hull crosses the way between two nodes: false position. */
  private onHull(from: number, to: number): number {
    const { grid } = this,
      [p, q] = [grid.placeOf(from), grid.placeOf(to)];
    let [low, high, f, g] = [0, 1, grid.distances[from]!, grid.distances[to]!];
    for (let k = 0; k < ROUNDS; k++) {
      const t = low + ((high - low) * f) / (f - g),
        d = grid.body.hull.distance(p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), p[2] + t * (q[2] - p[2]));
      if (d < 0 === f < 0) [low, f] = [t, d];
      else [high, g] = [t, d];
    }
    return f === g ? low : low + ((high - low) * f) / (f - g);
  }

  /** A vertex in the middle of those on the ways between three or four corners; at the surface of those between pieces, which are on cuts. */
  private middle(c: Point): number {
    const around = c.flatMap((i, n) => c.slice(n + 1).map((j) => this.vertex([i, j]))),
      inner = around.filter((v) => this.flags[v] === 0),
      sum = [0, 0, 0];
    for (const v of inner) for (let a = 0; a < 3; a++) sum[a]! += this.positions[3 * v + a]! / inner.length;
    this.positions.push(sum[0]!, sum[1]!, sum[2]!);
    this.flags.push(inner.length < around.length ? OUTER : 0);
    this.meets.push(c.length);
    return this.meets.length - 1;
  }
}

/** Whether a polygon, where all borders are halfway, is counterclockwise seen from the second corners; in 2D whether the first are on its left. */
function towards(points: readonly Point[], first: Point, second: Point, dimension: 2 | 3): boolean {
  const at = (point: Point, a: number): number => point.reduce((sum, m) => sum + ((m >> a) & 1), 0) / point.length,
    d = (p: Point, q: Point, a: number): number => at(q, a) - at(p, a),
    [p, q, r] = points as [Point, Point, Point];
  if (dimension === 2) {
    // The left of (dx, dy) is (−dy, dx).
    return -d(p, q, 1) * d(second, first, 0) + d(p, q, 0) * d(second, first, 1) > 0;
  }
  const cross = (a: number): number => {
    const [b, c] = [(a + 1) % 3, (a + 2) % 3];
    return d(p, q, b) * d(p, r, c) - d(p, q, c) * d(p, r, b);
  };
  return cross(0) * d(first, second, 0) + cross(1) * d(first, second, 1) + cross(2) * d(first, second, 2) > 0;
}
