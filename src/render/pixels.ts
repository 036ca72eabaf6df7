// From samples to pixels: the surface that most of a pixel's samples show. Light is worked out once for it; only pixels in which
// several surfaces meet are taken apart again.

import { depthOfKey } from './projection.ts';
import type { RasterTarget } from './raster-target.ts';
import { normalize, SurfacePoint, type SurfaceReader } from './surface-reader.ts';

/** What every pixel shows, row by row from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Distance from the camera's plane, m; infinite where there is nothing. */
  readonly depths: Float32Array;
  /** Unit normals, x, y, z. */
  readonly normals: Float32Array;
  /** Linear red, green and blue. */
  readonly colors: Float32Array;
  /** Place in the list of drawables; −1 for nothing. */
  readonly drawables: Int32Array;
  /** 1 where several surfaces meet. */
  readonly mixed: Uint8Array;
}

/** How far apart in depth two samples of one surface may be, over the width of a pixel there. */
const SAME_SURFACE = 6;

/** The samples of one pixel that show one surface, and that surface, averaged. */
export class Cluster extends SurfacePoint {
  /** Samples. */
  size = 0;
}

/** Sorts the samples of pixels by the surface they show. */
export class PixelReader {
  readonly reader: SurfaceReader;
  readonly target: RasterTarget;
  /** Samples per pixel along each axis. */
  readonly samples: number;
  private readonly point = new SurfacePoint();
  private readonly tolerance: number;
  /** Samples of the pixel that are not yet in a cluster, one bit each. */
  private rest = 0;
  private corner = 0;
  private sampleX = 0;
  private sampleY = 0;

  constructor(reader: SurfaceReader, target: RasterTarget, samples: number) {
    this.reader = reader;
    this.target = target;
    this.samples = samples;
    this.tolerance = (SAME_SURFACE * samples) / reader.projection.scale;
  }

  /** Begins with a pixel; `left` leaves out samples whose bit is not set. */
  begin(x: number, y: number, only: number): void {
    this.sampleX = x * this.samples;
    this.sampleY = y * this.samples;
    this.corner = this.sampleY * this.target.width + this.sampleX;
    this.rest = only;
  }

  /** The next cluster of the pixel; false if there is none left. */
  next(cluster: Cluster): boolean {
    if (this.rest === 0) return false;
    const { samples, corner, target, reader } = this;
    let first = 0;
    while ((this.rest & (1 << first)) === 0) first++;
    const at = corner + Math.floor(first / samples) * target.width + (first % samples);
    const id = target.ids[at]!;
    if (id === 0) return this.takeNothing(cluster);
    if (this.isAll(id)) return this.takeAll(cluster, id);
    this.readSample(cluster, first, at);
    cluster.size = 1;
    this.rest &= ~(1 << first);
    const near = this.tolerance * (reader.projection.perspective ? cluster.depth : 1);
    for (let n = first + 1; n < samples * samples; n++) if (this.rest & (1 << n)) this.join(cluster, n, near);
    finish(cluster);
    return true;
  }

  private join(cluster: Cluster, n: number, near: number): void {
    const { samples, corner, target, point } = this;
    const at = corner + Math.floor(n / samples) * target.width + (n % samples);
    if (target.ids[at] === 0) return;
    this.readSample(point, n, at);
    const mean = cluster.depth / cluster.size;
    if (point.drawable !== cluster.drawable || !(Math.abs(point.depth - mean) <= near)) return;
    this.rest &= ~(1 << n);
    cluster.size++;
    cluster.depth += point.depth;
    cluster.x += point.x;
    cluster.y += point.y;
    cluster.z += point.z;
    cluster.nx += point.nx;
    cluster.ny += point.ny;
    cluster.nz += point.nz;
    cluster.red += point.red;
    cluster.green += point.green;
    cluster.blue += point.blue;
  }

  private readSample(point: SurfacePoint, n: number, at: number): void {
    const { samples, reader, target } = this;
    reader.aim(this.sampleX + (n % samples) + 0.5, this.sampleY + Math.floor(n / samples) + 0.5);
    reader.read(point, target.ids[at]!, depthOfKey(reader.projection.perspective, target.keys[at]!));
  }

  private takeNothing(cluster: Cluster): boolean {
    const { samples, corner, target } = this;
    cluster.size = 0;
    cluster.drawable = -1;
    cluster.depth = Number.POSITIVE_INFINITY;
    for (let n = 0; n < samples * samples; n++) {
      if ((this.rest & (1 << n)) === 0) continue;
      if (target.ids[corner + Math.floor(n / samples) * target.width + (n % samples)] !== 0) continue;
      this.rest &= ~(1 << n);
      cluster.size++;
    }
    return true;
  }

  /** Whether all samples left show the same triangle or sphere. */
  private isAll(id: number): boolean {
    const { samples, corner, target } = this;
    for (let n = 0; n < samples * samples; n++) {
      if (this.rest & (1 << n) && target.ids[corner + Math.floor(n / samples) * target.width + (n % samples)] !== id) {
        return false;
      }
    }
    return true;
  }

  /** Reads one triangle or sphere once, in the middle of the samples left. */
  private takeAll(cluster: Cluster, id: number): boolean {
    const { samples, corner, target, reader } = this;
    let [size, x, y, key] = [0, 0, 0, 0];
    for (let n = 0; n < samples * samples; n++) {
      if ((this.rest & (1 << n)) === 0) continue;
      size++;
      x += n % samples;
      y += Math.floor(n / samples);
      key += target.keys[corner + Math.floor(n / samples) * target.width + (n % samples)]!;
    }
    this.rest = 0;
    reader.aim(this.sampleX + x / size + 0.5, this.sampleY + y / size + 0.5);
    reader.read(cluster, id, depthOfKey(reader.projection.perspective, key / size));
    cluster.size = size;
    normalize(cluster);
    return true;
  }
}

/** Turns the sums of a cluster into means. */
function finish(cluster: Cluster): void {
  const { size } = cluster;
  cluster.depth /= size;
  cluster.x /= size;
  cluster.y /= size;
  cluster.z /= size;
  cluster.red /= size;
  cluster.green /= size;
  cluster.blue /= size;
  normalize(cluster);
}

/** All samples of a pixel. */
export const allSamples = (samples: number): number => (1 << (samples * samples)) - 1;

/** Reads the largest surface of every pixel. */
export function gatherPixels(reader: PixelReader, width: number, height: number): Pixels {
  const count = width * height;
  const pixels: Pixels = {
    width,
    height,
    depths: new Float32Array(count).fill(Number.POSITIVE_INFINITY),
    normals: new Float32Array(3 * count),
    colors: new Float32Array(3 * count),
    drawables: new Int32Array(count).fill(-1),
    mixed: new Uint8Array(count),
  };
  const all = allSamples(reader.samples);
  const cluster = new Cluster();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      let largest = 0;
      let clusters = 0;
      reader.begin(x, y, all);
      while (reader.next(cluster)) {
        clusters++;
        if (cluster.size <= largest) continue;
        largest = cluster.size;
        keep(pixels, at, cluster);
      }
      if (clusters > 1) pixels.mixed[at] = 1;
    }
  }
  return pixels;
}

function keep({ depths, normals, colors, drawables }: Pixels, at: number, point: SurfacePoint): void {
  depths[at] = point.depth;
  drawables[at] = point.drawable;
  normals[3 * at] = point.nx;
  normals[3 * at + 1] = point.ny;
  normals[3 * at + 2] = point.nz;
  colors[3 * at] = point.red;
  colors[3 * at + 1] = point.green;
  colors[3 * at + 2] = point.blue;
}
