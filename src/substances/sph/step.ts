// One step of smoothed particles: the predictor velocity-Verlet scheme with one force evaluation. [card §6]

import type { ParticleSet } from '../../particles/particle-set.ts';
import * as at from '../../wasm/layout.ts';
import { isSph } from '../substance.ts';
import { sumOverChunks } from './limits.ts';
import { applyQuanta, settleQuanta } from './quanta.ts';
import type { Smoothed } from './smoothed.ts';

/** Advances all particles by dt (s). Obstacles for the step must be in place. */
export function stepSmoothed(s: Smoothed, dt: number): void {
  s.set.shared.setReal(at.STEP, dt);
  drift(s, at.PASS_DRIFT_PREDICTOR); // v½ = v + ½dt a, ρ½ = ρ + ½dt ρ̇, x ← x + dt v½, bounce off obstacles   [card §6, §12]
  if (s.set.markLeaving()) s.neighbors.invalidate(); // into a sink or out of the domain: gone with the next sort
  if (s.neighbors.stale) findPairs(s); // within 2 max(h_i, h_j)                                              [DC99 §2]
  evaluate(s); //                       at x, v* = v½ + ½dt a, ρ* = ρ½ + ½dt ρ̇
  kick(s); //                           v ← v½ + ½dt a, ρ ← ρ½ + ½dt ρ̇
  renewIfDue(s); //                     ρ = Σ m W̄ / Σ V W̄, now and then                                      [card §4]
  s.steps++;
}

/** Accelerations and density rates of the particles where they are: needed once before the first step. */
export function startSmoothed(s: Smoothed): void {
  s.set.shared.setReal(at.STEP, 0);
  findPairs(s);
  evaluate(s);
  kick(s);
}

function evaluate(s: Smoothed): void {
  predict(s); //                        records of x, v*, ρ*, P = P(ρ*)                             [DC99 eq. 1, AW09 eq. 47]
  if (s.sumsDensity) sumDensity(s); // ρ = Σ m W̄                                [AW09 eq. 5, SL03 slide 15]
  sumForces(s, s.passes.forces); //     Σ m (P/ρ² + P/ρ² + Π) ∇W̄, ρ̇ = Σ m v·∇W̄          [DC99 eq. 8, 10-11, 22; PV09 eq. 11]
}

/** Forces and density rates by a pair pass, again if the quantum was too small for them. */
export function sumForces(s: Smoothed, pass: number): void {
  do accumulate(s, pass);
  while (!settleQuanta(s.set, s.neighbors.groups, s.quanta));
}

/** The first half kick and the way of all particles. */
export function drift(s: Smoothed, pass: number): void {
  s.set.team.run(pass, s.set.chunks);
  sumOverChunks(s.set, at.REPORT_IMPULSE, s.obstacleImpulse);
  noteMoves(s);
}

/** Tells the lists how far particles have moved in the last drift. */
export function noteMoves({ set, neighbors }: Smoothed): void {
  neighbors.noteApproach(
    largestRelativeMove(set.shared.f64, set.shared.u32[at.AT_CHUNK_REPORT >> 2]! >> 3, set.chunks),
  );
}

/** Sorts the particles and lists their pairs. */
export function findPairs(s: Smoothed): void {
  s.neighbors.findPairs();
  countNeighbors(s);
}

/** Counts the neighbors in the lists of pairs: isolated particles relax to rest density, and cool from all sides. */
export function countNeighbors({ set, neighbors, substances }: Smoothed): void {
  if (set.hasHeat || substances.some((p) => isSph(p) && p.density === 'continuity')) {
    const counts = set.shared.u32[at.AT_NEIGHBOR_COUNT >> 2]!;
    set.shared.u32.fill(0, counts >> 2, (counts >> 2) + set.count);
    neighbors.runPairs(at.PASS_COUNT_NEIGHBORS);
  }
}

/** Records of what the pair passes read. */
export function predict({ set }: Smoothed): void {
  set.team.run(at.PASS_PACK, set.chunks);
  if (set.hasGlobules) set.team.run(at.PASS_PACK_GLOBULES, set.chunks);
}

/** Density of all particles by a pair pass. */
export function sumDensity(s: Smoothed): void {
  addDensitySums(s);
  s.set.team.run(at.PASS_UPDATE_DENSITY, s.set.chunks);
}

/** Shepard re-initialisation of continuity densities where the particles are now, every so many steps. */
export function renewIfDue(s: Smoothed): void {
  if (!shepardIsDue(s)) return;
  s.set.shared.setReal(at.STEP, 0);
  predict(s);
  addDensitySums(s);
  s.set.team.run(at.PASS_SHEPARD, s.set.chunks);
}

/** Σ m W̄ and Σ V W̄ of all particles by a pair pass. */
export function addDensitySums({ set, neighbors, passes }: Smoothed): void {
  set.team.run(at.PASS_CLEAR_SUMS, set.chunks);
  neighbors.runPairs(passes.density);
}

function shepardIsDue({ shepardInterval, steps }: Smoothed): boolean {
  return shepardInterval > 0 && steps % shepardInterval === shepardInterval - 1;
}

function accumulate({ set, neighbors, quanta, passes, tensorStress, isSmoothed }: Smoothed, pass: number): void {
  applyQuanta(set, quanta);
  if (set.hasGlobules) clearReports(set, neighbors.groups);
  set.team.run(at.PASS_CLEAR_SUMS, set.chunks);
  if (isSmoothed) neighbors.runPairs(pass);
  if (set.hasGlobules) neighbors.runPairs(passes.globules); // f = Σ x_ij [ s_r (b₁/D^m − b₂/D^n) − k_d s_d v_ij·x_ij/D² ]  [MP89 eq. 2]
  if (tensorStress) neighbors.runPairs(passes.stress);
}

/** Forgets what groups of slabs reported: where there are globules, not every pass that reports may run. */
function clearReports({ shared }: ParticleSet, groups: number): void {
  const begin = shared.u32[at.AT_GROUP_REPORT >> 2]! >> 2;
  shared.f32.fill(0, begin, begin + (groups * at.GROUP_BYTES) / 4);
}

/** New accelerations, and the second kick. */
export function kick({ set }: Smoothed): void {
  set.team.run(at.PASS_KICK_PREDICTOR, set.chunks);
}

/** Diagonal of the box of all displacements of the step: no two particles have come closer by more, m. */
function largestRelativeMove(f64: Float64Array, reports: number, chunks: number): number {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY,
      high = Number.NEGATIVE_INFINITY;
    for (let chunk = 0; chunk < chunks; chunk++) {
      const report = reports + (chunk * at.REPORT_BYTES) / 8 + axis;
      low = Math.min(low, f64[report + at.REPORT_MOVE_MIN / 8]!);
      high = Math.max(high, f64[report + at.REPORT_MOVE_MAX / 8]!);
    }
    square += (high - low) * (high - low);
  }
  return Math.sqrt(square);
}
