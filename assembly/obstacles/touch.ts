// What the surface of an obstacle does to the substance in hand: how much of a hit comes back, what rubs, what grips. Most obstacles treat
// all substances alike; others have a row for each.

import {
  FRICTION, GRIP, NORMAL_RESTITUTION, SURFACES, TANGENT_RESTITUTION, TOUCH_BYTES, TOUCH_FRICTION, TOUCH_GRIP, TOUCH_NORMAL_RESTITUTION,
  TOUCH_TANGENT_RESTITUTION,
} from '../../src/obstacles/layout';
import { slot } from './solid';

// Globals belong to one instance, hence to one thread.
let substance: usize = 0;

/** Says which substance the next balls are of: its row of the table of substances. */
@inline export function touchWith(index: u32): void { substance = <usize>index; }

/** r_n of an obstacle. */
@inline export function normalRestitution(record: usize): f64 { return touch(record, NORMAL_RESTITUTION, TOUCH_NORMAL_RESTITUTION); }

/** r_t of an obstacle. */
@inline export function tangentRestitution(record: usize): f64 { return touch(record, TANGENT_RESTITUTION, TOUCH_TANGENT_RESTITUTION); }

/** μ of an obstacle; `own` is that of the substance, which counts where the obstacle has none. */
@inline export function frictionAt(record: usize, own: f64): f64 {
  const mu = touch(record, FRICTION, TOUCH_FRICTION);
  return mu < 0 ? own : mu;
}

/** Part of the viscous stress that acts at the surface of an obstacle. */
@inline export function gripAt(record: usize): f64 { return touch(record, GRIP, TOUCH_GRIP); }

@inline function touch(record: usize, common: i32, special: usize): f64 {
  const rows = <usize>slot(record, SURFACES);
  return rows == 0 ? slot(record, common) : load<f64>(rows + substance * TOUCH_BYTES + special);
}
