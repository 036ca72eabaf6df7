// Elastic solids, as far as pictures of them go.

import type { FamilyFacts } from '../../engine/family.ts';
import { ELASTIC_FIELDS } from './fields.ts';
import { type ElasticParameters, elasticParameters } from './parameters.ts';

export const elasticFacts = {
  model: 'elastic',
  parameters: elasticParameters,
  restDistance: () => 1,
  fields: ELASTIC_FIELDS,
} as const satisfies FamilyFacts<ElasticParameters>;
