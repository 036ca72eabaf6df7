// A substance of a scene: one of the families, told apart by its key `model`.

import * as z from 'zod';
import { about, part } from '../../schema/field.ts';
import { elasticSchema } from '../../substances/elastic/schema.ts';
import { allFamilies } from '../../substances/families.ts';
import { globulesSchema } from '../../substances/globules/schema.ts';
import { sphSchema } from '../../substances/sph/schema.ts';

/** A substance of any family of this program. */
export const substance = part(
  z.union([sphSchema, globulesSchema, elasticSchema]),
  'substance',
  'What a body or a jet is made of: smoothed particles, globules with "model": "globules", or an elastic solid with "model": "elastic".',
);

/** The same with the families that were added. */
export function substanceOfAll(): typeof substance {
  const all = z.union(allFamilies().map(({ schema }) => schema) as unknown as typeof substance.options);
  return about(all, substance.description!) as typeof substance;
}
