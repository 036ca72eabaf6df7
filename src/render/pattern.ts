// Patterns of two colors in space: checkers, stripes, wood, stone, crust. They blur where they get smaller than pixels. Nothing but exact
// arithmetic: the same on every machine.

import type { PatternLook } from '../colors/surface-looks.ts';
import { perpendiculars } from '../meshes/solid-mesh.ts';
import { unit } from '../shapes/rotation.ts';

/** Patterns of looks, those of floors, and the speckles of grains. */
export type PatternKind = PatternLook['kind'] | 'boards' | 'speckles';

/** A pattern in space. */
export class Pattern {
  private readonly kind: PatternKind;
  private readonly size: number;
  /** Across, and two directions along. */
  private readonly axes: Float64Array;

  /** `usual` (m) is the size if the look names none. */
  constructor(
    { kind, size, axis }: Omit<PatternLook, 'kind' | 'color'> & { readonly kind: PatternKind },
    usual: number,
  ) {
    this.kind = kind;
    this.size = size ?? usual;
    const across = unit(axis);
    const [u, v] = perpendiculars(across);
    this.axes = Float64Array.of(...across, ...u, ...v);
  }

  /** Part of the second color at a point (m), 0 to 1, where `blur` meters are seen as one. */
  at(x: number, y: number, z: number, blur: number): number {
    const { axes, size } = this;
    const wide = blur / size;
    const a = (x * axes[0]! + y * axes[1]! + z * axes[2]!) / size;
    if (this.kind === 'stripes') return 0.5 - 0.5 * wave(a, wide);
    if (this.kind === 'checker') return 0.5 - 0.5 * wave(x / size, wide) * wave(y / size, wide) * wave(z / size, wide);
    const b = (x * axes[3]! + y * axes[4]! + z * axes[5]!) / size;
    const c = (x * axes[6]! + y * axes[7]! + z * axes[8]!) / size;
    const clear = wide < 1 ? 1 - wide : 0;
    const found = FOUND[this.kind](a, b, c, wide);
    return found * clear + 0.4 * (1 - clear);
  }
}

const FOUND: Readonly<Record<Exclude<PatternKind, 'checker' | 'stripes'>, typeof boards>> = {
  wood,
  stone,
  crust,
  boards,
  speckles: (a, b, c) => 0.65 * noise(12 * a, 12 * b, 12 * c) + 0.35 * noise(2 * a, 2 * b, 2 * c),
};

/** Half the width of the gap between two boards. */
const GAP = 0.01;

/** Boards across a, with grain along b; each has a tone of its own. Gaps narrower than what is seen as one (`wide`) are fainter, not dashed. */
function boards(a: number, b: number, c: number, wide: number): number {
  const board = Math.floor(a);
  const off = a - board;
  const within = (GAP + 0.5 * wide - Math.min(off, 1 - off)) / Math.max(wide, 1e-6);
  const gap = Math.min(Math.max(within, 0), 1) * Math.min(1, (2 * GAP) / Math.max(wide, 1e-6));
  const fine = Math.max(0, 1 - 17 * wide);
  const along = 0.35 * b + 31 * dice(board, 0, 0);
  const bent = a + 0.25 * noise(0.5 * along, 2 * a, c);
  const grain = 0.6 * noise(0.6 * along, 9 * bent, c) + 0.4 * (0.5 + fine * (noise(2 * along, 34 * bent, c) - 0.5));
  return Math.min(1, 0.3 * dice(board, 1, 0) + 0.6 * grain * grain + 0.7 * gap);
}

/** Rings around a, with grain along it. */
function wood(a: number, b: number, c: number): number {
  const bend = 0.8 * noise(0.15 * a, 0.5 * b, 0.5 * c);
  const rings = Math.sqrt(b * b + c * c) + bend;
  const place = rings - Math.floor(rings);
  const ring = place < 0.75 ? place / 0.75 : (1 - place) / 0.25;
  const grain = noise(0.6 * a, 14 * b, 14 * c);
  return Math.min(1, 0.7 * ring * ring + 0.3 * grain);
}

/** Veins where turbulent noise passes its middle, over clouds. */
function stone(a: number, b: number, c: number): number {
  const rough = noise(a, b, c) + 0.5 * noise(2.1 * a, 2.1 * b, 2.1 * c) + 0.25 * noise(4.3 * a, 4.3 * b, 4.3 * c);
  const middle = Math.abs(rough / 1.75 - 0.5);
  const vein = middle < 0.06 ? 1 - middle / 0.06 : 0;
  const cloud = noise(0.6 * a + 7, 0.6 * b, 0.6 * c) * noise(9 * a, 9 * b, 9 * c);
  return Math.min(1, 0.75 * vein * vein + 0.5 * cloud);
}

/** Width of cracks over that of plates, and where plates are at their coolest. */
const CRACK = [0.05, 0.42] as const;

/** Plates around points that are scattered one to a cell, with cracks where two are equally near. */
function crust(a: number, b: number, c: number): number {
  const bend = 0.5 * noise(1.7 * a, 1.7 * b, 1.7 * c);
  const [x, y, z] = [a + bend, b + bend, c - bend];
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  let [nearest, second] = [9, 9];
  for (let n = 0; n < 27; n++) {
    const [p, q, r] = [i - 1 + (n % 3), j - 1 + (Math.floor(n / 3) % 3), k - 1 + Math.floor(n / 9)];
    const [dx, dy, dz] = [x - p - dice(p, q, r), y - q - dice(q, r, p + 7), z - r - dice(r, p, q + 13)];
    const away = dx * dx + dy * dy + dz * dz;
    if (away < nearest) [nearest, second] = [away, nearest];
    else if (away < second) second = away;
  }
  const apart = (Math.sqrt(second) - Math.sqrt(nearest) - CRACK[0]) / (CRACK[1] - CRACK[0]);
  const plate = ease(Math.min(Math.max(apart, 0), 1));
  return plate * (0.8 + 0.2 * noise(7 * a, 7 * b, 7 * c));
}

/** 1 from 0 to 1, −1 from 1 to 2 and so on, with slopes that are `blur` wide; flat if that is more than a tile. */
export function wave(x: number, blur: number): number {
  const place = x / 2 - Math.floor(x / 2); // 0 to 1 over two tiles
  const triangle = place < 0.5 ? 1 - Math.abs(4 * place - 1) : Math.abs(4 * place - 3) - 1;
  const steep = triangle / Math.max(blur, 1e-3);
  return Math.min(Math.max(steep, -1), 1) * (blur > 0.5 ? Math.max(0, 2 - 2 * blur) : 1);
}

/** Smooth noise, 0 to 1: random numbers at whole coordinates, and smooth between. */
export function noise(x: number, y: number, z: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const k = Math.floor(z);
  const u = ease(x - i);
  const v = ease(y - j);
  const w = ease(z - k);
  const low = mix(mix(dice(i, j, k), dice(i + 1, j, k), u), mix(dice(i, j + 1, k), dice(i + 1, j + 1, k), u), v);
  const high = mix(
    mix(dice(i, j, k + 1), dice(i + 1, j, k + 1), u),
    mix(dice(i, j + 1, k + 1), dice(i + 1, j + 1, k + 1), u),
    v,
  );
  return mix(low, high, w);
}

const ease = (t: number): number => t * t * (3 - 2 * t);
const mix = (a: number, b: number, t: number): number => a + (b - a) * t;

/** A number from 0 to 1 for every three whole numbers; neighbors are unlike. */
export function dice(i: number, j: number, k: number): number {
  let h = Math.imul(i | 0, 0x9e3779b1) ^ Math.imul(j | 0, 0x85ebca77) ^ Math.imul(k | 0, 0xc2b2ae3d);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}
