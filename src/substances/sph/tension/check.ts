// Where surface tension can act. [ADR 54]

import type { SubstanceParameters } from '../../../engine/substance.ts';
import { below } from '../../../pointer.ts';
import { type Problem, problem } from '../../../problem.ts';
import type { Scene } from '../../../scene/schema.ts';
import type { SphParameters } from '../parameters.ts';

/** Whether a substance has a tension. */
export function hasTension({ surfaceTension }: SphParameters): boolean {
  return surfaceTension > 0;
}

/** Everything of a scene that surface tension cannot do. */
export function checkTension(
  scene: Scene,
  own: readonly SphParameters[],
  all: readonly SubstanceParameters[],
): Problem[] {
  const problems: Problem[] = [];
  for (const { name } of own.filter(hasTension)) {
    const refuse = (message: string, hint: string) =>
      problems.push(problem('SCENE_TENSION', below(below('/substances', name), 'surfaceTension'), message, hint));
    if (scene.adaptivity)
      refuse(
        'Surface tension needs particles that are neither split nor merged.',
        'Leave out `adaptivity` or `surfaceTension`.',
      );
    if (scene.domain?.periodic?.some(Boolean))
      refuse('Surface tension does not know periodic domains.', 'Leave out `domain.periodic` or `surfaceTension`.');
    if (all.some(({ model }) => model === 'globules'))
      refuse('Surface tension does not act beside globules.', 'Leave out the globules or `surfaceTension`.');
  }
  return problems;
}
