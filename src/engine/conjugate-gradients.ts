// Conjugate gradients over passes: products are summed per chunk and added in order, so that they never depend on threads.

import type { ParticleSet } from '../particles/particle-set.ts';
import * as at from '../wasm/layout.ts';
import { sumOfChunks, sumsOfChunks } from './reports.ts';

/** The passes of a solve A δ = b, whose first residual and direction p stand, and when it is enough. */
export interface Solve {
  /** Puts what A p needs beside the particles. */
  product(): void;
  /** A p, reports p·A p. */
  readonly apply: number;
  /** δ ← δ + α p, r ← r − α A p, reports what is left. */
  readonly descend: number;
  /** In place of r/diagonal, puts z beside the residuals and returns r·z; as the passes have it if left out. */
  precondition?(): number;
  /** p ← z + β p. */
  readonly turn: number;
  /** Of what was to be found, this part may be left. */
  readonly tolerance: number;
  /** Rounds after which the best found so far is taken. */
  readonly mostRounds: number;
  /** Rounds that are taken in any case. */
  readonly leastRounds: number;
}

/** Leads a solve to its end; returns the rounds it took. */
export function descendToEnd(set: ParticleSet, solve: Solve): number {
  const { shared, team, chunks } = set,
    begin = sumsOfChunks(set, [at.REPORT_REFERENCE, at.REPORT_DESCENT, at.REPORT_REMAINDER]),
    enough = solve.tolerance * solve.tolerance * begin[0]!;
  let [, descent = 0, left = 0] = begin,
    round = 0;
  if (solve.precondition) {
    descent = solve.precondition();
    shared.setReal(at.BETA, 0);
    team.run(solve.turn, chunks);
  }
  while (round < solve.mostRounds && (round < solve.leastRounds || left > enough) && descent > 0) {
    solve.product();
    team.run(solve.apply, chunks);
    const alpha = descent / sumOfChunks(set, at.REPORT_CURVATURE);
    if (!Number.isFinite(alpha)) break;
    shared.setReal(at.ALPHA, alpha);
    team.run(solve.descend, chunks);
    const [remainder, told] = sumsOfChunks(set, [at.REPORT_REMAINDER, at.REPORT_DESCENT]);
    left = remainder!;
    if (left <= enough && round + 1 >= solve.leastRounds) return round + 1;
    const next = solve.precondition?.() ?? told!;
    shared.setReal(at.BETA, next / descent);
    descent = next;
    team.run(solve.turn, chunks);
    round++;
  }
  return round;
}
