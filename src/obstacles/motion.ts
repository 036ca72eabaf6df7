// Where a moving obstacle is at a given time, as a pose that takes the obstacle from its rest position. A pure function of time,
// so that resuming from a checkpoint gives the same bits.

import type { Motion } from '../scene/schema.ts';
import { cosDegrees, rotationInto, sinDegrees, type Trigonometry, unit } from '../shapes/rotation.ts';
import type { Rotation, Vec3 } from '../shapes/shape.ts';
import { angleOf, identityPose, type Pose } from './pose.ts';

/** Writes the pose at `time` (s) into `out`. Does not allocate. */
export type PoseAtTime = (time: number, out: Pose) => void;

/** Prepares a motion; without one the obstacle stays where it is. */
export function prepareMotion(motion: Motion | undefined, trig: Trigonometry): PoseAtTime {
  if (!motion) return (_time, out) => out.set(REST);
  if ('velocity' in motion) return translation(motion.velocity);
  if ('rotation' in motion) return spin(motion.rotation, trig);
  return keyframed(motion.keyframes, motion.pivot, trig);
}

const REST = identityPose();

function translation(velocity: Vec3): PoseAtTime {
  return (time, out) => {
    out.set(REST);
    for (let k = 0; k < 3; k++) out[9 + k] = velocity[k]! * time;
  };
}

interface Spin {
  readonly center: Vec3;
  readonly axis: Vec3;
  readonly degreesPerSecond: number;
}

function spin({ center, axis, degreesPerSecond }: Spin, trig: Trigonometry): PoseAtTime {
  const along = unit(axis);
  return (time, out) => {
    rotationInto(out, along, degreesPerSecond * time, trig);
    pivotInto(out, center, 0, 0, 0);
  };
}

/** Sets the translation of `out` so that its rotation turns about `pivot`, followed by a shift. */
function pivotInto(out: Pose, pivot: Vec3, x: number, y: number, z: number): void {
  const [px, py, pz] = pivot;
  out[9] = px - (out[0]! * px + out[1]! * py + out[2]! * pz) + x;
  out[10] = py - (out[3]! * px + out[4]! * py + out[5]! * pz) + y;
  out[11] = pz - (out[6]! * px + out[7]! * py + out[8]! * pz) + z;
}

interface Keyframe {
  readonly time: number;
  readonly translate: Vec3;
  readonly rotate?: Rotation | undefined;
}

/** From one keyframe to the next: a straight shift, and a steady turn about one axis added to the first keyframe's turn. */
interface Segment {
  readonly time: number;
  readonly duration: number;
  /** Nothing happens in it: its pose is that of the first keyframe, to the last bit. */
  readonly rests: boolean;
  readonly from: Vec3;
  readonly to: Vec3;
  /** Rotation of the first keyframe (a pose without translation). */
  readonly turned: Pose;
  readonly axis: Vec3;
  readonly degrees: number;
}

function keyframed(keyframes: readonly Keyframe[], pivot: Vec3, trig: Trigonometry): PoseAtTime {
  const last = keyframes.length - 1;
  const segments = keyframes.map((frame, k) => segmentBetween(frame, keyframes[Math.min(k + 1, last)]!, trig));
  const turn = identityPose();
  return (time, out) => {
    let k = 0;
    while (k < last && time >= segments[k + 1]!.time) k++;
    const { time: begin, duration, rests, from, to, turned, axis, degrees } = segments[k]!;
    const u = duration > 0 && !rests ? Math.min(Math.max((time - begin) / duration, 0), 1) : 0;
    rotationInto(turn, axis, u * degrees, trig);
    multiplyRotationsInto(out, turn, turned);
    const v = 1 - u;
    pivotInto(out, pivot, v * from[0] + u * to[0], v * from[1] + u * to[1], v * from[2] + u * to[2]);
  };
}

function segmentBetween(first: Keyframe, second: Keyframe, trig: Trigonometry): Segment {
  const turned = identityPose();
  const axis = unit(first.rotate?.axis ?? second.rotate?.axis ?? [0, 0, 1]);
  rotationInto(turned, axis, first.rotate?.degrees ?? 0, trig);
  const duration = second.time - first.time;
  const place = { time: first.time, duration, from: first.translate, to: second.translate, turned },
    turn = turnBetween(first.rotate, second.rotate, trig),
    rests = turn.degrees === 0 && first.translate.every((x, a) => x === second.translate[a]);
  return { ...place, ...turn, rests };
}

/**
 * The turn that leads from one rotation to another. About a common axis the angle is taken as written, so that 720° are two
 * turns; otherwise the shortest way (slerp).
 */
function turnBetween(
  a: Rotation | undefined,
  b: Rotation | undefined,
  trig: Trigonometry,
): { axis: Vec3; degrees: number } {
  const axis = unit(a?.degrees ? a.axis : (b?.axis ?? a?.axis ?? [0, 0, 1]));
  const other = unit(b?.degrees ? b.axis : axis);
  const agreement = axis[0] * other[0] + axis[1] * other[1] + axis[2] * other[2];
  if (Math.abs(agreement) > 1 - 1e-12) {
    return { axis, degrees: (agreement < 0 ? -1 : 1) * (b?.degrees ?? 0) - (a?.degrees ?? 0) };
  }
  return shortestTurn(axis, a!.degrees, other, b!.degrees, trig);
}

/** Axis and angle of the turn q = q_b q_a* between two rotations about different axes, as quaternions. */
function shortestTurn(axisA: Vec3, degreesA: number, axisB: Vec3, degreesB: number, trig: Trigonometry) {
  const wa = cosDegrees(degreesA / 2, trig);
  const wb = cosDegrees(degreesB / 2, trig);
  const sa = sinDegrees(degreesA / 2, trig);
  const sb = sinDegrees(degreesB / 2, trig);
  const w = wa * wb + sa * sb * (axisA[0] * axisB[0] + axisA[1] * axisB[1] + axisA[2] * axisB[2]);
  const part = (k: 0 | 1 | 2): number => {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    const cross = axisB[i]! * axisA[j]! - axisB[j]! * axisA[i]!;
    return sb * wa * axisB[k] - sa * wb * axisA[k] - sa * sb * cross;
  };
  const way = w < 0 ? -1 : 1;
  const v: Vec3 = [way * part(0), way * part(1), way * part(2)];
  const sine = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return { axis: unit(v), degrees: (2 * angleOf(sine, way * w, trig) * 180) / Math.PI };
}

function multiplyRotationsInto(out: Pose, a: Pose, b: Pose): void {
  for (let row = 0; row < 9; row += 3) {
    for (let column = 0; column < 3; column++) {
      out[row + column] = a[row]! * b[column]! + a[row + 1]! * b[3 + column]! + a[row + 2]! * b[6 + column]!;
    }
  }
}
