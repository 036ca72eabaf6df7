// The stages of a scene whose parameters change while it runs: each is the scene with the values set so far, and a scene of its own.

import { frameFrom } from '../obstacles/period.ts';
import { below, stepsOf, withValue } from '../pointer.ts';
import { type Problem, problem, ThixoError } from '../problem.ts';
import { branchProblems } from './branch.ts';
import { NOT_PHYSICS } from './not-physics.ts';
import { type Change, currentSchema, type Scene } from './schema.ts';

/** The scene with the parameters that it has from a frame on. */
interface Stage {
  readonly frame: number;
  readonly scene: Scene;
}

const made = new WeakMap<Scene, readonly Stage[]>();

/** The stages of a parsed scene, first that of its start. */
export function stagesOf(scene: Scene): readonly Stage[] {
  return made.get(scene) ?? [{ frame: 0, scene }];
}

/**
 * Makes the stages of a scene and answers what is wrong with its changes.
 * @param parse makes a scene of a value, or throws
 */
export function makeStages(scene: Scene, parse: (value: unknown) => Scene): Problem[] {
  const { changes = [], ...rest } = scene,
    problems = changes.flatMap((change, k) => [...checkOrder(changes, k), ...checkPointers(change, rest, k)]);
  if (changes.length === 0 || problems.length > 0) return problems;
  const stages: Stage[] = [{ frame: 0, scene }];
  let value: Omit<Scene, 'changes'> = rest;
  for (const [k, { time, set }] of changes.entries()) {
    for (const [pointer, to] of Object.entries(set)) value = withValue(value, pointer, to);
    const frame = frameFrom(time, scene.frameRate),
      isLast = k + 1 === changes.length || frameFrom(changes[k + 1]!.time, scene.frameRate) > frame;
    if (!isLast) continue;
    try {
      const stage = parse(value),
        found = branchProblems(stages.at(-1)!.scene, stage, frame).map((one) => placed(one, set, k));
      if (found.length > 0) return found;
      stages.push({ frame, scene: stage });
    } catch (error) {
      if (!(error instanceof ThixoError)) throw error;
      return error.problems.map((one) => placed(one, set, k));
    }
  }
  const atStart = stages.filter(({ frame }) => frame === 0).length - 1;
  made.set(scene, stages.slice(atStart));
  return [];
}

function checkOrder(changes: readonly Change[], k: number): Problem[] {
  if (k === 0 || changes[k]!.time >= changes[k - 1]!.time) return [];
  const message = `Change ${k} at ${changes[k]!.time} s comes before the one above it.`;
  return [problem('CHANGE_INVALID', `/changes/${k}/time`, message, 'Sort the changes by time.')];
}

/** Pointers lead to physics that is there. */
function checkPointers({ set }: Change, scene: object, k: number): Problem[] {
  return Object.keys(set).flatMap((pointer) => {
    const fault = faultOf(pointer, scene);
    if (!fault) return [];
    const hint = 'Name a value of the scene, such as "/substances/honey/viscosity" or "/gravity".';
    return [problem('CHANGE_INVALID', below(`/changes/${k}/set`, pointer), fault, hint)];
  });
}

function faultOf(pointer: string, scene: object): string | undefined {
  const steps = stepsOf(pointer);
  if (!pointer.startsWith('/') || steps[0] === 'changes') return `"${pointer}" is no place that can change.`;
  if (NOT_PHYSICS.includes(steps[0]!)) return `"${pointer}" never changes simulated frames.`;
  let at: unknown = scene;
  for (const step of steps.slice(0, -1)) {
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, step) ? at[step as never] : undefined;
    if (typeof at !== 'object' || at === null) return `The scene has nothing at "${pointer}".`;
  }
  const isRoot = steps.length === 1;
  if ((isRoot || Array.isArray(at)) && !isKnown(at, steps.at(-1)!)) return `The scene has nothing at "${pointer}".`;
  return undefined;
}

/** Whether an item is there, or a key of the scene is one. */
function isKnown(at: unknown, step: string): boolean {
  return Array.isArray(at) ? Object.hasOwn(at, step) : Object.hasOwn(currentSchema().shape, step);
}

/** A problem of a stage, at the value that the change sets. */
function placed(found: Problem, set: Change['set'], k: number): Problem {
  const guilty = Object.keys(set).find(
    (pointer) => found.pointer.startsWith(pointer) || pointer.startsWith(`${found.pointer}/`),
  );
  return { ...found, pointer: guilty === undefined ? `/changes/${k}` : below(`/changes/${k}/set`, guilty) };
}
