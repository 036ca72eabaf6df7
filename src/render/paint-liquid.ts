// Paints a transparent substance over the picture behind it: bent rays, color that deepens with thickness, mirrored lights.

import { Environment } from './environment.ts';
import type { LiquidLayer } from './liquid-layer.ts';
import type { LiquidView } from './liquid-view.ts';
import type { SolidPainter } from './paint-solid.ts';
import { allSamples, Cluster, type PixelReader, type Pixels } from './pixels.ts';
import { type Stage, tone } from './shade.ts';
import type { Tint } from './tint.ts';

/** How milky the liquid is: part of the light that it throws back where it is thick. */
const MILK = 0.2;

/** What painting a liquid needs. */
export interface LiquidWork {
  readonly layer: LiquidLayer;
  /** Reads the front of the layer. */
  readonly reader: PixelReader;
  /** Paints what is behind. */
  readonly painter: SolidPainter;
  readonly view: LiquidView;
  readonly tint: Tint;
  readonly stage: Stage;
}

/** Paints liquid pixels over an image; the color of the last one stands in red, green and blue. */
export class LiquidPainter {
  red = 0;
  green = 0;
  blue = 0;
  private readonly layer: LiquidLayer;
  private readonly reader: PixelReader;
  private readonly painter: SolidPainter;
  private readonly pixels: Pixels;
  private readonly view: LiquidView;
  private readonly tint: Tint;
  private readonly stage: Stage;
  private readonly environment: Environment;
  private readonly cluster = new Cluster();
  /** Direction of the ray through the pixel, forward part 1, and its length. */
  private vx = 0;
  private vy = 0;
  private vz = 0;
  private stretch = 1;

  constructor({ layer, reader, painter, view, tint, stage }: LiquidWork) {
    this.layer = layer;
    this.reader = reader;
    this.painter = painter;
    this.pixels = painter.pixels;
    this.view = view;
    this.tint = tint;
    this.stage = stage;
    this.environment = new Environment(stage.lights, stage.lighting);
  }

  /** A copy of the image with the liquid in front of it. */
  paint(image: Float32Array): Float32Array {
    this.view.lookAt(image);
    const { width, height } = this.pixels;
    const painted = image.slice();
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const seen = this.seenSamples(x, y);
        if (seen === 0) continue;
        this.paintPixel(x, y, seen);
        const at = 3 * (y * width + x);
        painted[at] = this.red;
        painted[at + 1] = this.green;
        painted[at + 2] = this.blue;
      }
    }
    return painted;
  }

  /** The samples of a pixel that show liquid, one bit each. */
  private seenSamples(x: number, y: number): number {
    const { offsets } = this.reader;
    const corner = this.reader.cornerOf(x, y);
    let seen = 0;
    for (let n = 0; n < offsets.length; n++) if (this.layer.isSeen(corner + offsets[n]!)) seen |= 1 << n;
    return seen;
  }

  private paintPixel(x: number, y: number, seen: number): void {
    const { reader, cluster, painter } = this;
    const thickness = this.meanDepth(x, y, seen);
    let red = 0;
    let green = 0;
    let blue = 0;
    let count = 0;
    reader.begin(x, y, seen);
    while (reader.next(cluster)) {
      this.shade(x, y, cluster, thickness);
      red += cluster.size * this.red;
      green += cluster.size * this.green;
      blue += cluster.size * this.blue;
      count += cluster.size;
    }
    const all = allSamples(reader.samples);
    const rest = reader.samples * reader.samples - count;
    if (rest > 0) painter.paintSamples(x, y, all & ~seen);
    this.red = (red + rest * painter.red) / (count + rest);
    this.green = (green + rest * painter.green) / (count + rest);
    this.blue = (blue + rest * painter.blue) / (count + rest);
  }

  /** Mean depth of liquid over the samples that show it, m. */
  private meanDepth(x: number, y: number, seen: number): number {
    const { offsets } = this.reader;
    const corner = this.reader.cornerOf(x, y);
    let sum = 0;
    let count = 0;
    for (let n = 0; n < offsets.length; n++) {
      if ((seen & (1 << n)) === 0) continue;
      sum += this.layer.depthAt(corner + offsets[n]!);
      count++;
    }
    return sum / count;
  }

  private shade(x: number, y: number, p: Cluster, depth: number): void {
    const { samples, reader } = this.reader;
    reader.aim((x + 0.5) * samples, (y + 0.5) * samples);
    this.stretch = Math.sqrt(reader.dx * reader.dx + reader.dy * reader.dy + reader.dz * reader.dz);
    this.vx = reader.dx / this.stretch;
    this.vy = reader.dy / this.stretch;
    this.vz = reader.dz / this.stretch;
    const thickness = depth * this.stretch;
    const along = this.vx * p.nx + this.vy * p.ny + this.vz * p.nz;
    const facing = along < 0 ? 0 - along : 0;
    const graze = 1 - facing;
    const fresnel = 0.02 + 0.98 * graze * graze * graze * graze * graze;
    this.view.through(x, y, p, this.vx, this.vy, this.vz, this.stretch, thickness);
    this.red = this.view.red;
    this.green = this.view.green;
    this.blue = this.view.blue;
    this.addBody(p, thickness, graze);
    const { environment } = this;
    const twice = 2 * along;
    environment.look(this.vx - twice * p.nx, this.vy - twice * p.ny, this.vz - twice * p.nz, 0.12);
    const { red, green, blue } = environment;
    const bends = !this.stage.lighting.filmic;
    this.red = (1 - fresnel) * this.red + (bends ? tone(fresnel * red) : fresnel * red);
    this.green = (1 - fresnel) * this.green + (bends ? tone(fresnel * green) : fresnel * green);
    this.blue = (1 - fresnel) * this.blue + (bends ? tone(fresnel * blue) : fresnel * blue);
  }

  /** The liquid's own color: what it absorbs of the light behind, and what it throws back. Edges are darker, as glass is. */
  private addBody(p: Cluster, thickness: number, graze: number): void {
    const { tint } = this;
    const { up, key } = this.stage.lights;
    tint.pass(p.red, p.green, p.blue, thickness);
    const edge = 1 - 0.2 * graze * graze;
    const upward = 0.5 + 0.5 * (p.nx * up[0] + p.ny * up[1] + p.nz * up[2]);
    const facing = p.nx * key[0] + p.ny * key[1] + p.nz * key[2];
    const { lighting } = this.stage;
    const light =
      (0.45 * upward + 0.25) * (lighting.sky[1] / 0.435) +
      (facing > -0.4 ? 0.5 * (facing + 0.4) : 0) * (lighting.key[1] / 0.755);
    const thick = thickness / (thickness + 0.5 * tint.length);
    const milk = MILK * thick;
    this.red = edge * tint.red * this.red * (1 - milk) + milk * light * p.red;
    this.green = edge * tint.green * this.green * (1 - milk) + milk * light * p.green;
    this.blue = edge * tint.blue * this.blue * (1 - milk) + milk * light * p.blue;
  }
}
