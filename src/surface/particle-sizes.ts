// How large particles are, from their mass and what they are made of.

import { rootOf } from '../math/roots.ts';
import type { WorldFields } from '../world/published-fields.ts';
import type { SurfaceOptions } from './surface-options.ts';

/** Most that the volume of a particle may differ from that of the others: 32 times in length. A grid that suits one suits no other. */
const CONTRAST = { 2: 32 * 32, 3: 32 * 32 * 32 };
/** Spacing of most particles over the smallest that the grid is made for, so that a few crumbs do not make it too fine for the rest. */
const FINEST = 4;

/** How large the particles of a frame are. */
export interface ParticleSizes {
  /** Volume at rest as an edge, m; 0 for particles that are left out, because their size is absurd. */
  readonly spacings: Float64Array;
  /** Volume that counts over that at rest. */
  readonly volumes: Float64Array;
  /** Smallest spacing, but not below a quarter of that of most particles, m. */
  readonly smallest: number;
  /** Volume of all of them, m³ (m² in 2D). */
  readonly total: number;
}

/** Measures the particles of a frame. */
export function sizesOf(fields: WorldFields, { restDensities, dimension, field }: SurfaceOptions): ParticleSizes {
  const { count, mass, density, substance } = fields,
    typical = typicalVolume(fields, restDensities),
    least = typical / CONTRAST[dimension],
    most = typical * CONTRAST[dimension],
    spacings = new Float64Array(count),
    volumes = new Float64Array(count).fill(1);
  let smallest = Number.POSITIVE_INFINITY,
    lastVolume = Number.NaN,
    lastSpacing = 0,
    total = 0;
  for (let i = 0; i < count; i++) {
    const rest = restDensities[substance[i]!]!,
      volume = mass[i]! / rest;
    if (!(volume >= least && volume <= most)) continue;
    if (volume !== lastVolume) [lastVolume, lastSpacing] = [volume, rootOf(volume, dimension)];
    spacings[i] = lastSpacing;
    smallest = Math.min(smallest, lastSpacing);
    if (field === 'characteristic' && density[i]! > 0) volumes[i] = rest / density[i]!;
    total += volume * volumes[i]!;
  }
  return { spacings, volumes, smallest: Math.max(smallest, rootOf(typical, dimension) / FINEST), total };
}

/** The volume at rest of a particle in the middle of all when they are sorted by it: the median of a sample, m³. */
function typicalVolume({ count, mass, substance }: WorldFields, restDensities: readonly number[]): number {
  const stride = Math.max(1, Math.floor(count / 1001)),
    sample: number[] = [];
  for (let i = 0; i < count; i += stride) {
    const volume = mass[i]! / restDensities[substance[i]!]!;
    if (volume > 0 && volume < Number.POSITIVE_INFINITY) sample.push(volume);
  }
  return sample.sort((a, b) => a - b)[sample.length >> 1] ?? 0;
}
