// How a body turns that nothing touches. Its angular momentum stays; its spin does not, unless it is as hard to turn about every axis.

import { type BodyState, turnInto } from '../obstacles/body.ts';
import { angleOf } from '../obstacles/pose.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { principalAxes } from './principal-axes.ts';

/** Three numbers that are written to. */
type Vector = Float64Array;

/** A body whose moments differ by less than this part of them turns as a ball does. */
const ALIKE = 1e-9;

export class Gyration {
  private readonly moments: readonly [number, number, number];
  private readonly axes: readonly number[];
  /** Whether spin and angular momentum have one direction. */
  readonly isBall: boolean;
  private readonly turn = new Float64Array(9);
  /** Angular momentum in the frame of the principal axes. */
  private readonly m = new Float64Array(3);
  /** The turn of a step in the frame of the principal axes, w x y z. */
  private readonly d = new Float64Array(4);
  private readonly trig: Trigonometry;

  constructor(inertia: ArrayLike<number>, trig: Trigonometry) {
    const { moments, axes } = principalAxes(inertia),
      [least, most] = [Math.min(...moments), Math.max(...moments)];
    this.isBall = most - least <= ALIKE * most;
    this.moments = moments;
    this.axes = axes;
    this.trig = trig;
  }

  /** Writes the angular momentum R I Rᵀ ω of a body with this state and spin (rad/s). `out` may be `spin`. */
  momentumInto(out: Vector, state: BodyState, spin: ArrayLike<number>): void {
    this.toAxes(state, spin);
    for (let a = 0; a < 3; a++) this.m[a]! *= this.moments[a]!;
    this.fromAxes(out);
  }

  /** Writes the spin R I⁻¹ Rᵀ L of a body with this state and angular momentum. `out` may be `momentum`. */
  spinInto(out: Vector, state: BodyState, momentum: ArrayLike<number>): void {
    this.toAxes(state, momentum);
    for (let a = 0; a < 3; a++) this.m[a]! /= this.moments[a]!;
    this.fromAxes(out);
  }

  /**
   * Writes the steady spin that turns the body in dt (s) as far as its angular momentum does. The energy of turning is split into those of the
   * principal axes, each of which turns the body exactly, in a symmetric order: symplectic, of second order, and it keeps the momentum.
   */
  steadySpinInto(out: Vector, state: BodyState, momentum: ArrayLike<number>, dt: number): void {
    if (this.isBall) {
      this.spinInto(out, state, momentum);
      return;
    }
    this.toAxes(state, momentum);
    const { d, m } = this;
    d[0] = 1;
    d[1] = 0;
    d[2] = 0;
    d[3] = 0;
    this.turnAbout(0, 0.5 * dt);
    this.turnAbout(1, 0.5 * dt);
    this.turnAbout(2, dt);
    this.turnAbout(1, 0.5 * dt);
    this.turnAbout(0, 0.5 * dt);
    const [w, x, y, z] = d as unknown as readonly [number, number, number, number],
      sine = Math.sqrt(x * x + y * y + z * z),
      rate = sine > 0 ? (2 * angleOf(sine, w, this.trig)) / (sine * dt) : 2 / dt;
    m[0] = rate * x;
    m[1] = rate * y;
    m[2] = rate * z;
    this.fromAxes(out);
  }

  /** Lets the energy of one axis act for a time (s): the body turns about that axis, and the momentum, seen from it, the other way. */
  private turnAbout(a: number, time: number): void {
    const { m, d, trig } = this,
      [b, c] = [(a + 1) % 3, (a + 2) % 3],
      angle = (time * m[a]!) / this.moments[a]!,
      [cos, sin] = [trig.cos(angle), trig.sin(angle)],
      [mb, mc] = [m[b]!, m[c]!];
    m[b] = cos * mb + sin * mc;
    m[c] = cos * mc - sin * mb;
    // d ← d · (cos φ/2, sin φ/2 along the axis)
    const [ch, sh] = [trig.cos(angle / 2), trig.sin(angle / 2)],
      [w, da, db, dc] = [d[0]!, d[1 + a]!, d[1 + b]!, d[1 + c]!];
    d[0] = ch * w - sh * da;
    d[1 + a] = ch * da + sh * w;
    d[1 + b] = ch * db + sh * dc;
    d[1 + c] = ch * dc - sh * db;
  }

  /** m = (R Q)ᵀ v */
  private toAxes(state: BodyState, v: ArrayLike<number>): void {
    const { turn: r, axes: q, m } = this;
    turnInto(r, state);
    const x = r[0]! * v[0]! + r[3]! * v[1]! + r[6]! * v[2]!,
      y = r[1]! * v[0]! + r[4]! * v[1]! + r[7]! * v[2]!,
      z = r[2]! * v[0]! + r[5]! * v[1]! + r[8]! * v[2]!;
    for (let a = 0; a < 3; a++) m[a] = q[a]! * x + q[3 + a]! * y + q[6 + a]! * z;
  }

  /** out = R Q m, with the turn that `toAxes` used. */
  private fromAxes(out: Vector): void {
    const { turn: r, axes: q, m } = this,
      x = q[0]! * m[0]! + q[1]! * m[1]! + q[2]! * m[2]!,
      y = q[3]! * m[0]! + q[4]! * m[1]! + q[5]! * m[2]!,
      z = q[6]! * m[0]! + q[7]! * m[1]! + q[8]! * m[2]!;
    for (let a = 0; a < 3; a++) out[a] = r[3 * a]! * x + r[3 * a + 1]! * y + r[3 * a + 2]! * z;
  }
}
