// Which scenes can be spread over ranks. What is left out needs sums or decisions over all particles that have no order of their own yet. [ADR 57]

import { type Problem, problem, ThixoError } from '../problem.ts';
import type { Simulation } from './simulation.ts';

/** Throws a ThixoError (SCENE_RANKS) that lists everything that stands against ranks. */
export function requireSpreadable(s: Simulation): void {
  const { scene } = s.script,
    { set } = s,
    found: Problem[] = [];
  const refuse = (pointer: string, what: string): void => {
    const hint = 'Run the scene in one process, with --threads.';
    found.push(problem('SCENE_RANKS', pointer, `${what} cannot be spread over ranks yet.`, hint));
  };
  if (scene.adaptivity) refuse('/adaptivity', 'An adaptive world');
  if (s.bodies) refuse('/obstacles', 'Rigid bodies');
  if (set.has('elastic')) refuse('/substances', 'An elastic solid');
  if (set.has('implicitPressure')) refuse('/time/pressure', 'Implicit pressure');
  for (const [name, { surfaceTension = 0 }] of Object.entries(
    scene.substances as Record<string, { surfaceTension?: number }>,
  ))
    if (surfaceTension > 0) refuse(`/substances/${name}/surfaceTension`, 'Surface tension');
  if (set.has('eddies')) refuse('/substances', 'Vorticity');
  if (s.engine.ghosts) refuse('/obstacles', 'Obstacles that act by ghost particles');
  if (set.has('contacts')) refuse('/substances', 'Globules with friction or restitution');
  scene.bodies.forEach(({ from = 0 }, k) => {
    if (from > 0) refuse(`/bodies/${k}/from`, 'A body that comes later');
  });
  if (found.length > 0) throw new ThixoError(found);
}
