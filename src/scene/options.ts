// What callers of the library pass beside the scene: an object with known names. Whatever else comes is refused in our own words.

import { type Problem, problem, ThixoError } from '../problem.ts';
import { LIMITS, type Limits } from './limits.ts';
import { showValue } from './show-value.ts';
import { didYouMean } from './suggest.ts';

/** Throws USAGE if `options` is no object, and OPTION_UNKNOWN for every name in it that is not one of `names`. */
export function requireNames(options: unknown, names: readonly string[]): void {
  requireObject('The options', options, `{ ${names[0]}: … }`);
  const unknown = Object.keys(options as object).filter((name) => !names.includes(name));
  const hint = (name: string): string => `${didYouMean(name, names)}The options are: ${names.join(', ')}.`;
  throwAny(unknown.map((name) => problem('OPTION_UNKNOWN', '', `There is no option "${name}".`, hint(name))));
}

/** Throws OPTION_THREADS unless `threads` is a number of threads, or is left out. */
export function requireThreads(threads: unknown): void {
  if (threads === undefined || (Number.isInteger(threads) && Number(threads) >= 1 && Number(threads) <= 64)) return;
  throw new ThixoError([
    problem('OPTION_THREADS', '', `threads is ${showValue(threads)}.`, 'Use a whole number from 1 to 64.'),
  ]);
}

/** The least memory of an engine that is worth to begin with, bytes. */
const LEAST_MEMORY = 64 * 1024 * 1024;
/** The most that a 32-bit module can address, bytes. */
const MOST_MEMORY = 64 * LEAST_MEMORY;

/** Throws USAGE unless `bytes` is left out, or a size that an engine can have. */
export function requireMemoryBytes(bytes: unknown): void {
  if (bytes === undefined || (Number.isInteger(bytes) && Number(bytes) >= LEAST_MEMORY && Number(bytes) <= MOST_MEMORY))
    return;
  const message = `memoryBytes is ${showValue(bytes)}.`;
  throw new ThixoError([
    problem('USAGE', '', message, 'Use a whole number of bytes from 64 MiB to 4 GiB, such as 536870912.'),
  ]);
}

/** Throws USAGE unless `path` is a text that is not empty; `name` says what it is the path of. */
export function requirePath(name: string, path: unknown): void {
  if (typeof path === 'string' && path !== '') return;
  const message = `The path of the ${name} must be a text, not ${path === '' ? 'an empty one' : showValue(path)}.`;
  throw new ThixoError([problem('USAGE', '', message, `Name the ${name}, such as "${EXAMPLES[name] ?? name}".`)]);
}

const EXAMPLES: Readonly<Record<string, string>> = { scene: 'scenes/dam-break', cache: 'out/dam-break' };

/** Throws USAGE unless `set` is a list of strings, or is left out. */
export function requireAssignments(set: unknown): void {
  if (set === undefined || (Array.isArray(set) && set.every((text) => typeof text === 'string'))) return;
  const message = `set must be a list of strings, not ${showValue(set)}.`;
  throw new ThixoError([problem('USAGE', '', message, "Write for example set: ['gravity.1=-1.6'].")]);
}

/**
 * All limits, with the usual number for those that are left out. Throws USAGE for what cannot be a limit.
 * @example completeLimits({ frames: 1e6 }).particles // 20000000
 */
export function completeLimits(limits: unknown): Limits {
  const all: Record<string, number> = {},
    problems: Problem[] = [],
    names = Object.keys(LIMITS) as (keyof Limits)[];
  for (const name of names) all[name] = LIMITS[name].default;
  if (limits !== undefined) requireObject('limits', limits, '{ particles: 5e6 }');
  for (const [name, value] of Object.entries(limits ?? {}) as [string, unknown][]) {
    if (value === undefined) continue;
    if (!Object.hasOwn(LIMITS, name)) {
      const hint = `${didYouMean(name, names)}The limits are: ${names.join(', ')}.`;
      problems.push(problem('USAGE', '', `There is no limit "${name}".`, hint));
    } else if (typeof value !== 'number' || !(value >= 0)) {
      const message = `The limit ${name} must be a number that is not negative, not ${showValue(value)}.`;
      problems.push(problem('USAGE', '', message, LIMITS[name as keyof Limits].text));
    } else all[name] = value;
  }
  throwAny(problems);
  return Object.freeze(all) as unknown as Limits;
}

function requireObject(name: string, value: unknown, example: string): void {
  if (isPlain(value)) return;
  const message = `${name} must be an object such as ${example}, not ${showValue(value)}.`;
  throw new ThixoError([problem('USAGE', '', message, 'Leave it out for the usual ones.')]);
}

/** Whether it is an object of names: not a list, a Map or a Date, which would be taken for an empty one. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !['Map', 'Set', 'Date'].some((kind) => Object.prototype.toString.call(value) === `[object ${kind}]`);
}

function throwAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new ThixoError(problems);
}
