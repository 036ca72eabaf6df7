// The order of convergence: how an error falls with the distance of the particles.

import { fitLine } from './simulate.ts';

/**
 * p of error ≈ C spacingᵖ, by least squares in the logarithms; NaN where fewer than two errors differ from 0.
 * @example orderOf([[0.1, 0.04], [0.05, 0.01]]) // 2
 */
export function orderOf(errors: readonly (readonly [spacing: number, error: number])[]): number {
  const points = errors.filter(([spacing, error]) => spacing > 0 && error > 0);
  if (points.length < 2 || points.length < errors.length) return Number.NaN;
  return fitLine(points.map(([spacing, error]) => [Math.log(spacing), Math.log(error)] as const)).slope;
}
