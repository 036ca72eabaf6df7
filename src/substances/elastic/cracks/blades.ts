// Obstacles that cut: the edge of a blade, as samples, at a look; in the shape at the start by the inverse of the deformation around it.
// [card §16]  X = Σ ω (X_n + F_n⁻¹(p − x_n))/Σ ω over nodes near a sample p. What the edge has passed between two looks is cut.

import {
  ANGULAR_VELOCITY,
  BODY,
  HALF_LENGTH,
  LINEAR_VELOCITY,
  POSE_END,
  RADIUS,
  RECORD_SLOTS,
  VECTOR,
} from '../../../obstacles/layout.ts';
import type { Obstacle } from '../../../scene/schema.ts';
import * as at from '../../../wasm/layout.ts';
import type { SharedMemory } from '../../../wasm/memory.ts';
import type { Point } from './vectors.ts';
import { along, difference, dot, lengthOf, unitOf } from './vectors.ts';

/** Samples of an edge are so far apart, over the spacing of the finest solid; at most so many. */
const APART = 0.5,
  MOST_SAMPLES = 2048;

/** An obstacle that cuts. */
export interface Blade {
  /** Its number in the scene. */
  readonly obstacle: number;
  readonly kind: 'axis' | 'box' | 'ball';
}

/** The blades of a scene. */
export function bladesOf(obstacles: readonly Obstacle[]): Blade[] {
  return obstacles.flatMap(({ cuts, shape }, obstacle) => {
    if (!cuts) return [];
    const kind = 'box' in shape ? 'box' : 'sphere' in shape ? 'ball' : 'axis';
    return [{ obstacle, kind }];
  });
}

/** The edge of a blade where it is at the end of a step. */
export interface Edge {
  readonly blade: Blade;
  readonly samples: readonly Point[];
  /** Of each sample, m/s. */
  readonly velocities: readonly Point[];
  /** Length that a sample stands for, m; 1 in the plane. */
  readonly share: readonly number[];
  /** The body whose pose is simulated that it belongs to; −1 for none. */
  readonly body: number;
}

/** The edge of a blade, from the row of its obstacle. */
export function edgeOf(shared: SharedMemory, blade: Blade, dimension: 2 | 3, spacing: number): Edge {
  const row = (shared.u32[at.OBSTACLES >> 2]! >>> 3) + blade.obstacle * RECORD_SLOTS,
    r = shared.f64.subarray(row, row + RECORD_SLOTS),
    pose = r.subarray(POSE_END, POSE_END + 12),
    center: Point = [pose[9]!, pose[10]!, pose[11]!],
    linear: Point = [r[LINEAR_VELOCITY]!, r[LINEAR_VELOCITY + 1]!, r[LINEAR_VELOCITY + 2]!],
    [from, to] = endsOf(r, blade, dimension, pose, center, linear),
    length = lengthOf(difference(to, from)),
    count = dimension === 2 ? 1 : Math.min(MOST_SAMPLES, 1 + Math.max(1, Math.ceil(length / (APART * spacing)))),
    samples = Array.from({ length: count }, (_, k) =>
      along(from, count === 1 ? 0 : k / (count - 1), difference(to, from)),
    ),
    spin: Point = [r[ANGULAR_VELOCITY]!, r[ANGULAR_VELOCITY + 1]!, r[ANGULAR_VELOCITY + 2]!],
    velocities = samples.map((p) => along(linear, 1, cross(spin, difference(p, center)))),
    part = count === 1 ? 1 : length / (count - 1),
    share = samples.map((_, k) => (count > 1 && (k === 0 || k === count - 1) ? 0.5 * part : part));
  return { blade, samples, velocities, share, body: r[BODY]! };
}

/** The two ends of an edge, in front of the way that the blade goes; in the plane twice the foremost point. */
function endsOf(
  r: Float64Array,
  { kind }: Blade,
  dimension: 2 | 3,
  pose: Float64Array,
  center: Point,
  velocity: Point,
): [Point, Point] {
  const vector: Point = [r[VECTOR]!, r[VECTOR + 1]!, r[VECTOR + 2]!],
    ahead = unitOf(velocity) ?? [0, 0, 0];
  if (kind === 'ball') {
    const tip = along(center, r[RADIUS]!, ahead);
    return [tip, tip];
  }
  if (kind === 'axis') {
    const axis = turn(pose, vector),
      half = r[HALF_LENGTH]!,
      across = dimension === 2 ? ahead : (unitOf(along(ahead, -dot(ahead, axis), axis)) ?? [0, 0, 0]);
    if (dimension === 2) {
      const lengthwise = half < Number.POSITIVE_INFINITY ? half * Math.sign(dot(ahead, axis)) : 0,
        tip = along(along(center, lengthwise, axis), r[RADIUS]!, ahead);
      return [tip, tip];
    }
    const middle = along(center, r[RADIUS]!, across),
      whole = half + r[RADIUS]!;
    return [along(middle, -whole, axis), along(middle, whole, axis)];
  }
  const sizes = [vector[0], vector[1], dimension === 2 ? -1 : vector[2]],
    order = [0, 1, 2].sort((a, b) => sizes[b]! - sizes[a]! || a - b),
    axes = [0, 1, 2].map((a) => turn(pose, [Number(a === 0), Number(a === 1), Number(a === 2)])),
    [long, middle] = [order[0]!, order[1]!],
    front = dimension === 2 ? long : middle,
    tip = along(center, sizes[front]! * Math.sign(dot(ahead, axes[front]!)), axes[front]!);
  if (dimension === 2) return [tip, tip];
  return [along(tip, -sizes[long]!, axes[long]!), along(tip, sizes[long]!, axes[long]!)];
}

function turn(pose: Float64Array, v: Point): Point {
  return [0, 3, 6].map((k) => pose[k]! * v[0] + pose[k + 1]! * v[1] + pose[k + 2]! * v[2]) as unknown as Point;
}

function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
