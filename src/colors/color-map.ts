// Color maps: which color a number from 0 to 1 gets. The one for numbers goes from dark indigo over teal to yellow, evenly lighter all
// the way, so that it reads the same in gray and for color-blind people. Tables are filled once; a look-up allocates nothing.

import { type Color, type ColorTarget, linearColor, parseColor, srgbOf } from './color.ts';
import { linearOfOklab, type Oklab, oklabOf } from './oklab.ts';

/** Entries of a table, at least; with 1024 two neighbors are never told apart. */
const FINENESS = 1024;

/** Colors for the numbers from 0 to 1. Numbers below and above get the first and the last color, NaN the first. */
export class ColorMap {
  private readonly srgb: Float32Array;
  private readonly linear: Float32Array;
  private readonly last: number;

  /** Fills the tables: `last + 1` colors in OKLab at equal distances. */
  constructor(last: number, colorAt: (k: number) => Oklab) {
    this.last = last;
    this.srgb = new Float32Array(3 * (last + 1));
    this.linear = new Float32Array(3 * (last + 1));
    for (let k = 0; k <= last; k++) {
      const color = linearOfOklab(colorAt(k));
      for (let c = 0; c < 3; c++) {
        this.linear[3 * k + c] = Math.min(Math.max(color[c]!, 0), 1);
        this.srgb[3 * k + c] = srgbOf(color[c]!);
      }
    }
  }

  /** Writes the sRGB color of `t` into `out[at]` to `out[at + 2]`, 0 to 1. */
  srgbInto(t: number, out: ColorTarget, at: number): void {
    this.into(this.srgb, t, out, at);
  }

  /** Writes the linear light of `t` into `out[at]` to `out[at + 2]`, 0 to 1. */
  linearInto(t: number, out: ColorTarget, at: number): void {
    this.into(this.linear, t, out, at);
  }

  private into(table: Float32Array, t: number, out: ColorTarget, at: number): void {
    const place = t > 0 ? Math.min(t, 1) * this.last : 0;
    const k = Math.min(Math.floor(place), this.last - 1);
    const v = place - k;
    const u = 1 - v;
    for (let c = 0; c < 3; c++) out[at + c] = u * table[3 * k + c]! + v * table[3 * k + 3 + c]!;
  }
}

/** OKLab colors at t = 0, ¼, ½, ¾ and 1. Equally far apart, with equal steps of lightness, and inside of sRGB all along. */
const NUMBERS: readonly Oklab[] = [
  [0.28, 0.05, -0.13],
  [0.44, -0.02, -0.13],
  [0.6, -0.09, -0.03],
  [0.76, -0.12, 0.09],
  [0.92, -0.035, 0.165],
];

/** The map for numbers. */
export const NUMBER_MAP = new ColorMap(FINENESS, (k) => curveAt(NUMBERS, k / FINENESS));

/**
 * The color of t = 0 to 1 in the map for numbers, as sRGB from 0 to 1, written into `out[at]` to `out[at + 2]`.
 * @example const rgb = [0, 0, 0]; colorMap(0.5, rgb, 0);
 */
export function colorMap(t: number, out: ColorTarget, at: number): void {
  NUMBER_MAP.srgbInto(t, out, at);
}

/** A map through given sRGB colors at equal distances, straight in OKLab. @example gradient(['#000000', '#ff0000', '#ffff00']) */
export function gradient(colors: readonly string[]): ColorMap {
  const knots = colors.map((text) => oklabOf(linearColor(parseColor(text))));
  const segments = Math.max(knots.length - 1, 1);
  const perSegment = Math.ceil(FINENESS / segments);
  return new ColorMap(segments * perSegment, (k) => {
    const segment = Math.min(Math.floor(k / perSegment), segments - 1);
    const v = k / perSegment - segment;
    const [p, q] = [knots[segment]!, knots[Math.min(segment + 1, knots.length - 1)]!];
    return [mix(p[0], q[0], v), mix(p[1], q[1], v), mix(p[2], q[2], v)];
  });
}

const mix = (p: number, q: number, v: number): number => (1 - v) * p + v * q;

/** The map for temperatures: dark gray where nothing glows, then red, orange and nearly white; lighter all the way. */
export const HEAT_MAP = gradient(['#26262c', '#6b1414', '#cf3a0a', '#ff9d1e', '#fff6d0']);

/** A smooth curve through points at equal distances of t (Catmull and Rom), straight on beyond its ends. */
function curveAt(points: readonly Oklab[], t: number): Oklab {
  const last = points.length - 1;
  const k = Math.min(Math.floor(t * last), last - 1);
  const v = t * last - k;
  const part = (c: number): number => {
    const [q, r] = [points[k]![c]!, points[k + 1]![c]!];
    const p = k > 0 ? points[k - 1]![c]! : 2 * q - r;
    const s = k + 1 < last ? points[k + 2]![c]! : 2 * r - q;
    return q + (v / 2) * (r - p + v * (2 * p - 5 * q + 4 * r - s + v * (3 * (q - r) + s - p)));
  };
  return [part(0), part(1), part(2)];
}

/** The ends of a map as sRGB, for those who draw few colors. */
export function colorAt(map: ColorMap, t: number): Color {
  const out: [number, number, number] = [0, 0, 0];
  map.srgbInto(t, out, 0);
  return out;
}
