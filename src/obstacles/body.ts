// Bodies: obstacles whose pose is part of the state of a world. Where one is and how it moves are 13 numbers; a mover changes how it moves,
// and the world takes it along. [ADR 27]

import type { Trigonometry } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import type { Pose } from './pose.ts';

/** State of a body: position of its center (m), turn since the start as a unit quaternion w x y z, velocity (m/s), spin (rad/s). */
export type BodyState = Float64Array;

/** Where the parts of a state begin, and how many numbers it has. */
export const POSITION = 0;
export const TURN = 3;
export const VELOCITY = 7;
export const SPIN = 10;
export const BODY_NUMBERS = 13;

/** An obstacle that a mover moves. */
export interface Body {
  /** Its number in the scene, from 0; the first of them where several are one body. */
  readonly obstacle: number;
  /** All obstacles that are this body, the first one too; by default only that. */
  readonly parts?: readonly number[] | undefined;
  /** Center of mass where the scene puts the obstacle, m; by default the middle of its shape. */
  readonly center?: Vec3 | undefined;
  /** kg (kg/m in 2D) */
  readonly mass: number;
  /** Inertia about the center where the scene puts the obstacle, row by row, kg·m². */
  readonly inertia: ArrayLike<number>;
  /** At the start, m/s; default 0. */
  readonly velocity?: Vec3 | undefined;
  /** At the start, rad/s; default 0. */
  readonly spin?: Vec3 | undefined;
}

/** What particles did to a body in a step. */
export interface Load {
  /** N·s */
  readonly impulse: Vec3;
  /** About the center of the body at the end of the step, N·m·s. */
  readonly torque: Vec3;
}

/** Numbers of `Mover.acted` for each body: impulse (N·s) and angular impulse about the origin (N·m·s) from outside, then those of contacts. */
export const ACTED_NUMBERS = 12;

/**
 * What makes bodies move. In each step `before` is called first, then bodies and particles go through the step with those velocities,
 * then `after`. A mover keeps nothing of its own from step to step: the states are all that is saved.
 */
export interface Mover {
  readonly bodies: readonly Body[];
  /** What else acted on the bodies in the last step, `ACTED_NUMBERS` each: gravity, then contacts and joints. */
  readonly acted?: Float64Array;
  /** A frame begins: whatever is kept to be faster must be as if the world had just been restored. */
  beginFrame?(): void;
  /** The longest step (s) with which bodies in these states are followed. */
  limit?(states: readonly BodyState[]): number;
  /**
   * Gives the bodies the velocities with which they go through a step of dt (s) from a time (s) on: half a kick by forces that are known.
   * `whole`: the velocities at its end, as particles have them that drift last.
   */
  before(states: readonly BodyState[], dt: number, time: number, whole?: boolean): void;
  /** The bodies are where these led. Gives them the velocities at the end of the step: the other half, and what particles did. */
  after(states: readonly BodyState[], dt: number, loads: readonly Load[]): void;
}

/** A mover whose bodies can be unknowns of a solve for the pressure. [ADR 55] */
export interface PressableMover extends Mover {
  /** Writes how impulse (N·s) and angular impulse (N·m·s) about its center change velocity (m/s) and spin (rad/s) of body k: six rows. */
  complianceInto(out: Float64Array, k: number, state: BodyState): void;
  /** Writes velocity and spin of each body, six numbers, after a step of dt (s) in which no particle touches it. */
  aheadInto(out: Float64Array, states: readonly BodyState[], dt: number): void;
  /** Gives bodies where they are what particles did to them; `Load.torque` is about where the center is now. */
  push(states: readonly BodyState[], loads: readonly Load[]): void;
}

/** Whether the bodies of a mover can be unknowns. */
export function isPressable(mover: Mover): mover is PressableMover {
  return 'complianceInto' in mover && 'aheadInto' in mover && 'push' in mover;
}

/** A body where the scene puts it. */
export function startOf(center: Vec3, { velocity = [0, 0, 0], spin = [0, 0, 0] }: Body): BodyState {
  return Float64Array.of(...center, 1, 0, 0, 0, ...velocity, ...spin);
}

/** Writes the state after dt (s) with the velocity and spin of `state` into `out`, which may be the same. */
export function takeAlong(out: BodyState, state: BodyState, dt: number, trig: Trigonometry): void {
  if (out !== state) out.set(state);
  for (let a = 0; a < 3; a++) out[POSITION + a]! += dt * state[VELOCITY + a]!;
  const [sx, sy, sz] = [state[SPIN]!, state[SPIN + 1]!, state[SPIN + 2]!],
    rate = Math.sqrt(sx * sx + sy * sy + sz * sz);
  if (!(rate > 0)) return;
  // q ← (cos φ/2, sin φ/2 axis) q
  const half = 0.5 * rate * dt,
    c = trig.cos(half),
    s = trig.sin(half) / rate,
    [x, y, z] = [s * sx, s * sy, s * sz],
    [w0, x0, y0, z0] = [state[TURN]!, state[TURN + 1]!, state[TURN + 2]!, state[TURN + 3]!];
  const w1 = c * w0 - x * x0 - y * y0 - z * z0,
    x1 = c * x0 + x * w0 + y * z0 - z * y0,
    y1 = c * y0 + y * w0 + z * x0 - x * z0,
    z1 = c * z0 + z * w0 + x * y0 - y * x0,
    length = Math.sqrt(w1 * w1 + x1 * x1 + y1 * y1 + z1 * z1);
  out[TURN] = w1 / length;
  out[TURN + 1] = x1 / length;
  out[TURN + 2] = y1 / length;
  out[TURN + 3] = z1 / length;
}

/** Writes the pose that takes a body from where the scene puts it, its center at `center` (m), to where its state says. */
export function bodyPoseInto(out: Pose, state: BodyState, center: Vec3): void {
  turnInto(out, state);
  for (let row = 0; row < 3; row++) {
    const [a, b, c] = [out[3 * row]!, out[3 * row + 1]!, out[3 * row + 2]!];
    out[9 + row] = state[POSITION + row]! - (a * center[0] + b * center[1] + c * center[2]);
  }
}

/** Writes the rotation of a state, row by row. */
export function turnInto(out: { [n: number]: number }, state: BodyState): void {
  const [w, x, y, z] = [state[TURN]!, state[TURN + 1]!, state[TURN + 2]!, state[TURN + 3]!];
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y - w * z);
  out[2] = 2 * (x * z + w * y);
  out[3] = 2 * (x * y + w * z);
  out[4] = 1 - 2 * (x * x + z * z);
  out[5] = 2 * (y * z - w * x);
  out[6] = 2 * (x * z - w * y);
  out[7] = 2 * (y * z + w * x);
  out[8] = 1 - 2 * (x * x + y * y);
}
