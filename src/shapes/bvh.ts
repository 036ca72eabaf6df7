// A hierarchy of boxes over the triangles of a mesh, as packed arrays that TypeScript and WASM read alike. [ADR 19]
// Built top down: the triangles of a box are cut along its longest axis where the surface-area heuristic with 16 bins is least. The same
// mesh gives the same bytes. Cost: about 1 s for 10⁶ triangles; 72 bytes a triangle and 32 a node, of which there is about one a triangle.

import type { TriangleSet } from './triangle-set.ts';

/** Words of 4 bytes of a node: low corner (f32 ×3), `NODE_NEXT` (u32), high corner (f32 ×3), `NODE_COUNT` (u32). */
export const NODE_WORDS = 8;
/** Where a leaf has its first triangle, and any other node the number of its second child; the first child follows its parent. */
export const NODE_NEXT = 3;
/** Where the high corner begins. */
export const NODE_HIGH = 4;
/** Triangles of a leaf; 0 in other nodes. */
export const NODE_COUNT = 7;
/** Numbers of a packed triangle: the coordinates of its three corners. */
export const CORNERS = 9;
/** Most nodes from the root to a leaf: what a traversal must be able to remember. */
export const MAX_DEPTH = 64;

/** A hierarchy over triangles. */
export interface Bvh {
  /** The nodes, depth first, as f32; never empty of triangles unless the mesh is. Boxes are rounded outward. */
  readonly boxes: Float32Array;
  /** The same memory as u32. */
  readonly links: Uint32Array;
  /** x y z of three corners for each triangle, in the order of the leaves, m. */
  readonly corners: Float64Array;
  /** Which triangle of the mesh stands at each place. */
  readonly order: Uint32Array;
}

const LEAF = 2;
const BINS = 16;
/** f32 rounds by less than this part. */
const ROUNDING = 1.2e-7;

/**
 * Builds the hierarchy of a mesh.
 * @example const nearest = closestPoint(buildBvh(triangleSet), x, y, z);
 */
export function buildBvh(set: TriangleSet): Bvh {
  return new Builder(set).build();
}

class Builder {
  private readonly set: TriangleSet;
  private readonly count: number;
  /** Low and high corner of each triangle. */
  private readonly bounds: Float64Array;
  private readonly order: Uint32Array;
  private readonly boxes: Float32Array;
  private readonly links: Uint32Array;
  private nodes = 0;
  // Box of a range, and box of the centers in it (twice their coordinates).
  private readonly box = new Float64Array(6);
  private readonly centers = new Float64Array(6);
  private readonly binBoxes = new Float64Array(6 * BINS);
  private readonly binCounts = new Uint32Array(BINS);
  private readonly costs = new Float64Array(BINS);
  private readonly grown = new Float64Array(6);

  constructor(set: TriangleSet) {
    this.set = set;
    this.count = set.triangles.length / 3;
    this.bounds = triangleBounds(set);
    this.order = Uint32Array.from({ length: this.count }, (_, k) => k);
    const memory = new ArrayBuffer(4 * NODE_WORDS * Math.max(1, 2 * this.count - 1));
    this.boxes = new Float32Array(memory);
    this.links = new Uint32Array(memory);
  }

  build(): Bvh {
    const begins = new Uint32Array(MAX_DEPTH),
      ends = new Uint32Array(MAX_DEPTH),
      parents = new Int32Array(MAX_DEPTH),
      depths = new Uint32Array(MAX_DEPTH);
    let open = 0;
    const push = (begin: number, end: number, parent: number, depth: number): void => {
      begins[open] = begin;
      ends[open] = end;
      depths[open] = depth;
      parents[open++] = parent;
    };
    push(0, this.count, -1, 0);
    while (open > 0) {
      const begin = begins[--open]!,
        end = ends[open]!,
        parent = parents[open]!,
        depth = depths[open]!,
        node = this.nodes++;
      if (parent >= 0) this.links[parent * NODE_WORDS + NODE_NEXT] = node;
      this.measure(begin, end);
      this.writeBox(node);
      const middle = end - begin <= LEAF ? end : this.split(begin, end, depth);
      this.links[node * NODE_WORDS + NODE_COUNT] = middle === end ? end - begin : 0;
      this.links[node * NODE_WORDS + NODE_NEXT] = begin;
      if (middle === end) continue;
      push(middle, end, node, depth + 1);
      push(begin, middle, -1, depth + 1);
    }
    const used = this.nodes * NODE_WORDS;
    const memory = this.boxes.slice(0, used).buffer;
    return {
      boxes: new Float32Array(memory),
      links: new Uint32Array(memory),
      corners: packCorners(this.set, this.order),
      order: this.order,
    };
  }

  private measure(begin: number, end: number): void {
    const { box, centers, bounds, order } = this;
    box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
    centers.set(box);
    for (let k = begin; k < end; k++) {
      const at = 6 * order[k]!;
      for (let a = 0; a < 3; a++) {
        const low = bounds[at + a]!,
          high = bounds[at + 3 + a]!,
          center = low + high;
        if (low < box[a]!) box[a] = low;
        if (high > box[3 + a]!) box[3 + a] = high;
        if (center < centers[a]!) centers[a] = center;
        if (center > centers[3 + a]!) centers[3 + a] = center;
      }
    }
  }

  private writeBox(node: number): void {
    for (let a = 0; a < 3; a++) {
      const low = this.box[a]!,
        high = this.box[3 + a]!;
      this.boxes[node * NODE_WORDS + a] = low - Math.abs(low) * ROUNDING - 1e-37;
      this.boxes[node * NODE_WORDS + NODE_HIGH + a] = high + Math.abs(high) * ROUNDING + 1e-37;
    }
  }

  /** Reorders a range into two parts and returns where the second begins. Deep down the halves are equal, which bounds the depth. */
  private split(begin: number, end: number, depth: number): number {
    const { centers } = this,
      extent = (a: number): number => centers[3 + a]! - centers[a]!;
    const axis = extent(0) >= extent(1) && extent(0) >= extent(2) ? 0 : extent(1) >= extent(2) ? 1 : 2;
    const half = (begin + end) >> 1;
    if (!(extent(axis) > 0)) return half;
    const low = centers[axis]!,
      scale = (BINS * (1 - 1e-9)) / extent(axis);
    const cut = this.chooseCut(begin, end, axis, low, scale);
    const middle = this.partition(begin, end, axis, low, scale, cut);
    return middle > begin && middle < end && depth < MAX_DEPTH / 2 ? middle : this.halve(begin, end, axis);
  }

  /** The bin that begins the second part. */
  private chooseCut(begin: number, end: number, axis: number, low: number, scale: number): number {
    const { bounds, order, binBoxes, binCounts, costs, grown } = this;
    binCounts.fill(0);
    for (let b = 0; b < BINS; b++) emptyBox(binBoxes, 6 * b);
    for (let k = begin; k < end; k++) {
      const at = 6 * order[k]!,
        bin = Math.floor((bounds[at + axis]! + bounds[at + 3 + axis]! - low) * scale);
      binCounts[bin]!++;
      growBox(binBoxes, 6 * bin, bounds, at);
    }
    emptyBox(grown, 0);
    let triangles = 0;
    for (let b = BINS - 1; b > 0; b--) {
      triangles += binCounts[b]!;
      growBox(grown, 0, binBoxes, 6 * b);
      costs[b] = triangles * halfArea(grown);
    }
    emptyBox(grown, 0);
    triangles = 0;
    let best = BINS >> 1,
      least = Number.POSITIVE_INFINITY;
    for (let b = 1; b < BINS; b++) {
      triangles += binCounts[b - 1]!;
      growBox(grown, 0, binBoxes, 6 * (b - 1));
      if (triangles === 0 || triangles === end - begin) continue;
      const cost = costs[b]! + triangles * halfArea(grown);
      if (cost < least) {
        least = cost;
        best = b;
      }
    }
    return best;
  }

  private partition(begin: number, end: number, axis: number, low: number, scale: number, cut: number): number {
    const { bounds, order } = this;
    let i = begin,
      j = end - 1;
    while (i <= j) {
      const at = 6 * order[i]!;
      if (Math.floor((bounds[at + axis]! + bounds[at + 3 + axis]! - low) * scale) < cut) i++;
      else {
        const other = order[j]!;
        order[j--] = order[i]!;
        order[i] = other;
      }
    }
    return i;
  }

  /** Sorts a range along an axis and cuts it in the middle. */
  private halve(begin: number, end: number, axis: number): number {
    const { bounds, order } = this,
      center = (t: number): number => bounds[6 * t + axis]! + bounds[6 * t + 3 + axis]!;
    order.subarray(begin, end).sort((a, b) => center(a) - center(b) || a - b);
    return (begin + end) >> 1;
  }
}

function emptyBox(boxes: Float64Array, at: number): void {
  for (let a = 0; a < 3; a++) {
    boxes[at + a] = Number.POSITIVE_INFINITY;
    boxes[at + 3 + a] = Number.NEGATIVE_INFINITY;
  }
}

function growBox(boxes: Float64Array, at: number, others: Float64Array, other: number): void {
  for (let a = 0; a < 3; a++) {
    if (others[other + a]! < boxes[at + a]!) boxes[at + a] = others[other + a]!;
    if (others[other + 3 + a]! > boxes[at + 3 + a]!) boxes[at + 3 + a] = others[other + 3 + a]!;
  }
}

/** Half the surface of a box; 0 if it is empty. */
function halfArea(box: Float64Array): number {
  const x = box[3]! - box[0]!,
    y = box[4]! - box[1]!,
    z = box[5]! - box[2]!;
  return x >= 0 ? x * y + y * z + z * x : 0;
}

function triangleBounds({ positions, triangles }: TriangleSet): Float64Array {
  const bounds = new Float64Array(2 * triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let a = 0; a < 3; a++) {
      const p = positions[3 * triangles[t]! + a]!,
        q = positions[3 * triangles[t + 1]! + a]!,
        r = positions[3 * triangles[t + 2]! + a]!;
      bounds[2 * t + a] = Math.min(p, q, r);
      bounds[2 * t + 3 + a] = Math.max(p, q, r);
    }
  }
  return bounds;
}

function packCorners({ positions, triangles }: TriangleSet, order: Uint32Array): Float64Array {
  const corners = new Float64Array(CORNERS * order.length);
  for (let k = 0; k < order.length; k++) {
    for (let c = 0; c < 3; c++) {
      const vertex = 3 * triangles[3 * order[k]! + c]!;
      for (let a = 0; a < 3; a++) corners[CORNERS * k + 3 * c + a] = positions[vertex + a]!;
    }
  }
  return corners;
}
