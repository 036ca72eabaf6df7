// How a design refuses input that cannot be used.

import type { ProblemCode } from '../codes.ts';
import { problem, ThixoError } from '../problem.ts';

/** Throws the error of a design. */
export function refuseDesign(code: ProblemCode, message: string, hint: string, pointer = ''): never {
  throw new ThixoError([problem(code, pointer, message, hint)]);
}
