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
  /** Temperature, K; undefined if nothing glows by it. */
  readonly heats: Float32Array | undefined;
  /** 1 for every drawable that is a plane. */
  readonly flat: Uint8Array;
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
  /** Place of every sample of a pixel in it: in the target, across and down. */
  readonly offsets: Int32Array;
  private readonly across: Float64Array;
  private readonly down: Float64Array;
  /** Samples of the pixel that are not yet in a cluster, one bit each. */
  private rest = 0;
  private corner = 0;
  private sampleX = 0;
  private sampleY = 0;

  constructor(reader: SurfaceReader, target: RasterTarget, samples: number) {
    this.reader = reader;
    this.target = target;
    this.samples = samples;
    reader.spread = samples;
    this.tolerance = (SAME_SURFACE * samples) / reader.projection.scale;
    const places = Array.from({ length: samples * samples }, (_, n) => [n % samples, Math.floor(n / samples)] as const);
    this.offsets = Int32Array.from(places, ([x, y]) => y * target.width + x);
    this.across = Float64Array.from(places, ([x]) => x + 0.5);
    this.down = Float64Array.from(places, ([, y]) => y + 0.5);
  }

  /** Where the first sample of a pixel is in the target. */
  cornerOf(x: number, y: number): number {
    return (y * this.target.width + x) * this.samples;
  }

  /** Reads a pixel whose samples all show one triangle or sphere, or nothing; false if they do not. */
  readWhole(cluster: Cluster, x: number, y: number): boolean {
    const { offsets, target, samples, reader } = this;
    const { ids, keys } = target;
    const corner = this.cornerOf(x, y);
    const id = ids[corner]!;
    let key = keys[corner]!;
    for (let n = 1; n < offsets.length; n++) {
      const at = corner + offsets[n]!;
      if (ids[at] !== id) return false;
      key += keys[at]!;
    }
    cluster.size = offsets.length;
    cluster.drawable = -1;
    cluster.depth = Number.POSITIVE_INFINITY;
    if (id === 0) return true;
    reader.aim((x + 0.5) * samples, (y + 0.5) * samples);
    reader.read(cluster, id, depthOfKey(reader.projection.perspective, key / offsets.length));
    normalize(cluster);
    return true;
  }

  /** Begins with a pixel; `only` its samples whose bit is set. */
  begin(x: number, y: number, only: number): void {
    this.sampleX = x * this.samples;
    this.sampleY = y * this.samples;
    this.corner = this.cornerOf(x, y);
    this.rest = only;
  }

  /** The next cluster of the pixel; false if there is none left. */
  next(cluster: Cluster): boolean {
    if (this.rest === 0) return false;
    const { offsets, corner, target, reader } = this;
    let first = 0;
    while ((this.rest & (1 << first)) === 0) first++;
    const at = corner + offsets[first]!;
    const id = target.ids[at]!;
    if (id === 0) return this.takeNothing(cluster);
    this.readSample(cluster, first, at);
    cluster.size = 1;
    this.rest &= ~(1 << first);
    const near = this.tolerance * (reader.projection.perspective ? cluster.depth : 1);
    for (let n = first + 1; n < offsets.length; n++) if (this.rest & (1 << n)) this.join(cluster, n, near);
    finish(cluster);
    return true;
  }

  private join(cluster: Cluster, n: number, near: number): void {
    const { offsets, corner, target, point } = this;
    const at = corner + offsets[n]!;
    if (target.ids[at] === 0) return;
    this.readSample(point, n, at);
    const mean = cluster.depth / cluster.size;
    if (point.drawable !== cluster.drawable || !(Math.abs(point.depth - mean) <= near) || isCrease(point, cluster))
      return;
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
    cluster.heat += point.heat;
  }

  private readSample(point: SurfacePoint, n: number, at: number): void {
    const { reader, target } = this;
    reader.aim(this.sampleX + this.across[n]!, this.sampleY + this.down[n]!);
    reader.read(point, target.ids[at]!, depthOfKey(reader.projection.perspective, target.keys[at]!));
  }

  private takeNothing(cluster: Cluster): boolean {
    const { offsets, corner, target } = this;
    cluster.size = 0;
    cluster.drawable = -1;
    cluster.depth = Number.POSITIVE_INFINITY;
    for (let n = 0; n < offsets.length; n++) {
      if ((this.rest & (1 << n)) === 0 || target.ids[corner + offsets[n]!] !== 0) continue;
      this.rest &= ~(1 << n);
      cluster.size++;
    }
    return true;
  }
}

/** Whether two normals, of any length, are 45° apart or more: the mean of both would mirror what neither face does. */
function isCrease(a: SurfacePoint, b: SurfacePoint): boolean {
  const along = a.nx * b.nx + a.ny * b.ny + a.nz * b.nz;
  const lengths = (a.nx * a.nx + a.ny * a.ny + a.nz * a.nz) * (b.nx * b.nx + b.ny * b.ny + b.nz * b.nz);
  return along <= 0 || 2 * along * along < lengths;
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
  cluster.heat /= size;
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
    heats: reader.reader.drawables.some(({ heat }) => heat) ? new Float32Array(count) : undefined,
    flat: Uint8Array.from(reader.reader.drawables, ({ material }) => (material.kind === 'plane' ? 1 : 0)),
  };
  const all = allSamples(reader.samples);
  const cluster = new Cluster();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (reader.readWhole(cluster, x, y)) {
        if (cluster.drawable >= 0) keep(pixels, at, cluster);
        continue;
      }
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

function keep({ depths, normals, colors, drawables, heats }: Pixels, at: number, point: SurfacePoint): void {
  depths[at] = point.depth;
  drawables[at] = point.drawable;
  normals[3 * at] = point.nx;
  normals[3 * at + 1] = point.ny;
  normals[3 * at + 2] = point.nz;
  colors[3 * at] = point.red;
  colors[3 * at + 1] = point.green;
  colors[3 * at + 2] = point.blue;
  if (heats) heats[at] = point.heat;
}
