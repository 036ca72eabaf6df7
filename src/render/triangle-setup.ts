// Walks the triangles of a mesh as they lie on the grid of samples. Corners are snapped to 1/256 of a sample and edges are tested in
// whole numbers, so that triangles with a common edge cover every sample on it exactly once. Nothing is allocated per triangle.

import type { TriangleMesh } from '../meshes/surface-mesh.ts';
import { type ClipCorner, clipPolygon } from './clip.ts';
import type { Projection } from './projection.ts';

/** Steps per sample to which corners are snapped. */
const SNAP = 256;
/** Corners farther out than this are clipped first, samples: products of snapped numbers stay whole numbers below 2⁵³. */
export const GUARD = 131072;

/** One triangle on the grid: edge values (all ≥ 0 inside) and depth key of the first sample, and how they change per sample. */
export class TriangleSetup {
  /** Samples that can be inside: from, and up to but not including. */
  left = 0;
  right = 0;
  top = 0;
  bottom = 0;
  /** Edge values at the first sample of the first row. */
  e0 = 0;
  e1 = 0;
  e2 = 0;
  /** Change of the edge values per sample to the right and downward. */
  x0 = 0;
  x1 = 0;
  x2 = 0;
  y0 = 0;
  y1 = 0;
  y2 = 0;
  /** Depth key at the first sample, its change per sample, and its limits at the corners. */
  key = 0;
  keyX = 0;
  keyY = 0;
  keyMin = 0;
  keyMax = 0;
  /** Whether the outside of the triangle is seen. */
  front = true;
}

/** What is done with a triangle on the grid; `element` is its place in the mesh. */
export interface TriangleVisitor {
  visit(triangle: TriangleSetup, element: number): void;
}

/** Which sides of triangles are drawn. */
export type Faces = 'front' | 'back' | 'both';

/** Projects meshes onto a grid of samples. Keeps its scratch memory between meshes. */
export class TriangleWalk {
  private readonly projection: Projection;
  private readonly width: number;
  private readonly height: number;
  private readonly setup = new TriangleSetup();
  private corners = 0;
  private xs = new Float64Array(0);
  private ys = new Float64Array(0);
  private keys = new Float64Array(0);
  /** 1 if a corner needs clipping. */
  private far = new Uint8Array(0);

  constructor(projection: Projection, width: number, height: number) {
    this.projection = projection;
    this.width = width;
    this.height = height;
  }

  /** Visits every triangle that may cover a sample. */
  walk(mesh: Pick<TriangleMesh, 'positions' | 'elements'>, faces: Faces, visitor: TriangleVisitor): void {
    this.placeCorners(mesh.positions);
    const { elements } = mesh;
    const { far, setup } = this;
    const front = faces !== 'back';
    const back = faces !== 'front';
    for (let t = 0; t + 2 < elements.length; t += 3) {
      const a = elements[t]!;
      const b = elements[t + 1]!;
      const c = elements[t + 2]!;
      if (far[a]! | far[b]! | far[c]!) this.visitClipped(mesh.positions, a, b, c, front, back, visitor, t / 3);
      else if (this.prepare(a, b, c, front, back)) visitor.visit(setup, t / 3);
    }
  }

  private placeCorners(positions: Float32Array): void {
    const count = Math.floor(positions.length / 3);
    this.reserve(count + 16);
    this.corners = count;
    const { eye, right, up, forward } = this.projection;
    const [ex, ey, ez] = eye;
    const [rx, ry, rz] = right;
    const [ux, uy, uz] = up;
    const [fx, fy, fz] = forward;
    for (let k = 0; k < count; k++) {
      const dx = positions[3 * k]! - ex;
      const dy = positions[3 * k + 1]! - ey;
      const dz = positions[3 * k + 2]! - ez;
      const x = dx * rx + dy * ry + dz * rz;
      const y = dx * ux + dy * uy + dz * uz;
      this.place(k, x, y, dx * fx + dy * fy + dz * fz);
    }
  }

  private reserve(count: number): void {
    if (this.xs.length >= count) return;
    this.xs = new Float64Array(count);
    this.ys = new Float64Array(count);
    this.keys = new Float64Array(count);
    this.far = new Uint8Array(count);
  }

  /** Puts a corner, in the axes of the camera, onto the grid. */
  private place(k: number, x: number, y: number, z: number): void {
    const { perspective, near, scale, centerX, centerY } = this.projection;
    const s = perspective ? scale / z : scale;
    const sx = centerX + s * x;
    const sy = centerY - s * y;
    this.xs[k] = Math.floor(sx * SNAP + 0.5);
    this.ys[k] = Math.floor(sy * SNAP + 0.5);
    this.keys[k] = perspective ? 1 / z : 0 - z;
    this.far[k] = z >= near && sx > -GUARD && sx < GUARD && sy > -GUARD && sy < GUARD ? 0 : 1;
  }

  private visitClipped(
    positions: Float32Array,
    a: number,
    b: number,
    c: number,
    front: boolean,
    back: boolean,
    visitor: TriangleVisitor,
    element: number,
  ): void {
    const corners = [this.inCamera(positions, a), this.inCamera(positions, b), this.inCamera(positions, c)];
    const polygon = clipPolygon(corners, this.projection, GUARD - 1);
    const first = this.corners;
    for (let k = 0; k < polygon.length; k++) this.place(first + k, polygon[k]![0], polygon[k]![1], polygon[k]![2]);
    for (let k = 2; k < polygon.length; k++) {
      if (this.prepare(first, first + k - 1, first + k, front, back)) visitor.visit(this.setup, element);
    }
  }

  private inCamera(positions: Float32Array, k: number): ClipCorner {
    const { eye, right, up, forward } = this.projection;
    const [dx, dy, dz] = [positions[3 * k]! - eye[0], positions[3 * k + 1]! - eye[1], positions[3 * k + 2]! - eye[2]];
    return [
      dx * right[0] + dy * right[1] + dz * right[2],
      dx * up[0] + dy * up[1] + dz * up[2],
      dx * forward[0] + dy * forward[1] + dz * forward[2],
    ];
  }

  /** Fills the setup; false if the triangle covers nothing or shows a side that is not asked for. */
  private prepare(a: number, second: number, third: number, front: boolean, back: boolean): boolean {
    const { xs, ys, keys, setup } = this;
    const ax = xs[a]!;
    const ay = ys[a]!;
    const turn = (xs[second]! - ax) * (ys[third]! - ay) - (ys[second]! - ay) * (xs[third]! - ax);
    if (turn === 0) return false;
    setup.front = turn < 0; // rows go downward, so counterclockwise is negative
    if (setup.front ? !front : !back) return false;
    const b = setup.front ? third : second;
    const c = setup.front ? second : third;
    const bx = xs[b]!;
    const by = ys[b]!;
    const cx = xs[c]!;
    const cy = ys[c]!;
    const half = SNAP / 2;
    setup.left = Math.max(0, Math.ceil((Math.min(ax, bx, cx) - half) / SNAP));
    setup.right = Math.min(this.width, Math.floor((Math.max(ax, bx, cx) - half) / SNAP) + 1);
    setup.top = Math.max(0, Math.ceil((Math.min(ay, by, cy) - half) / SNAP));
    setup.bottom = Math.min(this.height, Math.floor((Math.max(ay, by, cy) - half) / SNAP) + 1);
    if (setup.left >= setup.right || setup.top >= setup.bottom) return false;
    const px = setup.left * SNAP + half;
    const py = setup.top * SNAP + half;
    setup.e0 = edge(bx, by, cx, cy, px, py);
    setup.e1 = edge(cx, cy, ax, ay, px, py);
    setup.e2 = edge(ax, ay, bx, by, px, py);
    setup.x0 = (by - cy) * SNAP;
    setup.x1 = (cy - ay) * SNAP;
    setup.x2 = (ay - by) * SNAP;
    setup.y0 = (cx - bx) * SNAP;
    setup.y1 = (ax - cx) * SNAP;
    setup.y2 = (bx - ax) * SNAP;
    const ka = keys[a]!;
    const kb = keys[b]!;
    const kc = keys[c]!;
    const area = Math.abs(turn);
    const slopeX = ((kb - ka) * (cy - ay) - (kc - ka) * (by - ay)) / area;
    const slopeY = ((kc - ka) * (bx - ax) - (kb - ka) * (cx - ax)) / area;
    setup.key = ka + slopeX * (px - ax) + slopeY * (py - ay);
    setup.keyX = slopeX * SNAP;
    setup.keyY = slopeY * SNAP;
    setup.keyMin = Math.min(ka, kb, kc);
    setup.keyMax = Math.max(ka, kb, kc);
    return true;
  }
}

/** Twice the area of a, b, p; 1 less if samples exactly on this edge belong to the triangle beyond it. */
function edge(ax: number, ay: number, bx: number, by: number, px: number, py: number): number {
  const isTopOrLeft = by < ay || (by === ay && bx > ax);
  return (bx - ax) * (py - ay) - (by - ay) * (px - ax) - (isTopOrLeft ? 0 : 1);
}
