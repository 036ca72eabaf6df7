// Implicit viscosity by conjugate gradients: finds the change of velocity with which viscous forces at the end of the step are in
// balance. The matrix is never formed: its coefficients stand beside the neighbor lists. [docs/adr/0020-flow-and-implicit-viscosity.md]

import * as at from '../../wasm/layout.ts';
import { sumOfChunks, sumOverChunks } from './limits.ts';
import type { Smoothed } from './smoothed.ts';

/** The velocity that is left to find, over what the other forces brought in this step. */
const TOLERANCE = 2e-3;
/** Rounds after which the best found so far is taken. */
const MOST_ROUNDS = 200;

/** Adds the effect of viscosity over the step to the velocities that the other forces led to. */
export function solveViscosity(s: Smoothed): void {
  const { set, neighbors, passes, solver } = s,
    { shared, team, chunks } = set;
  const each = (pass: number): void => team.run(pass, chunks);
  solver.solves++;
  neighbors.runPairs(passes.product); //   of the guess: velocities that change as in the step before
  each(at.PASS_BEGIN_SOLVE);
  let descent = sumOfChunks(set, at.REPORT_DESCENT);
  const enough = TOLERANCE * TOLERANCE * sumOfChunks(set, at.REPORT_REFERENCE);
  let left = sumOfChunks(set, at.REPORT_REMAINDER);
  for (let round = 0; round < MOST_ROUNDS && (round === 0 || left > enough) && descent > 0; round++) {
    neighbors.runPairs(passes.product);
    each(at.PASS_APPLY_MATRIX);
    const alpha = descent / sumOfChunks(set, at.REPORT_CURVATURE);
    if (!Number.isFinite(alpha)) break;
    shared.setReal(at.ALPHA, alpha);
    each(at.PASS_DESCEND); //                        δ ← δ + α p, r ← r − α A p
    left = sumOfChunks(set, at.REPORT_REMAINDER);
    const next = sumOfChunks(set, at.REPORT_DESCENT);
    shared.setReal(at.BETA, next / descent);
    descent = next;
    each(at.PASS_TURN); //                           p ← r/diagonal + β p
    solver.rounds++;
  }
  balance(s);
  each(at.PASS_FINISH_SOLVE); //                     v ← v + δ
}

/**
 * What particles do to each other changes no momentum: without walls that grip, what rounding and an early end left of it is spread
 * evenly. With them, the change of momentum is theirs.
 */
function balance({ set, dragImpulse, grips }: Smoothed): void {
  sumOverChunks(set, at.REPORT_GAIN, gain);
  const mass = sumOfChunks(set, at.REPORT_WHOLE);
  for (let a = 0; a < 3; a++) {
    correction[a] = grips ? 0 : -gain[a]! / mass;
    if (grips) dragImpulse[a]! += gain[a]!;
  }
  set.shared.setVector(at.CORRECTION, correction);
}

const gain: [number, number, number] = [0, 0, 0];
const correction: [number, number, number] = [0, 0, 0];
