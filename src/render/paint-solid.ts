// Shades what is not transparent: pixels of one surface once, pixels in which surfaces meet once for each of them.

import { allSamples, Cluster, type PixelReader, type Pixels } from './pixels.ts';
import type { Shader } from './shade.ts';
import { SurfacePoint } from './surface-reader.ts';
import { likestPixel, type Visibility } from './visibility.ts';

/** A surface turns away where the cosine between its normal and the view is below this; normals are alike above the other. */
const TURNED = 0.5;
const ALIKE = 0.3;

/** Paints solid pixels; the color of the last one stands in red, green and blue. */
export class SolidPainter {
  red = 0;
  green = 0;
  blue = 0;
  private readonly reader: PixelReader;
  readonly pixels: Pixels;
  private readonly visibility: Visibility;
  private readonly shader: Shader;
  private readonly cluster = new Cluster();
  private readonly point = new SurfacePoint();

  constructor(reader: PixelReader, pixels: Pixels, visibility: Visibility, shader: Shader) {
    this.reader = reader;
    this.pixels = pixels;
    this.visibility = visibility;
    this.shader = shader;
  }

  /** Linear red, green and blue of every pixel. */
  paint(): Float32Array {
    const { width, height, mixed } = this.pixels;
    const image = new Float32Array(3 * width * height);
    const all = allSamples(this.reader.samples);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const at = y * width + x;
        if (mixed[at]) this.paintSamples(x, y, all);
        else this.paintPixel(x, y);
        image[3 * at] = this.red;
        image[3 * at + 1] = this.green;
        image[3 * at + 2] = this.blue;
      }
    }
    return image;
  }

  /** The mean color of some samples of a pixel, one bit each. */
  paintSamples(x: number, y: number, samples: number): void {
    const { reader, cluster, pixels, visibility } = this;
    let red = 0;
    let green = 0;
    let blue = 0;
    let count = 0;
    reader.begin(x, y, samples);
    while (reader.next(cluster)) {
      const like = likestPixel(pixels, x, y, cluster.drawable, cluster.depth);
      this.aim(x, y);
      cluster.leastFacing = this.facingAround(x, y, cluster);
      this.shade(cluster, like < 0 ? 1 : visibility.key[like]!, like < 0 ? 1 : visibility.open[like]!);
      red += cluster.size * this.shader.red;
      green += cluster.size * this.shader.green;
      blue += cluster.size * this.shader.blue;
      count += cluster.size;
    }
    this.red = red / count;
    this.green = green / count;
    this.blue = blue / count;
  }

  private paintPixel(x: number, y: number): void {
    const { pixels, point, visibility, shader } = this;
    const at = y * pixels.width + x;
    point.drawable = pixels.drawables[at]!;
    point.nx = pixels.normals[3 * at]!;
    point.ny = pixels.normals[3 * at + 1]!;
    point.nz = pixels.normals[3 * at + 2]!;
    point.red = pixels.colors[3 * at]!;
    point.green = pixels.colors[3 * at + 1]!;
    point.blue = pixels.colors[3 * at + 2]!;
    point.heat = pixels.heats?.[at] ?? 0;
    if (point.drawable >= 0 || !shader.isEven) this.aim(x, y);
    if (point.drawable >= 0) {
      this.reader.reader.place(point, pixels.depths[at]!);
      point.leastFacing = pixels.flat[point.drawable] ? -1 : this.facingAround(x, y, point);
    }
    this.shade(point, visibility.key[at]!, visibility.open[at]!);
    this.red = shader.red;
    this.green = shader.green;
    this.blue = shader.blue;
  }

  /**
   * Where a surface turns away: how much it faces the camera in the pixels around, on the mean; −1 elsewhere and if there are none. A rim of
   * light that is narrower than a pixel would be a dashed line along the edge.
   */
  private facingAround(x: number, y: number, { drawable, nx, ny, nz }: SurfacePoint): number {
    const { width, height, drawables, mixed, normals } = this.pixels;
    const { dx, dy, dz } = this.reader.reader;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (0 - (nx * dx + ny * dy + nz * dz) > TURNED * length) return -1;
    let sum = 0;
    let count = 0;
    for (let qy = Math.max(y - 1, 0); qy <= Math.min(y + 1, height - 1); qy++) {
      for (let qx = Math.max(x - 1, 0); qx <= Math.min(x + 1, width - 1); qx++) {
        const at = qy * width + qx;
        if (drawables[at] !== drawable || mixed[at] === 1) continue;
        const [mx, my, mz] = [normals[3 * at]!, normals[3 * at + 1]!, normals[3 * at + 2]!];
        if (nx * mx + ny * my + nz * mz < ALIKE) continue;
        sum -= mx * dx + my * dy + mz * dz;
        count++;
      }
    }
    return count > 0 ? sum / (count * length) : -1;
  }

  private aim(x: number, y: number): void {
    const { samples, reader } = this.reader;
    reader.aim((x + 0.5) * samples, (y + 0.5) * samples);
  }

  /** Shades a point on the ray last aimed. */
  private shade(point: SurfacePoint, key: number, open: number): void {
    const { shader } = this;
    if (point.drawable < 0 && shader.isEven) {
      shader.shadeBackground(0, 0, 0);
      return;
    }
    const { dx, dy, dz } = this.reader.reader;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (point.drawable < 0) shader.shadeBackground(dx / length, dy / length, dz / length);
    else shader.shade(point, key, open, dx / length, dy / length, dz / length);
  }
}
