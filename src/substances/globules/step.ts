// One step of a world of globules. [MP89 §2-4, card §11] Where smoothed particles are in the world too, globules take part in their step.
// Velocities stand in the middle of steps: "v first, then x" (X41). A kick goes from the middle of the last step to the middle of this one,
// so that energy does not drift when steps change (V48: ten times less than with dt).

import * as at from '../../wasm/layout.ts';
import { conductHeat } from '../sph/conduct-heat.ts';
import type { Smoothed } from '../sph/smoothed.ts';
import { drift, findPairs, predict, sumForces } from '../sph/step.ts';

/** Of the last step, no more than so many of this one count: what has just met is very stiff, and nothing before knew of it. */
const MOST_OVERHANG = 2;

/**
 * Advances all globules by dt (s). Obstacles for the step must be in place.
 * @param printed whether velocities stand at the end of steps, as printed
 * @returns how long the forces acted, s
 */
export function stepGlobules(s: Smoothed, dt: number, printed = false): number {
  const { shared } = s.set,
    time = printed ? dt : 0.5 * (Math.min(s.lastStep, MOST_OVERHANG * dt) + dt);
  shared.setReal(at.STEP, dt);
  shared.setReal(at.FIRST_KICK, time / dt);
  s.lastStep = dt;
  drift(s, at.PASS_DRIFT_GLOBULES); //  v ← v + ½(dt + last dt) a, x ← x + dt v, bounce off obstacles        [MP89 eq. 5-9, X41, X44]
  if (s.set.markLeaving()) s.neighbors.invalidate();
  if (s.neighbors.stale) findPairs(s); // within c (r_i + r_j)                                                 [MP89 §4, X42]
  evaluate(s); //                       f = Σ x_ij [ s_r (b₁/D^m − b₂/D^n) − k_d s_d v_ij·x_ij/D² ]          [MP89 eq. 2-4]
  accelerate(s); //                     a = f/M + g
  if (s.set.hasHeat) conductHeat(s); // m H(T) ← m H(T) + dt Q                                                        [card §10]
  s.steps++;
  return time;
}

/** Accelerations of the globules where they are: needed once before the first step. */
export function startGlobules(s: Smoothed): void {
  s.set.shared.setReal(at.STEP, 0);
  findPairs(s);
  evaluate(s);
  accelerate(s);
}

function evaluate(s: Smoothed): void {
  pack(s); //                           records of x, v; the law at the temperature
  sumForces(s, s.passes.forces);
}

/** Records after a sort; until the next one only what has changed. */
function pack(s: Smoothed): void {
  const { set, neighbors } = s;
  if (s.packedBuild !== neighbors.builds) {
    predict(s);
    measureClearance(s);
  } else {
    noteTravel(s);
    set.team.run(at.PASS_PACK_PLACES, set.chunks);
    if (set.hasHeat) set.team.run(at.PASS_PACK_GLOBULES, set.chunks);
  }
  s.packedBuild = neighbors.builds;
}

function accelerate({ set }: Smoothed): void {
  set.team.run(at.PASS_ACCELERATE_GLOBULES, set.chunks);
}

/** Gaps to obstacles that stand still: a globule need not be swept past them while it cannot have come so far. */
function measureClearance({ set }: Smoothed): void {
  const { shared, team } = set;
  if (!shared.u32[at.STILL_OBSTACLES >> 2]) return;
  team.run(at.PASS_CLEARANCE, set.chunks);
  shared.setInt(at.HAS_CLEARANCE, 1);
  shared.setReal(at.TRAVELED, 0);
}

/** Adds the longest way of the last drift. */
function noteTravel({ set: { shared, chunks } }: Smoothed): void {
  const { f64, u32 } = shared,
    reports = u32[at.AT_CHUNK_REPORT >> 2]! >> 3;
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    let most = 0;
    for (let chunk = 0; chunk < chunks; chunk++) {
      const report = reports + (chunk * at.REPORT_BYTES) / 8 + axis;
      most = Math.max(most, -f64[report + at.REPORT_MOVE_MIN / 8]!, f64[report + at.REPORT_MOVE_MAX / 8]!);
    }
    square += most * most;
  }
  shared.setReal(at.TRAVELED, f64[at.TRAVELED >> 3]! + Math.sqrt(square));
}
