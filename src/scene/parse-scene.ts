// From anything to a valid scene: plain data, then structure by the schema, then what the parts say about each other. All problems at
// once, at most a hundred of them.

import type { Trigonometry } from '../shapes/rotation.ts';
import { withSpacings } from './body-spacing.ts';
import { cleanInput } from './clean-input.ts';
import { checkTogether } from './cross-checks.ts';
import { readLeniently } from './lenient-scene.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { ProblemList } from './problem-list.ts';
import type { Scene } from './schema.ts';
import { makeStages } from './stages.ts';

/**
 * The scene with all defaults, or a ThixoError with everything that is wrong with it.
 * @param input a `SceneInput`, or anything that wants to be one
 */
export function parseScene(input: unknown, trig: Trigonometry, limits: Limits = DEFAULT_LIMITS): Scene {
  const list = new ProblemList();
  const clean = withSpacings(cleanInput(input, limits, list), trig, list),
    view = readLeniently(clean, limits, list);
  if (view) checkTogether(view, trig, limits, list);
  list.throwIfAny();
  const scene = freeze(view!.scene);
  list.addErrors(makeStages(scene, (value) => parseScene(value, trig, limits)));
  list.throwIfAny();
  return scene;
}

/** Settings never change: makes them and all they contain read-only. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}
