// One step of smoothed particles whose pressure is solved for: backward Euler for the state equation, so that sound does not bind the step.
//   (ρ²/c²) λ + dt² L λ = ρ − ρ₀ + dt ρ̇(v*),  λ = P/ρ² ≥ 0,  L λ = −ρ̇(a(λ))                                                  [ADR 43]

import { closeBooking, openBooking } from '../../engine/book-step.ts';
import type { Booking } from '../../engine/booking.ts';
import { conductHeat } from '../../engine/conduct-heat.ts';
import { drift, findPairs, packRecords, renewPairs, sumForces } from '../../engine/move.ts';
import { applyPressureQuantum, settlePressureQuantum } from '../../engine/quanta.ts';
import { addLoads, maxOverChunks, sumOverChunks } from '../../engine/reports.ts';
import type { TooLong } from '../../engine/scheme.ts';
import { NO_LIMIT, type StepLimit, tighten } from '../../engine/step-limit.ts';
import * as at from '../../wasm/layout.ts';
import { beginFlow, bookWalls, evaluateFlow, kickFlow } from './flow-step.ts';
import type { Smoothed } from './smoothed.ts';
import { solvePressure } from './solve-pressure.ts';
import { solveViscosity } from './solve-viscosity.ts';
import { sumDensity } from './step.ts';

/**
 * Advances all particles by dt (s). Obstacles for the step must be in place.
 * @param mayRefuse whether a step that is too long for the pressure that it leads to is refused
 */
export function stepImplicit(s: Smoothed, dt: number, mayRefuse: boolean): Booking | TooLong {
  const kick = beginKick(s, dt),
    booking = openBooking(s);
  renewPairs(s); //                 within 2 max(h_i, h_j)                                                              [DC99 §2]
  if (mayRefuse) keepState(s);
  s.pressed?.place();
  prepare(s); //                    ρ = Σ m W̄, v* = v + D (g + viscosity + what walls do beside their pressure)
  predictBodies(s, booking, kick); // V* of bodies
  solvePressure(s); //              λ
  if (mayRefuse && isTooLong(s, dt)) return putBack(s);
  handOver(s); //                   Σ m (λ_i + λ_j) ∇W̄ in whole quanta                                               [DC99 eq. 8, ADR 6]
  s.set.team.run(at.PASS_KICK_IMPLICIT, s.set.chunks); // v ← v* + D a(λ)
  closeBooking(s, kick);
  endKick(s, dt);
  moveSolids(s, booking); //        contacts of bodies; obstacles and bodies go on
  driftPastBodies(s, booking); //   x ← x + dt v, bounce off obstacles                                                  [card §12]
  dropLeaving(s);
  s.steps++;
  return booking;
}

/**
 * Forces act from the middle of the last step to the middle of this one: velocities stand half a step behind places, and those that a world
 * begins with do not. Else fronts would run half a step ahead. Bodies take whole steps, and particles beside them too.
 * @returns D, s
 */
function beginKick({ set: { shared }, memory, pressed }: Smoothed, dt: number): number {
  const kick = pressed ? dt : 0.5 * (Math.min(memory.lastStep!, MOST_OVERHANG * dt) + dt);
  shared.setReal(at.STEP, kick);
  shared.setReal(at.NEXT_DRIFT, dt);
  return kick;
}

/** Of the last step, no more than so many of this one count: a hit makes steps short all at once. */
const MOST_OVERHANG = 2;

/** What follows goes through the whole step. */
function endKick({ set: { shared }, memory, pressed }: Smoothed, dt: number): void {
  shared.setReal(at.STEP, dt);
  if (!pressed) memory.lastStep = dt;
}

/** Densities and step limit of the particles where they are; no time passes. Their pressure stays as it was. */
export function startImplicit(s: Smoothed): Booking {
  s.set.shared.setReal(at.STEP, 0);
  openBooking(s);
  findPairs(s);
  prepare(s);
  s.set.team.run(at.PASS_END_PRESSURE, s.set.chunks);
  s.set.team.run(at.PASS_KICK_IMPLICIT, s.set.chunks);
  return closeBooking(s);
}

/**
 * The same in a world that flows or has heat. The pressure of the last step acts with the other forces, so that viscosity has no weight to hold
 * that pressure carries; what the solve makes of it acts after them.
 * @param viscous whether viscosity is solved for
 */
export function stepImplicitFlow(s: Smoothed, dt: number, viscous: boolean, mayRefuse: boolean): Booking | TooLong {
  const kick = beginKick(s, dt);
  beginFlow(s, kick, viscous);
  const booking = openBooking(s);
  renewPairs(s);
  if (mayRefuse) keepState(s);
  s.pressed?.place();
  evaluateFlow(s, viscous); //                   ρ, η(D, T); forces of the last λ, viscosity, XSPH                          [PV09 eq. 3-12]
  bookWalls(s, at.PASS_WALL_FORCES, booking); // to bodies
  kickFlow(s, booking); //                       v ← v + D a
  closeBooking(s, kick);
  if (viscous) {
    solveViscosity(s, booking); //           (1 − D ∇·η∇) v = v
    bookWalls(s, at.PASS_WALL_GRIP, booking);
  }
  prepareAfterFlow(s);
  s.pressed?.predict(kick, booking.loads); //  V* of bodies
  solvePressure(s); //                       λ
  if (mayRefuse && isTooLong(s, dt)) return putBack(s);
  handOver(s); //                            Σ m (Δλ_i + Δλ_j) ∇W̄ in whole quanta
  s.set.team.run(at.PASS_KICK_IMPLICIT, s.set.chunks); // v ← v + D a(Δλ)
  bookPressure(s, booking, kick);
  endKick(s, dt);
  moveSolids(s, booking);
  if (s.set.hasHeat) conductHeat(s, booking); // m H(T) ← m H(T) + dt Q                                                [card §10]
  driftPastBodies(s, booking);
  dropLeaving(s);
  s.steps++;
  return booking;
}

/** The same where no time passes. */
export function startImplicitFlow(s: Smoothed, viscous: boolean): Booking {
  beginFlow(s, 0, viscous);
  const booking = openBooking(s);
  findPairs(s);
  evaluateFlow(s, viscous);
  kickFlow(s, booking);
  booking.walls.fill(0);
  closeBooking(s);
  prepareAfterFlow(s);
  s.set.team.run(at.PASS_END_PRESSURE, s.set.chunks);
  s.set.team.run(at.PASS_KICK_IMPLICIT, s.set.chunks);
  return booking;
}

/** The system of the pressure, beside velocities that all other forces led to. */
function prepareAfterFlow({ set, neighbors, passes }: Smoothed): void {
  set.team.run(at.PASS_CLEAR_SYSTEM, set.chunks);
  neighbors.runPairs(passes.pressureSystem);
  set.team.run(at.PASS_PLACE_UNKNOWNS, set.chunks);
  set.team.run(at.PASS_PREPARE_PRESSURE_OF_FLOW, set.chunks);
}

/** Where bodies would go without pressure: what walls did beside it is in the loads of the last pass. */
function predictBodies({ set, pressed }: Smoothed, { loads }: Booking, dt: number): void {
  if (!pressed) return;
  addLoads(set, loads);
  pressed.predict(dt, loads);
}

/** Bodies take what pressure did, and all solids go through the step. */
function moveSolids({ set, depart }: Smoothed, { loads }: Booking): void {
  addLoads(set, loads);
  depart?.(loads);
}

/** Particles go on. Bodies give way to those that hit them, so that light ones are not shot away. */
function driftPastBodies(s: Smoothed, booking: Booking): void {
  const { set, pressed, bodyForces } = s,
    { team, chunks } = set;
  drift(s, at.PASS_DRIFT_FLOW, booking);
  if (!pressed) return;
  team.run(at.PASS_WEIGH_HITS, chunks);
  bodyForces.fill(0);
  addLoads(set, bodyForces);
  if (bodyForces.every((yields) => yields === 0)) return;
  pressed.yieldTo(bodyForces);
  team.run(at.PASS_SOFTEN_HITS, chunks);
  addLoads(set, booking.loads);
  sumOverChunks(set, at.REPORT_IMPULSE, booking.obstacles);
}

/** Adds the impulse of walls by the pressure that was solved for. */
function bookPressure({ set }: Smoothed, { walls }: Booking, dt: number): void {
  sumOverChunks(set, at.REPORT_WALL, pushed);
  for (let a = 0; a < 3; a++) walls[a]! += dt * pushed[a]!;
}

const pushed: [number, number, number] = [0, 0, 0];

/** Lists that serve one step need no skin, which is a sixth of their pairs. To be called before every search. */
export function chooseSkin({ set, neighbors }: Smoothed, usual: number): void {
  const v = set.f64('velocity'),
    dt = set.shared.f64[at.STEP >> 3]!;
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let n = axis; n < v.length; n += 3) {
      low = Math.min(low, v[n]!);
      high = Math.max(high, v[n]!);
    }
    square += set.count > 0 ? (high - low) * (high - low) : 0;
  }
  const approach = dt * Math.sqrt(square); //    of any two in a step, m
  neighbors.skin = approach > OFTEN * usual * 2 * smallestLength(set.f64('smoothingLength')) ? 0 : usual;
}

/** Lists are kept if they would serve two steps. */
const OFTEN = 0.5;

function smallestLength(h: Float64Array): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < h.length; i++) least = Math.min(least, h[i]!);
  return least;
}

/** Longer steps than those that sound allows are no less exact while particles stay among their neighbors. */
const LONGER = 2;
/** Steps that turn out longer by more than this than the pressure allows are refused. With λ₁ = .3 that is .9 h √(ρ/P), from where on they are unstable. */
const BOLDEST = 1.5;

/** Of the ways that a step may go, in h. */
function longestStep(courant: number): number {
  return Math.min(1, LONGER * courant);
}

/**
 * Puts the limit from the extremes that the last kick reported into `out`.
 * @param solvable whether viscous forces may be solved for, so that they need not bind the step
 */
export function limitImplicitPressure({ set, time }: Smoothed, out: StepLimit, solvable: boolean): void {
  const courant = longestStep(time.courant);
  Object.assign(out, NO_LIMIT);
  tighten(out, 'speed', courant / maxOverChunks(set, at.REPORT_SPEED)); //                                  2 λ₁ h/|v|
  tighten(out, 'pressure', courant / Math.sqrt(maxOverChunks(set, at.REPORT_SOLVED))); //                   2 λ₁ h √(ρ/P)
  tighten(out, 'acceleration', time.acceleration / Math.sqrt(maxOverChunks(set, at.REPORT_ACCELERATION))); // λ₂ √(h/|g|)
  tighten(out, 'viscosity', time.courant / maxOverChunks(set, at.REPORT_SIGNAL)); //                        λ₁ h/(η c_visc/4)
  if (set.hasHeat) tighten(out, 'heat', at.LAMINAR / maxOverChunks(set, at.REPORT_CONDUCTION)); //          0.1 h²/κ
  const viscous = at.LAMINAR / maxOverChunks(set, at.REPORT_VISCOUS); //                                    0.1 h²/ν
  out.implicit = solvable && (time.viscositySolver === 'implicit' || viscous < out.dt);
  if (!out.implicit) tighten(out, 'viscosity', viscous);
}

/** Everything that a solve needs, and all forces but pressure. */
function prepare(s: Smoothed): void {
  const { set, neighbors, passes } = s,
    { team, chunks, shared } = set,
    alike = neighbors.equal && passes.equalSystem > 0;
  shared.setReal(at.AHEAD, s.looksAhead && shared.real(at.STEP) > 0 ? shared.real(at.NEXT_DRIFT) : 0);
  packRecords(s); //                                      records of x, v, ρ
  team.run(at.PASS_CLEAR_SYSTEM, chunks);
  if (alike)
    sumEqualSystem(s); //                        ρ = s (Σ m W̄ + ρ₀ Γ)                                        [AW09 eq. 5]
  else {
    sumDensity(s);
    neighbors.runPairs(passes.pressureSystem); //         k = V_i V_j g beside the lists; diagonal
    team.run(at.PASS_RECORD_PRESSURE, chunks); //         none
  }
  sumForces(s, () => neighbors.runPairs(alike ? passes.damping : passes.forces)); // viscosity, XSPH             [DC99 eq. 22]
  team.run(at.PASS_PLACE_UNKNOWNS, chunks);
  neighbors.runPairs(passes.pressurePush); //             F(λ) of the last step
  team.run(at.PASS_PREPARE_PRESSURE, chunks);
}

/** Density and system of one substance with one mass and one h, in one pair pass. */
function sumEqualSystem({ set, neighbors, passes }: Smoothed): void {
  set.team.run(at.PASS_CLEAR_SUMS, set.chunks);
  neighbors.runPairs(passes.equalSystem);
  set.team.run(at.PASS_UPDATE_DENSITY, set.chunks);
}

/** Momentum by the pressure that was found, again if the quantum was too small for it. */
function handOver({ set, neighbors, quanta, passes }: Smoothed): void {
  do {
    applyPressureQuantum(set, quanta);
    set.team.run(at.PASS_END_PRESSURE, set.chunks);
    neighbors.runPairs(passes.pressureTransfer);
  } while (!settlePressureQuantum(set, neighbors.groups, quanta));
}

/** Copies the state, which forces, viscosity and the solve change. */
function keepState({ set, kept }: Smoothed): void {
  if (kept.state.length < set.stateBytes) kept.state = new Uint8Array(1.5 * set.stateBytes);
  set.saveInto(kept.state.subarray(0, set.stateBytes));
}

/**
 * Whether pressures were found that a step may not have: a hit makes more than there was. Gradients are those of the beginning; with them
 * particles would be thrown about.
 */
function isTooLong({ set, time, kept }: Smoothed, dt: number): boolean {
  set.team.run(at.PASS_END_PRESSURE, set.chunks);
  kept.affordable = longestStep(time.courant) / Math.sqrt(maxOverChunks(set, at.REPORT_SOLVED));
  return dt > BOLDEST * kept.affordable;
}

/** Puts back what was kept. */
function putBack({ set, kept }: Smoothed): TooLong {
  set.place(kept.state, 0, set.count);
  return kept;
}

/** Particles that entered a sink or left the domain go with a sort. */
function dropLeaving(s: Smoothed): void {
  if (!s.set.markLeaving()) return;
  s.neighbors.invalidate();
  findPairs(s);
}
