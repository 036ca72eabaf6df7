// What acts on a particle from outside: gravity and force fields.

import {
  ANCHOR_BYTES, ANCHOR_HOLDS, ANCHOR_POSE, ANCHOR_RATE, ANCHOR_TABLE, AT_ANCHOR, AT_ANCHORED, DIMENSION, ELASTIC_HOLD,
  ELASTIC_IMPLICIT, GRAVITY, HAS_ELASTIC, REPORT_EXTERNAL, SUB_MASS_DAMPING,
} from '../../../src/wasm/layout';
import { address, int, real } from '../../context';
import { lawOf } from '../../elastic/law';
import { addFields } from '../../fields';
import { Vector, vectorAt } from '../../math/vector';
import { lengthOf } from './particle';
import { addVector } from './report';

/** Acceleration by gravity and force fields at x with velocity v, into `out`. */
@inline export function externalAt(x: Vector, v: Vector, out: Vector): void {
  out.set(real(GRAVITY), real(GRAVITY + 8), real(GRAVITY + 16));
  addFields(changetype<usize>(x), changetype<usize>(v), changetype<usize>(out));
  if (real(DIMENSION) == 2) out.z = 0;
}

/** Adds what acts from outside on particle i of a solid at x with velocity v: damping and anchors. [card §14, ADR 39] */
@inline export function addSolidExternal(i: i32, substance: usize, x: Vector, v: Vector, out: Vector): void {
  if (!int(HAS_ELASTIC)) return;
  const rate = load<f64>(substance, SUB_MASS_DAMPING), anchor = load<u32>(address(AT_ANCHOR) + (<usize>i << 2));
  if (rate > 0) out.set(out.x - rate * v.x, out.y - rate * v.y, out.z - rate * v.z);
  if (anchor > 0 && !int(ELASTIC_IMPLICIT)) pull(i, ANCHOR_TABLE + <usize>(anchor - 1) * ANCHOR_BYTES, x, v, out);
}

/** A spring and a damper to where an anchor has taken particle i. */
function pull(i: i32, anchor: usize, x: Vector, v: Vector, out: Vector): void {
  const strength = load<f64>(anchor, ANCHOR_HOLDS);
  if (strength == 0) return;
  const X = vectorAt(address(AT_ANCHORED) + <usize>i * 24), h = lengthOf(i), pose = anchor + ANCHOR_POSE, rate = anchor + ANCHOR_RATE;
  const k = strength * (load<f64>(lawOf(i), ELASTIC_HOLD) / (h * h)), c = Math.sqrt(k);
  out.set(
    out.x + k * (along(pose, 0, X) - x.x) + c * (along(rate, 0, X) - v.x),
    out.y + k * (along(pose, 1, X) - x.y) + c * (along(rate, 1, X) - v.y),
    out.z + k * (along(pose, 2, X) - x.z) + c * (along(rate, 2, X) - v.z),
  );
}

/** A row of a pose times a place, and its shift. */
@inline export function along(pose: usize, axis: usize, X: Vector): f64 {
  const row = pose + axis * 24;
  return load<f64>(row) * X.x + load<f64>(row, 8) * X.y + load<f64>(row, 16) * X.z + load<f64>(pose + axis * 8, 72);
}

/** Notes the force that an external acceleration g is, times a weight. */
@inline export function noteExternal(report: usize, g: Vector, weight: f64): void {
  addVector(report + REPORT_EXTERNAL, weight * g.x, weight * g.y, weight * g.z);
}
