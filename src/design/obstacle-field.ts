// Obstacles of a motion as distance fields at a time. [AW09 eq. 84, X47]

import { prepareMotion } from '../obstacles/motion.ts';
import { identityPose } from '../obstacles/pose.ts';
import type { Motion } from '../scene/schema.ts';
import { outwardNormal, signedDistance } from '../shapes/distance.ts';
import { EXACT_TRIGONOMETRY } from '../shapes/exact-trigonometry.ts';
import type { Shape } from '../shapes/shape.ts';
import { solidOf } from '../shapes/solid.ts';

/** A solid that a motion keeps away from, or a container it stays in. The same shapes and motions as in scenes. */
export interface MotionObstacle {
  readonly shape: Shape;
  /** Whether the shape is kept inside and not outside. */
  readonly inside?: boolean;
  /** How the obstacle moves; it rests without it. */
  readonly motion?: Motion;
}

/** An obstacle at one time. */
export interface Clearance {
  /** Distance to it, m, positive where a point is free. */
  distance(x: number, y: number, z: number): number;
  /** Writes the direction away from it. */
  normalInto(out: Float64Array, x: number, y: number, z: number): void;
}

/** Prepares an obstacle: its clearance at any time. */
export function clearanceOf({ shape, inside = false, motion }: MotionObstacle): (time: number) => Clearance {
  const solid = solidOf(shape, EXACT_TRIGONOMETRY),
    poseAt = prepareMotion(motion, EXACT_TRIGONOMETRY),
    sign = inside ? -1 : 1;
  return (time) => {
    const P = identityPose();
    poseAt(time, P);
    const local = (x: number, y: number, z: number, a: number) =>
      P[a]! * (x - P[9]!) + P[3 + a]! * (y - P[10]!) + P[6 + a]! * (z - P[11]!);
    return {
      distance: (x, y, z) => sign * signedDistance(solid, local(x, y, z, 0), local(x, y, z, 1), local(x, y, z, 2)),
      normalInto: (out, x, y, z) => {
        const n = outwardNormal(solid, local(x, y, z, 0), local(x, y, z, 1), local(x, y, z, 2));
        for (let a = 0; a < 3; a++) {
          out[a] = sign * (P[3 * a]! * n[0] + P[3 * a + 1]! * n[1] + P[3 * a + 2]! * n[2]);
        }
      },
    };
  };
}
