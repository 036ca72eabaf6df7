// What a solid is at a chosen spacing, before its first step: how long its steps are, and how long they take. Rough: good to a factor of 2 or 3.

import type { Numerics } from '../../engine/family.ts';
import type { Scene } from '../../scene/schema.ts';
import { contactStep, elasticStep, implicitStep } from './limits.ts';
import { type ElasticParameters, elasticSmoothing } from './parameters.ts';

/** Measured, for a particle and an explicit step: in 2D and in 3D. What may melt is in the step of its melt. */
const EXPLICIT = { 2: 470, 3: 520 },
  MELTING = 1100;
/** For a particle and an implicit step: without obstacles, and with some, whose friction is found in rounds. */
const IMPLICIT_FREE = 5000,
  IMPLICIT_TOUCHING = 80_000;

/**
 * Sound, steps and time of a solid.
 * @param h of its finest particles, m
 */
export function numericsOfSolid(p: ElasticParameters, h: number, scene: Scene): Numerics {
  const sound = { soundSpeed: Math.sqrt(p.stiffness), viscosity: p.stressDamping, artificialViscosity: 0 };
  if (scene.time.elasticSolver === 'implicit') {
    const touches = scene.obstacles.length > 0;
    return { ...sound, step: implicitStep(scene), nanoseconds: touches ? IMPLICIT_TOUCHING : IMPLICIT_FREE };
  }
  const size = h / elasticSmoothing(p),
    bodies = scene.bodies.filter(({ substance }) => scene.substances[substance]?.model === 'elastic').length,
    free = elasticStep(p, size);
  return {
    ...sound,
    step: bodies > 1 ? Math.min(free, contactStep(p, size, scene.dimension)) : free,
    nanoseconds: p.melted === undefined ? EXPLICIT[scene.dimension] : MELTING,
  };
}
