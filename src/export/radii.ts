// How large particles are drawn.

import { rootOf } from '../math/roots.ts';
import type { Scene } from '../scene/schema.ts';
import type { WorldFields } from '../world/published-fields.ts';

/** Radius of every particle, m: `look.sphereRadius` times the edge of the space it takes. */
export function particleRadii(fields: WorldFields, { look, dimension }: Scene): Float32Array {
  const { mass, density, count } = fields;
  const radii = new Float32Array(count);
  for (let i = 0; i < count; i++) radii[i] = look.sphereRadius * rootOf(mass[i]! / density[i]!, dimension);
  return radii;
}
