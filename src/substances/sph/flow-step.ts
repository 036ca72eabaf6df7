// One step of a world that flows: the algorithm of Paiva and others, with the density taken along before the pressure acts (two passes,
// card §6) and viscous forces that are solved for where they would bind the step. [PV09 alg. 1, X20]

import { closeBooking, openBooking } from '../../engine/book-step.ts';
import type { Booking } from '../../engine/booking.ts';
import { conductHeat } from '../../engine/conduct-heat.ts';
import { drift, findPairs, packRecords, renewPairs, sumForces } from '../../engine/move.ts';
import { addLoads, sumOverChunks } from '../../engine/reports.ts';
import * as at from '../../wasm/layout.ts';
import type { Smoothed } from './smoothed.ts';
import { solveViscosity } from './solve-viscosity.ts';
import { addFilled, isFilled, renewIfDue, renewShapes, sumDensity } from './step.ts';

/** Advances all particles by dt (s). Obstacles for the step must be in place. */
export function stepFlow(s: Smoothed, dt: number, implicit: boolean): Booking {
  beginFlow(s, dt, implicit);
  const booking = openBooking(s);
  drift(s, at.PASS_DRIFT_FLOW, booking); // x ← x + dt (v + Δv), bounce off obstacles                                  [PV09 eq. 11, card §12]
  renewPairs(s); //                   within 2 max(h_i, h_j)
  evaluateFlow(s, implicit); //                     D = ∇v + ∇vᵀ, ρ ← ρ + dt ρ̇, η(D, T), P(ρ); pressure, stress, XSPH           [PV09 eq. 3-12]
  bookWalls(s, at.PASS_WALL_FORCES, booking); // to bodies
  kickFlow(s, booking); //                v ← v + dt a
  closeBooking(s, dt);
  if (implicit) {
    solveViscosity(s, booking); //    (1 − dt ∇·η∇) v = v
    bookWalls(s, at.PASS_WALL_GRIP, booking);
  }
  if (s.set.hasHeat) conductHeat(s, booking); // m H(T) ← m H(T) + dt Q                                           [PV09 §2c, card §10]
  renewIfDue(s);
  s.steps++;
  return booking;
}

/**
 * Viscosities, step limit and accelerations of the particles where they are; no time passes. Viscous forces that may be solved for are
 * no part of the accelerations: of a stiff substance they would ask for tiny steps, and be a bad guess for the next solve.
 */
export function startFlow(s: Smoothed, implicit: boolean): Booking {
  beginFlow(s, 0, implicit);
  const booking = openBooking(s);
  findPairs(s);
  evaluateFlow(s, implicit);
  kickFlow(s, booking);
  booking.walls.fill(0); // no time passes
  return closeBooking(s);
}

/** Tells the passes how long the step is, and whether viscosity is solved for. */
export function beginFlow({ set: { shared } }: Smoothed, dt: number, implicit: boolean): void {
  shared.setReal(at.STEP, dt);
  shared.setInt(at.IMPLICIT, Number(implicit));
  shared.splat(at.SPLAT_EXPLICIT, implicit ? 0 : 1);
}

/** Densities, viscosities, and forces in the sums. */
export function evaluateFlow(s: Smoothed, implicit: boolean): void {
  const { set, neighbors, passes } = s;
  packRecords(s); //                                  records of x, v, ρ
  if (s.sumsDensity)
    sumDensity(s); //                ρ = Σ m W̄, where a substance asks for it
  else if (isFilled(s)) {
    set.team.run(at.PASS_CLEAR_SUMS, set.chunks);
    addFilled(s); //                                  what solids beside it do to an integrated density
  }
  if (set.has('implicitPressure')) set.team.run(at.PASS_RECORD_PRESSURE, set.chunks); // with the pressure of the last step
  if (!s.symmetric || s.corrected) renewShapes(s); // B, with new lists
  set.team.run(at.PASS_CLEAR_STRAIN, set.chunks);
  neighbors.runPairs(s.symmetric ? passes.gradient : passes.strain); // ∇v, and B of the symmetric form
  set.team.run(at.PASS_RHEOLOGY, set.chunks); //      ρ, η, P
  sumForces(s, () => {
    neighbors.runPairs(passes.flowForces);
    if (s.corrected) neighbors.runPairs(passes.corrections);
    if (s.tensorStress) neighbors.runPairs(passes.stress);
    if (s.symmetric) neighbors.runPairs(passes.surfacePressure);
    if (s.symmetric && !implicit) neighbors.runPairs(passes.tensionForces);
  });
}

/** Books what walls whose pose is simulated gave to the particles, in worlds that have any. */
export function bookWalls({ set }: Smoothed, pass: number, { loads }: Booking): void {
  if (set.bodies === 0) return;
  set.team.run(pass, set.chunks);
  addLoads(set, loads);
}

/** v ← v + dt a. */
export function kickFlow({ set }: Smoothed, { walls }: Booking): void {
  set.team.run(at.PASS_KICK_FLOW, set.chunks);
  sumOverChunks(set, at.REPORT_DRAG, walls);
}
