// Which smoothed substances cannot turn rightly: the Morris form resists rigid rotation, the central one lets it drift. [card §9, X52; ADR 29]

import type { TurningHarm } from '../../engine/family.ts';
import { hasViscosity, type SphParameters } from './parameters.ts';
import { formOf } from './smoothed.ts';

/** The force stops a body of size a that turns at this rate, over ν/a². */
const STOPPING = 8;

/**
 * The substances that do harm to a body of `size` (m) that turns `within` so many seconds. The Morris form stops what is thick; the central
 * form changes the spin of what yields, because its solve ends early. One that yields is stiff until then, whatever its numbers.
 */
export function hindersTurning(
  own: readonly SphParameters[],
  size: number,
  within: number,
): TurningHarm<SphParameters>[] {
  const form = formOf(own);
  if (form !== 'morris' && form !== 'central') return [];
  const isThick = ({ viscosity, restDensity }: SphParameters) =>
      form === 'morris' && restDensity * size * size < STOPPING * viscosity * within,
    harm = form === 'morris' ? 'stops' : 'drifts';
  return own
    .filter((p) => hasViscosity(p) && (p.jumpNumber !== undefined || isThick(p)))
    .map((substance) => ({ substance, form, harm }));
}
