// How a command ends.

import { CODES, EXIT } from '../codes.ts';
import type { Problem } from '../problem.ts';

/** The exit code that fits: that of the first error; 0 if there is none. */
export function exitCodeOf(problems: readonly Problem[]): number {
  const first = problems.find((p) => p.severity === 'error');
  return first ? CODES[first.code].exit : EXIT.ok;
}
