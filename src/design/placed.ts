// A deformed shape that is turned and shifted as a whole.

import { EXACT_TRIGONOMETRY } from '../shapes/exact-trigonometry.ts';
import { rotationInto, unit } from '../shapes/rotation.ts';
import type { Rotation, Vec3 } from '../shapes/shape.ts';
import { middleOf } from './measures.ts';
import type { ShapeField } from './shape-field.ts';

/** A rigid motion: a turn about the pivot, by default the middle of the shape at rest, then a shift. */
export interface Placing {
  readonly translate?: Vec3;
  readonly rotate?: Rotation;
  readonly pivot?: Vec3;
}

/** Displacements of a shape that is deformed by `u` and then placed: exact, because the field reproduces linear motions. */
export function placed(field: ShapeField, u: readonly number[], { translate, rotate, pivot }: Placing): number[] {
  const R = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]),
    center = pivot ?? middleOf(field),
    shift = translate ?? [0, 0, 0];
  if (rotate) rotationInto(R, unit(rotate.axis), rotate.degrees, EXACT_TRIGONOMETRY);
  return u.map((_, at) => {
    const k = at - (at % 3),
      a = at % 3;
    let sum = center[a]! + shift[a]! - field.positions[at]!;
    for (let b = 0; b < 3; b++) sum += R[3 * a + b]! * (field.positions[k + b]! + u[k + b]! - center[b]!);
    return sum;
  });
}
