// The bodies of a world: obstacles whose pose is part of its state. In a step they go where their velocities lead, and meet the particles on
// the way; then their mover learns what the particles did to them. [ADR 27]

import { type StepLimit, tighten } from '../engine/step-limit.ts';
import {
  BODY_NUMBERS,
  type Body,
  type BodyState,
  bodyPoseInto,
  isPressable,
  type Load,
  type Mover,
  POSITION,
  startOf,
  takeAlong,
} from '../obstacles/body.ts';
import type { BodySources } from '../obstacles/pack.ts';
import { identityPose } from '../obstacles/pose.ts';
import type { PoseSource, SimulatedPoses } from '../obstacles/pose-source.ts';
import type { Scene } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { solidOf } from '../shapes/solid.ts';

/** What a snapshot says of a body. */
export interface SavedBody {
  /** Number of the obstacle. */
  readonly obstacle: number;
  /** The numbers of its state: see src/obstacles/body.ts. */
  readonly state: readonly number[];
}

export class Bodies {
  readonly mover: Mover;
  /** One for each body, in the order of the mover. */
  readonly states: readonly BodyState[];
  /** Where the poses of the obstacles come from: all parts of the first body, then those of the next. */
  readonly sources: BodySources;
  /** Which body each of the sources belongs to. */
  readonly owners: readonly number[];
  private readonly trig: Trigonometry;
  private readonly centers: readonly Vec3[];
  private readonly ahead = new Float64Array(BODY_NUMBERS);
  /** What the bodies gave in a step, six numbers each. */
  private readonly given: Float64Array;
  /** What the bodies have been given already in a step, six numbers for each source. */
  private readonly done: Float64Array;
  /** What the states are the states at, s. */
  private time = 0;

  constructor(mover: Mover, { obstacles, dimension }: Scene, trig: Trigonometry) {
    requireBodies(mover.bodies, obstacles);
    this.mover = mover;
    this.trig = trig;
    this.centers = mover.bodies.map(
      (body) => body.center ?? solidOf(obstacles[body.obstacle]!.shape, trig, dimension).center,
    );
    this.states = mover.bodies.map((body, k) => startOf(this.centers[k]!, body));
    for (const state of this.states) dropSigns(state);
    const parts = mover.bodies.flatMap((body, k) => partsOf(body).map((obstacle) => ({ obstacle, k })));
    this.sources = new Map(parts.map(({ obstacle, k }) => [obstacle, this.sourceOf(k)]));
    this.owners = parts.map(({ k }) => k);
    this.given = new Float64Array(6 * mover.bodies.length);
    this.done = new Float64Array(6 * parts.length);
  }

  /** A frame begins, as if it were read from a snapshot. */
  beginFrame(): void {
    this.mover.beginFrame?.();
  }

  /** Lowers the limit of the next step to what the bodies need. */
  limit(out: StepLimit): void {
    const { mover, states } = this;
    if (mover.limit) tighten(out, 'bodies', mover.limit(states));
  }

  /** Begins the step from t0 to t1 (s): the bodies get the velocities with which they go through it. */
  begin(t0: number, t1: number): void {
    this.time = t0;
    this.mover.before(this.states, t1 - t0, t0);
  }

  /** Begins a step at t0 (s) in which particles act on the bodies where they are: see `depart`. */
  open(t0: number): void {
    this.time = t0;
  }

  /** The same once they have: `loads` is what the bodies gave, and the velocities with which they go on to t1 (s) are those at its end. */
  depart(t1: number, loads: Float64Array): void {
    const { mover, states } = this;
    if (!isPressable(mover)) return;
    this.done.set(loads);
    mover.push(states, this.loadsOf(loads));
    mover.before(states, t1 - this.time, this.time, true);
  }

  /** Ends the step at t1 (s). `loads` are six numbers for each source: see `Booking.loads`. */
  end(t1: number, loads: Float64Array): void {
    const dt = t1 - this.time,
      { done } = this;
    for (let n = 0; n < loads.length; n++) done[n] = loads[n]! - done[n]!;
    for (const state of this.states) takeAlong(state, state, dt, this.trig);
    this.time = t1;
    this.mover.after(this.states, dt, this.loadsOf(done));
    done.fill(0);
    for (const state of this.states) dropSigns(state);
    if (!this.states.every((state) => state.every(Number.isFinite)))
      throw new RangeError('A mover left a body without a place or a velocity.');
  }

  /** What particles did to each body, from what its sources gave to them. */
  private loadsOf(loads: Float64Array): Load[] {
    const { given } = this;
    given.fill(0);
    for (let n = 0; n < loads.length; n++) given[6 * this.owners[Math.floor(n / 6)]! + (n % 6)]! += loads[n]!;
    return this.states.map((state, k) => loadOn(state, given.subarray(6 * k, 6 * k + 6)));
  }

  /** Where the obstacles are. */
  poses(): SimulatedPoses {
    return new Map(
      [...this.sources.keys()].map((obstacle, n) => {
        const pose = identityPose(),
          k = this.owners[n]!;
        bodyPoseInto(pose, this.states[k]!, this.centers[k]!);
        return [obstacle, pose];
      }),
    );
  }

  save(): SavedBody[] {
    return this.mover.bodies.map(({ obstacle }, k) => ({ obstacle, state: [...this.states[k]!] }));
  }

  /** Takes states that `save` gave, at a time (s); false if they are those of other bodies. */
  load(saved: readonly SavedBody[], time: number): boolean {
    const { bodies } = this.mover;
    if (saved.length !== bodies.length || saved.some(({ obstacle }, k) => obstacle !== bodies[k]!.obstacle))
      return false;
    saved.forEach(({ state }, k) => {
      this.states[k]!.set(state);
    });
    this.time = time;
    return true;
  }

  private sourceOf(k: number): PoseSource {
    return {
      kind: 'simulated',
      at: (time, out) => {
        if (time === this.time) bodyPoseInto(out, this.states[k]!, this.centers[k]!);
        else {
          takeAlong(this.ahead, this.states[k]!, time - this.time, this.trig);
          bodyPoseInto(out, this.ahead, this.centers[k]!);
        }
      },
    };
  }
}

function partsOf({ obstacle, parts }: Body): readonly number[] {
  return parts ?? [obstacle];
}

/** Makes −0 to 0: a snapshot keeps numbers as text, which has one zero. */
function dropSigns(state: BodyState): void {
  for (let n = 0; n < BODY_NUMBERS; n++) state[n]! += 0;
}

/** What particles did to a body, from what it gave to them. */
function loadOn(state: BodyState, given: Float64Array): Load {
  const [px, py, pz, mx, my, mz] = given as unknown as readonly [number, number, number, number, number, number],
    [x, y, z] = [state[POSITION]!, state[POSITION + 1]!, state[POSITION + 2]!];
  return {
    impulse: [0 - px, 0 - py, 0 - pz],
    torque: [y * pz - z * py - mx, z * px - x * pz - my, x * py - y * px - mz],
  };
}

/** Movers are parts of programs, not of scenes: a wrong one is a wrong program. */
function requireBodies(bodies: readonly Body[], obstacles: Scene['obstacles']): void {
  const seen = new Set<number>();
  for (const obstacle of bodies.flatMap(partsOf)) {
    if (!obstacles[obstacle]) throw new RangeError(`There is no obstacle ${obstacle} to move.`);
    if (obstacles[obstacle].motion) throw new RangeError(`Obstacle ${obstacle} already has a motion.`);
    if (seen.has(obstacle)) throw new RangeError(`Obstacle ${obstacle} is moved twice.`);
    seen.add(obstacle);
  }
}
