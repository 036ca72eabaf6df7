// How globules resist turning.

import { AT_SPIN, AT_SPIN_RATE, DIMENSION, STEP } from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, real } from '../context';
import { vectorAt } from '../math/vector';

/** Moment of inertia over m r²: of a disc, of a ball. */
@inline export function inertiaPart(): f64 { return real(DIMENSION) == 3 ? 0.4 : 0.5; }

/** ω ← ω + time ω̇ of particle i. */
@inline export function kickSpin(i: i32, time: f64): void {
  const omega = vectorAt(address(AT_SPIN) + <usize>i * 24), rate = vectorAt(address(AT_SPIN_RATE) + <usize>i * 24);
  omega.set(omega.x + time * rate.x, omega.y + time * rate.y, omega.z + time * rate.z);
}

/** The same over a whole step, for a chunk of a world that another family leads: its scheme knows nothing of spin. */
export function spinGuests(chunk: i32): void {
  const end = chunkEnd(chunk), dt = real(STEP);
  for (let i = chunkBegin(chunk); i < end; i++) kickSpin(i, dt);
}
