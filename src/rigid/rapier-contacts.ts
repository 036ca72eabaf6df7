// Contacts and joints by Rapier's deterministic build. Its world is made anew at every frame from our state, in the order of the scene, so that
// nothing of it has to be saved. In each step it gets places and velocities, and what it changes is taken over. [ADR 45]

import type RAPIER from '@dimforge/rapier3d-deterministic-compat';
import { type BodyState, POSITION, SPIN, TURN, VELOCITY } from '../obstacles/body.ts';
import { angleOf, identityPose } from '../obstacles/pose.ts';
import { type PoseSource, poseSource } from '../obstacles/pose-source.ts';
import type { Joint, Obstacle, Scene } from '../scene/schema.ts';
import { boundsOf } from '../shapes/bounds.ts';
import { PLANE } from '../shapes/kinds.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { type Solid, solidOf } from '../shapes/solid.ts';
import { collidersOf, type Rapier, type Region } from './colliders.ts';
import { addJoint, jointBodies } from './joints.ts';
import { principalAxes } from './principal-axes.ts';
import { quaternionOf } from './quaternion.ts';
import type { RigidBody } from './rigid-bodies.ts';
import type { ContactChange, Contacts } from './rigid-mover.ts';

/** Longest step of contacts, s, and the part of its size that a body may go in a step. */
const LONGEST = 1 / 240;
const WAY = 0.1;
/** Shifts below this part of the coordinates are noise of single precision. */
const NOISE = 2 ** -21;
/** How far solids may stand in each other at rest, in sizes of the smallest body, and how quickly they leave each other, Hz. */
const SLACK = 2e-4;
const FREQUENCY = 120;
/** With 4, as is usual, a stack of five boxes creeps. */
const ROUNDS = 8;

interface Fixed {
  readonly obstacle: Obstacle;
  readonly solid: Solid;
  readonly source: PoseSource;
}

export class RapierContacts implements Contacts {
  private readonly R: Rapier;
  private readonly scene: Scene;
  private readonly trig: Trigonometry;
  private readonly bodies: readonly RigidBody[];
  private readonly solids: readonly Solid[];
  private readonly fixed: readonly Fixed[];
  private readonly joints: readonly Joint[];
  /** Bodies that a joint holds. */
  private readonly held: ReadonlySet<number>;
  private readonly radii: readonly number[];
  private world: RAPIER.World | undefined;
  private moved: RAPIER.RigidBody[] = [];
  private driven: (readonly [Fixed, RAPIER.RigidBody])[] = [];
  private readonly pose = identityPose();

  constructor(R: Rapier, scene: Scene, bodies: readonly RigidBody[], trig: Trigonometry) {
    this.R = R;
    this.scene = scene;
    this.trig = trig;
    this.bodies = bodies;
    this.joints = scene.joints ?? [];
    this.held = new Set(this.joints.flatMap((joint) => jointBodies(joint, bodies)));
    this.solids = scene.obstacles.map(({ shape }) => solidOf(shape, trig, scene.dimension));
    this.fixed = scene.obstacles.flatMap((obstacle, k) =>
      obstacle.rigid ? [] : [{ obstacle, solid: this.solids[k]!, source: poseSource(obstacle, k, trig) }],
    );
    this.radii = bodies.map((body) => radiusOf(body, this.solids, scene.dimension));
  }

  beginFrame(): void {
    this.world?.free();
    this.world = undefined;
  }

  limit(states: readonly BodyState[]): number {
    let dt = LONGEST;
    for (const [k, state] of states.entries()) {
      const speed = Math.sqrt(square(state, VELOCITY));
      if (speed > 0) dt = Math.min(dt, (WAY * this.radii[k]!) / speed);
    }
    return dt;
  }

  solve(states: readonly BodyState[], dt: number, time: number, changes: readonly ContactChange[]): void {
    const world = this.world ?? this.build(states, time);
    this.moved.forEach((body, k) => {
      place(body, states[k]!);
    });
    for (const [{ source }, body] of this.driven) this.drive(source, body, time, time + dt);
    world.timestep = dt;
    world.step();
    this.moved.forEach((body, k) => {
      const touched = this.held.has(k) || this.touches(body);
      changes[k]!.touched = touched;
      if (touched) this.take(body, states[k]!, dt, changes[k]!);
    });
  }

  /** Pairs of solids that stand in each other at the start by more than a part of the smaller one: numbers of bodies, −1 for other obstacles, and depth (m). */
  overlaps(
    states: readonly BodyState[],
    part: number,
  ): { readonly body: number; readonly other: number; readonly depth: number }[] {
    const world = this.build(states, 0),
      found: { body: number; other: number; depth: number }[] = [];
    world.timestep = 1e-9;
    world.step();
    this.moved.forEach((body, k) => {
      this.eachContact(body, (other, depth) => {
        const l = other ? this.moved.findIndex(({ handle }) => handle === other.handle) : -1,
          size = l < 0 ? this.radii[k]! : Math.min(this.radii[k]!, this.radii[l]!);
        if (depth > part * size && (l < 0 || l > k) && !this.areJoined(k, l)) found.push({ body: k, other: l, depth });
      });
    });
    this.beginFrame();
    return found;
  }

  private areJoined(k: number, l: number): boolean {
    return this.joints.some((joint) => {
      const own = jointBodies(joint, this.bodies);
      return own.includes(k) && (l < 0 ? own.length === 1 : own.includes(l));
    });
  }

  private eachContact(body: RAPIER.RigidBody, see: (other: RAPIER.RigidBody | null, depth: number) => void): void {
    for (let n = 0; n < body.numColliders(); n++) {
      const collider = body.collider(n);
      this.world!.contactPairsWith(collider, (other) => {
        this.world!.contactPair(collider, other, (manifold) => {
          for (let c = 0; c < manifold.numContacts(); c++) see(other.parent(), 0 - manifold.contactDist(c));
        });
      });
    }
  }

  private touches(body: RAPIER.RigidBody): boolean {
    let found = false;
    for (let n = 0; n < body.numColliders() && !found; n++) {
      const collider = body.collider(n);
      this.world!.contactPairsWith(collider, (other) => {
        this.world!.contactPair(collider, other, (manifold) => {
          if (manifold.numSolverContacts() > 0) found = true;
        });
      });
    }
    return found;
  }

  /** Takes over what Rapier did to a body; differences are taken of its own single-precision numbers. */
  private take(body: RAPIER.RigidBody, state: BodyState, dt: number, change: ContactChange): void {
    const { gravity } = this.scene,
      [v, w, x, q] = [body.linvel(), body.angvel(), body.translation(), body.rotation()],
      velocity = [v.x, v.y, v.z],
      spin = [w.x, w.y, w.z],
      place = [x.x, x.y, x.z],
      turned = this.turnSince(state, q),
      size = Math.max(...place.map(Math.abs), 1e-3);
    for (let a = 0; a < 3; a++) {
      change.velocity[a] = velocity[a]! - Math.fround(state[VELOCITY + a]!) - dt * gravity[a]!;
      change.spin[a] = spin[a]! - Math.fround(state[SPIN + a]!);
      const shift = place[a]! - Math.fround(state[POSITION + a]!) - dt * velocity[a]!,
        twist = turned[a]! - dt * spin[a]!;
      change.shift[a] = Math.abs(shift) < NOISE * size ? 0 : shift / dt;
      change.twist[a] = Math.abs(twist) < 2 * NOISE ? 0 : twist / dt;
    }
    // Bodies of a plane are not locked to it in Rapier, whose friction then creeps; they are put back instead.
    if (this.scene.dimension === 2) {
      for (const part of [change.velocity, change.shift]) part[2] = 0;
      for (const part of [change.spin, change.twist]) part.fill(0, 0, 2);
    }
  }

  /** The rotation vector from the turn of a state to a quaternion of Rapier, rad. */
  private turnSince(state: BodyState, { w, x, y, z }: RAPIER.Rotation): Vec3 {
    const [a, b, c, d] = [state[TURN]!, state[TURN + 1]!, state[TURN + 2]!, state[TURN + 3]!],
      cosine = w * a + x * b + y * c + z * d,
      sign = cosine < 0 ? -1 : 1,
      i = sign * (x * a - w * b - y * d + z * c),
      j = sign * (y * a - w * c - z * b + x * d),
      k = sign * (z * a - w * d - x * c + y * b),
      sine = Math.sqrt(i * i + j * j + k * k);
    if (!(sine > 0)) return [0, 0, 0];
    const factor = (2 * angleOf(Math.min(sine, 1), sign * cosine, this.trig)) / sine;
    return [factor * i, factor * j, factor * k];
  }

  private drive(source: PoseSource, body: RAPIER.RigidBody, t0: number, t1: number): void {
    const at = (time: number): [RAPIER.Vector, RAPIER.Rotation] => {
      source.at(time, this.pose);
      const [w, x, y, z] = quaternionOf(this.pose);
      return [
        { x: this.pose[9]!, y: this.pose[10]!, z: this.pose[11]! },
        { w, x, y, z },
      ];
    };
    const [x0, q0] = at(t0),
      [x1, q1] = at(t1);
    body.setTranslation(x0, true);
    body.setRotation(q0, true);
    body.setNextKinematicTranslation(x1);
    body.setNextKinematicRotation(q1);
  }

  /** The world of Rapier for bodies in these states. */
  private build(states: readonly BodyState[], time: number): RAPIER.World {
    const { R, scene } = this,
      [x, y, z] = scene.gravity,
      world = new R.World({ x, y, z }),
      region = this.region(states);
    this.world = world;
    world.lengthUnit = Math.min(...this.radii);
    world.integrationParameters.normalizedAllowedLinearError = SLACK;
    world.integrationParameters.contact_natural_frequency = FREQUENCY;
    world.integrationParameters.numSolverIterations = ROUNDS;
    this.moved = this.bodies.map((body, k) => this.addBody(world, body, states[k]!, region));
    this.driven = [];
    for (const fixed of this.fixed) this.addFixed(world, fixed, region, time);
    for (const joint of this.joints) addJoint(R, world, joint, this.bodies, this.moved);
    return world;
  }

  private addBody(world: RAPIER.World, body: RigidBody, state: BodyState, region: Region): RAPIER.RigidBody {
    const { R, trig, scene } = this,
      { moments, axes } = principalAxes(body.inertia),
      [w, x, y, z] = quaternionOf(axes),
      zero = { x: 0, y: 0, z: 0 },
      desc = R.RigidBodyDesc.dynamic()
        .setCanSleep(false)
        .setAdditionalMassProperties(body.mass, zero, { x: moments[0], y: moments[1], z: moments[2] }, { w, x, y, z });
    const added = world.createRigidBody(desc);
    place(added, state);
    for (const part of body.parts) {
      const obstacle = scene.obstacles[part]!;
      for (const shape of collidersOf(R, obstacle, this.solids[part]!, trig, region, body.center!, true))
        world.createCollider(
          shape.setDensity(0).setFriction(obstacle.rigid!.friction).setRestitution(obstacle.rigid!.restitution),
          added,
        );
    }
    return added;
  }

  private addFixed(world: RAPIER.World, fixed: Fixed, region: Region, time: number): void {
    const { R, trig } = this,
      { obstacle, solid, source } = fixed,
      desc = obstacle.motion ? R.RigidBodyDesc.kinematicPositionBased() : R.RigidBodyDesc.fixed(),
      body = world.createRigidBody(desc);
    for (const shape of collidersOf(R, obstacle, solid, trig, region)) {
      shape.setRestitution(1).setRestitutionCombineRule(R.CoefficientCombineRule.Multiply);
      if (obstacle.friction !== undefined) shape.setFriction(obstacle.friction);
      else shape.setFriction(1).setFrictionCombineRule(R.CoefficientCombineRule.Multiply);
      world.createCollider(shape, body);
    }
    if (!obstacle.motion) return;
    this.drive(source, body, time, time);
    this.driven.push([fixed, body]);
  }

  /** Where bodies are, and how far walls must reach for all of them in a frame. */
  private region(states: readonly BodyState[]): Region {
    const center = [0, 1, 2].map((a) => states.reduce((sum, s) => sum + s[POSITION + a]!, 0) / states.length),
      spread = Math.max(
        ...states.map(
          (s, k) => far(s, center) + this.radii[k]! + Math.sqrt(square(s, VELOCITY)) / this.scene.frameRate,
        ),
      );
    return { center: center as unknown as Vec3, reach: 4 * (spread + 10 * Math.max(...this.radii)) };
  }
}

const square = (state: BodyState, at: number): number =>
  state[at]! * state[at]! + state[at + 1]! * state[at + 1]! + state[at + 2]! * state[at + 2]!;

function far(state: BodyState, center: readonly number[]): number {
  const d = [0, 1, 2].map((a) => state[POSITION + a]! - center[a]!);
  return Math.sqrt(d[0]! * d[0]! + d[1]! * d[1]! + d[2]! * d[2]!);
}

function place(body: RAPIER.RigidBody, s: BodyState): void {
  const vector = (at: number) => ({ x: s[at]!, y: s[at + 1]!, z: s[at + 2]! });
  body.setTranslation(vector(POSITION), true);
  body.setRotation({ w: s[TURN]!, x: s[TURN + 1]!, y: s[TURN + 2]!, z: s[TURN + 3]! }, true);
  body.setLinvel(vector(VELOCITY), true);
  body.setAngvel(vector(SPIN), true);
}

/** Half the smallest extent of the largest part of a body, m. */
function radiusOf({ parts }: RigidBody, solids: readonly Solid[], dimension: 2 | 3): number {
  return Math.max(
    ...parts.map((k) => {
      if (solids[k]!.kind === PLANE) return 1;
      const { min, max } = boundsOf(solids[k]!);
      return Math.min(...min.slice(0, dimension).map((x, a) => max[a]! - x)) / 2;
    }),
  );
}
