// Particles as spheres: `look.sphereRadius` times the distance at which particles like it rest side by side. Globules are twice as large,
// so that they overlap: the spheres of the paper are as large as their distance at rest. [MP89 §3, X43]

import type { Scene } from '../scene/schema.ts';
import { restDistances } from '../substances/rest-distances.ts';
import type { WorldFields } from '../world/published-fields.ts';
import type { Spheres } from './spheres.ts';

/** One sphere for every particle. */
export function particleSpheres(scene: Scene, fields: WorldFields): Spheres {
  const radii = restDistances(scene, fields);
  const scale = (scene.look.style === 'globules' ? 2 : 1) * scene.look.sphereRadius;
  for (let k = 0; k < radii.length; k++) radii[k]! *= scale;
  return { count: fields.count, centers: fields.position, radii };
}
