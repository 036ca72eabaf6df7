// How a format says that it cannot hold something.

import { type Problem, problem, ThixoError } from '../problem.ts';
import type { ExportContext } from './format.ts';

/** The problem that a format cannot hold what was asked for. */
export function refusal(message: string, hint: string): Problem {
  return problem('EXPORT_IMPOSSIBLE', '', message, hint);
}

/** Why a format without foam cannot hold it, or undefined if something else is asked for. */
export function refuseFoam({ what }: Pick<ExportContext, 'what'>): Problem | undefined {
  return what === 'foam' ? refusal('This format does not hold foam.', 'Use `ply`, `vtk` or `usda`.') : undefined;
}

/** Throws the problem, if there is one. */
export function throwIf(found: Problem | undefined): void {
  if (found) throw new ThixoError([found]);
}
