// Settings of obstacles that change nothing, because the substances lack what they act on.

import { below } from '../pointer.ts';
import { type Problem, problem } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import type { Substance } from '../substances/substance.ts';

/**
 * Warnings about such settings.
 * @param flows whether some substance takes the step of worlds that flow, the only one in which walls grip
 */
export function withoutEffect({ obstacles }: Scene, substances: readonly Substance[], flows: boolean): Problem[] {
  if (substances.length === 0) return [];
  const conducts = substances.some(({ conductivity }) => conductivity > 0);
  return obstacles.flatMap(({ grip, temperature, substances: own = {} }, k) => {
    const at = `/obstacles/${k}`,
      gripping = [
        ...(grip ? [`${at}/grip`] : []),
        ...Object.keys(own).flatMap((name) => (own[name]!.grip ? [`${below(`${at}/substances`, name)}/grip`] : [])),
      ];
    return [
      ...(flows ? [] : gripping.map(noGrip)),
      ...(temperature === undefined || conducts ? [] : [noHeat(`${at}/temperature`)]),
    ];
  });
}

function noGrip(pointer: string): Problem {
  const message =
    'The grip changes nothing: no substance has a viscosity that could be seen at this spacing, or a jump number.';
  return warning(
    pointer,
    message,
    'Leave it out, or use friction or tangentRestitution, which act on every substance.',
  );
}

function noHeat(pointer: string): Problem {
  const message = 'The temperature of the obstacle changes nothing: no substance conducts heat.';
  return warning(pointer, message, 'Give the substance a conductivity, in W/(m·K), or leave it out.');
}

function warning(pointer: string, message: string, hint: string): Problem {
  return { ...problem('NO_EFFECT', pointer, message, hint), severity: 'warning' };
}
