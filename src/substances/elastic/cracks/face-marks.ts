// Which nodes are at the faces of cracks. Marks are added as cracks grow.

import type { StartNodes } from './cutter.ts';
import type { StartGrid } from './start-grid.ts';

/** Corners that are kept in mind. */
const RECENT = 8;

/** Marks of the nodes of a world. */
export class FaceMarks {
  private readonly nodes: StartNodes;
  private readonly grid: StartGrid;
  private readonly marked: Uint8Array;
  /** The last corners, with their bodies, and where the next one goes. */
  private readonly recent = new Float64Array(4 * RECENT).fill(Number.NaN);
  private turn = 0;
  /** Numbers of the list that are done. */
  private done = 0;

  constructor(nodes: StartNodes, grid: StartGrid) {
    this.nodes = nodes;
    this.grid = grid;
    this.marked = new Uint8Array(nodes.bodies.length);
  }

  /** Whether a corner was among the last ones, as facets of a strip share theirs; notes it. */
  private isRecent(body: number, x: number, y: number, z: number): boolean {
    const { recent } = this;
    for (let k = 0; k < recent.length; k += 4)
      if (recent[k] === x && recent[k + 1] === y && recent[k + 2] === z && recent[k + 3] === body) return true;
    const at = this.turn;
    recent[at] = x;
    recent[at + 1] = y;
    recent[at + 2] = z;
    recent[at + 3] = body;
    this.turn = (at + 4) % recent.length;
    return false;
  }

  /** Whether a node is at a face. */
  has(node: number): boolean {
    return this.marked[node] === 1;
  }

  /**
   * Marks the nodes at facets that the list has got since.
   * @param nearOf how near to a corner of a face a node of a body is at it, m
   */
  add(list: readonly number[], nearOf: (body: number) => number): void {
    const { bodies, starts, dimension } = this.nodes,
      stride = 2 + 3 * dimension;
    for (; this.done + stride <= list.length; this.done += stride) {
      const body = list[this.done]!,
        near = nearOf(body);
      for (let c = this.done + 2; c < this.done + stride; c += 3) {
        const corner = [list[c]!, list[c + 1]!, list[c + 2]!] as const;
        if (this.isRecent(body, ...corner)) continue;
        const count = this.grid.findWithin(corner, corner, near);
        for (let k = 0; k < count; k++) {
          const n = this.grid.found[k]!,
            x = starts[3 * n]! - corner[0],
            y = starts[3 * n + 1]! - corner[1],
            z = starts[3 * n + 2]! - corner[2];
          if (bodies[n] === body && x * x + y * y + z * z < near * near) this.marked[n] = 1;
        }
      }
    }
  }
}
