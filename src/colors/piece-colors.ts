// The colors of pieces: a calm one for the largest, bright ones for what broke off. A piece keeps its color from frame to frame as long
// as it stays whole, whatever becomes of its rank, because its smallest id decides.

import type { Scene } from '../scene/schema.ts';
import { type Color, parseColor } from './color.ts';

/** Colors of pieces, the first for the largest alone. */
export const PIECE_COLORS: readonly string[] = [
  '#a7b1bb', // pebble
  '#e8632c', // orange
  '#2f7fd0', // blue
  '#f0c330', // yellow
  '#8d4fb8', // purple
  '#3aa655', // green
  '#e05a95', // pink
  '#1fb5b0', // turquoise
  '#a3232f', // red
  '#9ccc3c', // lime
  '#2b3f8c', // navy
  '#f2a07b', // salmon
  '#7a5a2e', // brown
  '#7cc7f2', // sky
  '#d9a6e8', // lilac
  '#1d5c3c', // forest
];

/** The sRGB colors that `pieceColorNumbers` counts: `look.colors` if the scene names some, over and over from the second on. */
export function pieceColors({ look }: Pick<Scene, 'look'>): Color[] {
  const given = look.colorBy === 'piece' && look.colors ? look.colors : PIECE_COLORS,
    rest = given.length > 1 ? given.slice(1) : given;
  return PIECE_COLORS.map((_, k) => parseColor(k === 0 ? given[0]! : rest[(k - 1) % rest.length]!));
}

/**
 * Which of the colors every particle has: 0 for the largest piece. Others take the color that their smallest id points to, or the next that no
 * larger piece has, until all are in use.
 */
export function pieceColorNumbers(piece: ArrayLike<number>, id: ArrayLike<number>): Uint32Array {
  const firsts: number[] = [];
  for (let i = 0; i < piece.length; i++) firsts[piece[i]!] = Math.min(firsts[piece[i]!] ?? id[i]!, id[i]!);
  const bright = PIECE_COLORS.length - 1,
    used = new Set<number>(),
    numbers = new Uint32Array(firsts.length);
  for (let p = 1; p < firsts.length; p++) {
    if (used.size === bright) used.clear();
    let k = scattered(firsts[p] ?? 0) % bright;
    while (used.has(k)) k = (k + 1) % bright;
    used.add(k);
    numbers[p] = 1 + k;
  }
  return Uint32Array.from({ length: piece.length }, (_, i) => numbers[piece[i]!]!);
}

/** A number that differs much between neighboring ids. */
function scattered(id: number): number {
  const mixed = Math.imul(id ^ (id >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
