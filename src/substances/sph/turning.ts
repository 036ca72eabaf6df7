// Which smoothed substances cannot turn: the Morris form resists rigid rotation too. [card §9, X52; ADR 29]

import { hasViscosity, type SphParameters } from './parameters.ts';
import { formOf } from './smoothed.ts';

/** The force stops a body of size a that turns at this rate, over ν/a². */
const STOPPING = 8;

/**
 * The substances that stop a body of `size` (m) that turns `within` so many seconds. One that yields is stiff until then, whatever its
 * numbers.
 */
export function hindersTurning(own: readonly SphParameters[], size: number, within: number): SphParameters[] {
  if (formOf(own) !== 'morris') return [];
  const isThick = ({ viscosity, restDensity }: SphParameters) =>
    restDensity * size * size < STOPPING * viscosity * within;
  return own.filter((p) => hasViscosity(p) && (p.jumpNumber !== undefined || isThick(p)));
}
