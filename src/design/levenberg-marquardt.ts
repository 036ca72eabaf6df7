// Least squares by the method of Levenberg and Marquardt: (2JᵀJ + μ diag) d = −∇E, μ smaller after a success and larger after a failure. [card §18]
// Every step factors a matrix, so it is for small problems and for the last digits; dragging reuses factors (quasi-newton.ts).

import type { EnvelopeMatrix } from './envelope.ts';

/** What is to become small, as a function of its unknowns. */
export interface Energy {
  /** Number of unknowns. */
  readonly size: number;
  energy(u: Float64Array): number;
  /** Overwrites g with the gradient and returns the energy. */
  gradientInto(g: Float64Array, u: Float64Array): number;
}

/** A sum of squares. */
export interface LeastSquares extends Energy {
  /** Adds 2JᵀJ to a matrix of zeros. */
  addHessian(H: EnvelopeMatrix, u: Float64Array): void;
}

/** When a search for a minimum ends. */
export interface Stop {
  /** Most steps. */
  readonly iterations: number;
  /** It has converged when a step lowers the energy by less than this part of it. */
  readonly tolerance: number;
  /** Energy below which nothing is left to gain. */
  readonly floor: number;
}

/** How a search for a minimum went. */
export interface Descent {
  readonly energy: number;
  readonly iterations: number;
  readonly converged: boolean;
}

/** μ at the start, and its factors after a failure and after a success. [card §18] */
const FIRST = 1e-3,
  UP = 4,
  DOWN = 5;
const LARGEST = 1e12;

/** Lowers the energy from u, in place. Yields after every step that succeeds, so that one can look at u and stop. */
export function* levenbergMarquardt(
  problem: LeastSquares,
  matrix: EnvelopeMatrix,
  u: Float64Array,
  stop: Stop,
): Generator<Descent, Descent> {
  const { size } = problem,
    [g, d, tried, scratch] = [0, 0, 0, 0].map(() => new Float64Array(size)) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ],
    factor = matrix.alike();
  let mu = FIRST,
    energy = problem.gradientInto(g, u),
    iterations = 0,
    small = 0;
  matrix.clear();
  problem.addHessian(matrix, u);
  while (iterations < stop.iterations && energy > stop.floor && small < 2 && mu < LARGEST) {
    iterations++;
    if (!factor.factor(matrix, mu)) {
      mu *= UP;
      continue;
    }
    factor.solve(g, d, scratch);
    for (let k = 0; k < size; k++) tried[k] = u[k]! - d[k]!;
    const next = problem.energy(tried);
    if (!(next < energy)) {
      mu *= UP;
      if (Math.abs(next - energy) <= 1e-15 * energy) small = 2;
      continue;
    }
    small = energy - next <= stop.tolerance * energy ? small + 1 : 0;
    u.set(tried);
    mu = Math.max(mu / DOWN, 1e-15);
    energy = problem.gradientInto(g, u);
    matrix.clear();
    problem.addHessian(matrix, u);
    yield { energy, iterations, converged: false };
  }
  return { energy, iterations, converged: small >= 2 || energy <= stop.floor };
}

/** Lets a search run to its end. */
export function finish(search: Generator<Descent, Descent>): Descent {
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
}
