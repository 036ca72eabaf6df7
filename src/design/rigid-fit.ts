// The rigid motion that takes points nearest to their targets: the turn as the quaternion with the largest eigenvalue of Horn's 4 × 4 matrix.
// It is where a solve begins when nothing better is known, and the part of a motion that is interpolated apart.

/** A quaternion: w, x, y, z. */
export type Quaternion = readonly [number, number, number, number];

/** x ↦ R (x − from) + to. */
export interface RigidMotion {
  readonly turn: Quaternion;
  /** Weighted middle of the points, m. */
  readonly from: readonly [number, number, number];
  /** Weighted middle of the targets, m. */
  readonly to: readonly [number, number, number];
}

/** The best rigid motion; points that do not tell the turn (one point, a line) get the least of the best. */
export function fitRigid(
  points: ArrayLike<number>,
  targets: ArrayLike<number>,
  weights: ArrayLike<number>,
): RigidMotion {
  const from = middle(points, weights),
    to = middle(targets, weights),
    S = new Float64Array(9);
  for (let k = 0; k < weights.length; k++) {
    for (let a = 0; a < 3; a++) {
      const p = weights[k]! * (points[3 * k + a]! - from[a]!);
      for (let b = 0; b < 3; b++) S[3 * a + b]! += p * (targets[3 * k + b]! - to[b]!);
    }
  }
  // Of equally good turns, the least: where points lie on a line, or are one.
  const bias = 1e-13 * S.reduce((sum, x) => sum + Math.abs(x), 0);
  for (let a = 0; a < 9; a += 4) S[a]! += bias;
  return { turn: turnOf(S), from, to };
}

function middle(points: ArrayLike<number>, weights: ArrayLike<number>): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  let total = 0;
  for (let k = 0; k < weights.length; k++) {
    total += weights[k]!;
    for (let a = 0; a < 3; a++) sum[a]! += weights[k]! * points[3 * k + a]!;
  }
  return [sum[0] / total, sum[1] / total, sum[2] / total];
}

function turnOf(S: Float64Array): Quaternion {
  const at = (a: number, b: number) => S[3 * a + b]!,
    [xx, yy, zz] = [at(0, 0), at(1, 1), at(2, 2)],
    [x, y, z] = [at(1, 2) - at(2, 1), at(2, 0) - at(0, 2), at(0, 1) - at(1, 0)],
    [xy, xz, yz] = [at(0, 1) + at(1, 0), at(2, 0) + at(0, 2), at(1, 2) + at(2, 1)];
  const vector = largestEigenvector([
    [xx + yy + zz, x, y, z],
    [x, xx - yy - zz, xy, xz],
    [y, xy, yy - xx - zz, yz],
    [z, xz, yz, zz - xx - yy],
  ]);
  const sign = vector[0]! < 0 ? -1 : 1;
  return [sign * vector[0]!, sign * vector[1]!, sign * vector[2]!, sign * vector[3]!];
}

/** Of a symmetric matrix, by Jacobi's rotations; the first of equals. */
function largestEigenvector(A: number[][]): number[] {
  const n = A.length,
    V = A.map((_, i) => A.map((__, j) => Number(i === j)));
  for (let round = 0; round < 24; round++) {
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(A, V, p, q);
  }
  let best = 0;
  for (let k = 1; k < n; k++) if (A[k]![k]! > A[best]![best]!) best = k;
  return V.map((row) => row[best]!);
}

/** One rotation that takes the element (p, q) to 0. */
function rotate(A: number[][], V: number[][], p: number, q: number): void {
  const off = A[p]![q]!;
  if (off === 0) return;
  const theta = (A[q]![q]! - A[p]![p]!) / (2 * off),
    t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1)),
    c = 1 / Math.sqrt(t * t + 1),
    s = t * c;
  if (!Number.isFinite(theta)) return; // `off` is as good as 0
  for (const matrix of [A, V]) {
    for (const row of matrix) {
      const [x, y] = [row[p]!, row[q]!];
      row[p] = c * x - s * y;
      row[q] = s * x + c * y;
    }
  }
  for (let k = 0; k < A.length; k++) {
    const [x, y] = [A[p]![k]!, A[q]![k]!];
    A[p]![k] = c * x - s * y;
    A[q]![k] = s * x + c * y;
  }
}

/** The matrix of a unit quaternion, row by row. */
export function matrixOf([w, x, y, z]: Quaternion): Float64Array {
  return Float64Array.of(
    w * w + x * x - y * y - z * z,
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    w * w - x * x + y * y - z * z,
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    w * w - x * x - y * y + z * z,
  );
}

/** Displacements of points by a rigid motion, m. */
export function rigidDisplacements(points: ArrayLike<number>, { turn, from, to }: RigidMotion): Float64Array {
  const R = matrixOf(turn),
    out = new Float64Array(points.length);
  for (let k = 0; k < points.length; k += 3) {
    const [x, y, z] = [points[k]! - from[0], points[k + 1]! - from[1], points[k + 2]! - from[2]];
    for (let a = 0; a < 3; a++) {
      out[k + a] = R[3 * a]! * x + R[3 * a + 1]! * y + R[3 * a + 2]! * z + to[a]! - points[k + a]!;
    }
  }
  return out;
}
