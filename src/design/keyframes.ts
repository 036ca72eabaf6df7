// Keyframes: what the shape, or a part of it, should do at a time. [AW09 §8.2]

import { type Problem, problem, ThixoError } from '../problem.ts';
import type { Rotation, Vec3 } from '../shapes/shape.ts';
import { type Handle, targetsOf } from './handles.ts';
import { fitRigid, type RigidMotion } from './rigid-fit.ts';
import type { Targets } from './shape-energy.ts';
import { addDisplacements, type ShapeField } from './shape-field.ts';

/** A pose of the whole shape: one made with `ShapeDesign` (its displacements), or a rigid one. */
export type Pose =
  | { readonly displacements: readonly number[] }
  | {
      readonly translate?: Vec3;
      readonly rotate?: Rotation /** m; the middle of the shape without it. */;
      readonly pivot?: Vec3;
    };

/** What holds at a time. */
export interface Keyframe {
  /** s */
  readonly time: number;
  /** Of the whole shape. */
  readonly pose?: Pose;
  /** Parts of the shape and where they are: the rest is free. */
  readonly handles?: readonly Handle[];
  /** Velocity of all points, m/s. */
  readonly velocity?: Vec3;
}

/** A keyframe as targets of an energy. */
export interface PreparedKeyframe {
  readonly time: number;
  /** Points of the shape with their displacements; weights of the whole shape and of each handle add up to 1/size². */
  readonly targets: readonly Targets[];
  /** The rigid motion that is nearest to it. */
  readonly rigid: RigidMotion;
  readonly velocity: Vec3 | undefined;
}

/** Prepares keyframes in the order of time; throws every problem. */
export function prepareKeyframes(field: ShapeField, keyframes: readonly Keyframe[]): PreparedKeyframe[] {
  const problems = checkKeyframes(field, keyframes),
    prepared: PreparedKeyframe[] = [];
  keyframes.forEach((keyframe, k) => {
    try {
      if (problems.length === 0) prepared.push(prepare(field, keyframe));
    } catch (error) {
      if (!(error instanceof ThixoError)) throw error;
      problems.push(...error.problems.map((found) => ({ ...found, pointer: `/keyframes/${k}${found.pointer}` })));
    }
  });
  if (problems.length > 0) throw new ThixoError(problems);
  return prepared.sort((a, b) => a.time - b.time);
}

function checkKeyframes(field: ShapeField, keyframes: readonly Keyframe[]): Problem[] {
  const problems: Problem[] = [],
    refuse = (pointer: string, message: string, hint: string) =>
      problems.push(problem('DESIGN_KEYFRAMES', pointer, message, hint));
  if (keyframes.length < 2)
    refuse('/keyframes', `There are ${keyframes.length} keyframes.`, 'A motion needs two at least.');
  keyframes.forEach(({ time, pose, handles, velocity }, k) => {
    const at = `/keyframes/${k}`,
      same = keyframes.findIndex((other) => other.time === time);
    if (!Number.isFinite(time)) refuse(`${at}/time`, `The time is ${time}.`, 'Give a finite time, in seconds.');
    else if (same < k)
      refuse(`${at}/time`, `Keyframes ${same} and ${k} are both at ${time} s.`, 'Give them different times.');
    if (!pose && !handles?.length)
      refuse(at, 'The keyframe has no pose.', 'Give a `pose` of the whole shape, or `handles` of a part of it.');
    if (pose && 'displacements' in pose && pose.displacements.length !== 3 * field.count) {
      const message = `The pose has ${pose.displacements.length / 3} displacements for ${field.count} particles.`;
      refuse(`${at}/pose/displacements`, message, 'Take the displacements of a `ShapeDesign` over the same field.');
    }
    const numbers = [...(velocity ?? []), ...(pose && 'displacements' in pose ? pose.displacements : [])];
    if (numbers.some((x) => !Number.isFinite(x)))
      refuse(at, 'A number of the keyframe is not finite.', 'Give finite numbers.');
  });
  return problems;
}

function prepare(field: ShapeField, { time, pose, handles, velocity }: Keyframe): PreparedKeyframe {
  const targets: Targets[] = [];
  if (pose) targets.push('displacements' in pose ? wholeTargets(field, pose.displacements) : rigidTargets(field, pose));
  if (handles?.length) targets.push(targetsOf(field, handles, 1));
  return { time, targets, rigid: rigidOf(field, targets), velocity };
}

/** The field of a pose at all particles. */
function wholeTargets(field: ShapeField, nodal: readonly number[]): Targets {
  const displacements = new Float64Array(3 * field.count);
  addDisplacements(displacements, field.atParticles, nodal);
  const weights = field.volumes.map((V) => V / (field.size * field.size));
  return { rows: field.atParticles, displacements, weights };
}

function rigidTargets(field: ShapeField, pose: Exclude<Pose, { displacements: unknown }>): Targets {
  const particles = Array.from({ length: field.count }, (_, i) => i),
    { displacements } = targetsOf(field, [{ grip: { particles }, ...pose }], 1),
    weights = field.volumes.map((V) => V / (field.size * field.size));
  return { rows: field.atParticles, displacements, weights };
}

function rigidOf(field: ShapeField, targets: readonly Targets[]): RigidMotion {
  const places = targets.flatMap(({ rows }) => Array.from(placesOf(field, rows))),
    goals = targets.flatMap(({ displacements }) => Array.from(displacements)).map((u, k) => places[k]! + u);
  return fitRigid(
    places,
    goals,
    targets.flatMap(({ weights }) => Array.from(weights)),
  );
}

/** Places of rows, m: a linear basis gives places back. */
export function placesOf({ positions }: ShapeField, rows: Targets['rows']): Float64Array {
  const places = new Float64Array(3 * (rows.starts.length - 1));
  addDisplacements(places, rows, positions);
  return places;
}
