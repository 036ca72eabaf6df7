// How large particles are drawn, in our own pictures and in files for other programs: `look.sphereRadius` times the distance at which
// particles like it rest side by side. In the look of globules they are twice as large, so that they overlap: the spheres of the paper are
// as large as their distance at rest. [MP89 §3, X43]

import type { Scene } from '../scene/schema.ts';
import { restDistances } from '../substances/rest-distances.ts';

/** What the size of particles depends on. */
interface Sizes {
  readonly count: number;
  /** kg */
  readonly mass: Float32Array;
  /** Index into the substances of the scene. */
  readonly substance: Uint32Array;
}

/**
 * Radius of every particle, m.
 * @example const [first] = particleRadii(world.scene, world.fields);
 */
export function particleRadii(scene: Pick<Scene, 'dimension' | 'substances' | 'look'>, fields: Sizes): Float32Array {
  const { style, sphereRadius } = scene.look,
    scale = (style === 'globules' ? 2 : 1) * sphereRadius,
    radii = restDistances(scene, fields);
  for (let k = 0; k < radii.length; k++) radii[k]! *= scale;
  return radii;
}
