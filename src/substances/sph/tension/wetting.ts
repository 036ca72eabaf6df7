// How a liquid meets walls: the more its images behind them color, the more it wets them. [ADR 63]

import type { SphParameters } from '../parameters.ts';

/** Contact angles, degrees, and the color of images over that of particles: measured in 2D, a drop of 20 particles across that rests. */
const MEASURED: readonly (readonly [degrees: number, image: number])[] = [
  [0, 9.5],
  [25, 7],
  [55, 4],
  [75, 2.5],
  [86.5, 1.6],
  [97, 1],
  [123, 0.5],
  [180, 0],
];

/** What images behind walls color over their particles, for a contact angle; 0: walls are not wetted. */
export function imageOf({ contactAngle }: Pick<SphParameters, 'contactAngle'>): number {
  const k = Math.max(
      1,
      MEASURED.findIndex(([degrees]) => degrees >= contactAngle),
    ),
    [low, high] = [MEASURED[k - 1]!, MEASURED[k]!],
    part = (contactAngle - low[0]) / (high[0] - low[0]);
  return low[1] + part * (high[1] - low[1]);
}
