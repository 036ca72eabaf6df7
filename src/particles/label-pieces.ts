// The pieces of a substance: particles hang together where they are near each other, and bonds are nothing but that. A piece is what
// can be reached from particle to particle: union-find over near pairs.

import { eachNearPair } from './near-pairs.ts';

/** Two particles hang together below this many times the mean of their distances at rest: beyond the greatest attraction of neighbors
 * (1.265), short of second neighbors in a close packing (1.63 in 3D, 1.73 in 2D). */
export const BOND = 1.5;

/** Particles and the box around whose ends they meet. */
export interface PiecePoints {
  readonly count: number;
  /** x, y, z of every particle, m. */
  readonly positions: ArrayLike<number>;
  /** Distance at rest to the nearest neighbors of the same size, m; a particle without a size is a piece of its own. */
  readonly distances: ArrayLike<number>;
  /** Particles of different substances never hang together. */
  readonly substances: ArrayLike<number>;
  /** All different: they decide between pieces of one size. */
  readonly ids: ArrayLike<number>;
  /** Parts of solids that can break: those of one part hang together wherever they are, those of two never do. 0 for all others. */
  readonly parts?: ArrayLike<number> | undefined;
  /** Lower corner of a periodic box, m. */
  readonly origin?: readonly number[] | undefined;
  /** Its edges, m; 0 along an axis that goes on. */
  readonly period?: readonly number[] | undefined;
}

/** The pieces of a set of particles. */
export interface Pieces {
  /** Piece of every particle: 0 is the one with the most particles; of two with as many the one with the smallest id comes first. */
  readonly piece: Uint32Array;
  /** Particles of every piece, the most first. */
  readonly particles: Uint32Array;
}

/**
 * Finds the pieces; their numbers do not depend on the order of the particles. The time is linear for particles that do not overlap much.
 * @example labelPieces({ count: 2, positions: [0, 0, 0, 1, 0, 0], distances: [1, 1], substances: [0, 0], ids: [0, 1] }).particles // [2]
 */
export function labelPieces(points: PiecePoints): Pieces {
  const { count, positions, distances, substances, ids, parts } = points,
    forest = new Forest(count);
  const reaches = Float64Array.from({ length: count }, (_, i) => (BOND / 2) * distances[i]!);
  eachNearPair({ ...points, positions, reaches }, (i, j) => {
    if (substances[i] === substances[j] && !(parts && (parts[i]! > 0 || parts[j]! > 0))) forest.join(i, j);
  });
  if (parts) joinParts(forest, parts);
  return numbered(forest, ids);
}

function joinParts(forest: Forest, parts: ArrayLike<number>): void {
  const firsts = new Map<number, number>();
  for (let i = 0; i < parts.length; i++) {
    if (parts[i] === 0) continue;
    const first = firsts.get(parts[i]!);
    if (first === undefined) firsts.set(parts[i]!, i);
    else forest.join(first, i);
  }
}

/** Union-find; the lower number stays the root. */
class Forest {
  readonly parent: Uint32Array;

  constructor(count: number) {
    this.parent = Uint32Array.from({ length: count }, (_, i) => i);
  }

  root(i: number): number {
    const { parent } = this;
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]!]!;
      i = parent[i]!;
    }
    return i;
  }

  join(i: number, j: number): void {
    const a = this.root(i),
      b = this.root(j);
    if (a < b) this.parent[b] = a;
    else this.parent[a] = b;
  }
}

function numbered(forest: Forest, ids: ArrayLike<number>): Pieces {
  const count = forest.parent.length,
    sizes = new Uint32Array(count),
    firsts = new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    roots: number[] = [];
  for (let i = 0; i < count; i++) {
    const root = forest.root(i);
    if (root === i) roots.push(i);
    sizes[root]!++;
    firsts[root] = Math.min(firsts[root]!, ids[i]!);
  }
  roots.sort((a, b) => sizes[b]! - sizes[a]! || firsts[a]! - firsts[b]!);
  const numbers = new Uint32Array(count);
  for (const [number, root] of roots.entries()) numbers[root] = number;
  const piece = Uint32Array.from({ length: count }, (_, i) => numbers[forest.root(i)]!);
  return { piece, particles: Uint32Array.from(roots, (root) => sizes[root]!) };
}
