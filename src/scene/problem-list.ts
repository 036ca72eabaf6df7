// Collects the problems of one scene. A file that is wrong in a million places gets a report a person can read.

import { type Problem, problem, ThixoError } from '../problem.ts';

/** Problems that are listed; the rest is only counted. */
export const MOST_LISTED = 100;
/** After so many problems nobody looks for more. */
const ENOUGH = 10 * MOST_LISTED;

export class ProblemList {
  private readonly listed: Problem[] = [];
  private seen = 0;

  /** Adds a problem. */
  add(found: Problem): void {
    this.addLater(() => found);
  }

  /** Adds a problem that is made only if it will be listed. */
  addLater(make: () => Problem): void {
    this.seen++;
    if (this.listed.length < MOST_LISTED) this.listed.push(make());
  }

  /** Adds those that are errors. */
  addErrors(found: readonly Problem[]): void {
    for (const each of found) if (each.severity === 'error') this.add(each);
  }

  /** How many problems there are so far. */
  get count(): number {
    return this.seen;
  }

  /** Whether to stop looking. */
  get isFull(): boolean {
    return this.seen >= ENOUGH;
  }

  /** The problems, with a last one that says how many more there are. */
  get problems(): Problem[] {
    const more = this.seen - this.listed.length;
    if (more === 0) return [...this.listed];
    const message = `There are ${this.isFull ? 'at least ' : ''}${more} more problems.`;
    return [...this.listed, problem('SCENE_INVALID', '', message, 'Fix these first; often many have one cause.')];
  }

  /** Throws a ThixoError if there is a problem. */
  throwIfAny(): void {
    if (this.seen > 0) throw new ThixoError(this.problems);
  }
}
