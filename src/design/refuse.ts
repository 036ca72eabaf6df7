// How a design refuses input that cannot be used.

import type { ProblemCode } from '../codes.ts';
import { problem, ThixoError } from '../problem.ts';

/** Throws the error of a design. */
export function refuseDesign(code: ProblemCode, message: string, hint: string, pointer = ''): never {
  throw new ThixoError([problem(code, pointer, message, hint)]);
}

/** The weights of a design, if they can be used. */
export function checkWeights<Weights extends object>(code: ProblemCode, weights: Weights): Weights {
  for (const [name, value] of Object.entries(weights) as [string, number][]) {
    if (!(value >= 0 && value < Infinity))
      refuseDesign(code, `The weight of ${name} is ${value}.`, 'Give a number of 0 or more.', `/weights/${name}`);
  }
  return weights;
}
