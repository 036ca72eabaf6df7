// The largest principal value of a symmetric matrix and its direction, by Jacobi's rotations: + − × ÷ √ only.

/** Sweeps over the three planes: quadratic convergence leaves nothing after six. */
const SWEEPS = 8;

/** A principal value and its unit direction. */
export interface Principal {
  readonly value: number;
  readonly direction: readonly [number, number, number];
}

/**
 * The largest principal value of a symmetric 3 × 3 matrix (nine numbers); in 2D of its upper left part.
 */
export function largestPrincipal(matrix: ArrayLike<number>, dimension: 2 | 3): Principal {
  const A = Float64Array.from(matrix),
    V = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (let sweep = 0; sweep < SWEEPS && !isDiagonal(A); sweep++)
    for (const [p, q] of dimension === 3 ? PLANES : PLANES.slice(0, 1)) rotate(A, V, p, q);
  let best = 0;
  for (let k = 1; k < dimension; k++) if (A[4 * k]! > A[4 * best]!) best = k;
  return { value: A[4 * best]!, direction: [V[best]!, V[3 + best]!, V[6 + best]!] };
}

/** Whether what is left beside the diagonal is nothing to the last bit. */
function isDiagonal(A: Float64Array): boolean {
  const beside = Math.abs(A[1]!) + Math.abs(A[2]!) + Math.abs(A[5]!);
  return beside <= 1e-17 * (Math.abs(A[0]!) + Math.abs(A[4]!) + Math.abs(A[8]!));
}

const PLANES = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/** Makes A_pq zero: A ← RᵀAR, V ← VR. */
function rotate(A: Float64Array, V: Float64Array, p: number, q: number): void {
  const apq = A[3 * p + q]!;
  if (apq === 0) return;
  const theta = (A[4 * q]! - A[4 * p]!) / (2 * apq),
    t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1)),
    c = 1 / Math.sqrt(t * t + 1),
    s = t * c;
  for (let k = 0; k < 3; k++) {
    const [x, y] = [A[3 * k + p]!, A[3 * k + q]!];
    A[3 * k + p] = c * x - s * y;
    A[3 * k + q] = s * x + c * y;
  }
  for (let k = 0; k < 3; k++) {
    const [x, y] = [A[3 * p + k]!, A[3 * q + k]!];
    A[3 * p + k] = c * x - s * y;
    A[3 * q + k] = s * x + c * y;
    const [u, v] = [V[3 * k + p]!, V[3 * k + q]!];
    V[3 * k + p] = c * u - s * v;
    V[3 * k + q] = s * u + c * v;
  }
  A[3 * p + q] = A[3 * q + p] = 0;
}
