// What acts on a particle from outside: gravity and force fields.

import { DIMENSION, GRAVITY, REPORT_EXTERNAL } from '../../../src/wasm/layout';
import { real } from '../../context';
import { addFields } from '../../fields';
import { Vector } from '../../math/vector';
import { addVector } from './report';

/** Acceleration by gravity and force fields at x with velocity v, into `out`. */
@inline export function externalAt(x: Vector, v: Vector, out: Vector): void {
  out.set(real(GRAVITY), real(GRAVITY + 8), real(GRAVITY + 16));
  addFields(changetype<usize>(x), changetype<usize>(v), changetype<usize>(out));
  if (real(DIMENSION) == 2) out.z = 0;
}

/** Notes the force that an external acceleration g is, times a weight. */
@inline export function noteExternal(report: usize, g: Vector, weight: f64): void {
  addVector(report + REPORT_EXTERNAL, weight * g.x, weight * g.y, weight * g.z);
}
