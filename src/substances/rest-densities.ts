// The one number that every substance has, whatever its model.

import type { Scene } from '../scene/schema.ts';
import { sphParameters } from './sph/presets.ts';

/** Rest density of every substance in the order of the scene, kg/m³ (kg/m² in 2D): a particle's volume at rest is its mass over this. */
export function restDensitiesOf({ substances }: Pick<Scene, 'substances'>): number[] {
  return Object.entries(substances).map(([name, given]) => sphParameters(name, given).restDensity);
}
