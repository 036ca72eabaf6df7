// Finds obstacles that the schema accepts but that cannot work.

import { type Problem, problem } from '../problem.ts';
import type { Motion, Obstacle } from '../scene/schema.ts';
import { checkShape } from '../shapes/check-shape.ts';
import type { Vec3 } from '../shapes/shape.ts';

/** Every problem of the obstacle at `pointer` in the scene; empty when it can be used. */
export function checkObstacle(obstacle: Obstacle, pointer: string, dimension: 2 | 3): Problem[] {
  const { shape, motion } = obstacle;
  return [...checkShape(shape, `${pointer}/shape`, dimension), ...checkMotion(motion, `${pointer}/motion`, dimension)];
}

/** Every problem of a motion that stands at `pointer`. */
export function checkMotion(motion: Motion | undefined, pointer: string, dimension: 2 | 3): Problem[] {
  if (!motion) return [];
  return [...checkOrder(motion, pointer), ...(dimension === 2 ? checkFlatMotion(motion, pointer) : [])];
}

function checkOrder(motion: Motion, pointer: string): Problem[] {
  if (!('keyframes' in motion)) return [];
  return motion.keyframes.flatMap((frame, k) => {
    if (k === 0 || frame.time > motion.keyframes[k - 1]!.time) return [];
    const message = `Keyframe ${k} at ${frame.time} s is not later than the one before it.`;
    return [
      problem('MOTION_ORDER', `${pointer}/keyframes/${k}/time`, message, 'Sort the keyframes; a jump needs some time.'),
    ];
  });
}

function checkFlatMotion(motion: Motion, pointer: string): Problem[] {
  if ('velocity' in motion) return motion.velocity[2] === 0 ? [] : [offPlane(`${pointer}/velocity/2`)];
  if ('rotation' in motion) return alongZ(motion.rotation.axis) ? [] : [offPlane(`${pointer}/rotation/axis`)];
  return motion.keyframes.flatMap((frame, k) => {
    const at = `${pointer}/keyframes/${k}`;
    const shift = frame.translate[2] === 0 ? [] : [offPlane(`${at}/translate/2`)];
    const turn = !frame.rotate || alongZ(frame.rotate.axis) ? [] : [offPlane(`${at}/rotate/axis`)];
    return [...shift, ...turn];
  });
}

function alongZ(axis: Vec3): boolean {
  return axis[0] === 0 && axis[1] === 0;
}

function offPlane(pointer: string): Problem {
  const message = 'The obstacle would leave the plane z = 0 of a 2D world.';
  return problem(
    'MOTION_OFF_PLANE',
    pointer,
    message,
    'Move in x and y, rotate about [0, 0, 1], or set dimension to 3.',
  );
}
