// The pressure at the end of a step, by a spectral projected gradient: one product a round, no matrix. Products are summed per chunk and
// added in order, so that they never depend on threads. [ADR 43]

import { maxOverChunks, sumOfChunks } from '../../engine/reports.ts';
import * as at from '../../wasm/layout.ts';
import type { Smoothed } from './smoothed.ts';

/** Mean error of the density that may be left in any chunk of particles, over the rest density. */
const TOLERANCE = 2e-4;
/** Rounds after which the best found so far is taken. With few rounds, 10, deep tanks boil. */
const MOST_ROUNDS = 100;
/** α of the first direction. */
const FIRST_STRIDE = 0.5;

/** Finds the pressures of all particles; those of the last step, and the motions that they lead to, must stand. */
export function solvePressure(s: Smoothed): void {
  const { set, neighbors, passes, solver } = s,
    { shared, team, chunks } = set;
  const each = (pass: number): void => team.run(pass, chunks);
  neighbors.runPairs(passes.pressureRate); //       Q(v* + dt F(μ)/m)
  shared.setReal(at.STRIDE, FIRST_STRIDE);
  each(at.PASS_BEGIN_PRESSURE); //                  r = b − B μ,  d = max(0, μ + α r/D) − μ
  let rounds = 0;
  while (rounds < MOST_ROUNDS && (rounds === 0 || maxOverChunks(set, at.REPORT_ERROR) > TOLERANCE)) {
    neighbors.runPairs(passes.pressurePush); //     F(d)
    each(at.PASS_MOVE_PRESSURE);
    neighbors.runPairs(passes.pressureRate); //     Q(F(d)/m)
    each(at.PASS_APPLY_PRESSURE); //                B d
    const bend = sumOfChunks(set, at.REPORT_BEND);
    if (!(bend > 0)) break;
    shared.setReal(at.TAKEN, Math.min(1, sumOfChunks(set, at.REPORT_ALONG) / bend));
    shared.setReal(at.STRIDE, sumOfChunks(set, at.REPORT_WEIGHED) / bend);
    each(at.PASS_TAKE_PRESSURE); //                 μ += t d,  r −= t B d,  and the next d
    rounds++;
  }
  solver.solves++;
  solver.rounds += rounds;
}
