// What a change of a scene means for a world that runs: nothing but another picture, a branch from now on, or a new start.

import { stepsOf } from '../pointer.ts';
import { branchProblems } from '../scene/branch.ts';
import { differences, NOT_PHYSICS } from '../scene/physics.ts';
import type { Scene } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { fieldsOfStage } from './build.ts';

/** `view`: frames stay as they are. `live`: `world.amend` can follow. `restart`: the scene must run from its start. */
export type ChangeKind = 'view' | 'live' | 'restart';

/** Keys whose change a state cannot follow, whatever is in them. */
const FIXED: readonly string[] = ['format', 'dimension', 'frameRate', 'bodies', 'adaptivity', 'boundary'];
/** What may change of an emitter that has begun. */
const OF_EMITTERS: readonly (string | undefined)[] = ['to', 'maxParticles', 'motion'];

/** What the change from one scene to another means at a frame. */
export function kindOfChange(before: Scene, after: Scene, frame: number, trig: Trigonometry): ChangeKind {
  if (differences(before, after).length === 0) return 'view';
  if (branchProblems(before, after, frame).length > 0) return 'restart';
  const names = (scene: Scene) => fieldsOfStage(scene, trig).map(({ name }) => name);
  return names(before).join() === names(after).join() ? 'live' : 'restart';
}

/**
 * What a change of the value at a JSON pointer means as a rule. Single values may still need a restart, such as a first temperature:
 * `world.kindOfChange(scene)` knows.
 * @example kindOfPointer('/substances/honey/viscosity') // 'live'
 */
export function kindOfPointer(pointer: string): ChangeKind {
  const [key = '', , member] = stepsOf(pointer);
  if (NOT_PHYSICS.includes(key) || (key === 'bodies' && member === 'skin')) return 'view';
  if (FIXED.includes(key) || (key === 'substances' && (member === undefined || member === 'model'))) return 'restart';
  if (key === 'emitters') return OF_EMITTERS.includes(member) ? 'live' : 'restart';
  return 'live';
}
