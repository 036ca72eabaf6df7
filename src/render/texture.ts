// Pictures on surfaces: between pixels linear, with smaller pictures for what is far away, and repeated beyond their edges. The same bytes on
// every machine: nothing but + − × ÷ and comparisons.

import { inflateSync } from 'node:zlib';
import { byteOf, LINEAR_OF_BYTE } from '../colors/color.ts';
import { readPng, type TextureImage } from '../meshes/read/png.ts';
import { problem, ThixoError } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import { sceneTextures } from '../surface/scene-paint.ts';

/** A picture in all its sizes, and the color last read. */
export class Texture {
  /** Linear light. */
  red = 0;
  green = 0;
  blue = 0;
  /** Pixels of the full size. */
  readonly texels: number;
  private readonly levels: readonly TextureImage[];

  constructor(image: TextureImage) {
    this.texels = image.width * image.height;
    const levels = [image];
    for (let last = image; last.width > 1 || last.height > 1; levels.push(last)) last = halved(last);
    this.levels = levels;
  }

  /** Reads the color at u, v, where `spread` pixels of the full size, an area, are seen as one. */
  read(u: number, v: number, spread: number): void {
    let level = 0;
    for (let area = spread; area > 2 && level < this.levels.length - 1; area /= 4) level++;
    const { width, height, rgb } = this.levels[level]!;
    const x = (u - Math.floor(u)) * width - 0.5;
    const y = (1 - (v - Math.floor(v))) * height - 0.5;
    const left = Math.floor(x);
    const top = Math.floor(y);
    const fx = x - left;
    const fy = y - top;
    const x0 = wrapped(left, width);
    const x1 = wrapped(left + 1, width);
    const row0 = wrapped(top, height) * width;
    const row1 = wrapped(top + 1, height) * width;
    this.red = 0;
    this.green = 0;
    this.blue = 0;
    this.add(rgb, 3 * (row0 + x0), (1 - fx) * (1 - fy));
    this.add(rgb, 3 * (row0 + x1), fx * (1 - fy));
    this.add(rgb, 3 * (row1 + x0), (1 - fx) * fy);
    this.add(rgb, 3 * (row1 + x1), fx * fy);
  }

  private add(rgb: Uint8Array, at: number, weight: number): void {
    this.red += weight * LINEAR_OF_BYTE[rgb[at]!]!;
    this.green += weight * LINEAR_OF_BYTE[rgb[at + 1]!]!;
    this.blue += weight * LINEAR_OF_BYTE[rgb[at + 2]!]!;
  }
}

function wrapped(k: number, length: number): number {
  return k < 0 ? k + length : k >= length ? k - length : k;
}

/** The same picture with half as many pixels along each side, each the mean of those that it covers. */
function halved({ width, height, rgb }: TextureImage): TextureImage {
  const [w, h] = [Math.max(1, width >> 1), Math.max(1, height >> 1)],
    out = new Uint8Array(3 * w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const [x0, y0] = [Math.min(2 * x, width - 1), Math.min(2 * y, height - 1)],
        [x1, y1] = [Math.min(2 * x + 1, width - 1), Math.min(2 * y + 1, height - 1)];
      for (let k = 0; k < 3; k++) {
        const at = (px: number, py: number): number => LINEAR_OF_BYTE[rgb[3 * (py * width + px) + k]!]!;
        out[3 * (y * w + x) + k] = byteOf((at(x0, y0) + at(x1, y0) + at(x0, y1) + at(x1, y1)) / 4);
      }
    }
  }
  return { width: w, height: h, rgb: out };
}

const known = new WeakMap<Uint8Array, Texture>();

/** The pictures of a scene, ready to be read; kept as long as the scene is. */
export function texturesOf(scene: Pick<Scene, 'bodies'>): readonly Texture[] {
  return sceneTextures(scene).map((file) => {
    const found = known.get(file) ?? new Texture(textureImage(file, '/bodies'));
    known.set(file, found);
    return found;
  });
}

/** The picture of a PNG file of a scene; throws if there is none. */
export function textureImage(file: Uint8Array, pointer: string): TextureImage {
  const image = readPng(file, inflate);
  if (typeof image !== 'string') return image;
  const message = `A picture of the scene ${image}.`;
  throw new ThixoError([problem('ASSET_INVALID', pointer, message, 'Save it as PNG and read the scene again.')]);
}

function inflate(packed: Uint8Array, most: number): Uint8Array | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: most });
  } catch {
    return undefined;
  }
}
