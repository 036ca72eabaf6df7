// From keyframes, obstacles and weights to the terms of the energy at given frames. [AW09 eq. 82-85, card §19]

import type { PreparedKeyframe } from './keyframes.ts';
import { placesOf } from './keyframes.ts';
import type { LinearTerm, MotionTerms, ObstacleTerm } from './motion-energy.ts';
import type { Clearance } from './obstacle-field.ts';
import type { RigidPath, RigidPose } from './rigid-path.ts';
import type { ShapeEnergy } from './shape-energy.ts';
import type { ShapeField } from './shape-field.ts';
import type { TimeFrames, TimeRow } from './time-frames.ts';

/** How much each term counts. All are means over the shape and over time without unit: lengths over the size of the shape, times over the duration. */
export interface MotionWeights {
  /** λ1: mean square of the misses of every keyframe. */
  readonly keyframes: number;
  /** λ2: mean of ‖FᵀF − I‖². */
  readonly rigidity: number;
  /** λ3: mean of (det F − 1)². */
  readonly volume: number;
  /** As of shapes. */
  readonly evenness: number;
  /** λ4: mean square of the misses of velocities. */
  readonly velocity: number;
  /** λ5: mean square of accelerations. */
  readonly acceleration: number;
  /** λ6: mean square of depths in obstacles. */
  readonly obstacles: number;
}

/** What a motion is about, whatever its frames. */
export interface MotionSetup {
  readonly field: ShapeField;
  readonly keyframes: readonly PreparedKeyframe[];
  readonly obstacles: readonly ((time: number) => Clearance)[];
  readonly weights: MotionWeights;
  readonly path: RigidPath;
  readonly shapeEnergy: ShapeEnergy;
  /** Radius of every particle, m. */
  readonly radii: Float64Array;
  /** s */
  readonly duration: number;
}

/** Times inside every interval at which obstacles count too, beside those of the frames. */
const BETWEEN = 4;

/** All terms of a motion with some frames. */
export function termsOf(setup: MotionSetup, frames: TimeFrames): MotionTerms {
  const { keyframes, obstacles } = setup,
    total = frames.supports.reduce((sum, h) => sum + h, 0),
    share = (j: number) => frames.supports[j]! / total,
    watched = obstacles.length > 0 ? timesWithin(frames.times, BETWEEN) : [];
  return {
    ...shared(setup),
    linear: [
      ...keyframes.flatMap((keyframe) => keyframeTerms(setup, frames, keyframe)),
      ...Array.from(frames.times, (time, j) => accelerationTerm(setup, frames, time, share(j))),
    ],
    shape: Array.from(frames.times, (time, j) => ({ row: frames.at(time), share: share(j) })),
    obstacles: watched.flatMap((time) => obstacleTerms(setup, frames, time, 1 / watched.length)),
  };
}

/** The terms whose sum is the error at one time: where it is large, frames are missing. */
export function termsAt(setup: MotionSetup, frames: TimeFrames, time: number): MotionTerms {
  return {
    ...shared(setup),
    linear: [accelerationTerm(setup, frames, time, 1)],
    shape: [{ row: frames.at(time), share: 1 }],
    obstacles: obstacleTerms(setup, frames, time, 1),
  };
}

/** Every time of a list, and some between each and the next. */
export function timesWithin(times: ArrayLike<number>, between: number): number[] {
  return Array.from(times).flatMap((time, j, all) => {
    const next = all[j + 1];
    if (next === undefined) return [time];
    return Array.from({ length: between + 1 }, (_, n) => time + ((next - time) * n) / (between + 1));
  });
}

function shared({ shapeEnergy, radii, path }: MotionSetup): Pick<MotionTerms, 'shapeEnergy' | 'radii' | 'middle'> {
  return { shapeEnergy, radii, middle: path.middle };
}

/** Rᵀ(x′ − c) for the places, and Rᵀ(v − ċ) − RᵀṘ p for the velocity: residuals in the turning frame have the same length. */
function keyframeTerms(
  setup: MotionSetup,
  frames: TimeFrames,
  { time, targets, velocity }: PreparedKeyframe,
): LinearTerm[] {
  const { field, weights, path, duration } = setup,
    row = frames.at(time),
    pose = path.at(time),
    terms = targets.map(({ rows, displacements, weights: own }): LinearTerm => {
      const places = placesOf(field, rows);
      return {
        name: 'keyframes',
        rows,
        frames: row.frames,
        matrices: matricesOf(row, row.values),
        goals: goalsOf(places, (p, n) => {
          const goal = [0, 1, 2].map((a) => places[3 * n + a]! + displacements[3 * n + a]! - pose.c[a]!);
          return turnedBack(pose.R, goal).map((x, a) => x - p[a]! + path.middle[a]!);
        }),
        weights: own.map((w) => weights.keyframes * w),
      };
    });
  if (velocity) terms.push(velocityTerm(setup, row, pose, velocity, weights.velocity * duration * duration));
  return terms;
}

function velocityTerm(
  { field, path }: MotionSetup,
  row: TimeRow,
  pose: RigidPose,
  velocity: readonly number[],
  weight: number,
): LinearTerm {
  const spin = product(pose.R, pose.dR);
  return {
    name: 'velocity',
    rows: field.atParticles,
    frames: row.frames,
    matrices: matricesOf(row, row.slopes, spin),
    goals: goalsOf(field.positions, (x) => {
      const p = x.map((c, a) => c - path.middle[a]!),
        still = turnedBack(
          pose.R,
          velocity.map((v, a) => v - pose.dc[a]!),
        );
      return still.map((v, a) => v - spin[3 * a]! * p[0]! - spin[3 * a + 1]! * p[1]! - spin[3 * a + 2]! * p[2]!);
    }),
    weights: field.volumes.map((V) => (weight * V) / (field.size * field.size)),
  };
}

/** p̈ + Rᵀc̈: acceleration of the middle and of the shape in the turning frame; the turn itself is as smooth as its path. */
function accelerationTerm(
  { field, weights, path, duration }: MotionSetup,
  frames: TimeFrames,
  time: number,
  share: number,
): LinearTerm {
  const row = frames.at(time),
    pose = path.at(time),
    goal = turnedBack(pose.R, Array.from(pose.ddc)).map((x) => -x),
    square = duration * duration,
    weight = (share * weights.acceleration * square * square) / (field.size * field.size);
  return {
    name: 'acceleration',
    rows: field.atParticles,
    frames: row.frames,
    matrices: matricesOf(row, row.curvatures),
    goals: goalsOf(field.positions, () => goal),
    weights: field.volumes.map((V) => weight * V),
  };
}

function obstacleTerms(
  { field, weights, path, obstacles }: MotionSetup,
  frames: TimeFrames,
  time: number,
  share: number,
): ObstacleTerm[] {
  const row = frames.at(time),
    pose = path.at(time),
    weight = (share * weights.obstacles) / (field.size * field.size);
  return obstacles.map((clearance) => ({ row, pose, share: weight, clearance: clearance(time) }));
}

/** factor_n I, and Φ_n times another matrix if there is one. */
function matricesOf({ frames, values }: TimeRow, factors: Float64Array, turning?: Float64Array): Float64Array {
  const out = new Float64Array(9 * frames.length);
  frames.forEach((_, n) => {
    for (let a = 0; a < 3; a++) out[9 * n + 4 * a] = factors[n]!;
    if (turning) for (let k = 0; k < 9; k++) out[9 * n + k]! += values[n]! * turning[k]!;
  });
  return out;
}

function goalsOf(places: Float64Array, goal: (place: number[], n: number) => readonly number[]): Float64Array {
  const out = new Float64Array(places.length);
  for (let k = 0; k < places.length; k += 3) out.set(goal([places[k]!, places[k + 1]!, places[k + 2]!], k / 3), k);
  return out;
}

function turnedBack(R: Float64Array, v: readonly number[]): number[] {
  return [0, 1, 2].map((a) => R[a]! * v[0]! + R[3 + a]! * v[1]! + R[6 + a]! * v[2]!);
}

/** AᵀB. */
function product(A: Float64Array, B: Float64Array): Float64Array {
  return A.map((_, k) => {
    const [a, b] = [Math.floor(k / 3), k % 3];
    return A[a]! * B[b]! + A[3 + a]! * B[3 + b]! + A[6 + a]! * B[6 + b]!;
  });
}
