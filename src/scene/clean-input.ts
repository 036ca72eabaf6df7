// What is taken of a value before it is checked: plain data, without notes (keys that begin with x-), without keys that could reach
// prototypes, without what is undefined, and with 0 for −0, so that a scene is the same after a trip through JSON text.

import { below } from '../pointer.ts';
import { type Problem, problem, ThixoError } from '../problem.ts';
import { DEEPEST, FORBIDDEN_KEYS, forbiddenKey } from './forbidden-keys.ts';
import type { Limits } from './limits.ts';
import type { ProblemList } from './problem-list.ts';

/** Keys that begin like this are free for notes of any kind. */
export const NOTE = 'x-';

/** Copies a value for checking; lists of plain numbers are shared. Throws if it is too deep (or contains itself), too large or not plain. */
export function cleanInput(input: unknown, limits: Limits, list: ProblemList): unknown {
  const depth = Math.min(limits.sceneDepth, DEEPEST);
  let strange = false;
  // Explicit particles may be many, each with a position and a velocity, in lists of three.
  let room = limits.sceneValues + 8 * limits.particles;

  const take = (value: unknown, pointer: string, level: number): unknown => {
    if (typeof value !== 'object' || value === null) return value === 0 ? 0 : value;
    if (ArrayBuffer.isView(value)) return value;
    if (level > depth) throw tooDeep(pointer, depth);
    if (!isPlain(value)) {
      strange = true;
      list.add(notPlain(pointer, value));
      return undefined;
    }
    return Array.isArray(value) ? takeList(value, pointer, level) : takeObject(value, pointer, level);
  };

  const spend = (amount: number): void => {
    room -= amount;
    if (room < 0) throw tooMany(limits.sceneValues);
  };

  const takeList = (value: readonly unknown[], pointer: string, level: number): unknown => {
    spend(value.length);
    if (value.every((item) => typeof item === 'number' && !Object.is(item, -0))) return value;
    return Array.from(value, (item, k) => take(item, below(pointer, k), level + 1));
  };

  const takeObject = (value: object, pointer: string, level: number): unknown => {
    const entries = Object.entries(value).filter(([key, item]) => !key.startsWith(NOTE) && item !== undefined);
    spend(entries.length);
    const clean: Record<string, unknown> = {};
    for (const [key, item] of entries) {
      const at = below(pointer, key);
      if (FORBIDDEN_KEYS.includes(key)) list.add(forbiddenKey(at, key));
      else clean[key] = take(item, at, level + 1);
    }
    return clean;
  };

  const clean = take(input, '', 1);
  if (strange) list.throwIfAny(); // what was left out would be missed
  return clean;
}

/** Lists and objects that have what they hold as keys: not a Date, a Map or a Promise, which would look empty. */
function isPlain(value: object): boolean {
  return Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';
}

function notPlain(pointer: string, value: object): Problem {
  const type = value.constructor?.name || 'some class',
    hint =
      value instanceof Map
        ? 'Use Object.fromEntries(map).'
        : value instanceof Promise
          ? 'Wait for it with await.'
          : 'Give an object { … } as it would stand in a JSON file.',
    name = pointer === '' ? 'The scene' : 'The value';
  return problem('SCENE_WRONG_TYPE', pointer, `${name} must be plain data, not a ${type}.`, hint);
}

function tooDeep(pointer: string, depth: number): ThixoError {
  const message = `The scene is nested more than ${depth} levels deep, or contains itself.`;
  const short = pointer.split('/').slice(0, 8).join('/');
  return new ThixoError([problem('SCENE_TOO_DEEP', short, message, 'Give plain data without references to itself.')]);
}

function tooMany(most: number): ThixoError {
  const message = `The scene has more than ${most} values beside its particles.`;
  return new ThixoError([problem('SCENE_TOO_MANY_VALUES', '', message, 'Split it, or raise the limit sceneValues.')]);
}
