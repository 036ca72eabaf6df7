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
    const { triangles, edgeOf, first, following } = this;
    let slots = 16;
    while (slots < 2 * triangles.length) slots *= 2;
    const table = new Uint32Array(slots).fill(NONE);
    let count = 0;
    for (let corner = 0; corner < triangles.length; corner++) {
      const from = triangles[corner]!,
        to = triangles[EdgeTable.next(corner)]!;
      let slot = (Math.imul(Math.min(from, to), 0x9e3779b1) ^ Math.imul(Math.max(from, to), 0x85ebca77)) >>> 0;
      slot = (slot ^ (slot >>> 15)) & (slots - 1);
      while (table[slot] !== NONE && !this.isSame(first[table[slot]!]!, from, to)) slot = (slot + 1) & (slots - 1);
      if (table[slot] === NONE) {
        table[slot] = count;
        first[count++] = corner;
      } else {
        following[corner] = following[first[table[slot]!]!]!;
        following[first[table[slot]!]!] = corner;
      }
      edgeOf[corner] = table[slot]!;
      if (from < to) this.forward[table[slot]!]!++;
      else this.backward[table[slot]!]!++;
    }
    return count;
  }

  private isSame(corner: number, from: number, to: number): boolean {
    const a = this.triangles[corner]!,
      b = this.triangles[EdgeTable.next(corner)]!;
    return (a === from && b === to) || (a === to && b === from);
  }
}
