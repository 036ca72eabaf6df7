// Colors as three numbers, and the two ways to count light: sRGB, as files and screens have it, and linear, in which light adds up.
// The sRGB curve is made of roots by Newton's iteration: Math.pow may differ between engines in the last bit.

import { cubeRoot } from '../math/roots.ts';

/** Red, green and blue, 0 to 1. */
export type Color = readonly [number, number, number];

/** Anything that three numbers can be written into. */
export type ColorTarget = { [index: number]: number };

/**
 * The sRGB color that `#rrggbb` names, 0 to 1.
 * @example parseColor('#ff8000') // [1, 0.502, 0]
 */
export function parseColor(text: string): Color {
  const code = Number.parseInt(text.slice(1), 16);
  return [(code >> 16) / 255, ((code >> 8) & 255) / 255, (code & 255) / 255];
}

/** Linear light of an sRGB value, both 0 to 1: ((c + 0.055) / 1.055)^2.4 above the straight foot. */
export function linearOf(srgb: number): number {
  if (!(srgb > 0)) return 0;
  if (srgb <= 0.04045) return srgb / 12.92;
  if (srgb >= 1) return 1;
  const y = (srgb + 0.055) / 1.055;
  return y * y * fifthRoot(y * y);
}

/** The sRGB value of linear light, both 0 to 1: 1.055 x^(1/2.4) − 0.055 above the straight foot; what is brighter than 1 becomes 1. */
export function srgbOf(linear: number): number {
  if (!(linear > 0)) return 0;
  if (linear <= 0.0031308) return linear * 12.92;
  if (linear >= 1) return 1;
  const squared = linear * linear;
  return 1.055 * Math.sqrt(Math.sqrt(cubeRoot(squared * squared * linear))) - 0.055;
}

/** Linear light of every byte of an sRGB picture. */
export const LINEAR_OF_BYTE: Float32Array = Float32Array.from({ length: 256 }, (_, byte) => linearOf(byte / 255));

/** Steps of the table behind `byteOf`: fine enough that each holds at most one change of byte. */
const STEPS = 4096;
/** Linear light from which on a byte is the nearest one. */
const FROM = Float64Array.from({ length: 257 }, (_, byte) =>
  byte === 0 ? Number.NEGATIVE_INFINITY : byte > 255 ? Number.POSITIVE_INFINITY : linearOf((byte - 0.5) / 255),
);
const FIRST_BYTE = firstBytes();

function firstBytes(): Uint8Array {
  const table = new Uint8Array(STEPS + 1);
  for (let step = 0, byte = 0; step <= STEPS; step++) {
    while (FROM[byte + 1]! <= step / STEPS) byte++;
    table[step] = byte;
  }
  return table;
}

/** The sRGB byte nearest to linear light; clamps to 0 and 255, and makes NaN 0. Fast: for every pixel. */
export function byteOf(linear: number): number {
  if (!(linear > 0)) return 0;
  if (linear >= 1) return 255;
  let byte = FIRST_BYTE[Math.floor(linear * STEPS)]!;
  while (linear >= FROM[byte + 1]!) byte++;
  return byte;
}

/** Linear light of an sRGB color. */
export function linearColor(color: Color): Color {
  return [linearOf(color[0]), linearOf(color[1]), linearOf(color[2])];
}

/** Luminance of linear light, 0 to 1 (Rec. 709). */
export function luminance(linear: Color): number {
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

/** x^(1/5) for 0 < x ≤ 1: Newton from above falls until the last bit. */
function fifthRoot(x: number): number {
  let root = 1;
  for (;;) {
    const square = root * root;
    const next = (4 * root + x / (square * square)) / 5;
    if (!(next < root)) return root;
    root = next;
  }
}
