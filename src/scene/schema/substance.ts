// A substance of a scene: one of the families, told apart by its key `model`.

import * as z from 'zod';
import { about, part } from '../../schema/field.ts';
import { allFamilies, FAMILIES } from '../../substances/families.ts';
import { globulesSchema } from '../../substances/globules/schema.ts';
import { sphSchema } from '../../substances/sph/schema.ts';

/** A substance of any family of this program. */
export const substance = part(
  z.union([sphSchema, globulesSchema]),
  'substance',
  'What a body or a jet is made of: smoothed particles, or globules with "model": "globules".',
);

/** The same with the families that were added. */
export function substanceOfAll(): typeof substance {
  const families = allFamilies();
  if (families.length === FAMILIES.length) return substance;
  const all = z.union(families.map(({ schema }) => schema) as unknown as typeof substance.options);
  return about(all, substance.description!) as typeof substance;
}
