// Globules, as far as pictures of them go.

import type { FamilyFacts } from '../../engine/family.ts';
import { CONTACT_FIELDS } from './contacts.ts';
import { type GlobuleParameters, globuleParameters, radiusFactor } from './parameters.ts';

export const globulesFacts = {
  model: 'globules',
  parameters: globuleParameters,
  restDistance: (p, dimension) => 2 * radiusFactor(p, dimension),
  fields: CONTACT_FIELDS,
} as const satisfies FamilyFacts<GlobuleParameters>;
