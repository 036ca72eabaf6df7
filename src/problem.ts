// One error shape for the whole system: what went wrong, where, and what to do about it.

import type { ProblemCode } from './codes.ts';

/** How serious a problem is. Only errors stop the work. */
export type Severity = 'error' | 'warning';

/** A change of a scene: the value that belongs at a place. */
export interface Fix {
  /** JSON pointer into the scene, e.g. `/bodies/0/velocity`. The place may not be there yet. */
  readonly pointer: string;
  /** What to put there, as JSON. */
  readonly value: unknown;
}

/** A problem a person can act on: the same object in the library, in `--json` output and in the studio. */
export interface Problem {
  /** Stable name, e.g. `SCENE_UNKNOWN_KEY`; docs/errors.md lists them all. */
  readonly code: ProblemCode;
  /** Errors stop the work, warnings do not. */
  readonly severity: Severity;
  /** JSON pointer into the scene, e.g. `/bodies/0/spacing`; empty when the problem has no place in the scene. */
  readonly pointer: string;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What to change. */
  readonly hint: string;
  /** A change that helps, for programs. One of a run that diverged has been tried, if `tried` of the problem says so. */
  readonly fix?: Fix;
  /** `file:line:column` of the place, where it stands in a text file. */
  readonly place?: string;
  /** Byte in the file at which it shows, where the file is not text. */
  readonly offset?: number;
}

/**
 * Thrown when the caller's input cannot be used. Carries every problem found, not only the first.
 * @example try { await World.create(scene); } catch (e) { if (e instanceof ThixoError) console.log(e.problems); }
 */
export class ThixoError extends Error {
  override readonly name = 'ThixoError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map((p) => `${p.code}${p.pointer ? ` at ${p.pointer}` : ''}: ${p.message} ${p.hint}`).join('\n'));
    this.problems = problems;
  }
}

/** Makes an error-severity problem. */
export function problem(code: ProblemCode, pointer: string, message: string, hint: string): Problem {
  return { code, severity: 'error', pointer, message, hint };
}

/** Throws when the program itself is wrong (never for wrong input). */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Thixo bug: ${message}`);
}
