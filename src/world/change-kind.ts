// What a change of a scene means for a world that runs: nothing but another picture, a branch from now on, or a new start.

import { branchProblems } from '../scene/branch.ts';
import { differences } from '../scene/physics.ts';
import type { Scene } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { fieldsOfStage } from './build.ts';
import type { ChangeKind } from './kind-of-pointer.ts';

/** What the change from one scene to another means at a frame. */
export function kindOfChange(before: Scene, after: Scene, frame: number, trig: Trigonometry): ChangeKind {
  if (differences(before, after).length === 0) return 'view';
  if (branchProblems(before, after, frame).length > 0) return 'restart';
  const names = (scene: Scene) => fieldsOfStage(scene, trig).map(({ name }) => name);
  return names(before).join() === names(after).join() ? 'live' : 'restart';
}
