// What acts on a particle from outside: gravity and force fields.

import { DIMENSION, GRAVITY, REPORT_EXTERNAL, SUB_MASS_DAMPING } from '../../../src/wasm/layout';
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

/** Adds what slows a particle with velocity v by its substance. [card §14] */
@inline export function addMassDamping(substance: usize, v: Vector, out: Vector): void {
  const rate = load<f64>(substance, SUB_MASS_DAMPING);
  if (rate > 0) out.set(out.x - rate * v.x, out.y - rate * v.y, out.z - rate * v.z);
}

/** Notes the force that an external acceleration g is, times a weight. */
@inline export function noteExternal(report: usize, g: Vector, weight: f64): void {
  addVector(report + REPORT_EXTERNAL, weight * g.x, weight * g.y, weight * g.z);
}
