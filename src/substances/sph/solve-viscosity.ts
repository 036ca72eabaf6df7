// Implicit viscosity by conjugate gradients: finds the change of velocity with which viscous forces at the end of the step are in
// balance. The matrix is never formed: its coefficients stand beside the neighbor lists. [docs/adr/0020-flow-and-implicit-viscosity.md]

import type { Booking } from '../../engine/booking.ts';
import { descendToEnd } from '../../engine/conjugate-gradients.ts';
import { sumOfChunks, sumOverChunks } from '../../engine/reports.ts';
import * as at from '../../wasm/layout.ts';
import { freePieces } from './free-pieces.ts';
import type { Smoothed } from './smoothed.ts';

/** The velocity that is left to find, over what the other forces brought in this step. */
const TOLERANCE = 2e-3;
/**
 * The same for the symmetric form, whose bodies bend: pressure within them is many times the load that bends them, and of 2e-3 of it a
 * viscous cantilever was 27 % too fast while it began (V59). [ADR 29]
 */
const SYMMETRIC_TOLERANCE = 2e-4;
/** Rounds after which the best found so far is taken. */
const MOST_ROUNDS = 200;

/** Adds the effect of viscosity over the step to the velocities that the other forces led to. */
export function solveViscosity(s: Smoothed, booking: Booking): void {
  const { set, solver } = s,
    { team, chunks } = set;
  const each = (pass: number): void => team.run(pass, chunks);
  solver.solves++;
  if (s.symmetric) freePieces(s, true, gain);
  addProducts(s); //                       of the guess: velocities that change as in the step before
  each(at.PASS_BEGIN_SOLVE);
  solver.rounds += descendToEnd(set, {
    product: () => addProducts(s),
    ...{ apply: at.PASS_APPLY_MATRIX, descend: at.PASS_DESCEND, turn: at.PASS_TURN },
    ...{ tolerance: s.symmetric ? SYMMETRIC_TOLERANCE : TOLERANCE, mostRounds: MOST_ROUNDS, leastRounds: 1 },
  });
  sumOverChunks(set, at.REPORT_GAIN, gain);
  if (s.symmetric) freePieces(s, false, gain);
  balance(s, booking);
  each(at.PASS_FINISH_SOLVE); //                     v ← v + δ
}

/** Adds A p for the directions p. */
function addProducts({ set, neighbors, passes, symmetric }: Smoothed): void {
  if (symmetric) {
    neighbors.runPairs(passes.directions); //        M = Σ c p xᵀ
    set.team.run(at.PASS_TENSION, set.chunks); //    T
  }
  neighbors.runPairs(passes.product);
}

/**
 * What particles do to each other changes no momentum: without walls that grip, what rounding and an early end left of it is spread
 * evenly. With them, the change of momentum is theirs.
 */
function balance({ set, grips, symmetric }: Smoothed, { walls }: Booking): void {
  const held = grips || (symmetric && set.shared.u32[at.HAS_WALLS >> 2] !== 0); // slippery ones hold what presses against them
  const mass = sumOfChunks(set, at.REPORT_WHOLE);
  for (let a = 0; a < 3; a++) {
    correction[a] = held ? 0 : -gain[a]! / mass;
    if (held) walls[a]! += gain[a]!;
  }
  set.shared.setVector(at.CORRECTION, correction);
}

const gain: [number, number, number] = [0, 0, 0];
const correction: [number, number, number] = [0, 0, 0];
