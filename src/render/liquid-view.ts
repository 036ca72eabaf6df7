// What is seen through a liquid: the ray bends where it enters, crosses the body, bends again where it leaves it, and then looks at
// the picture behind, or at the surroundings if it has been turned far aside.

import { Environment, smooth } from './environment.ts';
import type { Pixels } from './pixels.ts';
import { depthOfKey } from './projection.ts';
import type { RasterTarget } from './raster-target.ts';
import type { Stage } from './shade.ts';
import { normalize, SurfacePoint, type SurfaceReader } from './surface-reader.ts';

/** Speed of light in the liquid over that in air. */
const BEND = 1 / 1.33;

/** Looks through a liquid; the light it finds is left in red, green and blue. */
export class LiquidView {
  red = 0;
  green = 0;
  blue = 0;
  private readonly back: RasterTarget;
  private readonly reader: SurfaceReader;
  private readonly pixels: Pixels;
  private readonly environment: Environment;
  /** How far aside a bent ray may look, pixels. */
  private readonly farthest: number;
  /** What is nearer behind the liquid than this touches it, m. */
  private readonly contact: number;
  private readonly exit = new SurfacePoint();
  private image: Float32Array = new Float32Array(0);
  /** Direction of the ray, and where it was last found in the picture. */
  private dx = 0;
  private dy = 0;
  private dz = 0;
  private px = 0;
  private py = 0;

  /** `back` holds where rays leave the liquid and `reader` reads it, both over pixels; rays look aside by `look` pixels at most. */
  constructor(back: RasterTarget, reader: SurfaceReader, pixels: Pixels, stage: Stage, look: number, contact: number) {
    this.back = back;
    this.reader = reader;
    this.pixels = pixels;
    this.environment = new Environment(stage.lights, stage.lighting);
    this.farthest = look - 1;
    this.contact = contact;
  }

  /** Looks at an image from now on: linear red, green and blue of every pixel. */
  lookAt(image: Float32Array): void {
    this.image = image;
  }

  /**
   * Looks through the liquid at pixel (x, y) along the unit vector v; p is where the ray enters, `stretch` its length per depth and
   * `most` (m) the length of it that is in liquid at all.
   */
  through(
    x: number,
    y: number,
    p: SurfacePoint,
    vx: number,
    vy: number,
    vz: number,
    stretch: number,
    most: number,
  ): void {
    const { width, depths } = this.pixels;
    const at = y * width + x;
    const thickness = Math.min(most, Math.max(0, Math.min(this.leavingDepth(at), depths[at]!) - p.depth) * stretch);
    this.bend(vx, vy, vz, p.nx, p.ny, p.nz, BEND);
    const { exit } = this;
    exit.x = p.x + thickness * this.dx;
    exit.y = p.y + thickness * this.dy;
    exit.z = p.z + thickness * this.dz;
    this.project(x, y, exit, p.depth);
    this.readImage(x, y, p.depth);
    const there = Math.floor(this.py) * width + Math.floor(this.px);
    const gap = depths[there]! - exit.depth;
    const apart = this.back.ids[there] === 0 ? 0 : smooth(this.contact, 3 * this.contact, gap);
    if (apart > 0) this.lookBeyond(x, y, p, there, gap, apart, vx * this.dx + vy * this.dy + vz * this.dz);
  }

  /** Adds what is seen beyond the place where the ray leaves the liquid, as far as it is `apart` (0 to 1) from what is behind. */
  private lookBeyond(
    x: number,
    y: number,
    p: SurfacePoint,
    there: number,
    gap: number,
    apart: number,
    turn: number,
  ): void {
    const { exit, environment, red, green, blue } = this;
    const { dx, dy, dz } = this;
    const mirrored = this.leave(there, exit);
    const { dx: bx, dy: by, dz: bz } = this;
    const far = Math.min(gap, 0.3 * p.depth);
    exit.x += far * bx;
    exit.y += far * by;
    exit.z += far * bz;
    this.project(x, y, exit, p.depth);
    this.readImage(x, y, Math.max(p.depth, 0.9 * exit.depth)); // what is much nearer than the end of the ray is not on it
    const straight = smooth(0.7, 0.97, turn * (bx * dx + by * dy + bz * dz)) * (1 - mirrored);
    environment.look(bx, by, bz, 0.3);
    const aside = 1 - mirrored - straight;
    this.red = straight * this.red + aside * environment.red;
    this.green = straight * this.green + aside * environment.green;
    this.blue = straight * this.blue + aside * environment.blue;
    const back = 2 * (dx * exit.nx + dy * exit.ny + dz * exit.nz);
    environment.look(dx - back * exit.nx, dy - back * exit.ny, dz - back * exit.nz, 0.3);
    this.red = apart * (this.red + mirrored * environment.red) + (1 - apart) * red;
    this.green = apart * (this.green + mirrored * environment.green) + (1 - apart) * green;
    this.blue = apart * (this.blue + mirrored * environment.blue) + (1 - apart) * blue;
  }

  private leavingDepth(at: number): number {
    if (this.back.ids[at] === 0) return Number.POSITIVE_INFINITY;
    return depthOfKey(this.reader.projection.perspective, this.back.keys[at]!);
  }

  /** Turns the ray where it leaves the liquid at a pixel; returns the part of its light that is mirrored back inside instead. */
  private leave(at: number, exit: SurfacePoint): number {
    const { width } = this.pixels;
    const { dx, dy, dz } = this;
    const { x, y, z, depth } = exit;
    this.reader.aim((at % width) + 0.5, Math.floor(at / width) + 0.5);
    this.reader.read(exit, this.back.ids[at]!, depth);
    normalize(exit);
    exit.x = x;
    exit.y = y;
    exit.z = z;
    this.bend(dx, dy, dz, 0 - exit.nx, 0 - exit.ny, 0 - exit.nz, 1 / BEND);
    const graze = 1 - Math.max(0, this.dx * exit.nx + this.dy * exit.ny + this.dz * exit.nz);
    return Math.min(1, 0.02 + 0.98 * graze * graze * graze * graze * graze);
  }

  /** Bends the unit vector d at a surface with unit normal n against it, by Snell's law; along the surface where it cannot pass. */
  private bend(dx: number, dy: number, dz: number, nx: number, ny: number, nz: number, ratio: number): void {
    const against = Math.max(0, 0 - (dx * nx + dy * ny + dz * nz));
    const square = 1 - ratio * ratio * (1 - against * against);
    const aside = ratio * against - Math.sqrt(Math.max(0, square));
    const shorter = square > 0 ? 1 : 1 / (ratio * Math.sqrt(Math.max(1e-9, 1 - against * against)));
    this.dx = shorter * (ratio * dx + aside * nx);
    this.dy = shorter * (ratio * dy + aside * ny);
    this.dz = shorter * (ratio * dz + aside * nz);
  }

  /** Finds a point in the picture, no farther from pixel (x, y) than rays may look. Its depth is at least `nearest` (m). */
  private project(x: number, y: number, point: SurfacePoint, nearest: number): void {
    const { perspective, eye, right, up, forward, scale, centerX, centerY } = this.reader.projection;
    const { width, height } = this.pixels;
    const ex = point.x - eye[0];
    const ey = point.y - eye[1];
    const ez = point.z - eye[2];
    point.depth = Math.max(nearest, ex * forward[0] + ey * forward[1] + ez * forward[2]);
    const s = perspective ? scale / point.depth : scale;
    const ox = centerX + s * (ex * right[0] + ey * right[1] + ez * right[2]) - x - 0.5;
    const oy = centerY - s * (ex * up[0] + ey * up[1] + ez * up[2]) - y - 0.5;
    const far = Math.sqrt(ox * ox + oy * oy);
    const shorter = far > this.farthest ? this.farthest / far : 1;
    this.px = Math.min(Math.max(x + ox * shorter, 0), width - 1);
    this.py = Math.min(Math.max(y + oy * shorter, 0), height - 1);
  }

  /** Reads the image between pixels; where something in front of the liquid is, straight ahead at (x, y) instead. */
  private readImage(x: number, y: number, depth: number): void {
    const { width, height, depths } = this.pixels;
    const { image } = this;
    let x0 = Math.floor(this.px);
    let y0 = Math.floor(this.py);
    let u = this.px - x0;
    let v = this.py - y0;
    const first = y0 * width + x0;
    const right = x0 + 1 < width ? 1 : 0;
    const down = y0 + 1 < height ? width : 0;
    const nearest = Math.min(
      depths[first]!,
      depths[first + right]!,
      depths[first + down]!,
      depths[first + right + down]!,
    );
    if (nearest < depth) {
      x0 = x;
      y0 = y;
      u = 0;
      v = 0;
    }
    const a = 3 * (y0 * width + x0);
    const b = x0 + 1 < width ? a + 3 : a;
    const below = y0 + 1 < height ? 3 * width : 0;
    const wa = (1 - u) * (1 - v);
    const wb = u * (1 - v);
    const wc = (1 - u) * v;
    const wd = u * v;
    this.red = wa * image[a]! + wb * image[b]! + wc * image[a + below]! + wd * image[b + below]!;
    this.green = wa * image[a + 1]! + wb * image[b + 1]! + wc * image[a + below + 1]! + wd * image[b + below + 1]!;
    this.blue = wa * image[a + 2]! + wb * image[b + 2]! + wc * image[a + below + 2]! + wd * image[b + below + 2]!;
  }
}
