// What counts as an answer to a broken file: a result, or a ThixoError that says what is wrong, where, and what to do. Everything else
// is a bug of the program.

import { CODES } from '../../src/codes.ts';
import { type Problem, ThixoError } from '../../src/problem.ts';

/** Longest message or hint a person still reads, characters. */
const LONGEST = 2000;

/** What is wrong with a refusal; undefined if it is a good one. `input` is what pointers lead into, or a text, which has none. */
export function faultOf(error: unknown, where: 'pointer' | 'offset', input?: unknown): string | undefined {
  if (!(error instanceof ThixoError)) return `not a ThixoError: ${String((error as Error)?.stack ?? error)}`;
  if (error.problems.length === 0) return 'a ThixoError without a problem';
  for (const problem of error.problems) {
    const fault = faultOfProblem(problem, where, input);
    if (fault) return `${fault}: ${JSON.stringify(problem).slice(0, 1000)}`;
  }
  return undefined;
}

function faultOfProblem(problem: Problem, where: 'pointer' | 'offset', input: unknown): string | undefined {
  const { code, message, hint, pointer } = problem;
  if (!Object.hasOwn(CODES, code)) return 'a code that is not in the table';
  if (code === 'BUG') return 'a bug of the program';
  if (!message || !hint) return 'no message or no hint';
  if (message.length > LONGEST || hint.length > LONGEST) return 'a message that nobody reads to its end';
  if (/\[object |\bundefined\b/.test(message + hint) && !mentions(input, 'undefined')) return 'a message with a leak';
  if (typeof pointer !== 'string') return 'no pointer';
  return where === 'pointer' ? faultOfPointer(problem, input) : faultOfOffset(problem);
}

/** A pointer leads to a value, or to a key that is missing or not allowed in a value that is there. */
function faultOfPointer({ pointer, code, offset, message }: Problem, input: unknown): string | undefined {
  if (code === 'SCENE_NOT_JSON') {
    return offset === undefined && !/\d+:\d+|line \d+/.test(message) ? 'no place in the text' : undefined;
  }
  if (pointer === '') return undefined;
  if (!pointer.startsWith('/')) return 'a pointer that is none';
  if (typeof input !== 'object') return undefined;
  const parts = pointer.slice(1).split('/');
  let value: unknown = input;
  for (const part of parts.slice(0, -1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefinedPart(value);
    value = (value as Record<string, unknown>)[key];
  }
  return undefined;
}

/** A pointer may go on below a key that was left out and has a default; never below a number or a string. */
function undefinedPart(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? undefined : 'a pointer that leads nowhere';
}

function faultOfOffset({ code, offset, place, pointer }: Problem): string | undefined {
  if (!['CACHE_DAMAGED', 'SNAPSHOT_INVALID'].includes(code)) return undefined; // about the scene inside, or no damage
  if (offset !== undefined) return Number.isInteger(offset) && offset >= 0 ? undefined : 'an offset that is none';
  return place || pointer ? undefined : 'neither offset nor place';
}

function mentions(input: unknown, word: string): boolean {
  return typeof input === 'string' ? input.includes(word) : (JSON.stringify(input) ?? '').includes(word);
}

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Number.prototype];
const CLEAN = PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype).length);

/** Whether every object got a key that it did not have when the program started. */
export function isPolluted(): boolean {
  return PROTOTYPES.some((prototype, k) => Reflect.ownKeys(prototype).length !== CLEAN[k]);
}
