// Bodies as unknowns of the solve for the pressure: how they answer to what particles do to them, in the table that passes read. [ADR 55]

import type { PressedBodies } from '../engine/pressed-bodies.ts';
import { type BodyState, isPressable, type Mover, POSITION, type PressableMover } from '../obstacles/body.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import { problem, ThixoError } from '../problem.ts';
import * as at from '../wasm/layout.ts';

/** Numbers of a motion: velocity of the center, and spin. */
const MOTION = 6;
const COMPLIANCE = MOTION * MOTION;

/** The states of bodies, and which of them the obstacles belong to. */
export interface BodiesOfSolve {
  readonly states: readonly BodyState[];
  readonly owners: readonly number[];
}

/** The bodies of a world as unknowns; throws a ThixoError where their mover does not say how they answer. */
export function pressedBodies(set: ParticleSet, bodies: BodiesOfSolve & { readonly mover: Mover }): PressedBodies {
  if (isPressable(bodies.mover)) return new BodySolve(set, bodies.mover, bodies);
  const message = 'The mover of this world does not say how its bodies answer to pressure.',
    hint = 'Leave out `time.pressure`, or give the mover what PressableMover has.';
  throw new ThixoError([problem('SCENE_IMPLICIT', '/time/pressure', message, hint)]);
}

class BodySolve implements PressedBodies {
  private readonly set: ParticleSet;
  private readonly mover: PressableMover;
  private readonly bodies: BodiesOfSolve;
  /** Of each body: its motion at the end of the step but for pressure, its compliance, and what particles do to it about its center. */
  private readonly ahead: Float64Array;
  private readonly compliances: Float64Array;
  private readonly taken: Float64Array;
  private readonly motions: Float64Array;
  private dt = 0;

  constructor(set: ParticleSet, mover: PressableMover, bodies: BodiesOfSolve) {
    const count = bodies.states.length;
    this.set = set;
    this.mover = mover;
    this.bodies = bodies;
    this.ahead = new Float64Array(MOTION * count);
    this.compliances = new Float64Array(COMPLIANCE * count);
    this.taken = new Float64Array(MOTION * count);
    this.motions = new Float64Array(MOTION * count);
  }

  /** Writes how bodies in their present states answer: passes need it before `predict`. */
  place(): void {
    const { set, mover, compliances, bodies } = this,
      { states, owners } = bodies,
      { f64 } = set.shared;
    states.forEach((state, k) => {
      mover.complianceInto(compliances.subarray(COMPLIANCE * k, COMPLIANCE * (k + 1)), k, state);
    });
    owners.forEach((k, n) => {
      const row = this.row(n);
      f64.set(states[k]!.subarray(POSITION, POSITION + 3), row + (at.PRESSED_CENTER >> 3));
      f64.set(compliances.subarray(COMPLIANCE * k, COMPLIANCE * (k + 1)), row + (at.PRESSED_COMPLIANCE >> 3));
      f64[row + (at.PRESSED_FIRST >> 3)] = owners.indexOf(k);
    });
  }

  predict(dt: number, loads: Float64Array): void {
    const { ahead, motions } = this;
    this.dt = dt;
    this.mover.aheadInto(ahead, this.bodies.states, dt);
    this.respond(loads);
    for (let n = 0; n < ahead.length; n++) ahead[n]! += motions[n]!;
  }

  lead(loads: Float64Array): void {
    const { ahead, motions, dt } = this;
    this.respond(loads);
    for (let n = 0; n < motions.length; n++) motions[n] = ahead[n]! + dt * motions[n]!;
    this.publish();
  }

  answer(loads: Float64Array): void {
    this.respond(loads);
    this.publish();
  }

  yieldTo(loads: Float64Array): void {
    const { owners } = this.bodies,
      { f64 } = this.set.shared;
    owners.forEach((k, n) => {
      let K = 0;
      for (let m = 0; m < owners.length; m++) if (owners[m] === k) K += loads[MOTION * m]!;
      f64[this.row(n) + (at.PRESSED_YIELD >> 3)] = K / (1 + K);
    });
  }

  /** Motions by what bodies give to the particles. */
  private respond(loads: Float64Array): void {
    const { taken, motions, compliances, bodies } = this,
      { states, owners } = bodies;
    taken.fill(0);
    for (let n = 0; n < loads.length; n++) taken[MOTION * owners[Math.floor(n / MOTION)]! + (n % MOTION)]! -= loads[n]!;
    states.forEach((state, k) => {
      const of = MOTION * k;
      aboutCenter(taken, of, state);
      for (let row = 0; row < MOTION; row++) {
        let sum = 0;
        for (let n = 0; n < MOTION; n++) sum += compliances[COMPLIANCE * k + MOTION * row + n]! * taken[of + n]!;
        motions[of + row] = sum;
      }
    });
  }

  /** Writes the motions for the passes, as velocities at the origin of the world. */
  private publish(): void {
    const { set, motions, bodies } = this,
      { f64 } = set.shared;
    bodies.owners.forEach((k, n) => {
      const row = this.row(n) + (at.PRESSED_VELOCITY >> 3),
        [vx, vy, vz, ox, oy, oz] = motions.subarray(MOTION * k, MOTION * (k + 1)) as unknown as Six,
        [x, y, z] = bodies.states[k]! as unknown as Six;
      f64[row] = vx - (oy * z - oz * y);
      f64[row + 1] = vy - (oz * x - ox * z);
      f64[row + 2] = vz - (ox * y - oy * x);
      f64.set(motions.subarray(MOTION * k + 3, MOTION * (k + 1)), this.row(n) + (at.PRESSED_SPIN >> 3));
    });
  }

  /** Where the row of an obstacle begins, in numbers. */
  private row(n: number): number {
    return (this.set.shared.u32[at.AT_PRESSED_BODIES >> 2]! + n * at.PRESSED_BYTES) >> 3;
  }
}

type Six = readonly [number, number, number, number, number, number];

/** Turns a moment about the origin into one about the center of a body. */
function aboutCenter(taken: Float64Array, of: number, state: BodyState): void {
  const [fx, fy, fz] = [taken[of]!, taken[of + 1]!, taken[of + 2]!],
    [x, y, z] = [state[POSITION]!, state[POSITION + 1]!, state[POSITION + 2]!];
  taken[of + 3]! -= y * fz - z * fy;
  taken[of + 4]! -= z * fx - x * fz;
  taken[of + 5]! -= x * fy - y * fx;
}
