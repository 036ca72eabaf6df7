// The joints of a scene as those of Rapier. Where a frame begins they are made as they were at the start of the scene, and bodies placed.

import type RAPIER from '@dimforge/rapier3d-deterministic-compat';
import type { Joint } from '../scene/schema.ts';
import { lengthOf, unit } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import type { Rapier } from './colliders.ts';
import type { RigidBody } from './rigid-bodies.ts';

/** A motor that gives what it takes: so many N·s/m for each kg, or as much for turning. */
const STRONG = 1e4;
const DEGREES = Math.PI / 180;

/** Numbers of the bodies that a joint holds. */
export function jointBodies(joint: Joint, bodies: readonly RigidBody[]): number[] {
  return settingsOf(joint).bodies.map((name) => bodies.findIndex((body) => body.name === name));
}

/** What a joint says, whatever its kind. */
export function settingsOf(joint: Joint): { readonly bodies: readonly string[] } {
  return Object.values(joint)[0]!;
}

/** Adds a joint to a world of Rapier. One body is joined to the world: to a fixed body at the origin. */
export function addJoint(
  R: Rapier,
  world: RAPIER.World,
  joint: Joint,
  bodies: readonly RigidBody[],
  moved: readonly RAPIER.RigidBody[],
): void {
  const [k, l] = jointBodies(joint, bodies) as [number, number | undefined],
    // The second is what moves against the first; the world is the first.
    [one, two] = l === undefined ? [undefined, k] : [k, l],
    first = one === undefined ? world.createRigidBody(R.RigidBodyDesc.fixed()) : moved[one]!,
    second = moved[two]!,
    from = (point: Vec3, of: number | undefined) =>
      asVector(of === undefined ? point : minus(point, bodies[of]!.center!));
  const make = (data: RAPIER.JointData): RAPIER.ImpulseJoint => {
    const made = world.createImpulseJoint(data, first, second, true);
    made.setContactsEnabled(false);
    return made;
  };
  const none = { w: 1, x: 0, y: 0, z: 0 },
    middle = bodies[two]!.center!;
  if ('fixed' in joint) make(R.JointData.fixed(from(middle, one), none, from(middle, two), none));
  else if ('hinge' in joint) {
    const { point, axis = [0, 0, 1], limits, motor } = joint.hinge,
      made = make(
        R.JointData.revolute(from(point, one), from(point, two), asVector(unit(axis))),
      ) as RAPIER.RevoluteImpulseJoint;
    if (limits) made.setLimits(limits[0] * DEGREES, limits[1] * DEGREES);
    if (motor) drive(made, motor.speed * DEGREES, motor.torque, bodies[two]!.mass);
  } else if ('slider' in joint) {
    const { axis, limits, motor } = joint.slider,
      made = make(
        R.JointData.prismatic(from(middle, one), from(middle, two), asVector(unit(axis))),
      ) as RAPIER.PrismaticImpulseJoint;
    if (limits) made.setLimits(...limits);
    if (motor) drive(made, motor.speed, motor.force, bodies[two]!.mass);
  } else {
    const { from: a, to: b, length = lengthOf(minus(b, a)), stiffness, damping } = joint.spring;
    // The first named body is held at `from`.
    const [p, q] = l === undefined ? [from(b, undefined), from(a, k)] : [from(a, k), from(b, l)];
    make(R.JointData.spring(length, stiffness, damping, p, q));
  }
}

function drive(
  joint: RAPIER.RevoluteImpulseJoint | RAPIER.PrismaticImpulseJoint,
  speed: number,
  most: number | undefined,
  mass: number,
): void {
  joint.configureMotorVelocity(speed, STRONG * mass);
  if (most !== undefined) joint.setMotorMaxForce(most);
}

const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const asVector = ([x, y, z]: Vec3): RAPIER.Vector => ({ x, y, z });
