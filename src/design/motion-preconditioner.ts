// A preconditioner for motions: the energy of a shape near rest is A ⊗ H + B ⊗ M, with A and B matrices over frames and H and M over particles. Both
// pairs are made diagonal over frames at once, and one spatial factor for every frame remains. Costs a hundredth of factors of the whole.
// Keyframes of a part and particles that touch obstacles have another pattern in space: they are added row by row (the formula of Woodbury).

import { couplings } from './couplings.ts';
import { addOuter, choleskyOf, type Dense, diagonalize, solveWith, zeros } from './dense.ts';
import { EnvelopeMatrix } from './envelope.ts';
import type { LinearTerm, MotionEnergy, MotionTerms } from './motion-energy.ts';
import type { Preconditioner } from './quasi-newton.ts';
import { addTargetHessian, type ShapeEnergy } from './shape-energy.ts';
import type { ShapeField } from './shape-field.ts';

/** Damping of the spatial factors. */
const DAMPING = 1e-9;
/** Most rows that are added; keyframes of more points count as if they held the whole shape. */
const MOST_ROWS = 120;

export class MotionPreconditioner implements Preconditioner {
  readonly patience: number;
  readonly #frames: number;
  readonly #vectors: Dense;
  readonly #factors: EnvelopeMatrix[];
  readonly #size: number;
  readonly #isMade: boolean;
  /** P⁻¹ a of the rows a of keyframes of a part, and the factor of I + Aᵀ P⁻¹ A. */
  #solved: readonly Float64Array[] = [];
  #small: Dense = [];

  readonly #energy: MotionEnergy;
  readonly #parts: readonly Float64Array[];

  constructor(field: ShapeField, frames: number, terms: MotionTerms, energy: MotionEnergy) {
    this.#energy = energy;
    this.patience = terms.obstacles.length > 0 ? 40 : 200;
    this.#frames = frames;
    this.#size = 3 * field.count;
    const A = zeros(frames),
      B = zeros(frames);
    for (const { row, share } of terms.shape) addOuter(A, row.frames, row.values, share);
    const parts = terms.linear.filter(({ rows }) => rows !== field.atParticles),
      isFew = 3 * parts.reduce((sum, { weights }) => sum + weights.length, 0) <= MOST_ROWS;
    for (const { rows, frames: row, matrices, weights } of terms.linear) {
      if (isFew && rows !== field.atParticles) continue;
      const factors = row.map((_, n) => (matrices[9 * n]! + matrices[9 * n + 4]! + matrices[9 * n + 8]!) / 3);
      addOuter(
        B,
        row,
        factors,
        weights.reduce((sum, w) => sum + w, 0),
      );
    }
    const { vectors, values } = diagonalize(A, B);
    this.#vectors = vectors;
    const H = stiffness(field, terms.shapeEnergy),
      M = H.alike();
    addTargetHessian(M, { rows: field.atParticles, displacements: new Float64Array(), weights: field.volumes });
    this.#factors = Array.from({ length: frames }, () => H.alike());
    this.#isMade = this.#factors.every((factor, k) => {
      const sum = H.alike();
      sum.values.set(H.values.map((h, n) => h + Math.max(values[k]!, 0) * M.values[n]!));
      return factor.factor(sum, DAMPING);
    });
    this.#parts = isFew ? parts.flatMap((part) => rowsOf(part, this.#size, frames)) : [];
  }

  #addRows(rows: readonly Float64Array[]): void {
    const solved = rows.map((row) => {
        const out = row.slice();
        this.apply(out);
        return out;
      }),
      small = zeros(rows.length);
    rows.forEach((a, m) => {
      solved.forEach((b, n) => {
        small[m]![n] = dot(a, b) + Number(m === n);
      });
    });
    this.#solved = solved;
    this.#small = choleskyOf(small);
  }

  renew(u: Float64Array): boolean {
    if (this.#isMade) {
      this.#solved = [];
      this.#addRows([...this.#parts, ...this.#energy.contactRows(u, MOST_ROWS)]);
    }
    return this.#isMade;
  }

  /** d ← P⁻¹ d − P⁻¹A (I + AᵀP⁻¹A)⁻¹ AᵀP⁻¹ d. */
  apply(d: Float64Array): void {
    const pulls = this.#solved.map((row) => dot(row, d));
    this.#applyWhole(d);
    if (pulls.length === 0) return;
    solveWith(this.#small, pulls).forEach((pull, n) => {
      const row = this.#solved[n]!;
      for (let k = 0; k < d.length; k++) d[k]! -= pull * row[k]!;
    });
  }

  /** d ← (W ⊗ I) diag((H + d_k M)⁻¹) (Wᵀ ⊗ I) d. */
  #applyWhole(d: Float64Array): void {
    const size = this.#size,
      parts = this.#vectors.map((w, k) => {
        const part = new Float64Array(size);
        for (let j = 0; j < this.#frames; j++) {
          for (let n = 0; n < size; n++) part[n]! += w[j]! * d[j * size + n]!;
        }
        this.#factors[k]!.solve(part, part, new Float64Array(size));
        return part;
      });
    d.fill(0);
    this.#vectors.forEach((w, k) => {
      const part = parts[k]!;
      for (let j = 0; j < this.#frames; j++) {
        for (let n = 0; n < size; n++) d[j * size + n]! += w[j]! * part[n]!;
      }
    });
  }
}

/** √(2w) B Φ of every point and axis, over all unknowns. */
function rowsOf({ rows, frames, matrices, weights }: LinearTerm, size: number, count: number): Float64Array[] {
  const { starts, particles, values } = rows;
  return Array.from({ length: 3 * weights.length }, (_, row) => {
    const [k, a] = [Math.floor(row / 3), row % 3],
      out = new Float64Array(size * count),
      root = Math.sqrt(2 * weights[k]!);
    frames.forEach((j, m) => {
      for (let n = starts[k]!; n < starts[k + 1]!; n++) {
        for (let b = 0; b < 3; b++) {
          out[j * size + 3 * particles[n]! + b] = root * matrices[9 * m + 3 * a + b]! * values[n]!;
        }
      }
    });
    return out;
  });
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}

/** 2JᵀJ of rigidity and volume at rest. */
function stiffness(field: ShapeField, shapeEnergy: ShapeEnergy): EnvelopeMatrix {
  const H = EnvelopeMatrix.ofGraph(couplings(field));
  shapeEnergy.addHessian(H, new Float64Array(3 * field.count));
  return H;
}
