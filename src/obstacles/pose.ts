// Rigid poses: twelve numbers, a rotation row by row and then a translation. World = rotation · local + translation.

import type { Trigonometry } from '../shapes/rotation.ts';

export type Pose = Float64Array;

/** A pose that changes nothing. */
export function identityPose(): Pose {
  return Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
}

/** out = outer ∘ inner: first `inner`, then `outer`. `out` must be neither. */
export function composeInto(out: Pose, outer: Pose, inner: Pose): void {
  for (let row = 0; row < 3; row++) {
    const a = outer[3 * row]!;
    const b = outer[3 * row + 1]!;
    const c = outer[3 * row + 2]!;
    for (let column = 0; column < 3; column++) {
      out[3 * row + column] = a * inner[column]! + b * inner[3 + column]! + c * inner[6 + column]!;
    }
    out[9 + row] = a * inner[9]! + b * inner[10]! + c * inner[11]! + outer[9 + row]!;
  }
}

/** Whether two poses are the same, number by number. */
export function samePose(a: Pose, b: Pose): boolean {
  for (let k = 0; k < 12; k++) if (a[k] !== b[k]) return false;
  return true;
}

/** Whether a pose only shifts. */
export function isUnturned(pose: Pose): boolean {
  return pose[0] === 1 && pose[4] === 1 && pose[8] === 1;
}

/**
 * The rigid velocity that leads from `start` to `end` in `dt`: out[0..2] is the velocity of the local origin (its displacement
 * over dt), out[3..5] the angular velocity (the angle of the turn end · startᵀ over dt, along its axis; 0 for half a turn,
 * whose direction is unknown).
 */
export function rigidVelocityInto(out: Float64Array, start: Pose, end: Pose, dt: number, trig: Trigonometry): void {
  out.fill(0);
  if (!(dt > 0)) return;
  for (let k = 0; k < 3; k++) out[k] = (end[9 + k]! - start[9 + k]!) / dt;
  // The turn T = end · startᵀ has T − Tᵀ = 2 sin φ [axis]ₓ and trace 1 + 2 cos φ.
  const x = (turnEntry(start, end, 2, 1) - turnEntry(start, end, 1, 2)) / 2;
  const y = (turnEntry(start, end, 0, 2) - turnEntry(start, end, 2, 0)) / 2;
  const z = (turnEntry(start, end, 1, 0) - turnEntry(start, end, 0, 1)) / 2;
  const sine = Math.sqrt(x * x + y * y + z * z);
  if (sine < 1e-12) return;
  const trace = turnEntry(start, end, 0, 0) + turnEntry(start, end, 1, 1) + turnEntry(start, end, 2, 2);
  const rate = angleOf(sine, (trace - 1) / 2, trig) / (sine * dt);
  out[3] = x * rate;
  out[4] = y * rate;
  out[5] = z * rate;
}

/**
 * The angle in [0, π] with the given sine ≥ 0 and cosine, rad. Newton's method on sin(φ − θ) = 0, whose error e becomes e³/6:
 * four rounds from a first guess that is never off by more than 0.6.
 */
export function angleOf(sine: number, cosine: number, trig: Trigonometry): number {
  let angle = cosine > 0 ? sine : Math.PI - sine;
  for (let round = 0; round < 4; round++) angle += sine * trig.cos(angle) - cosine * trig.sin(angle);
  return angle;
}

/** Entry (row, column) of end · startᵀ. */
function turnEntry(start: Pose, end: Pose, row: number, column: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += end[3 * row + k]! * start[3 * column + k]!;
  return sum;
}
