// A hierarchy of boxes around triangles and spheres, and the nearest hit of a ray. Built top down, with the split of the least expected cost
// among 12 per axis; a ray visits the nearer box first. A ray allocates nothing.

import type { Drawable } from '../drawable.ts';

/** Most things in a leaf, and planes that are tried per axis. */
const LEAF = 4;
const BINS = 12;

/** Rays meet the triangles and spheres of a list of drawables, known by their numbers. */
export class Bvh {
  /** Of the last hit: how far along the ray, in lengths of its direction, and the number of what was hit; 0 for nothing. */
  distance = 0;
  id = 0;
  /** Number of every thing, in the order of the leaves. */
  private readonly ids: Uint32Array;
  /** Nine numbers each: a corner and two edges of a triangle; a center and a radius of a sphere. */
  private readonly shapes: Float32Array;
  private readonly isSphere: Uint8Array;
  /** Six numbers per box: least and most x, y, z. */
  private boxes: Float32Array;
  /** First thing of a leaf, or first child of a node; the second follows. */
  private first: Int32Array;
  /** Things of a leaf; 0 for a node. */
  private counts: Int32Array;
  private used = 1;
  private readonly stack = new Int32Array(128);

  constructor(drawables: readonly Drawable[]) {
    const count = drawables.reduce((sum, drawable) => sum + drawable.count, 0);
    const bounds = new Float32Array(6 * count);
    this.ids = new Uint32Array(count);
    this.shapes = new Float32Array(9 * count);
    this.isSphere = new Uint8Array(count);
    this.boxes = new Float32Array(12 * Math.max(1, count));
    this.first = new Int32Array(2 * Math.max(1, count));
    this.counts = new Int32Array(2 * Math.max(1, count));
    let next = 0;
    for (const drawable of drawables) {
      for (let k = 0; k < drawable.count; k++) {
        this.ids[next] = drawable.firstId + k;
        this.place(drawable, k, next, bounds);
        next++;
      }
    }
    const order = Uint32Array.from({ length: count }, (_, k) => k);
    if (count > 0) this.build(0, order, 0, count, bounds);
    this.reorder(order);
  }

  private place({ mesh, spheres }: Drawable, k: number, at: number, bounds: Float32Array): void {
    const { shapes } = this;
    if (spheres) {
      const radius = spheres.radii[k]!;
      this.isSphere[at] = 1;
      shapes[9 * at + 3] = radius;
      for (let a = 0; a < 3; a++) {
        const c = spheres.centers[3 * k + a]!;
        shapes[9 * at + a] = c;
        bounds[6 * at + a] = c - radius;
        bounds[6 * at + 3 + a] = c + radius;
      }
      return;
    }
    const { elements, positions } = mesh!;
    for (let a = 0; a < 3; a++) {
      const p = positions[3 * elements[3 * k]! + a]!;
      const q = positions[3 * elements[3 * k + 1]! + a]!;
      const r = positions[3 * elements[3 * k + 2]! + a]!;
      shapes[9 * at + a] = p;
      shapes[9 * at + 3 + a] = q - p;
      shapes[9 * at + 6 + a] = r - p;
      bounds[6 * at + a] = Math.min(p, q, r);
      bounds[6 * at + 3 + a] = Math.max(p, q, r);
    }
  }

  /** Makes node `node` of the things `from` to `to` of the order, and what is below it. */
  private build(node: number, order: Uint32Array, from: number, to: number, bounds: Float32Array): void {
    const work = [[node, from, to] as const];
    for (let next = work.pop(); next; next = work.pop()) {
      const [at, low, high] = next;
      boxInto(this.boxes, 6 * at, order, low, high, bounds);
      const middle = high - low > LEAF ? split(order, low, high, bounds) : low;
      if (middle === low || middle === high) {
        this.first[at] = low;
        this.counts[at] = high - low;
        continue;
      }
      const child = this.used;
      this.used += 2;
      this.first[at] = child;
      this.counts[at] = 0;
      work.push([child, low, middle], [child + 1, middle, high]);
    }
  }

  private reorder(order: Uint32Array): void {
    const [ids, shapes, isSphere] = [this.ids.slice(), this.shapes.slice(), this.isSphere.slice()];
    for (let k = 0; k < order.length; k++) {
      const from = order[k]!;
      this.ids[k] = ids[from]!;
      this.isSphere[k] = isSphere[from]!;
      for (let c = 0; c < 9; c++) this.shapes[9 * k + c] = shapes[9 * from + c]!;
    }
    this.boxes = this.boxes.slice(0, 6 * this.used);
    this.first = this.first.slice(0, this.used);
    this.counts = this.counts.slice(0, this.used);
  }

  /** Finds the nearest thing on a ray between `near` and `far`; false if there is none. */
  hit(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, near: number, far: number): boolean {
    const { boxes, first, counts, stack, ids, isSphere } = this;
    const ix = 1 / dx;
    const iy = 1 / dy;
    const iz = 1 / dz;
    this.id = 0;
    this.distance = far;
    if (ids.length === 0) return false;
    let top = 0;
    let node = 0;
    for (;;) {
      const count = counts[node]!;
      if (count > 0) {
        const from = first[node]!;
        for (let k = from; k < from + count; k++) {
          const t = isSphere[k]
            ? this.meetSphere(9 * k, ox, oy, oz, dx, dy, dz, near)
            : this.meet(9 * k, ox, oy, oz, dx, dy, dz);
          if (t > near && t < this.distance) {
            this.distance = t;
            this.id = ids[k]!;
          }
        }
      } else {
        const left = first[node]!;
        const a = entry(boxes, 6 * left, ox, oy, oz, ix, iy, iz, near, this.distance);
        const b = entry(boxes, 6 * left + 6, ox, oy, oz, ix, iy, iz, near, this.distance);
        if (a < Number.POSITIVE_INFINITY || b < Number.POSITIVE_INFINITY) {
          if (a <= b) {
            if (b < Number.POSITIVE_INFINITY) stack[top++] = left + 1;
            node = left;
          } else {
            if (a < Number.POSITIVE_INFINITY) stack[top++] = left;
            node = left + 1;
          }
          continue;
        }
      }
      if (top === 0) return this.id !== 0;
      node = stack[--top]!;
    }
  }

  /** Where a ray meets a triangle (Möller and Trumbore); infinite if it does not. */
  private meet(at: number, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number {
    const s = this.shapes;
    const e1x = s[at + 3]!;
    const e1y = s[at + 4]!;
    const e1z = s[at + 5]!;
    const e2x = s[at + 6]!;
    const e2y = s[at + 7]!;
    const e2z = s[at + 8]!;
    const hx = dy * e2z - dz * e2y;
    const hy = dz * e2x - dx * e2z;
    const hz = dx * e2y - dy * e2x;
    const det = e1x * hx + e1y * hy + e1z * hz;
    if (det === 0) return Number.POSITIVE_INFINITY;
    const inverse = 1 / det;
    const tx = ox - s[at]!;
    const ty = oy - s[at + 1]!;
    const tz = oz - s[at + 2]!;
    const u = (tx * hx + ty * hy + tz * hz) * inverse;
    if (!(u >= 0 && u <= 1)) return Number.POSITIVE_INFINITY;
    const qx = ty * e1z - tz * e1y;
    const qy = tz * e1x - tx * e1z;
    const qz = tx * e1y - ty * e1x;
    const v = (dx * qx + dy * qy + dz * qz) * inverse;
    if (!(v >= 0 && u + v <= 1)) return Number.POSITIVE_INFINITY;
    return (e2x * qx + e2y * qy + e2z * qz) * inverse;
  }

  private meetSphere(
    at: number,
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    near: number,
  ): number {
    const s = this.shapes;
    const cx = s[at]! - ox;
    const cy = s[at + 1]! - oy;
    const cz = s[at + 2]! - oz;
    const radius = s[at + 3]!;
    const a = dx * dx + dy * dy + dz * dz;
    const b = cx * dx + cy * dy + cz * dz;
    const disc = b * b - a * (cx * cx + cy * cy + cz * cz - radius * radius);
    if (!(disc >= 0)) return Number.POSITIVE_INFINITY;
    const root = Math.sqrt(disc);
    const t = (b - root) / a;
    return t > near ? t : (b + root) / a;
  }
}

function boxInto(
  out: Float32Array,
  at: number,
  order: Uint32Array,
  from: number,
  to: number,
  bounds: Float32Array,
): void {
  for (let a = 0; a < 3; a++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let k = from; k < to; k++) {
      low = Math.min(low, bounds[6 * order[k]! + a]!);
      high = Math.max(high, bounds[6 * order[k]! + 3 + a]!);
    }
    out[at + a] = low;
    out[at + 3 + a] = high;
  }
}

/** Where a ray enters a box; infinite if it misses it. */
function entry(
  boxes: Float32Array,
  at: number,
  ox: number,
  oy: number,
  oz: number,
  ix: number,
  iy: number,
  iz: number,
  near: number,
  far: number,
): number {
  const x0 = (boxes[at]! - ox) * ix;
  const x1 = (boxes[at + 3]! - ox) * ix;
  let low = x0 < x1 ? x0 : x1;
  let high = x0 < x1 ? x1 : x0;
  const y0 = (boxes[at + 1]! - oy) * iy;
  const y1 = (boxes[at + 4]! - oy) * iy;
  const yl = y0 < y1 ? y0 : y1;
  const yh = y0 < y1 ? y1 : y0;
  if (yl > low) low = yl;
  if (yh < high) high = yh;
  const z0 = (boxes[at + 2]! - oz) * iz;
  const z1 = (boxes[at + 5]! - oz) * iz;
  const zl = z0 < z1 ? z0 : z1;
  const zh = z0 < z1 ? z1 : z0;
  if (zl > low) low = zl;
  if (zh < high) high = zh;
  high *= 1.0000004; // two roundings of f32 and f64 must not lose what lies in a side of the box
  return low <= high && high >= near && low <= far ? low : Number.POSITIVE_INFINITY;
}

/** Sorts the things of a node into two groups; returns where the second begins, or `from` if all should stay together. */
function split(order: Uint32Array, from: number, to: number, bounds: Float32Array): number {
  let [best, bestAxis, bestAt] = [Number.POSITIVE_INFINITY, -1, 0];
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let k = from; k < to; k++) {
      const c = bounds[6 * order[k]! + axis]! + bounds[6 * order[k]! + 3 + axis]!;
      low = Math.min(low, c);
      high = Math.max(high, c);
    }
    if (!(high > low)) continue;
    const found = bestPlane(order, from, to, bounds, axis, low, high);
    if (found.cost < best) [best, bestAxis, bestAt] = [found.cost, axis, found.at];
  }
  if (bestAxis < 0) return to - from > 64 ? (from + to) >> 1 : from;
  let [i, j] = [from, to - 1];
  while (i <= j) {
    const thing = order[i]!;
    if (bounds[6 * thing + bestAxis]! + bounds[6 * thing + 3 + bestAxis]! < bestAt) i++;
    else {
      order[i] = order[j]!;
      order[j--] = thing;
    }
  }
  return i === from || i === to ? (from + to) >> 1 : i;
}

/** The plane across an axis at which the areas of both groups, times what is in them, add up to least. */
function bestPlane(
  order: Uint32Array,
  from: number,
  to: number,
  bounds: Float32Array,
  axis: number,
  low: number,
  high: number,
): { cost: number; at: number } {
  const counts = new Int32Array(BINS);
  const boxes = new Float64Array(6 * BINS);
  for (let b = 0; b < BINS; b++) boxes.set(EMPTY, 6 * b);
  const scale = (BINS * 0.9999) / (high - low);
  for (let k = from; k < to; k++) {
    const thing = 6 * order[k]!;
    const b = Math.floor((bounds[thing + axis]! + bounds[thing + 3 + axis]! - low) * scale);
    counts[b]!++;
    grow(boxes, 6 * b, bounds, thing);
  }
  const right = new Float64Array(BINS);
  const box = Float64Array.from(EMPTY);
  for (let b = BINS - 1, n = 0; b > 0; b--) {
    n += counts[b]!;
    grow(box, 0, boxes, 6 * b);
    right[b] = n > 0 ? n * areaOf(box) : 0;
  }
  box.set(EMPTY);
  let [cost, at] = [Number.POSITIVE_INFINITY, low];
  for (let b = 0, n = 0; b < BINS - 1; b++) {
    n += counts[b]!;
    grow(box, 0, boxes, 6 * b);
    const sum = (n > 0 ? n * areaOf(box) : 0) + right[b + 1]!;
    if (n > 0 && n < to - from && sum < cost) [cost, at] = [sum, low + (b + 1) / scale];
  }
  return { cost, at };
}

const INF = Number.POSITIVE_INFINITY;
const EMPTY = [INF, INF, INF, 0 - INF, 0 - INF, 0 - INF];

function grow(box: Float64Array, at: number, by: ArrayLike<number>, from: number): void {
  for (let a = 0; a < 3; a++) {
    box[at + a] = Math.min(box[at + a]!, by[from + a]!);
    box[at + 3 + a] = Math.max(box[at + 3 + a]!, by[from + 3 + a]!);
  }
}

function areaOf(b: Float64Array): number {
  const [x, y, z] = [b[3]! - b[0]!, b[4]! - b[1]!, b[5]! - b[2]!];
  return x * y + y * z + z * x;
}
