// The implicit step of a world of solids: as the explicit one, but for the kick, whose change of velocity is solved for. [ADR 39]
//   (M + (β dt² + ½t dt δ) K + t C) Δv = t f(x) − (t dt δ + β(dt² − dt₀²)) K v,  dt₀ the last step, t = ½(dt₀ + dt)
// This is Newmark's method: with β = ¼ and δ = 0 the trapezoidal rule, which keeps the energy of small swings at any step.

import { closeBooking, openBooking } from '../../engine/book-step.ts';
import type { Booking, Triple } from '../../engine/booking.ts';
import { conductHeat } from '../../engine/conduct-heat.ts';
import { descendToEnd } from '../../engine/conjugate-gradients.ts';
import type { Engine } from '../../engine/engine.ts';
import { drift, renewPairs } from '../../engine/move.ts';
import { maxOverChunks, sumOverChunks } from '../../engine/reports.ts';
import * as at from '../../wasm/layout.ts';
import { type Preconditioner, preconditionerOf } from './precondition.ts';
import { ensureLinks, type Solids } from './solids.ts';
import { evaluate, openKick } from './step.ts';

/** β: ¼ would do for small swings; the rest is for what the matrix leaves out where a body is stretched. */
const BETA = 0.3;
/** What is left of the change of velocity, over all of it. */
const TOLERANCE = 1e-5;
const MOST_ROUNDS = 2000;
/** Solves in which friction of obstacles is found. */
const HOLDS = 12;

/** Advances all solids by dt (s). Obstacles for the step must be in place. */
export function stepImplicit(s: Solids, dt: number, damping: number): Booking {
  const { engine } = s,
    time = openKick(engine, dt),
    booking = openBooking(engine, time);
  solveKick(s, { dt, time, damping }, booking); //         Δv, so that forces of the whole step are in balance
  drift(engine, at.PASS_DRIFT_GLOBULES, booking); //       v ← v + Δv, x ← x + dt v, bounce off obstacles               [card §12]
  bookSolve(engine, booking);
  renewPairs(engine); //                                   what may touch
  evaluate(s); //                                          ∇u → ε → ε_p → σ → f                                         [AW09 eq. 61-66, 69]
  closeBooking(engine);
  if (engine.set.hasHeat) conductHeat(engine, booking);
  engine.steps++;
  return booking;
}

interface Kick {
  readonly dt: number;
  /** From the middle of the last step to the middle of this one, s. */
  readonly time: number;
  /** δ */
  readonly damping: number;
}

/** Replaces accelerations by those with which the step is in balance. */
function solveKick(s: Solids, kick: Kick, booking: Booking): void {
  const { set } = s.engine,
    { shared, team, chunks } = set,
    { dt, time, damping } = kick;
  const each = (pass: number): void => team.run(pass, chunks);
  ensureLinks(s);
  each(at.PASS_ELASTIC_PLACES);
  each(at.PASS_ELASTIC_SHAPE); //                           F
  shared.setReal(at.STIFFNESS_WEIGHT, time * dt * damping + 4 * BETA * time * (dt - time)); // dt² − dt₀² = 4t(dt − t)
  shared.setReal(at.VISCOUS_WEIGHT, 0);
  multiply(s.engine); //                                    −(t dt δ + β(dt² − dt₀²)) K v
  each(at.PASS_ELASTIC_LOAD);
  shared.setReal(at.STIFFNESS_WEIGHT, BETA * dt * dt + 0.5 * time * dt * damping);
  shared.setReal(at.VISCOUS_WEIGHT, time);
  const preconditioner = preconditionerOf(s, s.factors!);
  solve(s, preconditioner);
  if (shared.u32[at.OBSTACLE_COUNT >> 2]! > 0) {
    each(at.PASS_ELASTIC_PROBE); //                         what meets an obstacle goes no further
    for (let round = 0; round < HOLDS && maxOverChunks(set, at.REPORT_HELD) > 0; round++) {
      solve(s, preconditioner);
      if (round + 1 < HOLDS) each(at.PASS_ELASTIC_RUB); //  friction by what the obstacle does
    }
  }
  each(at.PASS_ELASTIC_FINISH);
  sumOverChunks(set, at.REPORT_GAIN, gain);
  for (let a = 0; a < 3; a++) booking.externalBefore[a]! += shared.real(at.PAIR_UNIT) * gain[a]!;
  sumOverChunks(set, at.REPORT_WALL_GAIN, gain);
}

/** The guess stands as the direction. */
function solve({ engine }: Solids, preconditioner: Preconditioner): void {
  multiply(engine);
  engine.set.team.run(at.PASS_ELASTIC_BEGIN, engine.set.chunks);
  descendToEnd(engine.set, {
    product: () => multiply(engine),
    precondition: preconditioner.apply,
    ...{ apply: at.PASS_ELASTIC_APPLY, descend: at.PASS_ELASTIC_DESCEND, turn: at.PASS_ELASTIC_TURN },
    ...{ tolerance: TOLERANCE, mostRounds: MOST_ROUNDS, leastRounds: 0 },
  });
}

/** −K p of the directions in the place of the forces. */
function multiply({ set: { team, chunks } }: Engine): void {
  team.run(at.PASS_ELASTIC_DERIVATIVE, chunks);
  team.run(at.PASS_ELASTIC_PRODUCT, chunks);
}

/** Adds the impulse of obstacles that held particles in the solve. */
function bookSolve({ set }: Engine, { obstacles }: Booking): void {
  for (let a = 0; a < 3; a++) obstacles[a]! += set.shared.real(at.PAIR_UNIT) * gain[a]!;
}

const gain: Triple = [0, 0, 0];
