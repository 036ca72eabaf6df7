// A scheme is a way of stepping. A family chooses one for a world, in one place; the frame drives it.

import type { Booking } from './booking.ts';
import type { StepLimit } from './step-limit.ts';

/** What all schemes can do. */
interface AnyScheme {
  /** Evaluates the particles where they are; no time passes. Needed before the first step and after particles came. */
  start(): Booking;
  /** Puts the largest stable step that the last evaluation allows into `out`. */
  limit(out: StepLimit): void;
  /** Between steps: changes particles; true if any, and all must be evaluated again. `atFrame`: a frame begins. */
  change?(atFrame: boolean): boolean;
  /** The state was replaced: forgets what was derived from it. */
  forget?(): void;
}

/** A step that turned out too long before anything had changed. */
export interface TooLong {
  /** How long it may be, s. */
  readonly affordable: number;
}

/** The booking of a step that may not be refused. */
export function taken(step: Booking | TooLong): Booking {
  if ('affordable' in step) throw new Error('A step was refused that had to be taken.');
  return step;
}

/** All particles take the same steps. */
export interface CommonScheme extends AnyScheme {
  readonly kind: 'common';
  /** Particles drift at the end of a step: until then obstacles stand where it begins, and `Engine.depart` is called. */
  readonly driftsLast?: true;
  /**
   * Advances all particles by dt (s). Obstacles for the step must be in place.
   * @param implicit whether viscous forces are to be solved for, as `limit` said
   * @param mayRefuse whether it may be refused as too long; then all is as it was before
   */
  step(dt: number, implicit: boolean, mayRefuse: boolean): Booking | TooLong;
}

/** Every particle has its own power-of-two part of the frame as its step. [DC99 §5] */
export interface IndividualScheme extends AnyScheme {
  readonly kind: 'individual';
  /** Where in the frame the particles stand, in ticks. */
  at: number;
  /** Largest level q of all particles: the next step to end has TICKS >> level ticks. Above `deepest` no tick is short enough. */
  readonly level: number;
  readonly deepest: number;
  /** Takes the level of the particles as they are: a frame begins. */
  measureLevel(): void;
  /** Gives all particles the shortest step. */
  share(): void;
  /** Advances from one used tick to the next. Obstacles for that time must be in place. */
  tick(from: number, to: number): Booking;
  /** All particles stand at tick `at`: renews densities if that is due. */
  meet(): void;
}

/** A way of stepping. */
export type Scheme = CommonScheme | IndividualScheme;
