// Small symmetric systems: factors with pivots that tell how well a moment matrix inverts, and an inverse of what is known. [AW09 §3.3]

/** Largest ratio of pivots at which a matrix counts as one that inverts. [card §13] */
const WORST = 1e8;

/** Solves M x = b for one symmetric positive matrix M and any b. */
export type Solver = (b: Float64Array) => Float64Array;

/** A solver for a symmetric positive m × m matrix, or undefined where it does not invert: Cholesky factors, largest pivot first. */
export function solverOf(matrix: Float64Array, m: number): Solver | undefined {
  const L = matrix.slice(),
    order = Array.from({ length: m }, (_, k) => k);
  let largest = 0;
  for (let k = 0; k < m; k++) {
    let best = k;
    for (let i = k + 1; i < m; i++) if (L[m * i + i]! > L[m * best + best]!) best = i;
    swapRowsAndColumns(L, m, k, best);
    [order[k], order[best]] = [order[best]!, order[k]!];
    const pivot = L[m * k + k]!;
    if (k === 0) largest = pivot;
    if (!(pivot * WORST > largest && pivot > 0)) return undefined;
    const root = Math.sqrt(pivot);
    L[m * k + k] = root;
    for (let i = k + 1; i < m; i++) L[m * i + k]! /= root;
    for (let i = k + 1; i < m; i++) {
      for (let j = k + 1; j <= i; j++) {
        L[m * i + j]! -= L[m * i + k]! * L[m * j + k]!;
        L[m * j + i] = L[m * i + j]!;
      }
    }
  }
  return (b) => substitute(L, m, order, b);
}

function swapRowsAndColumns(A: Float64Array, m: number, p: number, q: number): void {
  if (p === q) return;
  for (let k = 0; k < m; k++) [A[m * p + k], A[m * q + k]] = [A[m * q + k]!, A[m * p + k]!];
  for (let k = 0; k < m; k++) [A[m * k + p], A[m * k + q]] = [A[m * k + q]!, A[m * k + p]!];
}

function substitute(L: Float64Array, m: number, order: readonly number[], b: Float64Array): Float64Array {
  const y = new Float64Array(m),
    x = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    let sum = b[order[i]!]!;
    for (let k = 0; k < i; k++) sum -= L[m * i + k]! * y[k]!;
    y[i] = sum / L[m * i + i]!;
  }
  for (let i = m - 1; i >= 0; i--) {
    let sum = y[i]!;
    for (let k = i + 1; k < m; k++) sum -= L[m * k + i]! * y[k]!;
    y[i] = sum / L[m * i + i]!;
  }
  for (let i = 0; i < m; i++) x[order[i]!] = y[i]!;
  return x;
}

/**
 * The pseudo-inverse of a symmetric d × d matrix: directions whose eigenvalue is below the largest over `worst` count as unknown and give 0.
 * By Jacobi's rotations.
 */
export function inverseOf(matrix: ArrayLike<number>, d: number, worst: number = WORST): Float64Array {
  const A = Float64Array.from(matrix),
    V = new Float64Array(d * d);
  for (let a = 0; a < d; a++) V[d * a + a] = 1;
  for (let round = 0; round < 30; round++) {
    for (let p = 0; p < d; p++) for (let q = p + 1; q < d; q++) rotate(A, V, d, p, q);
  }
  const values = Array.from({ length: d }, (_, a) => A[d * a + a]!),
    largest = Math.max(...values.map(Math.abs)),
    inverse = new Float64Array(d * d);
  values.forEach((value, k) => {
    if (!(Math.abs(value) * worst > largest)) return;
    for (let a = 0; a < d; a++) {
      for (let b = 0; b < d; b++) inverse[d * a + b]! += (V[d * a + k]! * V[d * b + k]!) / value;
    }
  });
  return inverse;
}

/** One rotation that takes the element (p, q) to 0. */
function rotate(A: Float64Array, V: Float64Array, d: number, p: number, q: number): void {
  const off = A[d * p + q]!;
  if (off === 0) return;
  const theta = (A[d * q + q]! - A[d * p + p]!) / (2 * off),
    t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1)),
    c = 1 / Math.sqrt(t * t + 1),
    s = t * c;
  for (let k = 0; k < d; k++) {
    const [x, y] = [A[d * k + p]!, A[d * k + q]!];
    A[d * k + p] = c * x - s * y;
    A[d * k + q] = s * x + c * y;
  }
  for (let k = 0; k < d; k++) {
    const [x, y] = [A[d * p + k]!, A[d * q + k]!];
    A[d * p + k] = c * x - s * y;
    A[d * q + k] = s * x + c * y;
  }
  for (let k = 0; k < d; k++) {
    const [x, y] = [V[d * k + p]!, V[d * k + q]!];
    V[d * k + p] = c * x - s * y;
    V[d * k + q] = s * x + c * y;
  }
}
