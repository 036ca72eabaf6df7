// Particles as spheres: `look.sphereRadius` times the spacing that a particle of its mass has at rest. Globules are twice as large, so
// that they overlap: the spheres of the paper are as large as their distance at rest. [MP89 §3]

import { cubeRoot } from '../math/roots.ts';
import type { Scene } from '../scene/schema.ts';
import { restDensitiesOf } from '../substances/substance.ts';
import type { WorldFields } from '../world/published-fields.ts';
import type { Spheres } from './spheres.ts';

/** One sphere for every particle. */
export function particleSpheres(scene: Scene, { count, position, mass, substance }: WorldFields): Spheres {
  const restDensities = restDensitiesOf(scene);
  const radii = new Float32Array(count);
  const scale = (scene.look.style === 'globules' ? 2 : 1) * scene.look.sphereRadius;
  let [lastMass, lastSubstance, radius] = [-1, -1, 0];
  for (let k = 0; k < count; k++) {
    if (mass[k] !== lastMass || substance[k] !== lastSubstance) {
      lastMass = mass[k]!;
      lastSubstance = substance[k]!;
      radius = scale * cubeRoot(lastMass / (restDensities[lastSubstance] ?? 1000));
    }
    radii[k] = radius;
  }
  return { count, centers: position, radii };
}
