// Where the problems of a world stand in the scene file. The engine knows only pointers; the place is looked up when there is something
// to say.

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type Problem, ThixoError } from '../problem.ts';
import type { Limits } from '../scene/limits.ts';
import { readJson } from '../scene/read-json.ts';
import { assignmentAt } from '../scene/set-value.ts';

/** A scene file, and the assignments of --set that change it. */
export interface SceneText {
  readonly path: string;
  readonly set: readonly string[];
  readonly limits: Limits;
}

/** The problem with `file:line:column` of what its pointer names, or the --set that made it; as it was if it has neither. */
export function placeProblem<P extends Problem>(p: P, { path, set, limits }: SceneText): P {
  if (p.pointer === '' || p.place !== undefined) return p;
  const assignment = assignmentAt(set, p.pointer);
  if (assignment !== undefined) return { ...p, place: `--set ${assignment}` };
  try {
    const { line, column } = readJson(readFileSync(path, 'utf8'), limits).locate(p.pointer);
    return { ...p, place: `${relative(process.cwd(), path)}:${line}:${column}` };
  } catch {
    return p; // the file has changed since; the pointer is still right
  }
}

/** What `work` gives; the problems it throws are placed. */
export async function withPlaces<T>(text: SceneText, work: () => Promise<T>): Promise<T> {
  return mapProblems((p) => placeProblem(p, text), work);
}

/** What `work` gives; the problems it throws are changed. */
export async function mapProblems<T>(change: (p: Problem) => Problem, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ThixoError)) throw error;
    throw new ThixoError(error.problems.map(change));
  }
}
