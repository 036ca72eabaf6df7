// Smaller pictures: every pixel is the mean of the area that it stands for, in linear light, so that nothing gets darker or flickers.

import { byteOf, LINEAR_OF_BYTE } from '../colors/color.ts';
import { invariant } from '../problem.ts';
import type { Picture } from './picture.ts';

/**
 * A picture reduced to a size in pixels, not larger than its own.
 * @example const small = reducePicture(picture, 320, 180);
 */
export function reducePicture(picture: Picture, width: number, height: number): Picture {
  invariant(
    width >= 1 && height >= 1 && width <= picture.width && height <= picture.height,
    'pictures are only reduced',
  );
  const rows = new Float32Array(4 * width * picture.height);
  const across = sharesOf(picture.width, width);
  for (let y = 0; y < picture.height; y++) {
    for (const [x, { from, weights }] of across.entries()) {
      addPixels(picture.pixels, 4 * (y * picture.width + from), weights, rows, 4 * (y * width + x));
    }
  }
  const pixels = new Uint8Array(4 * width * height);
  const mean = new Float64Array(4);
  for (const [y, { from, weights }] of sharesOf(picture.height, height).entries()) {
    for (let x = 0; x < width; x++) {
      mean.fill(0);
      for (const [k, weight] of weights.entries()) {
        const at = 4 * ((from + k) * width + x);
        for (let c = 0; c < 4; c++) mean[c]! += weight * rows[at + c]!;
      }
      writePixel(pixels, 4 * (y * width + x), mean);
    }
  }
  return { width, height, pixels };
}

/** The pixels that a smaller one stands for: the first, and the part each of them has in it; the parts add up to 1. */
interface Share {
  readonly from: number;
  readonly weights: readonly number[];
}

function sharesOf(before: number, after: number): Share[] {
  return Array.from({ length: after }, (_, k) => {
    const [start, end] = [(k * before) / after, ((k + 1) * before) / after];
    const from = Math.floor(start);
    const count = Math.max(1, Math.min(Math.ceil(end), before) - from);
    const parts = Array.from({ length: count }, (__, n) => Math.min(end, from + n + 1) - Math.max(start, from + n));
    return { from, weights: parts.map((part) => (part * after) / before) };
  });
}

/** Adds a row of pixels: light times alpha, and alpha. */
function addPixels(pixels: Uint8Array, from: number, weights: readonly number[], out: Float32Array, to: number): void {
  for (const [k, weight] of weights.entries()) {
    const at = from + 4 * k;
    const alpha = (weight * pixels[at + 3]!) / 255;
    for (let c = 0; c < 3; c++) out[to + c]! += alpha * LINEAR_OF_BYTE[pixels[at + c]!]!;
    out[to + 3]! += alpha;
  }
}

function writePixel(pixels: Uint8Array, at: number, mean: Float64Array): void {
  const alpha = mean[3]!;
  for (let c = 0; c < 3; c++) pixels[at + c] = alpha > 0 ? byteOf(mean[c]! / alpha) : 0;
  pixels[at + 3] = Math.round(255 * alpha);
}
