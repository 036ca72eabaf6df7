// Smoothed particles, as far as pictures of them go.

import type { FamilyFacts } from '../../engine/family.ts';
import type { SphParameters } from './parameters.ts';
import { sphParameters } from './presets.ts';

export const sphFacts = {
  model: 'sph',
  parameters: sphParameters,
  restDistance: () => 1,
} as const satisfies FamilyFacts<SphParameters>;
