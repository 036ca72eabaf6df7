// One step of a world that flows: the algorithm of Paiva and others, with the density taken along before the pressure acts (two passes,
// card §6) and viscous forces that are solved for where they would bind the step. [PV09 alg. 1, X20]

import * as at from '../../wasm/layout.ts';
import { conductHeat } from './conduct-heat.ts';
import { sumOverChunks } from './limits.ts';
import type { Smoothed } from './smoothed.ts';
import { solveViscosity } from './solve-viscosity.ts';
import { drift, findPairs, predict, renewIfDue, sumDensity, sumForces } from './step.ts';

/** Advances all particles by dt (s). Obstacles for the step must be in place. */
export function stepFlow(s: Smoothed, dt: number, implicit: boolean): void {
  const { shared } = s.set;
  shared.setReal(at.STEP, dt);
  shared.setInt(at.IMPLICIT, Number(implicit));
  shared.splat(at.SPLAT_EXPLICIT, implicit ? 0 : 1);
  drift(s, at.PASS_DRIFT_FLOW); // x ← x + dt (v + Δv), bounce off obstacles                                      [PV09 eq. 11, card §12]
  if (s.set.markLeaving()) s.neighbors.invalidate();
  if (s.neighbors.stale) findPairs(s);
  evaluate(s); //                 D = ∇v + ∇vᵀ, ρ ← ρ + dt ρ̇, η(D, T), P(ρ); pressure, stress, XSPH               [PV09 eq. 3-12]
  kick(s); //                     v ← v + dt a
  if (implicit) solveViscosity(s); // (1 − dt ∇·η∇) v = v
  if (s.set.hasHeat) conductHeat(s); // m H(T) ← m H(T) + dt Q                                                  [PV09 §2c, card §10]
  renewIfDue(s);
  s.steps++;
}

/**
 * Viscosities, step limit and accelerations of the particles where they are; no time passes. Viscous forces that may be solved for are
 * no part of the accelerations: of a stiff substance they would ask for tiny steps, and be a bad guess for the next solve.
 */
export function startFlow(s: Smoothed, implicit: boolean): void {
  const { shared } = s.set;
  shared.setReal(at.STEP, 0);
  shared.setInt(at.IMPLICIT, Number(implicit));
  shared.splat(at.SPLAT_EXPLICIT, implicit ? 0 : 1);
  findPairs(s);
  evaluate(s);
  kick(s);
}

function evaluate(s: Smoothed): void {
  const { set, neighbors, passes } = s;
  predict(s); //                                      records of x, v, ρ
  if (s.sumsDensity) sumDensity(s); //                ρ = Σ m W̄, where a substance asks for it
  if (s.shapedLists !== neighbors.builds) sumShapes(s); // B, with new lists
  set.team.run(at.PASS_CLEAR_STRAIN, set.chunks);
  neighbors.runPairs(passes.strain); //               ∇v
  set.team.run(at.PASS_RHEOLOGY, set.chunks); //      ρ, η, P
  sumForces(s, passes.flowForces);
}

function sumShapes(s: Smoothed): void {
  s.set.team.run(at.PASS_CLEAR_SHAPE, s.set.chunks);
  s.neighbors.runPairs(s.passes.shape);
  s.shapedLists = s.neighbors.builds;
}

function kick(s: Smoothed): void {
  s.set.team.run(at.PASS_KICK_FLOW, s.set.chunks);
  sumOverChunks(s.set, at.REPORT_DRAG, s.dragImpulse);
}
