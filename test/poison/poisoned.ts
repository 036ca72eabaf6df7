// What a poisoned scene is.

import type { SceneInput } from '../../src/index.ts';

/** A scene that goes wrong for a known reason. */
export interface Poisoned {
  readonly name: string;
  readonly scene: SceneInput;
  /** Places that name the fault. */
  readonly guilty: RegExp;
  /** When it is to be found: before the first step, or when the run fails. */
  readonly when: 'start' | 'run';
}

/** One that fails when it runs. */
export const run = (name: string, guilty: RegExp, scene: SceneInput): Poisoned => ({
  name,
  guilty,
  scene,
  when: 'run',
});
/** One that is worth a warning before it runs. */
export const start = (name: string, guilty: RegExp, scene: SceneInput): Poisoned => ({
  name,
  guilty,
  scene,
  when: 'start',
});
