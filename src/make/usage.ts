// A wish that cannot be understood or does not fit another one.

import { type Problem, problem } from '../problem.ts';

/** A problem with what the caller asked for. */
export function usage(message: string, hint: string): Problem {
  return problem('USAGE', '', message, hint);
}
