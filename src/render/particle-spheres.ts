// Particles as spheres.

import { particleRadii } from '../colors/particle-radii.ts';
import type { Scene } from '../scene/schema.ts';
import type { WorldFields } from '../world/published-fields.ts';
import type { Spheres } from './spheres.ts';

/** One sphere for every particle. */
export function particleSpheres(scene: Scene, fields: WorldFields): Spheres {
  return { count: fields.count, centers: fields.position, radii: particleRadii(scene, fields) };
}
