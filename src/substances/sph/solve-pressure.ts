// The pressure at the end of a step, by projected conjugate gradients: one product a round, no matrix. Products are summed per chunk and
// added in order, so that they never depend on threads. [ADR 43]

import type { PressedBodies } from '../../engine/pressed-bodies.ts';
import { addLoads, maxOverChunks, sumOfChunks } from '../../engine/reports.ts';
import * as at from '../../wasm/layout.ts';
import type { Smoothed } from './smoothed.ts';

/** Mean error of the density that may be left in any chunk of particles, over the rest density. */
const TOLERANCE = 2e-4;
/** Rounds after which the best found so far is taken. With few rounds, 10, deep tanks boil. */
const MOST_ROUNDS = 100;
/** α of the first direction. */
const FIRST_STRIDE = 0.75;
/** Directions reach a little farther than the last good step, because t is at most 1 where somebody loses all pressure. */
const FARTHER = 1.25;
/** Steps along r/D that make sense: eigenvalues of D⁻¹ B are between .05 and 6. */
const SHORTEST = 0.1,
  LONGEST = 20;

/** Finds the pressures of all particles; those of the last step, and the motions that they lead to, must stand. */
export function solvePressure(s: Smoothed): void {
  const { set, neighbors, passes, pressureSolver } = s,
    { shared, team, chunks } = set;
  const each = (pass: number): void => team.run(pass, chunks);
  const turn = (stride: number, kept: number): void => {
    shared.setReal(at.STRIDE, stride);
    shared.setReal(at.KEPT, kept);
    each(at.PASS_TURN_PRESSURE); //                 d = max(−μ, α (z + β d))
  };
  let rounds = 0,
    stride = FIRST_STRIDE;
  pressBodies(s)?.lead(forces(s)); //               V* + dt A F(μ)
  neighbors.runPairs(passes.pressureRate); //       Q(v* + dt F(μ)/m)
  each(at.PASS_BEGIN_PRESSURE); //                  r = b − B μ
  turn(stride, 0);
  while (rounds < MOST_ROUNDS && (rounds === 0 || maxOverChunks(set, at.REPORT_ERROR) > TOLERANCE)) {
    addProduct(s); //                               B d
    const bend = sumOfChunks(set, at.REPORT_BEND),
      best = sumOfChunks(set, at.REPORT_ALONG) / bend;
    if (!(bend > 0)) break;
    shared.setReal(at.TAKEN, Math.min(1, Math.max(0, best))); // a direction that leads nowhere is left out
    each(at.PASS_TAKE_PRESSURE); //                 μ += t d,  r −= t B d
    stride = Math.min(Math.max(FARTHER * best * stride, SHORTEST), LONGEST);
    turn(stride, best > 0 ? Math.max(0, -sumOfChunks(set, at.REPORT_BENT) / bend) : 0);
    rounds++;
  }
  pressureSolver.solves++;
  pressureSolver.rounds += rounds;
}

/** B d = C d − dt² Q(F(d)/m). Bodies take their part: their force is a sum over particles, their motion adds to rates. */
function addProduct(s: Smoothed): void {
  const { set, neighbors, passes } = s,
    { team, chunks } = set;
  neighbors.runPairs(passes.pressurePush); //       F(d)
  team.run(at.PASS_MOVE_PRESSURE, chunks); //       F(d)/m
  pressBodies(s)?.answer(forces(s)); //             A F(d)
  neighbors.runPairs(passes.pressureRate); //       Q(F(d)/m)
  team.run(at.PASS_APPLY_PRESSURE, chunks);
}

/** The bodies of a world, when passes have summed up what unknowns do to them. */
function pressBodies({ set, pressed }: Smoothed): PressedBodies | undefined {
  if (pressed) set.team.run(at.PASS_PRESS_BODIES, set.chunks);
  return pressed;
}

/** What bodies give to the particles by the unknowns, N. */
function forces({ set, bodyForces }: Smoothed): Float64Array {
  bodyForces.fill(0);
  addLoads(set, bodyForces);
  return bodyForces;
}
