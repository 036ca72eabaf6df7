// The colors of pieces: a calm one for the largest, bright ones for what broke off. A piece keeps its color from frame to frame as long
// as it stays whole, whatever becomes of its rank, because its smallest id decides.

import type { Scene } from '../scene/schema.ts';
import { type Color, parseColor } from './color.ts';

/** Colors of pieces, the first for the largest alone. */
export const PIECE_COLORS: readonly string[] = [
  '#d3c7ae', // sand
  '#e8632c', // orange
  '#2f7fd0', // blue
  '#f2b705', // yellow
  '#7f3fae', // purple
  '#2f9350', // green
  '#ef6fae', // pink
  '#1fb5b0', // turquoise
  '#a3232f', // red
  '#a5d83e', // lime
  '#23306e', // navy
  '#f39a86', // salmon
  '#4f3518', // brown
  '#7cc7f2', // sky
  '#cf8df5', // lilac
  '#0f6e6a', // teal
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
