// One step of a world of globules. [MP89 §2-4, card §11] Where smoothed particles are in the world too, globules take part in their step.
// Velocities stand in the middle of steps: "v first, then x" (X41). A kick goes from the middle of the last step to the middle of this one,
// so that energy does not drift when steps change (V48: ten times less than with dt).

import { closeBooking, openBooking } from '../../engine/book-step.ts';
import type { Booking } from '../../engine/booking.ts';
import { conductHeat } from '../../engine/conduct-heat.ts';
import { drift, findPairs, packRecords, renewPairs, sumForces } from '../../engine/move.ts';
import { boxOfMoves } from '../../engine/reports.ts';
import * as at from '../../wasm/layout.ts';
import type { Globules } from './globules.ts';

/** Of the last step, no more than so many of this one count: what has just met is very stiff, and nothing before knew of it. */
const MOST_OVERHANG = 2;

/**
 * Advances all globules by dt (s). Obstacles for the step must be in place.
 * @param printed whether velocities stand at the end of steps, as printed
 */
export function stepGlobules(s: Globules, dt: number, printed = false): Booking {
  const { shared } = s.set,
    time = printed ? dt : 0.5 * (Math.min(s.memory.lastStep!, MOST_OVERHANG * dt) + dt);
  shared.setReal(at.STEP, dt);
  shared.setReal(at.FIRST_KICK, time / dt);
  s.memory.lastStep = dt;
  const booking = openBooking(s, time);
  drift(s, at.PASS_DRIFT_GLOBULES, booking); //          v ← v + ½(dt + last dt) a, ω alike, x ← x + dt v, bounce off obstacles  [MP89 eq. 5-9, X41, X44]
  renewPairs(s); //                             within c (r_i + r_j)                                           [MP89 §4, X42]
  evaluate(s); //                               f = Σ x_ij [ s_r (b₁/D^m − b₂/D^n) − k_d s_d v_ij·x_ij/D² ]    [MP89 eq. 2-4]
  accelerate(s); //                             a = f/M + g
  closeBooking(s);
  if (s.set.hasHeat) conductHeat(s, booking); // m H(T) ← m H(T) + dt Q                                        [card §10]
  s.steps++;
  return booking;
}

/** Accelerations of the globules where they are: needed once before the first step. */
export function startGlobules(s: Globules): Booking {
  s.set.shared.setReal(at.STEP, 0);
  openBooking(s);
  findPairs(s);
  evaluate(s);
  accelerate(s);
  return closeBooking(s);
}

function evaluate(s: Globules): void {
  pack(s); //                                   records of x, v; the law at the temperature
  sumForces(s, () => s.neighbors.runPairs(s.forces));
  s.rub(); //                                   F_t = −k_t ξ − γ_t v_t, |F_t| ≤ μ F_n; ω̇ = M/I           [CS79, ADR 33]
}

/** Records after a sort; until the next one only what has changed. */
function pack(s: Globules): void {
  const { set, neighbors } = s;
  if (s.packedBuild !== neighbors.builds) {
    packRecords(s);
    set.team.run(at.PASS_PACK_GLOBULES, set.chunks);
    measureClearance(s);
  } else {
    noteTravel(s);
    set.team.run(at.PASS_PACK_PLACES, set.chunks);
    if (set.hasHeat) set.team.run(at.PASS_PACK_GLOBULES, set.chunks);
    for (const guest of s.guests) guest.pack();
  }
  s.packedBuild = neighbors.builds;
}

function accelerate({ set }: Globules): void {
  set.team.run(at.PASS_ACCELERATE_GLOBULES, set.chunks);
}

/** Gaps to obstacles that stand still: a globule need not be swept past them while it cannot have come so far. */
function measureClearance({ set }: Globules): void {
  const { shared, team } = set;
  if (!shared.u32[at.STILL_OBSTACLES >> 2]) return;
  team.run(at.PASS_CLEARANCE, set.chunks);
  shared.setInt(at.HAS_CLEARANCE, 1);
  shared.setReal(at.TRAVELED, 0);
}

/** Adds the longest way of the last drift. */
function noteTravel({ set }: Globules): void {
  const { shared } = set,
    { low, high } = set.part?.moves ?? boxOfMoves(set);
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const most = Math.max(0, -low[axis]!, high[axis]!);
    square += most * most;
  }
  shared.setReal(at.TRAVELED, shared.f64[at.TRAVELED >> 3]! + Math.sqrt(square));
}
