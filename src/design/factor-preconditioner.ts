// The factor of a Gauss-Newton matrix as a preconditioner that stays while one drags.

import type { EnvelopeMatrix } from './envelope.ts';
import type { LeastSquares } from './levenberg-marquardt.ts';
import type { Preconditioner } from './quasi-newton.ts';

/** Fewest steps after which a factor is made anew; more where a factor costs more. */
const PATIENCE = 25;
/** Damping of the factor: it must be positive also where handles do not hold the shape. */
const DAMPING = 1e-6;

/** Cholesky's factor of 2JᵀJ. */
export class FactorPreconditioner implements Preconditioner {
  readonly patience: number;
  readonly #problem: LeastSquares;
  readonly #matrix: EnvelopeMatrix;
  readonly #factor: EnvelopeMatrix;
  readonly #scratch: Float64Array;

  constructor(problem: LeastSquares, matrix: EnvelopeMatrix) {
    this.#problem = problem;
    this.#matrix = matrix;
    this.#factor = matrix.alike();
    this.#scratch = new Float64Array(problem.size);
    this.patience = Math.max(PATIENCE, matrix.factorCost / 2);
  }

  renew(u: Float64Array): boolean {
    this.#matrix.clear();
    this.#problem.addHessian(this.#matrix, u);
    for (let mu = DAMPING; mu < 1; mu *= 100) if (this.#factor.factor(this.#matrix, mu)) return true;
    return false;
  }

  apply(d: Float64Array): void {
    this.#factor.solve(d, d, this.#scratch);
  }
}
