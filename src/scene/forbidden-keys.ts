// Keys and depths that no scene may have, wherever it comes from.

import { type Problem, problem } from '../problem.ts';

/** Keys through which a careless program could change all objects. */
export const FORBIDDEN_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Deeper nesting than this is refused whatever the limits say: the walks over a scene recurse. */
export const DEEPEST = 500;

/** A forbidden key as a problem. */
export function forbiddenKey(pointer: string, key: string): Problem {
  const message = `The key "${key}" is not allowed: programs could mistake it for one of their own.`;
  return problem('SCENE_FORBIDDEN_KEY', pointer, message, 'Choose another name.');
}
