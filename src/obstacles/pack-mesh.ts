// Writes the triangles of an obstacle for the WASM sweep: see mesh-layout.ts.

import { type Bvh, buildBvh, CORNERS, NODE_WORDS } from '../shapes/bvh.ts';
import { closedMesh } from '../shapes/closed-mesh.ts';
import type { TriangleSet } from '../shapes/triangle-set.ts';
import { type ClearanceGrid, makeClearanceGrid } from './clearance-grid.ts';
import * as at from './mesh-layout.ts';

/** A mesh, ready to be written. */
export interface PackedMesh {
  readonly bvh: Bvh;
  readonly grid: ClearanceGrid;
  readonly closed: boolean;
  /** How much room it takes, a multiple of 16. */
  readonly bytes: number;
}

const packed = new WeakMap<TriangleSet, PackedMesh>();

/** Prepares the triangles of a solid; the work is done once for each set. */
export function packMesh(set: TriangleSet): PackedMesh {
  const known = packed.get(set);
  if (known) return known;
  const bvh = buildBvh(set),
    grid = makeClearanceGrid(bvh.corners),
    bytes = at.HEAD_BYTES + bvh.boxes.byteLength + bvh.corners.byteLength + grid.cells.byteLength;
  const mesh = { bvh, grid, closed: closedMesh(set), bytes: (bytes + 15) & ~15 };
  packed.set(set, mesh);
  return mesh;
}

/** Writes mesh number `index` to an address, a multiple of 16, in the memory that `buffer` is. */
export function writeMesh(
  { bvh, grid, closed }: PackedMesh,
  index: number,
  buffer: ArrayBufferLike,
  address: number,
): void {
  const nodes = address + at.HEAD_BYTES,
    triangles = nodes + (bvh.boxes.length / NODE_WORDS) * at.NODE_BYTES,
    cells = triangles + (bvh.corners.length / CORNERS) * at.TRIANGLE_BYTES;
  const reals = new Float64Array(buffer, address, at.HEAD_BYTES / 8),
    words = new Uint32Array(buffer, address, at.HEAD_BYTES / 4);
  reals.set(grid.low, at.GRID_LOW / 8);
  reals[at.GRID_CELL / 8] = grid.cell;
  reals[at.GRID_SCALE / 8] = 1 / grid.cell;
  words.set(grid.size, at.GRID_SIZE / 4);
  words[at.IS_CLOSED / 4] = Number(closed);
  words[at.NODES / 4] = nodes;
  words[at.TRIANGLES / 4] = triangles;
  words[at.GRID / 4] = cells;
  words[at.NUMBER / 4] = index;
  new Float32Array(buffer, nodes, bvh.boxes.length).set(bvh.boxes);
  new Uint32Array(buffer, nodes, bvh.links.length).set(bvh.links);
  new Float64Array(buffer, triangles, bvh.corners.length).set(bvh.corners);
  new Uint8Array(buffer, cells, grid.cells.length).set(grid.cells);
}
