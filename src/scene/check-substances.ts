// What the substances of a scene must be, alone and together.

import { below } from '../pointer.ts';
import { type Problem, problem } from '../problem.ts';
import { familiesIn } from '../substances/families.ts';
import { substancesOf } from '../substances/substance.ts';
import { MAX_SUBSTANCES } from '../wasm/layout.ts';
import type { Scene } from './schema.ts';

/** Everything that is wrong between the substances of a scene; `count` is the number of all, sound or not. */
export function checkSubstances(scene: Scene, count: number): Problem[] {
  const all = substancesOf(scene),
    families = familiesIn(all),
    problems = families.flatMap(({ family, own }) => family.check(scene, own, all));
  for (const { family, own } of families.slice(1)) {
    if (family.guest) continue;
    const message = `"${own[0]!.name}" is of the family ${family.model}, which cannot be in a scene with others.`;
    problems.push(
      problem('SCENE_INVALID', below('/substances', own[0]!.name), message, 'Remove the other substances.'),
    );
  }
  if (count <= MAX_SUBSTANCES) return problems;
  const message = `There are ${count} substances; the most is ${MAX_SUBSTANCES}.`;
  const hint = 'Merge substances that behave alike.';
  return [problem('SCENE_TOO_MANY_SUBSTANCES', '/substances', message, hint), ...problems];
}
