// An engine is missing, or does not answer.

import { problem, ThixoError } from '../../problem.ts';

/** The error to throw. */
export function farmFailed(message: string, hint: string): ThixoError {
  return new ThixoError([problem('FARM_FAILED', '', message, hint)]);
}
