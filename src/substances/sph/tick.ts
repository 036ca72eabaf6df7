// One tick of individual steps: the particles whose step ends now drift, are evaluated and kicked, and choose their next step; of all
// others only position, velocity and density now are predicted. [DC99 §5.2, card §6]

import { openBooking } from '../../engine/book-step.ts';
import type { Booking, Triple } from '../../engine/booking.ts';
import { countNeighbors, drift as driftAll, sumForces } from '../../engine/move.ts';
import { addLoads, maxOverChunks, minOverChunks, sumOfChunks, sumOverChunks } from '../../engine/reports.ts';
import * as at from '../../wasm/layout.ts';
import type { Smoothed } from './smoothed.ts';
import { addDensitySums, SETTLING, settles, sumDensity } from './step.ts';

/** What a tick did. */
export interface TickReport {
  /** Particles evaluated. */
  active: number;
  /** Largest level q of all particles: the next step to end has TICKS >> level ticks. Above `DEEPEST` no tick is short enough. */
  level: number;
  /** Smallest level. */
  shallow: number;
  /** Tick of this frame at which integrated densities beside walls were settled last. */
  settled: number;
}

/** Levels fit into the low bits of a particle's step. */
export const DEEPEST = at.STEP_BITS - 1;

/** A report for `advanceTick` to fill in. */
export function newTickReport(): TickReport {
  return { active: 0, level: 0, shallow: 0, settled: 0 };
}

/** Advances from one used tick to the next. Obstacles for that time must be in place. */
export function advanceTick(s: Smoothed, from: number, to: number, report: TickReport): Booking {
  const { shared } = s.set;
  shared.setInt(at.TICK_BEFORE, from);
  shared.setInt(at.TICK, to);
  const booking = openBooking(s);
  report.active = markActive(s); //          whose step ends now, or who was woken
  drift(s, booking); //                      x ← x + dt v½ of the active, bounce off obstacles              [card §6, §12]
  if (s.neighbors.stale) sortForActive(s);
  evaluate(s, report.active); //             forces and density rate of the active, from neighbors within 2 max(h_i, h_j) [DC99 §5.2]
  kick(s, report, booking); //               v ← v½ + ½dt a, ρ ← ρ½ + ½dt ρ̇, next step of the active        [DC99 eq. 15-16]
  limitLevels(s, report); //                 neighbors within two levels                                    [card §6]
  booking.evaluated = report.active;
  s.steps++;
  settleIfDue(s, from, to, report);
  return booking;
}

/**
 * Settles integrated densities beside walls as often as worlds with one step do, if all particles stand at this tick: less often an impact
 * would lose less energy than there. Meetings settle them too, and nothing does where a frame ends: a restored world goes on alike.
 */
function settleIfDue(s: Smoothed, from: number, to: number, report: TickReport): void {
  if (from === 0) report.settled = 0;
  const { shared, count } = s.set,
    ticks = shared.u32[at.TICKS >> 2]!;
  if (!settles(s) || report.active < count || to === ticks || to - report.settled < SETTLING * (ticks >> report.level))
    return;
  report.settled = to;
  renew(s, to, true, false);
}

/** Evaluates the new particles; all others must have been evaluated at this very tick. */
export function evaluateNew(s: Smoothed, tick: number, report: TickReport): Booking {
  const { shared } = s.set;
  standStill(s, tick);
  const booking = openBooking(s);
  sortForActive(s);
  report.active = markActive(s);
  evaluate(s, report.active);
  kick(s, report, booking);
  booking.evaluated = report.active;
  shared.setInt(at.ONLY_NEW, 0);
  return booking;
}

/** Makes all particles active, with lists and with records of where they are; all must have been evaluated at this very tick. */
export function gatherAll(s: Smoothed, tick: number): void {
  const { shared, team } = s.set;
  standStill(s, tick);
  const mark = () => {
    const active = shared.u32[at.AT_ACTIVE >> 2]!;
    shared.u8.fill(1, active, active + s.set.count);
  };
  if (s.neighbors.stale) s.neighbors.sortForActive(mark);
  mark();
  s.neighbors.listActive();
  team.run(at.PASS_PACK, s.set.chunks);
  shared.setInt(at.ONLY_NEW, 0);
}

/**
 * Integrated densities beside walls are held to what is there, and all of them renewed by Shepard sums if it is due; all particles must have been
 * evaluated at this very tick. [card §4, ADR 31] Densities are left alone where a frame begins, so that a restored world goes on alike.
 */
export function renewIfDue(s: Smoothed, tick: number): void {
  const due = s.shepardInterval > 0 && s.steps >= s.shepardInterval,
    beside = tick > 0 && settles(s);
  if (due || beside) renew(s, tick, beside, due);
}

function renew(s: Smoothed, tick: number, settled: boolean, shepard: boolean): void {
  const { team, chunks } = s.set;
  gatherAll(s, tick);
  const listed = s.neighbors.listPairs();
  s.neighbors.withPairLists(() => {
    if (listed) countNeighbors(s);
    addDensitySums(s);
  });
  if (settled) team.run(at.PASS_SETTLE_DENSITY, chunks);
  if (!shepard) return;
  s.steps = 0;
  team.run(at.PASS_SHEPARD, chunks);
}

/** Nobody has aged since the last evaluation; only new particles count as active. */
function standStill({ set: { shared } }: Smoothed, tick: number): void {
  shared.setInt(at.ONLY_NEW, 1);
  shared.setInt(at.TICK_BEFORE, tick);
  shared.setInt(at.TICK, tick);
}

function markActive({ set }: Smoothed): number {
  set.team.run(at.PASS_MARK_ACTIVE, set.chunks);
  return sumOfChunks(set, at.REPORT_ACTIVE);
}

function sortForActive(s: Smoothed): void {
  s.neighbors.sortForActive(() => markActive(s));
}

function drift(s: Smoothed, booking: Booking): void {
  driftAll(s, at.PASS_DRIFT_INDIVIDUAL, booking);
  sumOverChunks(s.set, at.REPORT_FIRST, booking.externalAfter);
  sumOverChunks(s.set, at.REPORT_FIRST + 24, booking.asymmetry);
}

/** Taking each pair once costs as much as gathering for this part of the particles. */
const WORTH_PAIRS = 0.6;

function evaluate(s: Smoothed, active: number): void {
  const paired = active > WORTH_PAIRS * s.set.count;
  s.set.shared.setInt(at.PAIRED, Number(paired));
  if (paired) evaluatePairs(s);
  else gather(s);
}

/** Evaluates all particles, each pair once. */
function evaluatePairs(s: Smoothed): void {
  const { set, neighbors } = s,
    listed = neighbors.listPairs();
  neighbors.withPairLists(() => {
    if (listed) countNeighbors(s);
    set.team.run(at.PASS_PACK, set.chunks);
    if (s.sumsDensity) sumDensity(s);
    sumForces(s, () => neighbors.runPairs(s.passes.sizedForces));
  });
}

/** Evaluates the active particles, each from all of its neighbors. */
function gather({ set, neighbors, sumsDensity, passes }: Smoothed): void {
  neighbors.listActive();
  set.team.run(at.PASS_PACK, set.chunks);
  if (sumsDensity) {
    set.team.run(passes.gatherDensity, set.chunks);
    set.team.run(at.PASS_UPDATE_DENSITY, set.chunks);
  }
  set.team.run(passes.gatherForces, set.chunks);
}

const second: Triple = [0, 0, 0];

function kick({ set }: Smoothed, report: TickReport, { externalAfter, asymmetry, walls, loads }: Booking): void {
  set.team.run(at.PASS_KICK_INDIVIDUAL, set.chunks);
  sumOverChunks(set, at.REPORT_DRAG, walls);
  addLoads(set, loads);
  report.level = maxOverChunks(set, at.REPORT_LEVEL);
  report.shallow = minOverChunks(set, at.REPORT_SHALLOW);
  sumOverChunks(set, at.REPORT_EXTERNAL, second);
  for (let a = 0; a < 3; a++) externalAfter[a]! += second[a]!;
  sumOverChunks(set, at.REPORT_INTERNAL, second);
  for (let a = 0; a < 3; a++) asymmetry[a]! += second[a]!;
}

/** Who is shortened may have to shorten or wake others: a round for every two levels more than allowed. */
function limitLevels({ set, neighbors }: Smoothed, { level, shallow }: TickReport): void {
  if (level <= shallow + at.LEVELS_APART) return;
  neighbors.listActive();
  for (let most = level; most > shallow + at.LEVELS_APART; most -= at.LEVELS_APART) {
    set.team.run(at.PASS_LIMIT_LEVELS, set.chunks);
    set.team.run(at.PASS_APPLY_LIMITS, set.chunks);
  }
}

/** Gives all particles the shortest step: what is left of individual steps when a scene does not want them. */
export function shareLevel({ set }: Smoothed, level: number): void {
  const { shared, count, team, chunks } = set,
    limits = shared.u32[at.AT_ASKED_LEVEL >> 2]! >> 2;
  shared.u32.fill(level, limits, limits + count);
  team.run(at.PASS_APPLY_LIMITS, chunks);
}
