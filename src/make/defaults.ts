// What is used when nobody says otherwise.

import { availableParallelism } from 'node:os';

/** More threads than this are only used when asked for. */
export const MOST_THREADS = 8;

/** Pieces of a frame that get files when nobody says how many. */
export const MOST_PIECES = 64;

/** Threads to use when nobody says how many. */
export function defaultThreads(): number {
  return Math.min(availableParallelism(), MOST_THREADS);
}
