// The error of a file of a cache that is not what was written.

import { problem, ThixoError } from '../problem.ts';

/** CACHE_DAMAGED with the byte at which the file stops being what it should; 0 for the file as a whole. */
export function damaged(path: string, offset: number, why: string): ThixoError {
  const message = `${path} is damaged${offset > 0 ? ` at byte ${offset}` : ''}: ${why}.`;
  const hint = 'Run `thixo verify` to see what else is damaged; `--fresh` simulates again.';
  return new ThixoError([{ ...problem('CACHE_DAMAGED', '', message, hint), place: path, offset }]);
}
