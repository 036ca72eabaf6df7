// What is known of all families without their simulation. Apart from families.ts, because pages that draw would carry every scheme otherwise.

import type { FamilyFacts } from '../engine/family.ts';
import { elasticFacts } from './elastic/facts.ts';
import { globulesFacts } from './globules/facts.ts';
import { sphFacts } from './sph/facts.ts';

const OWN = [sphFacts, globulesFacts, elasticFacts] as unknown as readonly FamilyFacts[];
let added: readonly FamilyFacts[] = [];

/** Facts of all families: those of this program, and those that were added. */
export function allFacts(): readonly FamilyFacts[] {
  return [...OWN, ...added];
}

/** Those of added families; `addFamily` calls it. */
export function setAddedFacts(facts: readonly FamilyFacts[]): void {
  added = facts;
}

/** Facts of the family of a substance. */
export function factsOf({ model }: { readonly model: string }): FamilyFacts {
  const facts = allFacts().find((other) => other.model === model);
  if (!facts) throw new RangeError(`There is no family "${model}".`);
  return facts;
}
