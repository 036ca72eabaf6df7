// Which pieces of the frames of a cache get files of their own: the largest of every frame.

import { type Cache, openCache } from '../cache/cache.ts';
import type { FrameLine } from '../frames/manifest-line.ts';
import { type Problem, problem } from '../problem.ts';
import { piecesOf } from '../world/pieces.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { plural } from './numbers.ts';

/** The pieces of a frame. */
export interface PieceCount {
  readonly count: number;
  /** Particles of the largest ones. */
  readonly largest: readonly number[];
  /** What they are called: their places in this list; in frames with solids that can break the smallest ids, which stay from frame to frame. */
  readonly names: readonly number[];
  /** Particles of all others. */
  readonly others: number;
}

/** Counts the pieces of a frame, the largest `most` one by one. */
export function countPieces(cache: Cache, frame: number, most: number): PieceCount {
  const fields = cache.readFrame(frame),
    { particles, piece } = piecesOf(cache.scene, fields),
    others = particles.subarray(most).reduce((sum, n) => sum + n, 0),
    names = pieceNames(fields, piece, particles.length).slice(0, most);
  return { count: particles.length, largest: [...particles.subarray(0, most)], names, others };
}

/** What the pieces of a frame are called in files, in the order of their numbers. */
export function pieceNames(
  { id, part }: Pick<WorldFields, 'id' | 'part'>,
  piece: Uint32Array,
  count: number,
): number[] {
  const names = Array.from({ length: count }, (_, k) => (part ? Number.POSITIVE_INFINITY : k));
  if (part) for (let i = 0; i < id.length; i++) names[piece[i]!] = Math.min(names[piece[i]!]!, id[i]!);
  return names;
}

/** The pieces of these frames, by frame; signals have their turn in between, and it ends early when asked to. */
export async function planPieces(
  folder: string,
  lines: readonly FrameLine[],
  most: number,
  shouldStop: () => boolean,
): Promise<Map<number, PieceCount>> {
  const cache = openCache(folder),
    plan = new Map<number, PieceCount>();
  for (const { frame } of lines) {
    await new Promise((resolve) => setImmediate(resolve));
    if (shouldStop()) break;
    plan.set(frame, countPieces(cache, frame, most));
  }
  return plan;
}

/** The warning that small pieces get no files; undefined if all do. */
export function leftOut(plan: ReadonlyMap<number, Omit<PieceCount, 'names'>>): Problem | undefined {
  const short = [...plan].filter(([, { count, largest }]) => count > largest.length);
  if (short.length === 0) return undefined;
  const [frame, { count, largest, others }] = short.reduce((a, b) => (b[1].count > a[1].count ? b : a)),
    rest = count - largest.length;
  const message = `${plural(rest, 'small piece')} of frame ${frame} with ${plural(others, 'particle')} in all ${rest === 1 ? 'gets' : 'get'} no file${short.length > 1 ? `, and so in ${plural(short.length - 1, 'other frame')}` : ''}.`;
  const found = problem('PIECES_LEFT_OUT', '', message, `To write all: --most-pieces ${count}.`);
  return { ...found, severity: 'warning' };
}
