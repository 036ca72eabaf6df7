// The families of substances. A new one is a folder beside this file and a line in the list.

import type { Family } from '../engine/family.ts';
import type { SubstanceParameters } from '../engine/substance.ts';
import { elastic } from './elastic/family.ts';
import { setAddedFacts } from './family-facts.ts';
import { globules } from './globules/family.ts';
import { sph } from './sph/family.ts';

/** The families of this program. The first one that a scene has leads its world. */
export const FAMILIES = [sph, globules, elastic] as const;

let families: readonly Family[] = FAMILIES;

/** All families: those of this program, and those that were added. */
export function allFamilies(): readonly Family[] {
  return families;
}

/**
 * Adds a family of your own. Scenes can name it from then on. Returns a function that takes it away again.
 * @example const remove = addFamily(springs); const world = await World.create({ substances: { net: { model: 'springs' } } });
 */
export function addFamily(family: Family): () => void {
  if (families.some(({ model }) => model === family.model))
    throw new RangeError(`There is already a family "${family.model}".`);
  setFamilies([...families, family]);
  return () => {
    const rest = families.filter((other) => other !== family);
    setFamilies(rest.length > FAMILIES.length ? rest : FAMILIES);
  };
}

function setFamilies(all: readonly Family[]): void {
  families = all;
  setAddedFacts(all.slice(FAMILIES.length));
}

/** The family of a substance. */
export function familyOf({ model }: Pick<SubstanceParameters, 'model'>): Family {
  const family = families.find((other) => other.model === model);
  if (!family) throw new RangeError(`There is no family "${model}".`);
  return family;
}

/** A family that a scene has, with its substances. */
export interface Present {
  readonly family: Family;
  readonly own: readonly SubstanceParameters[];
}

/** The families of some substances in the order of the list, the leading one first; that of an empty world is the first of the list. */
export function familiesIn(substances: readonly SubstanceParameters[]): [Present, ...Present[]] {
  const present = families
    .map((family) => ({ family, own: substances.filter(({ model }) => model === family.model) }))
    .filter(({ own }) => own.length > 0);
  const [lead = { family: families[0]!, own: [] }, ...guests] = present;
  return [lead, ...guests];
}
