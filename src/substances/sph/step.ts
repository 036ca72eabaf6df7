// One step of smoothed particles: the predictor velocity-Verlet scheme with one force evaluation. [card §6]

import { closeBookingLater, openBooking } from '../../engine/book-step.ts';
import type { Booking } from '../../engine/booking.ts';
import { drift, evaluateWithPairs, findPairs, packRecords, renewPairs, sumForces } from '../../engine/move.ts';
import { addLoads } from '../../engine/reports.ts';
import type { Ghosts } from '../../obstacles/ghosts/ghosts.ts';
import * as at from '../../wasm/layout.ts';
import type { Smoothed } from './smoothed.ts';

/** Advances all particles by dt (s). Obstacles for the step must be in place. */
export function stepSmoothed(s: Smoothed, dt: number): Booking {
  s.set.shared.setReal(at.STEP, dt);
  const booking = openBooking(s, dt / 2), // what acted before acts until the new forces are known
    { loads } = booking;
  addBodyForces(s, loads, dt / 2);
  drift(s, at.PASS_DRIFT_PREDICTOR, booking); //  v½ = v + ½dt a, ρ½ = ρ + ½dt ρ̇, x ← x + dt v½, bounce off obstacles   [card §6, §12]
  evaluateAnew(s); //                   within 2 max(h_i, h_j), at x, v* = v½ + ½dt a, ρ* = ρ½ + ½dt ρ̇        [DC99 §2]
  kick(s); //                           v ← v½ + ½dt a, ρ ← ρ½ + ½dt ρ̇
  addBodyForces(s, loads, dt / 2);
  closeBookingLater(s, dt / 2);
  renewIfDue(s); //                     ρ = Σ m W̄ / Σ V W̄, now and then                                      [card §4]
  s.steps++;
  return booking;
}

/** Accelerations and density rates of the particles where they are: needed once before the first step. */
export function startSmoothed(s: Smoothed): Booking {
  s.set.shared.setReal(at.STEP, 0);
  openBooking(s);
  findPairs(s);
  evaluate(s);
  kick(s);
  return closeBookingLater(s);
}

/** Evaluates where particles have come to. */
function evaluateAnew(s: Smoothed): void {
  if (!s.sumsDensity && s.guests.length === 0) evaluateWithPairs(s, () => evaluate(s));
  else {
    renewPairs(s);
    evaluate(s);
  }
}

function evaluate(s: Smoothed): void {
  pack(s); //                           records of x, v*, ρ*, P = P(ρ*)                             [DC99 eq. 1, AW09 eq. 47]
  if (s.sumsDensity) sumDensity(s); // ρ = Σ m W̄                                [AW09 eq. 5, SL03 slide 15]
  if (s.corrected) renewShapes(s); //  B = Σ V g x xᵀ, with new lists                                [BL99]
  sumForces(s, () => addForces(s)); //  Σ m (P/ρ² + P/ρ² + Π) ∇W̄, ρ̇ = Σ m v·∇W̄ [DC99 eq. 8, 10-11, 22; PV09 eq. 11]
  if (s.ghosts) addGhostForces(s, s.ghosts); // the same from ghosts of obstacles                   [AW09 eq. 55-57]
}

/** Forces of ghosts, at their predicted pressures; those on bodies are noted. */
function addGhostForces({ set, loop, bodyForces }: Smoothed, ghosts: Ghosts): void {
  set.team.run(at.PASS_PRESS_GHOSTS, ghosts.chunks);
  set.team.run(at.PASS_GHOST_FORCES + loop, set.chunks);
  bodyForces.fill(0);
  addLoads(set, bodyForces);
}

/** The pair pass of forces; with B⁻¹ in the pressure force where it is corrected. [BL99] */
function addForces({ neighbors, passes, corrected, uneven }: Smoothed): void {
  if (!corrected) neighbors.runPairs(neighbors.equal ? passes.equalForces : passes.forces);
  else if (!uneven) neighbors.runPairs(passes.correctedForces);
  else {
    neighbors.runPairs(passes.forces);
    neighbors.runPairs(passes.corrections);
  }
}

/** How the neighbors of every particle stand around it, if the lists are new. */
export function renewShapes(s: Smoothed): void {
  const { set, neighbors, passes } = s;
  const isNew = s.shapedLists !== neighbors.builds;
  if (isNew) {
    set.team.run(at.PASS_CLEAR_SHAPE, set.chunks);
    neighbors.runPairs(passes.shape);
    s.shapedLists = neighbors.builds;
  }
  if (s.corrected && (isNew || set.shared.u32[at.HAS_WALLS >> 2] !== 0))
    set.team.run(at.PASS_FIND_CORRECTIONS, set.chunks);
}

/** Records after a sort; until the next one only what has changed. */
function pack(s: Smoothed): void {
  const { set, neighbors, guests } = s;
  if (s.packedLists !== neighbors.builds) packRecords(s);
  else {
    set.team.run(at.PASS_PACK_MOTION, set.chunks);
    for (const guest of guests) guest.pack();
  }
  s.packedLists = neighbors.builds;
}

/** Density of all particles by a pair pass. */
export function sumDensity(s: Smoothed): void {
  const { team, chunks, shared } = s.set;
  shared.splat(at.SPLAT_MINGLES, minglingOf(s));
  addDensitySums(s);
  shared.splat(at.SPLAT_MINGLES, 0);
  addFilled(s);
  if (s.ghosts) team.run(at.PASS_SUM_GHOSTS, s.ghosts.chunks);
  team.run(at.PASS_UPDATE_DENSITY, chunks);
}

/**
 * How much more neighbors of another size count: more and more as a world begins, since its lattices stand in order and must not burst.
 * Particles of adaptive worlds keep their density. [ADR 16, ADR 43]
 */
function minglingOf({ set, neighbors, now, mingling }: Smoothed): number {
  return neighbors.equal || set.adaptive ? 0 : Math.min(1, now / mingling);
}

/** Adds what guests fill to the density sums. */
export function addFilled({ guests }: Smoothed): void {
  for (const guest of guests) guest.fill?.();
}

/** Shepard re-initialisation of continuity densities where the particles are now, every so many steps. */
export function renewIfDue(s: Smoothed): void {
  if (s.steps % SETTLING === SETTLING - 1 && settles(s)) settle(s);
  if (!shepardIsDue(s)) return;
  s.set.shared.setReal(at.STEP, 0);
  packRecords(s);
  addDensitySums(s);
  s.set.team.run(at.PASS_SHEPARD, s.set.chunks);
  s.ghosts?.forgetSums();
}

/** Steps between two looks at integrated densities beside walls: sound goes a few lengths h meanwhile. */
export const SETTLING = 8;

/** Whether there are integrated densities, and walls or solids beside them. */
export function settles(s: Smoothed): boolean {
  const hasWalls = s.ghosts !== undefined || s.set.shared.u32[at.HAS_WALLS >> 2] !== 0;
  return s.integratesDensity && (hasWalls || isFilled(s));
}

/** Whether guests fill space. */
export function isFilled({ guests }: Smoothed): boolean {
  return guests.some(({ fill }) => fill !== undefined);
}

/** Integrated densities beside walls are held to what is there: see assembly/passes/settle.ts. */
function settle(s: Smoothed): void {
  const { shared, team, chunks, part } = s.set;
  shared.setReal(at.STEP, 0);
  if (part)
    part.quietly(() => packRecords(s)); // of neighbors only places and volumes at rest matter
  else packRecords(s);
  shared.setInt(at.ONLY_BESIDE_WALLS, Number(s.neighbors.equal && !s.ghosts && !isFilled(s))); // else a neighbor may reach farther
  addDensitySums(s);
  addFilled(s);
  shared.setInt(at.ONLY_BESIDE_WALLS, 0);
  team.run(at.PASS_SETTLE_DENSITY, chunks);
  if (s.ghosts) team.run(at.PASS_SETTLE_GHOSTS, s.ghosts.chunks);
}

/** Σ m W̄ and Σ V W̄ of all particles by a pair pass. */
export function addDensitySums({ set, neighbors, passes, ghosts, loop }: Smoothed): void {
  set.team.run(at.PASS_CLEAR_SUMS, set.chunks);
  neighbors.runPairs(passes.density);
  if (ghosts) set.team.run(at.PASS_GHOST_SUMS + loop, set.chunks);
}

function shepardIsDue({ shepardInterval, steps }: Smoothed): boolean {
  return shepardInterval > 0 && steps % shepardInterval === shepardInterval - 1;
}

/** New accelerations, and the second kick. */
function kick({ set, bodyForces, ghosts }: Smoothed): void {
  set.team.run(at.PASS_KICK_PREDICTOR, set.chunks);
  if (ghosts) {
    if (ghosts.integrates) set.team.run(at.PASS_KICK_GHOSTS, ghosts.chunks);
    return;
  }
  bodyForces.fill(0);
  addLoads(set, bodyForces);
}

/** What bodies give to the particles beside them in a time (s). */
function addBodyForces({ bodyForces }: Smoothed, loads: Float64Array, time: number): void {
  for (let n = 0; n < loads.length; n++) loads[n]! += time * bodyForces[n]!;
}
