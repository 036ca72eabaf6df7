// Which features the world of a scene has: what its particles carry and which step moves them follows from it.

import type { Feature } from '../../particles/fields.ts';
import type { Scene } from '../../scene/schema.ts';
import { isGlobules, isSph, type Substance } from '../substance.ts';
import { LAMINAR } from './limits.ts';
import { type SphParameters, soundSpeed } from './parameters.ts';

/**
 * The features of a scene. Heat flows where anything has a temperature; viscous forces need their own step where they depend on the flow
 * or would bind the step size.
 * @param finest h of the finest particles of each substance, m
 */
export function featuresOf(scene: Scene, substances: readonly Substance[], finest: readonly number[]): Feature[] {
  const heat = hasHeat(scene, substances),
    flow = substances.some((p, k) => isSph(p) && (heat || isViscous(p, finest[k]!, scene))),
    features: Feature[] = [];
  if (flow) features.push('flow');
  if (heat) features.push('heat');
  if (scene.adaptivity) features.push('adaptive');
  if (substances.some(isGlobules)) features.push('globules');
  return features;
}

/** Whether temperatures matter in a scene. */
export function hasHeat(scene: Scene, substances: readonly Substance[]): boolean {
  return (
    scene.surroundings !== undefined ||
    scene.heatRegions.length > 0 ||
    [...scene.bodies, ...scene.emitters, ...scene.obstacles].some(({ temperature }) => temperature !== undefined) ||
    substances.some(
      (p) =>
        p.conductivity > 0 ||
        p.latentHeat > 0 ||
        (isSph(p) ? typeof p.jumpNumber === 'object' : p.melting !== undefined || p.crumbling !== undefined),
    )
  );
}

function isViscous(p: SphParameters, h: number, { time, obstacles }: Scene): boolean {
  if (p.jumpNumber !== undefined) return true;
  if (p.viscosity === 0) return false;
  if (time.viscositySolver === 'implicit' || obstacles.some(({ grip = 0 }) => grip > 0)) return true;
  const limit = (LAMINAR * h * h * p.restDensity) / p.viscosity;
  return time.viscositySolver === 'auto' && limit < (time.courant * h) / soundSpeed(p);
}
