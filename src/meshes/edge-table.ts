// The edges of a mesh: which triangles meet at each, and in which direction they run through it. Linear.

/** No corner. */
export const NONE = 0xffffffff;

/** Edges, numbered in the order in which the triangles first have them. A corner stands for the edge from it to the next one. */
export class EdgeTable {
  readonly triangles: Uint32Array;
  /** Edge of every corner. */
  readonly edgeOf: Uint32Array;
  /** How often each edge is run through from its lower vertex to its higher, and back. */
  readonly forward: Uint32Array;
  readonly backward: Uint32Array;
  /** The first corner of each edge, and the next corner of the same edge after each corner; NONE ends the list. */
  readonly first: Uint32Array;
  readonly following: Uint32Array;
  readonly count: number;

  constructor(triangles: Uint32Array) {
    this.triangles = triangles;
    this.edgeOf = new Uint32Array(triangles.length);
    this.following = new Uint32Array(triangles.length).fill(NONE);
    this.forward = new Uint32Array(triangles.length);
    this.backward = new Uint32Array(triangles.length);
    this.first = new Uint32Array(triangles.length).fill(NONE);
    this.count = this.build();
  }

  /** The corner after a corner of the same triangle. */
  static next(corner: number): number {
    return corner % 3 === 2 ? corner - 2 : corner + 1;
  }

  /** Triangles at an edge. */
  uses(edge: number): number {
    return this.forward[edge]! + this.backward[edge]!;
  }

  /** How many more times an edge is run through in one direction than in the other; 0 everywhere on a closed mesh. */
  excess(edge: number): number {
    return Math.abs(this.forward[edge]! - this.backward[edge]!);
  }

  /** Whether exactly two triangles meet at every edge, and agree: nothing is there twice, open or turned over. */
  get isPerfect(): boolean {
    for (let edge = 0; edge < this.count; edge++) {
      if (this.forward[edge] !== 1 || this.backward[edge] !== 1) return false;
    }
    return true;
  }

  private build(): number {
    const { triangles, edgeOf, first, following } = this,
      twins = firstTwins(triangles);
    let count = 0;
    for (let corner = 0; corner < triangles.length; corner++) {
      const twin = twins[corner]!;
      if (twin === corner) {
        edgeOf[corner] = count;
        first[count++] = corner;
      } else {
        edgeOf[corner] = edgeOf[twin]!;
        following[corner] = following[twin]!;
        following[twin] = corner;
      }
      const isForward = triangles[corner]! < triangles[EdgeTable.next(corner)]!;
      (isForward ? this.forward : this.backward)[edgeOf[corner]!]!++;
    }
    return count;
  }
}

/**
 * For every corner the first one with the same edge. Corners are sorted by the lower vertex of their edge; among those of one vertex the
 * higher one is looked up in a table of all vertices. No hash, so no mesh can be made that is slow.
 */
function firstTwins(triangles: Uint32Array): Uint32Array {
  const low = (corner: number): number => Math.min(triangles[corner]!, triangles[EdgeTable.next(corner)]!),
    high = (corner: number): number => Math.max(triangles[corner]!, triangles[EdgeTable.next(corner)]!);
  let vertices = 0;
  for (const vertex of triangles) vertices = Math.max(vertices, vertex + 1);
  const ends = new Uint32Array(vertices + 1);
  for (let corner = 0; corner < triangles.length; corner++) ends[low(corner) + 1]!++;
  for (let v = 0; v < vertices; v++) ends[v + 1]! += ends[v]!;
  const sorted = new Uint32Array(triangles.length);
  for (let corner = 0; corner < triangles.length; corner++) sorted[ends[low(corner)]!++] = corner;
  const seenFrom = new Uint32Array(vertices).fill(NONE),
    seenAt = new Uint32Array(vertices),
    twins = new Uint32Array(triangles.length);
  for (const corner of sorted) {
    const [from, to] = [low(corner), high(corner)];
    if (seenFrom[to] !== from) {
      seenFrom[to] = from;
      seenAt[to] = corner;
    }
    twins[corner] = seenAt[to]!;
  }
  return twins;
}
