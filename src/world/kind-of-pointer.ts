// What a change of one value of a scene means for a world that runs. Apart from `kindOfChange`, because pages ask it without an engine.

import { stepsOf } from '../pointer.ts';
import { NOT_PHYSICS } from '../scene/not-physics.ts';

/** `view`: frames stay as they are. `live`: `world.amend` can follow. `restart`: the scene must run from its start. */
export type ChangeKind = 'view' | 'live' | 'restart';

/** Keys whose change a state cannot follow, whatever is in them. */
const FIXED: readonly string[] = ['format', 'dimension', 'frameRate', 'bodies', 'adaptivity', 'boundary'];
/** What may change of an emitter that has begun. */
const OF_EMITTERS: readonly (string | undefined)[] = ['to', 'maxParticles', 'motion'];

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
