// Where pressure can be solved for. [ADR 43]

import type { SubstanceParameters } from '../../engine/substance.ts';
import { below } from '../../pointer.ts';
import { type Problem, problem } from '../../problem.ts';
import type { Scene } from '../../scene/schema.ts';
import * as at from '../../wasm/layout.ts';
import { isSph, type SphParameters } from './parameters.ts';

const KEY = '/time/pressure';
const HINT = 'Leave out `time.pressure`';

/** Whether a scene asks for it. */
export function isImplicit({ time }: Pick<Scene, 'time'>): boolean {
  return time.pressure === 'implicit';
}

/** Everything of a scene that implicit pressure cannot do. */
export function checkImplicitPressure(
  scene: Scene,
  own: readonly SphParameters[],
  all: readonly SubstanceParameters[],
): Problem[] {
  if (!isImplicit(scene)) return [];
  const problems: Problem[] = [],
    refuse = (pointer: string, message: string, hint: string) => problems.push(refusal(pointer, message, hint)),
    other = all.find((p) => !isSph(p));
  if (other)
    refuse(
      KEY,
      `"${other.name}" is not smoothed, and implicit pressure is for smoothed substances alone.`,
      `${HINT}, or the other substances.`,
    );
  if (scene.adaptivity?.individualSteps)
    refuse(
      '/adaptivity/individualSteps',
      'Pressure is solved for at once: all particles take the same steps.',
      'Set it to false, or leave out `time.pressure`.',
    );
  if (scene.boundary === 'ghosts')
    refuse(KEY, 'Ghosts have no part in implicit pressure.', `${HINT}, or \`boundary\`.`);
  for (const p of own) {
    const key = (name: string) => below(below('/substances', p.name), name);
    if (p.density !== 'summation')
      refuse(
        key('density'),
        `The density of "${p.name}" is integrated. Implicit pressure needs a summed one.`,
        `Set it to "summation", or leave out \`time.pressure\`.`,
      );
    if (p.stateEquation === 'ideal-gas')
      refuse(
        key('stateEquation'),
        `"${p.name}" is a gas, which has pressure at any density.`,
        'Use "linear" or "tait", or leave out `time.pressure`.',
      );
  }
  const densities = own.map(({ restDensity }) => restDensity);
  if (Math.max(...densities) > at.EVEN * Math.min(...densities))
    refuse(
      KEY,
      `Rest densities differ by more than ${at.EVEN}, which implicit pressure does not know.`,
      `${HINT}, or bring the densities together.`,
    );
  return problems;
}

function refusal(pointer: string, message: string, hint: string): Problem {
  return problem('SCENE_IMPLICIT', pointer, message, hint);
}
