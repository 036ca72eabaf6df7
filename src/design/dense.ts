// Small full symmetric matrices, as lists of rows: Cholesky's factor, solving, and two matrices made diagonal at once.

/** A square matrix, row by row. */
export type Dense = readonly Float64Array[];

/** A matrix of zeros. */
export function zeros(n: number): Float64Array[] {
  return Array.from({ length: n }, () => new Float64Array(n));
}

/** A += factor a aᵀ, for a that is 0 but at some places. */
export function addOuter(A: Dense, places: readonly number[], a: ArrayLike<number>, factor: number): void {
  places.forEach((i, m) => {
    places.forEach((j, n) => {
      A[i]![j]! += factor * a[m]! * a[n]!;
    });
  });
}

/** Lower factor L of A = LLᵀ; a diagonal that is as good as 0 is held at a small part of the largest. */
export function choleskyOf(A: Dense): Dense {
  const n = A.length,
    L = zeros(n),
    least = 1e-13 * A.reduce((most, row, i) => Math.max(most, row[i]!), 0);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = A[i]![j]!;
      for (let k = 0; k < j; k++) sum -= L[i]![k]! * L[j]![k]!;
      L[i]![j] = i === j ? Math.sqrt(Math.max(sum, least)) : sum / L[j]![j]!;
    }
  }
  return L;
}

/** x of L Lᵀ x = b. */
export function solveWith(L: Dense, b: ArrayLike<number>): Float64Array {
  const x = lowerSolve(L, b);
  for (let i = x.length - 1; i >= 0; i--) {
    for (let k = i + 1; k < x.length; k++) x[i]! -= L[k]![i]! * x[k]!;
    x[i]! /= L[i]![i]!;
  }
  return x;
}

function lowerSolve(L: Dense, b: ArrayLike<number>): Float64Array {
  const y = Float64Array.from(b);
  for (let i = 0; i < y.length; i++) {
    for (let k = 0; k < i; k++) y[i]! -= L[i]![k]! * y[k]!;
    y[i]! /= L[i]![i]!;
  }
  return y;
}

/** Columns w_k of W and numbers d_k with Wᵀ A W = I and Wᵀ B W = diag d, for a positive A. Each column is a row of `vectors`. */
export function diagonalize(A: Dense, B: Dense): { readonly vectors: Dense; readonly values: Float64Array } {
  const n = A.length,
    L = choleskyOf(A),
    half = B.map((row) => lowerSolve(L, row)), // rows of (L⁻¹ B)ᵀ
    C = Array.from({ length: n }, (_, i) =>
      lowerSolve(
        L,
        half.map((row) => row[i]!),
      ),
    ),
    V = zeros(n);
  for (let i = 0; i < n; i++) V[i]![i] = 1;
  for (let round = 0; round < 12; round++) {
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(C, V, p, q);
  }
  const vectors = V.map((row) => {
    const w = row.slice();
    for (let i = n - 1; i >= 0; i--) {
      for (let k = i + 1; k < n; k++) w[i]! -= L[k]![i]! * w[k]!;
      w[i]! /= L[i]![i]!;
    }
    return w;
  });
  return { vectors, values: Float64Array.from(C, (row, k) => row[k]!) };
}

/** One of Jacobi's rotations: element (p, q) of C becomes 0. The rows of V are the vectors. */
function rotate(C: Float64Array[], V: Float64Array[], p: number, q: number): void {
  const off = C[p]![q]!,
    theta = (C[q]![q]! - C[p]![p]!) / (2 * off);
  if (off === 0 || !Number.isFinite(theta)) return;
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1)),
    c = 1 / Math.sqrt(t * t + 1),
    s = t * c;
  for (const row of C) turn(row, p, row, q, c, s);
  for (let k = 0; k < C.length; k++) {
    turnAt(C[p]!, C[q]!, k, c, s);
    turnAt(V[p]!, V[q]!, k, c, s);
  }
}

function turn(a: Float64Array, p: number, b: Float64Array, q: number, c: number, s: number): void {
  const x = a[p]!,
    y = b[q]!;
  a[p] = c * x - s * y;
  b[q] = s * x + c * y;
}

function turnAt(a: Float64Array, b: Float64Array, k: number, c: number, s: number): void {
  turn(a, k, b, k, c, s);
}
