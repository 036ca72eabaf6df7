// How large particles are drawn.

import { rootOf } from '../math/roots.ts';
import type { Scene } from '../scene/schema.ts';
import { isGlobules } from '../substances/globules/parameters.ts';
import { restDistances } from '../substances/rest-distances.ts';
import { substancesOf } from '../substances/substance.ts';
import type { WorldFields } from '../world/published-fields.ts';

/** Radius of every particle, m: `look.sphereRadius` times the edge of the space it takes, or of its distance at rest if it is a globule. */
export function particleRadii(fields: WorldFields, scene: Scene): Float32Array {
  const { mass, density, substance, count } = fields,
    distances = restDistances(scene, fields),
    globules = substancesOf(scene).map(isGlobules),
    radii = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const size = globules[substance[i]!] ? distances[i]! : rootOf(mass[i]! / density[i]!, scene.dimension);
    radii[i] = scene.look.sphereRadius * size;
  }
  return radii;
}
