// Normal and color of the surface that a sample shows, worked out from the number of its triangle or sphere. Allocates nothing.

import type { Drawable, Dye, Paint } from './drawable.ts';
import { drawableOf } from './drawable.ts';
import type { GlobuleNormals } from './globule-normals.ts';
import type { Projection } from './projection.ts';

/** A point of a surface. */
export class SurfacePoint {
  /** Distance from the camera's plane, m. */
  depth = 0;
  /** m */
  x = 0;
  y = 0;
  z = 0;
  /** Unit vector out of the surface. */
  nx = 0;
  ny = 0;
  nz = 0;
  /** Linear color. */
  red = 0;
  green = 0;
  blue = 0;
  /** Temperature, K, of what glows by it; 0 for all else. */
  heat = 0;
  /** Place in the list of drawables; −1 for nothing. */
  drawable = -1;
  /** Light from behind sees the surface at least as much from the front as this: the cosine between normal and view; −1 for no limit. */
  leastFacing = -1;
}

/** Reads surfaces along the rays of a grid of samples. */
export class SurfaceReader {
  readonly projection: Projection;
  readonly drawables: readonly Drawable[];
  private readonly globules: GlobuleNormals | undefined;
  /** Ray of the sample: a point and a direction with forward part 1. */
  private readonly axes: Float64Array;
  private readonly slant: number;
  private ox = 0;
  private oy = 0;
  private oz = 0;
  dx = 0;
  dy = 0;
  dz = 0;
  private u = 0;
  private v = 0;
  /** Twice the area of the triangle as seen along the ray. */
  private seen = 0;
  /** Width of what is looked at as one, in samples: pictures on surfaces are seen so fine. */
  spread = 1;

  constructor(projection: Projection, drawables: readonly Drawable[], globules: GlobuleNormals | undefined) {
    this.projection = projection;
    this.drawables = drawables;
    this.globules = globules;
    const { eye, right, up, forward } = projection;
    this.axes = Float64Array.of(...eye, ...right, ...up, ...forward);
    this.slant = projection.perspective ? 1 : 0;
  }

  /** Aims the ray through a place of the grid, samples from the left and from the top. */
  aim(sampleX: number, sampleY: number): void {
    const { axes, slant } = this;
    const { scale, centerX, centerY } = this.projection;
    const u = (sampleX - centerX) / scale;
    const v = (centerY - sampleY) / scale;
    const sx = axes[3]! * u + axes[6]! * v;
    const sy = axes[4]! * u + axes[7]! * v;
    const sz = axes[5]! * u + axes[8]! * v;
    this.ox = axes[0]! + (1 - slant) * sx;
    this.oy = axes[1]! + (1 - slant) * sy;
    this.oz = axes[2]! + (1 - slant) * sz;
    this.dx = axes[9]! + slant * sx;
    this.dy = axes[10]! + slant * sy;
    this.dz = axes[11]! + slant * sz;
  }

  /** Where the ray that was last aimed begins, m. */
  origin(): readonly [number, number, number] {
    return [this.ox, this.oy, this.oz];
  }

  /** Aims along any ray, from a point (m) along a unit vector; depths are then lengths of it. */
  aimAlong(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): void {
    this.ox = ox;
    this.oy = oy;
    this.oz = oz;
    this.dx = dx;
    this.dy = dy;
    this.dz = dz;
  }

  /** Puts a point onto the ray at a depth (m). */
  place(point: SurfacePoint, depth: number): void {
    point.depth = depth;
    point.x = this.ox + depth * this.dx;
    point.y = this.oy + depth * this.dy;
    point.z = this.oz + depth * this.dz;
  }

  /** Reads surface number `id` where the ray is at `depth` (m). The normal may not have length 1 yet. */
  read(point: SurfacePoint, id: number, depth: number): void {
    this.place(point, depth);
    const k = drawableOf(this.drawables, id);
    point.drawable = k;
    point.heat = 0;
    if (k < 0) return;
    const drawable = this.drawables[k]!;
    if (drawable.mesh) this.readTriangle(point, drawable, id - drawable.firstId);
    else this.readSphere(point, drawable, id - drawable.firstId);
  }

  private readTriangle(point: SurfacePoint, drawable: Drawable, triangle: number): void {
    const { elements, normals, positions } = drawable.mesh!;
    const { colors } = drawable;
    const a = 3 * elements[3 * triangle]!;
    const b = 3 * elements[3 * triangle + 1]!;
    const c = 3 * elements[3 * triangle + 2]!;
    this.findWeights(positions, a, b, c);
    const { u, v } = this;
    const w = 1 - u - v;
    point.nx = w * normals[a]! + u * normals[b]! + v * normals[c]!;
    point.ny = w * normals[a + 1]! + u * normals[b + 1]! + v * normals[c + 1]!;
    point.nz = w * normals[a + 2]! + u * normals[b + 2]! + v * normals[c + 2]!;
    const stride = colors.length > 3 ? 1 : 0;
    const ca = a * stride;
    const cb = b * stride;
    const cc = c * stride;
    point.red = w * colors[ca]! + u * colors[cb]! + v * colors[cc]!;
    point.green = w * colors[ca + 1]! + u * colors[cb + 1]! + v * colors[cc + 1]!;
    point.blue = w * colors[ca + 2]! + u * colors[cb + 2]! + v * colors[cc + 2]!;
    if (drawable.paint) this.addPicture(point, drawable.paint, a / 3, b / 3, c / 3);
    if (drawable.heat || drawable.dye) this.addLook(point, drawable, a, b, c);
  }

  /** What few surfaces have: heat and a pattern, at the weights last found. Apart, so that all others are read fast. */
  private addLook(point: SurfacePoint, { heat, dye }: Drawable, a: number, b: number, c: number): void {
    const { u, v } = this;
    const w = 1 - u - v;
    if (heat) point.heat = w * heat[a / 3]! + u * heat[b / 3]! + v * heat[c / 3]!;
    if (!dye) return;
    const { rest } = dye;
    if (!rest) this.addDye(point, dye, point.x, point.y, point.z);
    else
      this.addDye(
        point,
        dye,
        w * rest[a]! + u * rest[b]! + v * rest[c]!,
        w * rest[a + 1]! + u * rest[b + 1]! + v * rest[c + 1]!,
        w * rest[a + 2]! + u * rest[b + 2]! + v * rest[c + 2]!,
      );
  }

  /** Mixes the second color of a pattern at x, y, z into the color of a point. */
  private addDye(point: SurfacePoint, { pattern, second, cools = 0 }: Dye, x: number, y: number, z: number): void {
    const { dx, dy, dz } = this;
    const size = (this.spread * (this.projection.perspective ? point.depth : 1)) / this.projection.scale;
    const along = Math.abs(point.nx * dx + point.ny * dy + point.nz * dz);
    const lengths = (point.nx * point.nx + point.ny * point.ny + point.nz * point.nz) * (dx * dx + dy * dy + dz * dz);
    const flat = Math.max(0.1, along / Math.sqrt(Math.max(lengths, 1e-12)));
    const part = pattern.at(x, y, z, size / flat);
    point.heat *= 1 - cools * part;
    point.red += part * (second[0] - point.red);
    point.green += part * (second[1] - point.green);
    point.blue += part * (second[2] - point.blue);
  }

  /** Multiplies the color of a point by that of the picture there, at the weights last found. */
  private addPicture(point: SurfacePoint, { uv, texture, textures }: Paint, a: number, b: number, c: number): void {
    const picture = textures[texture[a]! - 1];
    if (!picture) return;
    const { u, v } = this;
    const [u1, v1] = [uv[2 * b]! - uv[2 * a]!, uv[2 * b + 1]! - uv[2 * a + 1]!];
    const [u2, v2] = [uv[2 * c]! - uv[2 * a]!, uv[2 * c + 1]! - uv[2 * a + 1]!];
    // Pixels of the picture behind one of ours: its share of the triangle in the picture, over that on the screen.
    const size = (this.spread * (this.projection.perspective ? point.depth : 1)) / this.projection.scale;
    const { dx, dy, dz } = this;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const covered = (Math.abs(u1 * v2 - u2 * v1) * picture.texels * size * size * length) / this.seen;
    picture.read(uv[2 * a]! + u * u1 + v * u2, uv[2 * a + 1]! + u * v1 + v * v2, covered);
    point.red *= picture.red;
    point.green *= picture.green;
    point.blue *= picture.blue;
  }

  /** Weights of the second and third corner where the ray meets the plane of a triangle (Möller and Trumbore), kept inside of it. */
  private findWeights(p: Float32Array, a: number, b: number, c: number): void {
    const { dx, dy, dz } = this;
    const e1x = p[b]! - p[a]!;
    const e1y = p[b + 1]! - p[a + 1]!;
    const e1z = p[b + 2]! - p[a + 2]!;
    const e2x = p[c]! - p[a]!;
    const e2y = p[c + 1]! - p[a + 1]!;
    const e2z = p[c + 2]! - p[a + 2]!;
    const hx = dy * e2z - dz * e2y;
    const hy = dz * e2x - dx * e2z;
    const hz = dx * e2y - dy * e2x;
    const det = e1x * hx + e1y * hy + e1z * hz;
    this.seen = det < 0 ? 0 - det : det;
    const tx = this.ox - p[a]!;
    const ty = this.oy - p[a + 1]!;
    const tz = this.oz - p[a + 2]!;
    const qx = ty * e1z - tz * e1y;
    const qy = tz * e1x - tx * e1z;
    const qz = tx * e1y - ty * e1x;
    let u = (tx * hx + ty * hy + tz * hz) / det;
    let v = (dx * qx + dy * qy + dz * qz) / det;
    u = u > 0 ? Math.min(u, 1) : 0; // also if det is 0
    v = v > 0 ? Math.min(v, 1 - u) : 0;
    this.u = u;
    this.v = v;
  }

  private readSphere(point: SurfacePoint, drawable: Drawable, sphere: number): void {
    const { centers } = drawable.spheres!;
    const { colors } = drawable;
    if (!drawable.flowing || !this.globules?.normalInto(point)) {
      point.nx = point.x - centers[3 * sphere]!;
      point.ny = point.y - centers[3 * sphere + 1]!;
      point.nz = point.z - centers[3 * sphere + 2]!;
    }
    const at = colors.length > 3 ? 3 * sphere : 0;
    point.red = colors[at]!;
    point.green = colors[at + 1]!;
    point.blue = colors[at + 2]!;
    normalize(point);
    const { heat, dye } = drawable;
    if (heat) point.heat = heat[sphere]!;
    if (!dye) return;
    const { rest } = dye;
    if (!rest) this.addDye(point, dye, point.x, point.y, point.z);
    else this.addDye(point, dye, rest[3 * sphere]!, rest[3 * sphere + 1]!, rest[3 * sphere + 2]!);
  }
}

/** Gives the normal of a point length 1; leaves a zero normal alone. */
export function normalize(point: SurfacePoint): void {
  const length = Math.sqrt(point.nx * point.nx + point.ny * point.ny + point.nz * point.nz);
  if (!(length > 0)) return;
  point.nx /= length;
  point.ny /= length;
  point.nz /= length;
}
