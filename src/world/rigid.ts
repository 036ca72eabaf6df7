// Rigid bodies of a world: what moves them, and the package that finds their contacts.

import type { Mover } from '../obstacles/body.ts';
import { startOf } from '../obstacles/body.ts';
import { type Problem, problem, ThixoError } from '../problem.ts';
import type { Rapier } from '../rigid/colliders.ts';
import { holdsOf } from '../rigid/holds.ts';
import { RapierContacts } from '../rigid/rapier-contacts.ts';
import { type RigidBody, rigidBodies } from '../rigid/rigid-bodies.ts';
import { RigidMover } from '../rigid/rigid-mover.ts';
import type { Scene } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { importFromNode } from '../threads/module.ts';

/** The package that finds contacts. */
export const RAPIER = '@dimforge/rapier3d-deterministic-compat';

/** Imports Rapier: `() => import('@dimforge/rapier3d-deterministic-compat')`. */
export type LoadRapier = () => Promise<unknown>;

/** Solids may stand in each other at the start by this part of the smaller one. */
const OVERLAP = 0.2;

/** What moves the rigid bodies of a scene, if it has any. Rapier is loaded where there is anything to touch. */
export async function rigidMover(scene: Scene, trig: Trigonometry, load?: LoadRapier): Promise<Mover | undefined> {
  const bodies = rigidBodies(scene, trig);
  if (bodies.length === 0) return undefined;
  const isAlone = bodies.length === 1 && scene.obstacles.every(({ rigid }) => rigid) && !scene.joints?.length;
  if (isAlone) return new RigidMover(bodies, scene.gravity, trig);
  const contacts = new RapierContacts(await loadRapier(load), scene, bodies, trig),
    states = bodies.map((body) => startOf(body.center!, body)),
    overlaps = contacts.overlaps(states, OVERLAP);
  if (overlaps.length > 0) throw new ThixoError(overlapProblems(overlaps, bodies));
  return new RigidMover(bodies, scene.gravity, trig, contacts, holdsOf(scene.joints ?? [], bodies));
}

async function loadRapier(load: LoadRapier = () => importFromNode(RAPIER)): Promise<Rapier> {
  try {
    const module = (await load()) as { readonly default?: Rapier } & Rapier,
      R = module.default ?? module;
    await R.init();
    return R;
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error),
      message = `Rigid bodies that touch other solids need the package ${RAPIER} (${why}).`,
      hint = `Run "npm install ${RAPIER}". In pages also give World.create the option rapier.`;
    throw new ThixoError([problem('RAPIER_MISSING', '/obstacles', message, hint)]);
  }
}

function overlapProblems(
  overlaps: ReturnType<RapierContacts['overlaps']>,
  bodies: readonly RigidBody[],
): readonly Problem[] {
  const seen = new Set<string>();
  return overlaps.flatMap(({ body, other, depth }) => {
    const key = `${body} ${other}`,
      { obstacle } = bodies[body]!;
    if (seen.has(key)) return [];
    seen.add(key);
    const what = other < 0 ? 'an obstacle' : `the rigid body of obstacle ${bodies[other]!.obstacle}`,
      message = `The rigid body starts inside ${what}, ${depth.toPrecision(2)} m deep.`;
    return [problem('RIGID_OVERLAP', `/obstacles/${obstacle}/shape`, message, 'Move it out, or make it smaller.')];
  });
}
