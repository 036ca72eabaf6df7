// How unevenly neighbors move: E = Σ_i V_i Σ_j ω_ij |x'_j − x'_i − F_i (x_j − x_i)|² / (Σ_j ω_ij |x_j − x_i|²). It is 0 for whatever is linear, and so for
// rigid motions, and it holds what F does not see: single particles between the others, which leave lumps. [card §14, hourglass control]
// The residuals are linear in u, so all of it is one sparse matrix, the same for x, y and z. What is linear in all of u is taken away before: it changes
// nothing, and its rounding errors would drown the last digits of rigid motions.

import { inverseOf } from '../meshless/small-matrices.ts';
import type { EnvelopeMatrix } from './envelope.ts';
import { middleOf } from './measures.ts';
import type { ShapeField } from './shape-field.ts';

/** Largest ratio of the extents of a shape. */
const FLATTEST = 1e6;

/** uᵀ S u with a symmetric S over particles. */
export class Evenness {
  /** Row i has the entries from `starts[i]` up to `starts[i + 1]`. */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
  /** Places from the middle, m, volumes, and the inverse of Σ V x xᵀ. */
  readonly #places: Float64Array;
  readonly #volumes: Float64Array;
  readonly #inverse: Float64Array;
  /** u without what is linear. */
  readonly #rest: Float64Array;

  constructor(field: ShapeField) {
    const middle = middleOf(field);
    this.#places = field.positions.map((x, k) => x - middle[k % 3]!);
    this.#volumes = field.volumes;
    this.#inverse = inverseOf(momentsOf(this.#places, this.#places, field.volumes), 3, FLATTEST);
    this.#rest = new Float64Array(3 * field.count);
    const rows = Array.from({ length: field.count }, () => new Map<number, number>());
    for (let i = 0; i < field.count; i++) addParticle(rows, field, i);
    this.starts = new Int32Array(field.count + 1);
    const columns: number[] = [],
      values: number[] = [];
    rows.forEach((row, i) => {
      for (const [j, value] of [...row].sort(([a], [b]) => a - b)) {
        columns.push(j);
        values.push(value);
      }
      this.starts[i + 1] = columns.length;
    });
    this.columns = Int32Array.from(columns);
    this.values = Float64Array.from(values);
  }

  /** weight uᵀ S u; adds its gradient to g if there is one. */
  energy(weight: number, u: Float64Array, g?: Float64Array): number {
    const { starts, columns, values } = this,
      v = this.#rest;
    this.#withoutLinear(u);
    let E = 0;
    for (let i = 0; i + 1 < starts.length; i++) {
      let [x, y, z] = [0, 0, 0];
      for (let n = starts[i]!; n < starts[i + 1]!; n++) {
        const j = 3 * columns[n]!,
          s = values[n]!;
        x += s * v[j]!;
        y += s * v[j + 1]!;
        z += s * v[j + 2]!;
      }
      E += x * v[3 * i]! + y * v[3 * i + 1]! + z * v[3 * i + 2]!;
      if (!g) continue;
      g[3 * i]! += 2 * weight * x;
      g[3 * i + 1]! += 2 * weight * y;
      g[3 * i + 2]! += 2 * weight * z;
    }
    return weight * E;
  }

  /** v ← u − b − A x, with the linear field that fits u best. */
  #withoutLinear(u: Float64Array): void {
    const [x, V, C, v] = [this.#places, this.#volumes, this.#inverse, this.#rest],
      M = momentsOf(u, x, V),
      A = new Float64Array(9),
      b = [0, 0, 0];
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        for (let k = 0; k < 3; k++) A[3 * r + c]! += M[3 * r + k]! * C[3 * k + c]!;
      }
    }
    for (let k = 0; k < u.length; k++) b[k % 3]! += V[Math.floor(k / 3)]! * u[k]!;
    for (let k = 0; k < u.length; k += 3) {
      for (let r = 0; r < 3; r++) {
        v[k + r] = u[k + r]! - b[r]! - A[3 * r]! * x[k]! - A[3 * r + 1]! * x[k + 1]! - A[3 * r + 2]! * x[k + 2]!;
      }
    }
  }

  /** Adds 2 weight S to H. */
  addHessian(H: EnvelopeMatrix, weight: number): void {
    const { starts, columns, values } = this;
    for (let i = 0; i + 1 < starts.length; i++) {
      for (let n = starts[i]!; n < starts[i + 1]!; n++) {
        if (!H.isLower(i, columns[n]!)) continue;
        const w = 2 * weight * values[n]!;
        H.addBlock(i, columns[n]!, w, 0, 0, 0, w, 0, 0, 0, w);
      }
    }
  }
}

/** Σ V a bᵀ, row by row. */
function momentsOf(a: Float64Array, b: Float64Array, V: Float64Array): Float64Array {
  const M = new Float64Array(9);
  for (let i = 0; i < V.length; i++) {
    for (let r = 0; r < 3; r++) {
      const w = V[i]! * a[3 * i + r]!;
      for (let c = 0; c < 3; c++) M[3 * r + c]! += w * b[3 * i + c]!;
    }
  }
  return M;
}

/** Adds V_i ω c cᵀ / Σ ω r² for every neighbor, where c u is its residual. The shape functions are the weights: they fade with the distance. */
function addParticle(rows: readonly Map<number, number>[], field: ShapeField, i: number): void {
  const { starts, particles, gradients, values } = field.atParticles,
    [begin, end] = [starts[i]!, starts[i + 1]!],
    row = Array.from(particles.subarray(begin, end)),
    own = row.indexOf(i),
    neighbors = row.flatMap((j, n) => {
      const [x, y, z] = [0, 1, 2].map((a) => field.positions[3 * j + a]! - field.positions[3 * i + a]!) as [
          number,
          number,
          number,
        ],
        omega = Math.max(values[begin + n]!, 0);
      return n === own || omega === 0 ? [] : [{ n, x, y, z, omega, square: x * x + y * y + z * z }];
    }),
    total = neighbors.reduce((sum, { omega, square }) => sum + omega * square, 0);
  if (own < 0 || !(total > 0)) return;
  for (const { n, x, y, z, omega } of neighbors) {
    const c = row.map((_, k) => {
      const at = 3 * (begin + k),
        slope = gradients[at]! * x + gradients[at + 1]! * y + gradients[at + 2]! * z;
      return Number(k === n) - Number(k === own) - slope;
    });
    const factor = (field.volumes[i]! * omega) / total;
    row.forEach((j, a) => {
      row.forEach((k, b) => {
        rows[j]!.set(k, (rows[j]!.get(k) ?? 0) + factor * c[a]! * c[b]!);
      });
    });
  }
}
