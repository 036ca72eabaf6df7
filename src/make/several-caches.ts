// Several caches in one picture or plot: how many there may be, and what each is called.

import { basename } from 'node:path';
import { ThixoError } from '../problem.ts';
import { besideCache } from './output-path.ts';
import { usage } from './usage.ts';

/** Throws USAGE unless there are `least` to `most` caches, and a label for each if there are labels. */
export function requireLabels(
  caches: readonly string[],
  labels: readonly string[] | undefined,
  least: number,
  most: number,
): void {
  const wrong = (message: string, hint: string) => new ThixoError([usage(message, hint)]);
  if (caches.length < least || caches.length > most)
    throw wrong(`There are ${caches.length} caches.`, `Name ${least} to ${most}.`);
  if (labels && labels.length !== caches.length)
    throw wrong(`${labels.length} labels for ${caches.length} caches.`, 'Give a label for each cache, in their order.');
}

/** The names of the folders of caches. */
export function usualLabels(caches: readonly string[], cwd: string): string[] {
  return caches.map((name) => basename(besideCache(name, cwd)));
}
