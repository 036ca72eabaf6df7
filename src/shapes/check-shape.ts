// Finds shapes that the schema accepts but nothing can be made of: no size, inside out, outside the plane of a 2D world.

import { type Problem, problem } from '../problem.ts';
import { checkHeightfield, checkMesh } from './check-mesh.ts';
import type { Shape, Vec3 } from './shape.ts';

const AXES = ['x', 'y', 'z'] as const;

/** Every problem of a shape that stands at `pointer` in the scene; empty when it can be used. */
export function checkShape(shape: Shape, pointer: string, dimension: 2 | 3 = 3): Problem[] {
  if ('plane' in shape) return checkPlane(shape.plane, `${pointer}/plane`, dimension);
  if ('box' in shape) return checkBox(shape.box, `${pointer}/box`, dimension);
  if ('sphere' in shape) {
    const { center, radius } = shape.sphere;
    const at = `${pointer}/sphere`;
    return [...checkSize(radius, `${at}/radius`, 'radius'), ...checkInPlane([center], `${at}/center`, dimension)];
  }
  if ('capsule' in shape) return checkRound(shape.capsule, `${pointer}/capsule`, dimension);
  if ('mesh' in shape) return checkMesh(shape, `${pointer}/mesh`, dimension);
  if ('heightfield' in shape) return checkHeightfield(shape, `${pointer}/heightfield`, dimension);
  return [
    ...checkAxis(shape.cylinder, `${pointer}/cylinder`),
    ...checkRound(shape.cylinder, `${pointer}/cylinder`, dimension),
  ];
}

function checkPlane(plane: { normal: Vec3 }, pointer: string, dimension: 2 | 3): Problem[] {
  const at = `${pointer}/normal`;
  if (dimension === 2 && plane.normal[2] !== 0) return [offPlane(at)];
  return checkDirection(plane.normal, at);
}

function checkBox(box: Extract<Shape, { box: unknown }>['box'], pointer: string, dimension: 2 | 3): Problem[] {
  const problems: Problem[] = [];
  for (let k = 0; k < dimension; k++) {
    const size = 'min' in box ? box.max[k]! - box.min[k]! : box.size[k]!;
    const at = 'min' in box ? `${pointer}/max/${k}` : `${pointer}/size/${k}`;
    problems.push(...checkSize(size, at, `edge along ${AXES[k]}`));
  }
  if ('min' in box) {
    const { min, max } = box;
    if (dimension === 2 && !(min[2] <= 0 && max[2] >= 0)) problems.push(offPlane(pointer));
    return problems;
  }
  problems.push(...checkInPlane([box.center], `${pointer}/center`, dimension));
  if (!box.rotation) return problems;
  const at = `${pointer}/rotation/axis`;
  const [x, y] = box.rotation.axis;
  if (dimension === 2 && (x !== 0 || y !== 0)) return [...problems, offPlane(at)];
  return [...problems, ...checkDirection(box.rotation.axis, at)];
}

interface Round {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly radius: number;
}

function checkRound(round: Round, pointer: string, dimension: 2 | 3): Problem[] {
  const { from, to, radius } = round;
  const problems = checkSize(radius, `${pointer}/radius`, 'radius');
  const crossesPlane = from[0] === to[0] && from[1] === to[1] && from[2] * to[2] <= 0;
  return crossesPlane ? problems : [...problems, ...checkInPlane([from, to], pointer, dimension)];
}

function checkAxis({ from, to }: Round, pointer: string): Problem[] {
  if (from.some((c, k) => c !== to[k])) return [];
  return [problem('SHAPE_EMPTY', `${pointer}/to`, 'The cylinder has no length.', 'Move `to` away from `from`.')];
}

function checkSize(size: number, pointer: string, what: string): Problem[] {
  if (size > 0) return [];
  if (size < 0) {
    const message = `The ${what} is negative (${size} m): the shape is inside out.`;
    const hint = 'Give a positive size; in a box, every number of `max` must exceed that of `min`.';
    return [problem('SHAPE_INVERTED', pointer, message, hint)];
  }
  return [problem('SHAPE_EMPTY', pointer, `The ${what} is not a positive size.`, 'Give the shape some size.')];
}

function checkDirection(v: Vec3, pointer: string): Problem[] {
  if (v.some((c) => c !== 0)) return [];
  return [problem('SHAPE_NO_DIRECTION', pointer, 'The direction is zero.', 'Give a vector such as [0, 1, 0].')];
}

function checkInPlane(points: readonly Vec3[], pointer: string, dimension: 2 | 3): Problem[] {
  return dimension === 2 && points.some((p) => p[2] !== 0) ? [offPlane(pointer)] : [];
}

function offPlane(pointer: string): Problem {
  const message = 'The shape leaves the plane z = 0 of a 2D world.';
  return problem(
    'SHAPE_OFF_PLANE',
    pointer,
    message,
    'Set z to 0 and rotate about [0, 0, 1] only, or set dimension to 3.',
  );
}
