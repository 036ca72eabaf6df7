// What a joint to the world leaves of a body's freedom: one way to move, or none. A solve for the pressure must know it, or water would
// push a wheel away from its axle and feel it come back a step later. [ADR 55]

import { type BodyState, POSITION } from '../obstacles/body.ts';
import type { Joint } from '../scene/schema.ts';
import { unit } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import type { Gyration } from './gyration.ts';
import { jointBodies } from './joints.ts';
import type { RigidBody } from './rigid-bodies.ts';

/** A body that is held: it turns about an axis through a point (m), slides along an axis, or does not move. */
export type Hold =
  | { readonly kind: 'hinge'; readonly axis: Vec3; readonly point: Vec3 }
  | { readonly kind: 'slider'; readonly axis: Vec3 }
  | { readonly kind: 'fixed' };

/** The hold of each body, if its only joint is one to the world and no spring. */
export function holdsOf(joints: readonly Joint[], bodies: readonly RigidBody[]): (Hold | undefined)[] {
  return bodies.map((_, k) => {
    const own = joints.filter((joint) => jointBodies(joint, bodies).includes(k)),
      [joint] = own;
    return own.length === 1 && jointBodies(joint!, bodies).length === 1 ? holdOf(joint!) : undefined;
  });
}

function holdOf(joint: Joint): Hold | undefined {
  if ('hinge' in joint) {
    const { point, axis = [0, 0, 1] } = joint.hinge;
    return { kind: 'hinge', point, axis: unit(axis) };
  }
  if ('slider' in joint) return { kind: 'slider', axis: unit(joint.slider.axis) };
  return 'fixed' in joint ? { kind: 'fixed' } : undefined;
}

/** Adds j jᵀ/(jᵀ M j), j the one way to move: how impulses change the motion of a body that is held. */
export function heldComplianceInto(
  out: Float64Array,
  hold: Hold,
  mass: number,
  gyration: Gyration,
  state: BodyState,
): void {
  if (hold.kind === 'fixed') return;
  const way = wayOf(hold, state),
    spin = Float64Array.from(way.slice(3)),
    [x, y, z] = way as unknown as Vec3,
    momentum = new Float64Array(3);
  gyration.momentumInto(momentum, state, spin);
  const inertia =
    mass * (x * x + y * y + z * z) + spin[0]! * momentum[0]! + spin[1]! * momentum[1]! + spin[2]! * momentum[2]!;
  for (let row = 0; row < 6; row++)
    for (let column = 0; column < 6; column++) out[6 * row + column]! += (way[row]! * way[column]!) / inertia;
}

/** Velocity of the center and spin, of a motion by one unit. */
function wayOf(hold: Exclude<Hold, { readonly kind: 'fixed' }>, state: BodyState): readonly number[] {
  const [a, b, c] = hold.axis;
  if (hold.kind === 'slider') return [a, b, c, 0, 0, 0];
  const [x, y, z] = hold.point.map((p, n) => state[POSITION + n]! - p) as unknown as Vec3;
  return [b * z - c * y, c * x - a * z, a * y - b * x, a, b, c];
}
