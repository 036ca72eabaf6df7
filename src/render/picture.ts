// A picture in memory.

import { byteOf, type Color, LINEAR_OF_BYTE } from '../colors/color.ts';
import { invariant } from '../problem.ts';

/** A picture: sRGB bytes, alpha not multiplied in. */
export interface Picture {
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** Red, green, blue, alpha of every pixel, rows from the top. */
  readonly pixels: Uint8Array;
}

/**
 * A picture of one opaque sRGB color.
 * @example const picture = createPicture(1280, 720, parseColor('#ffffff'));
 */
export function createPicture(width: number, height: number, color: Color = [1, 1, 1]): Picture {
  invariant(width >= 1 && height >= 1, `a picture of ${width} × ${height} pixels`);
  const pixels = new Uint8Array(4 * width * height);
  for (let c = 0; c < 4; c++) pixels[c] = c < 3 ? Math.round(255 * color[c]!) : 255;
  for (let filled = 4; filled < pixels.length; filled *= 2) pixels.copyWithin(filled, 0, filled);
  return { width, height, pixels };
}

/** The mean of the light of opaque pictures of one size. */
export function meanPicture(pictures: readonly Picture[]): Picture {
  const [first] = pictures;
  if (pictures.length === 1) return first!;
  const { width, height } = first!;
  const pixels = Uint8Array.from(first!.pixels, (byte, k) => {
    if (k % 4 === 3) return byte;
    let sum = 0;
    for (const picture of pictures) sum += LINEAR_OF_BYTE[picture.pixels[k]!]!;
    return byteOf(sum / pictures.length);
  });
  return { width, height, pixels };
}

/** Lays a linear color over a pixel of an opaque picture; `coverage` is the part of the pixel it covers, 0 to 1. Light adds up linearly. */
export function blendPixel({ width, pixels }: Picture, x: number, y: number, linear: Color, coverage: number): void {
  const at = 4 * (y * width + x);
  const rest = 1 - coverage;
  for (let c = 0; c < 3; c++) {
    pixels[at + c] = byteOf(coverage * linear[c]! + rest * LINEAR_OF_BYTE[pixels[at + c]!]!);
  }
}
