// Moves rigid bodies: gravity, what particles give, and what contacts and joints do. Double precision; nothing is kept from frame to frame.
// What nothing touches takes velocity Verlet's step and a symplectic turn; what touches something goes where the solver of contacts says. [ADR 45]

import {
  ACTED_NUMBERS,
  type BodyState,
  type Load,
  POSITION,
  type PressableMover,
  SPIN,
  VELOCITY,
} from '../obstacles/body.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { Gyration } from './gyration.ts';
import { type Hold, heldComplianceInto } from './holds.ts';
import type { RigidBody } from './rigid-bodies.ts';

/** What contacts and joints do to a body in a step. */
export interface ContactChange {
  /** Whether anything touches it at all; the rest is 0 if not. */
  touched: boolean;
  /** Change of velocity, m/s, and of spin, rad/s, without that by gravity. */
  readonly velocity: Float64Array;
  readonly spin: Float64Array;
  /** What it is moved and turned beside that, so that solids leave each other, as a velocity (m/s) and a spin (rad/s) of this step. */
  readonly shift: Float64Array;
  readonly twist: Float64Array;
}

/** Finds what contacts and joints do. */
export interface Contacts {
  beginFrame(): void;
  /** Writes the changes in a step of dt (s) from a time (s) on, one for each body. */
  solve(states: readonly BodyState[], dt: number, time: number, changes: readonly ContactChange[]): void;
  /** The longest step, s. */
  limit(states: readonly BodyState[]): number;
}

/** Largest turn in a step, rad: of bodies whose spin changes by itself, and of all others. */
const TUMBLE = 0.025;
const TURN = 0.2;

export class RigidMover implements PressableMover {
  readonly bodies: readonly RigidBody[];
  readonly acted: Float64Array;
  private readonly gravity: Vec3;
  private readonly contacts: Contacts | undefined;
  private readonly gyrations: readonly Gyration[];
  private readonly changes: readonly ContactChange[];
  /** Velocity at the end of a step but for what particles give, and angular momentum, of each body. */
  private readonly coming: readonly { readonly velocity: Float64Array; readonly momentum: Float64Array }[];
  private readonly vector = new Float64Array(3);
  /** What joints to the world leave each body, where that is one way to move or none. */
  private readonly holds: readonly (Hold | undefined)[];
  private readonly compliance = new Float64Array(36);
  /** The last step of this frame, s; 0: there was none. */
  private lastStep = 0;

  constructor(
    bodies: readonly RigidBody[],
    gravity: Vec3,
    trig: Trigonometry,
    contacts?: Contacts,
    holds: readonly (Hold | undefined)[] = [],
  ) {
    this.bodies = bodies;
    this.gravity = gravity;
    this.contacts = contacts;
    this.holds = holds;
    this.acted = new Float64Array(ACTED_NUMBERS * bodies.length);
    this.gyrations = bodies.map(({ inertia }) => new Gyration(inertia, trig));
    this.changes = bodies.map(newChange);
    this.coming = bodies.map(() => ({ velocity: new Float64Array(3), momentum: new Float64Array(3) }));
  }

  beginFrame(): void {
    this.contacts?.beginFrame();
    this.lastStep = 0;
  }

  complianceInto(out: Float64Array, k: number, state: BodyState): void {
    const { mass } = this.bodies[k]!,
      gyration = this.gyrations[k]!,
      hold = this.holds[k],
      unit = this.vector;
    out.fill(0);
    if (hold) {
      heldComplianceInto(out, hold, mass, gyration, state);
      return;
    }
    for (let a = 0; a < 3; a++) {
      out[7 * a] = 1 / mass;
      unit.fill(0);
      unit[a] = 1;
      gyration.spinInto(unit, state, unit);
      for (let b = 0; b < 3; b++) out[6 * (3 + b) + 3 + a] = unit[b]!;
    }
  }

  /** Contacts do as they did in the last step of the frame. Joints that leave a body one way to move take what gravity does across it. */
  aheadInto(out: Float64Array, states: readonly BodyState[], dt: number): void {
    const again = this.lastStep > 0 ? dt / this.lastStep : 0;
    states.forEach((state, k) => {
      const { touched, velocity, spin } = this.changes[k]!,
        { mass } = this.bodies[k]!,
        isHeld = this.holds[k] !== undefined,
        lasts = touched && !isHeld ? again : 0;
      if (isHeld) this.complianceInto(this.compliance, k, state);
      for (let a = 0; a < 3; a++) {
        let [fall, turn] = [dt * this.gravity[a]!, 0];
        if (isHeld) {
          fall = 0;
          for (let b = 0; b < 3; b++) {
            const weight = mass * dt * this.gravity[b]!;
            fall += this.compliance[6 * a + b]! * weight;
            turn += this.compliance[6 * (3 + a) + b]! * weight;
          }
        }
        out[6 * k + a] = state[VELOCITY + a]! + fall + lasts * velocity[a]!;
        out[6 * k + 3 + a] = state[SPIN + a]! + turn + lasts * spin[a]!;
      }
    });
  }

  push(states: readonly BodyState[], loads: readonly Load[]): void {
    const momentum = this.vector;
    for (let k = 0; k < states.length; k++) {
      const state = states[k]!,
        { impulse, torque } = loads[k]!,
        gyration = this.gyrations[k]!;
      gyration.momentumInto(momentum, state, state.subarray(SPIN, SPIN + 3));
      for (let a = 0; a < 3; a++) {
        state[VELOCITY + a]! += impulse[a]! / this.bodies[k]!.mass;
        momentum[a]! += torque[a]!;
      }
      gyration.spinInto(momentum, state, momentum);
      state.set(momentum, SPIN);
    }
  }

  limit(states: readonly BodyState[]): number {
    let dt = this.contacts?.limit(states) ?? Number.POSITIVE_INFINITY;
    for (const [k, state] of states.entries()) {
      const [x, y, z] = [state[SPIN]!, state[SPIN + 1]!, state[SPIN + 2]!],
        rate = Math.sqrt(x * x + y * y + z * z);
      if (rate > 0) dt = Math.min(dt, (this.gyrations[k]!.isBall ? TURN : TUMBLE) / rate);
    }
    return dt;
  }

  before(states: readonly BodyState[], dt: number, time: number, whole = false): void {
    this.acted.fill(0);
    this.contacts?.solve(states, dt, time, this.changes);
    this.lastStep = dt;
    for (let k = 0; k < states.length; k++) this.start(k, states[k]!, dt, whole);
  }

  after(states: readonly BodyState[], _dt: number, loads: readonly Load[]): void {
    for (let k = 0; k < states.length; k++) {
      const state = states[k]!,
        { velocity, momentum } = this.coming[k]!,
        { impulse, torque } = loads[k]!;
      for (let a = 0; a < 3; a++) {
        state[VELOCITY + a] = velocity[a]! + impulse[a]! / this.bodies[k]!.mass;
        momentum[a]! += torque[a]!;
      }
      this.gyrations[k]!.spinInto(this.vector, state, momentum);
      state.set(this.vector, SPIN);
    }
  }

  /** Gives a body the velocity and spin with which it goes through a step, and remembers those that it has at the end. */
  private start(k: number, state: BodyState, dt: number, whole: boolean): void {
    const { velocity, momentum } = this.coming[k]!,
      { touched, shift, twist, velocity: kick, spin: turn } = this.changes[k]!,
      gyration = this.gyrations[k]!,
      spin = this.vector;
    spin.set(state.subarray(SPIN, SPIN + 3));
    gyration.momentumInto(momentum, state, spin);
    if (touched) gyration.momentumInto(spin, state, turn);
    else spin.fill(0);
    this.book(k, state, dt, spin, whole);
    for (let a = 0; a < 3; a++) {
      const fall = dt * this.gravity[a]!,
        before = state[VELOCITY + a]!;
      momentum[a]! += spin[a]!;
      velocity[a] = before + fall + (touched ? kick[a]! : 0);
      state[VELOCITY + a] = touched ? velocity[a]! + shift[a]! : before + (whole ? fall : 0.5 * fall);
    }
    gyration.steadySpinInto(spin, state, momentum, dt);
    for (let a = 0; a < 3; a++) state[SPIN + a] = spin[a]! + (touched ? twist[a]! : 0);
  }

  /** Books gravity and contacts; `spin` is what contacts do to the angular momentum about the center. */
  private book(k: number, state: BodyState, dt: number, spin: Float64Array, whole: boolean): void {
    const { mass } = this.bodies[k]!,
      { touched, shift, velocity: kick } = this.changes[k]!,
      at = ACTED_NUMBERS * k,
      g = this.gravity,
      x = (a: number): number => state[POSITION + a]!,
      v = (a: number): number => state[VELOCITY + a]!;
    for (let a = 0; a < 3; a++) {
      const [b, c] = [(a + 1) % 3, (a + 2) % 3];
      this.acted[at + a] = mass * dt * g[a]!;
      // Gravity acts at the start, or half at the start and half at the end of the step.
      const way = (n: number): number => x(n) + (touched || whole ? 0 : 0.5 * dt * (v(n) + 0.5 * dt * g[n]!));
      this.acted[at + 3 + a] = mass * dt * (way(b) * g[c]! - way(c) * g[b]!);
      if (!touched) continue;
      const end = (n: number): number => v(n) + dt * g[n]! + kick[n]!;
      this.acted[at + 6 + a] = mass * kick[a]!;
      this.acted[at + 9 + a] =
        spin[a]! + mass * (x(b) * kick[c]! - x(c) * kick[b]!) + mass * dt * (shift[b]! * end(c) - shift[c]! * end(b)); // the body is moved across its momentum
    }
  }
}

/** No change. */
function newChange(): ContactChange {
  const zero = () => new Float64Array(3);
  return { touched: false, velocity: zero(), spin: zero(), shift: zero(), twist: zero() };
}
