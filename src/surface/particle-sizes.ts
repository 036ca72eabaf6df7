// How large particles are, from their mass and what they are made of.

import { rootOf } from '../math/roots.ts';
import type { WorldFields } from '../world/published-fields.ts';
import type { SurfaceOptions } from './surface-options.ts';

/** How large the particles of a frame are. */
export interface ParticleSizes {
  /** Volume at rest as an edge, m. */
  readonly spacings: Float64Array;
  /** Volume that counts over that at rest. */
  readonly volumes: Float64Array;
  /** Smallest spacing, m. */
  readonly smallest: number;
  /** Volume of all of them, m³ (m² in 2D). */
  readonly total: number;
}

/** Measures the particles of a frame. */
export function sizesOf(fields: WorldFields, { restDensities, dimension, field }: SurfaceOptions): ParticleSizes {
  const { count, mass, density, substance } = fields,
    spacings = new Float64Array(count),
    volumes = new Float64Array(count).fill(1);
  let smallest = Number.POSITIVE_INFINITY,
    lastVolume = Number.NaN,
    lastSpacing = 0,
    total = 0;
  for (let i = 0; i < count; i++) {
    const rest = restDensities[substance[i]!]!,
      volume = mass[i]! / rest;
    if (volume !== lastVolume) [lastVolume, lastSpacing] = [volume, rootOf(volume, dimension)];
    spacings[i] = lastSpacing;
    if (lastSpacing > 0) smallest = Math.min(smallest, lastSpacing);
    if (field === 'characteristic' && density[i]! > 0) volumes[i] = rest / density[i]!;
    total += volume * volumes[i]!;
  }
  return { spacings, volumes, smallest, total };
}
