// The rigid part of a motion, interpolated apart: a turn that stays a turn and a path of the middle. The quaternion is a smooth curve in four dimensions
// that is scaled to length 1, so that only + − × / and √ are needed and both derivatives are exact. Remedy for AW09 §8.3: moving least squares in
// time do not reproduce rotations.

import { addOuter, choleskyOf, solveWith, zeros } from './dense.ts';
import type { Quaternion, RigidMotion } from './rigid-fit.ts';
import { TimeFrames } from './time-frames.ts';

/** A pose and its derivatives at one time: f = R p + c with p relative to the middle of the shape. Matrices row by row. */
export interface RigidPose {
  readonly R: Float64Array;
  readonly dR: Float64Array;
  readonly ddR: Float64Array;
  readonly c: Float64Array;
  readonly dc: Float64Array;
  readonly ddc: Float64Array;
}

/** A rigid motion in time. */
export interface RigidPath {
  /** Middle of the shape at rest, m. */
  readonly middle: readonly [number, number, number];
  at(time: number): RigidPose;
}

const ZERO = new Float64Array(9),
  UNIT = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** The path of a shape that stays: f = x + u as AW09 has it. */
export function restingPath(): RigidPath {
  const pose = {
    ...{ R: UNIT, dR: ZERO, ddR: ZERO },
    ...{ c: ZERO.subarray(0, 3), dc: ZERO.subarray(0, 3), ddc: ZERO.subarray(0, 3) },
  };
  return { middle: [0, 0, 0], at: () => pose };
}

/** How often the interval between keyframes is halved: the turn is steady to 1e-3 of itself for half a turn. */
const HALVINGS = 3;
/** Weights of the places at keyframes and of those between, beside the acceleration. */
const AT_KEYS = 1e8,
  BETWEEN = 1e2;

/** A path through poses at times, as smooth as they allow. Turns go the short way from each pose to the next. */
export function pathThrough(
  times: readonly number[],
  poses: readonly RigidMotion[],
  middle: RigidPath['middle'],
): RigidPath {
  const points: { time: number; turn: Quaternion; weight: number }[] = [];
  times.forEach((time, k) => {
    let { turn } = poses[k]!;
    if (k > 0) {
      turn = nearTo(turn, points.at(-1)!.turn);
      points.push(...between(points.at(-1)!, { time, turn }, HALVINGS));
    }
    points.push({ time, turn, weight: AT_KEYS });
  });
  const frames = new TimeFrames(points.map(({ time }) => time)),
    duration = times.at(-1)! - times[0]!,
    turns = [0, 1, 2, 3].map((n) =>
      smoothed(
        frames,
        points.map(({ time, turn, weight }) => ({ time, value: turn[n]!, weight })),
        duration,
      ),
    ),
    centers = [0, 1, 2].map((a) =>
      smoothed(
        frames,
        times.map((time, k) => ({ time, value: middleAt(poses[k]!, middle)[a]!, weight: AT_KEYS })),
        duration,
      ),
    );
  return { middle, at: (time) => poseAt(frames, turns, centers, time) };
}

/** Where a rigid motion takes the middle of the shape. */
function middleAt({ turn, from, to }: RigidMotion, middle: RigidPath['middle']): number[] {
  const R = bilinear(turn, turn),
    p = middle.map((x, a) => x - from[a]!);
  return [0, 1, 2].map((a) => to[a]! + R[3 * a]! * p[0]! + R[3 * a + 1]! * p[1]! + R[3 * a + 2]! * p[2]!);
}

function nearTo(q: Quaternion, other: Quaternion): Quaternion {
  const along = q[0] * other[0] + q[1] * other[1] + q[2] * other[2] + q[3] * other[3];
  return along < 0 ? [-q[0], -q[1], -q[2], -q[3]] : q;
}

interface Turned {
  readonly time: number;
  readonly turn: Quaternion;
}

/** Turns at even times between two, by halving: the middle of two unit quaternions is their sum, scaled. */
function between(a: Turned, b: Turned, halvings: number): (Turned & { weight: number })[] {
  if (halvings === 0) return [];
  const sum = a.turn.map((x, n) => x + b.turn[n]!),
    norm = Math.sqrt(sum.reduce((square, x) => square + x * x, 0)),
    turn = sum.map((x) => x / norm) as unknown as Quaternion,
    half = { time: 0.5 * (a.time + b.time), turn, weight: BETWEEN };
  return [...between(a, half, halvings - 1), half, ...between(half, b, halvings - 1)];
}

/** Nodal values of the curve with the least acceleration near points. */
function smoothed(
  frames: TimeFrames,
  points: readonly { time: number; value: number; weight: number }[],
  duration: number,
): Float64Array {
  const A = zeros(frames.count),
    b = new Float64Array(frames.count),
    total = frames.supports.reduce((sum, h) => sum + h, 0),
    scale = duration * duration;
  frames.times.forEach((time, j) => {
    const row = frames.at(time);
    addOuter(A, row.frames, row.curvatures, (scale * scale * frames.supports[j]!) / total);
  });
  for (const { time, value, weight } of points) {
    const row = frames.at(time);
    addOuter(A, row.frames, row.values, weight);
    row.frames.forEach((j, n) => {
      b[j]! += weight * value * row.values[n]!;
    });
  }
  return solveWith(choleskyOf(A), b);
}

function poseAt(
  frames: TimeFrames,
  turns: readonly Float64Array[],
  centers: readonly Float64Array[],
  time: number,
): RigidPose {
  const row = frames.at(time),
    sum = (factors: Float64Array) => (nodes: Float64Array) =>
      row.frames.reduce((total, j, n) => total + factors[n]! * nodes[j]!, 0),
    [value, slope, curvature] = [sum(row.values), sum(row.slopes), sum(row.curvatures)],
    [q, dq, ddq] = unitWithSlopes(turns.map(value), turns.map(slope), turns.map(curvature)),
    bend = bilinear(dq, dq),
    rest = bilinear(q, ddq);
  return {
    R: bilinear(q, q),
    dR: bilinear(q, dq).map((x) => 2 * x),
    ddR: bend.map((x, n) => 2 * (x + rest[n]!)),
    c: Float64Array.from(centers, value),
    dc: Float64Array.from(centers, slope),
    ddc: Float64Array.from(centers, curvature),
  };
}

/** q/|q| and its derivatives. */
function unitWithSlopes(
  q: readonly number[],
  dq: readonly number[],
  ddq: readonly number[],
): [Quaternion, Quaternion, Quaternion] {
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, n) => sum + x * b[n]!, 0),
    n = Math.sqrt(dot(q, q)),
    unit = q.map((x) => x / n),
    dn = dot(unit, dq),
    ddn = (dot(dq, dq) + dot(q, ddq) - dn * dn) / n,
    slope = dq.map((x, k) => (x - dn * unit[k]!) / n),
    bend = ddq.map((x, k) => (x - 2 * dn * slope[k]! - ddn * unit[k]!) / n);
  return [unit, slope, bend] as unknown as [Quaternion, Quaternion, Quaternion];
}

/** The symmetric form M(p, q) with M(q, q) = R(q) for unit quaternions, row by row. */
function bilinear([w, x, y, z]: Quaternion, [W, X, Y, Z]: Quaternion): Float64Array {
  return Float64Array.of(
    w * W + x * X - y * Y - z * Z,
    x * Y + y * X - w * Z - z * W,
    x * Z + z * X + w * Y + y * W,
    x * Y + y * X + w * Z + z * W,
    w * W - x * X + y * Y - z * Z,
    y * Z + z * Y - w * X - x * W,
    x * Z + z * X - w * Y - y * W,
    y * Z + z * Y + w * X + x * W,
    w * W - x * X - y * Y + z * Z,
  );
}
