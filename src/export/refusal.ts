// How a format says that it cannot hold something.

import { type Problem, problem, ThixoError } from '../problem.ts';

/** The problem that a format cannot hold what was asked for. */
export function refusal(message: string, hint: string): Problem {
  return problem('EXPORT_IMPOSSIBLE', '', message, hint);
}

/** Throws the problem, if there is one. */
export function throwIf(found: Problem | undefined): void {
  if (found) throw new ThixoError([found]);
}
