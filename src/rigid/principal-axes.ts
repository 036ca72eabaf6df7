// The axes about which a body turns steadily: eigenvectors of its inertia, by Jacobi's rotations. Square roots only, so the same everywhere.

export interface PrincipalAxes {
  /** Moments about the axes, kg·m². */
  readonly moments: readonly [number, number, number];
  /** Turn from the frame of the axes to that of the inertia, row by row: its columns are the axes. */
  readonly axes: readonly number[];
}

const SWEEPS = 12;

/** The principal axes of a symmetric matrix, given row by row. */
export function principalAxes(matrix: ArrayLike<number>): PrincipalAxes {
  const m = Array.from(matrix),
    q = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const size = Math.abs(m[0]!) + Math.abs(m[4]!) + Math.abs(m[8]!);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const [a, b] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      if (Math.abs(m[3 * a + b]!) > 1e-16 * size) rotate(m, q, a, b);
    }
  }
  if (determinant(q) < 0) for (const n of [2, 5, 8]) q[n] = 0 - q[n]!;
  return { moments: [m[0]!, m[4]!, m[8]!], axes: q };
}

/** One rotation of Jacobi, which makes m_ab 0. */
function rotate(m: number[], q: number[], a: number, b: number): void {
  const theta = (m[4 * b]! - m[4 * a]!) / (2 * m[3 * a + b]!),
    t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1)),
    c = 1 / Math.sqrt(t * t + 1),
    s = t * c;
  for (let k = 0; k < 3; k++) mix(m, 3 * a + k, 3 * b + k, c, s);
  for (let k = 0; k < 3; k++) mix(m, 3 * k + a, 3 * k + b, c, s);
  for (let k = 0; k < 3; k++) mix(q, 3 * k + a, 3 * k + b, c, s);
}

function mix(m: number[], i: number, j: number, c: number, s: number): void {
  const [x, y] = [m[i]!, m[j]!];
  m[i] = c * x - s * y;
  m[j] = s * x + c * y;
}

function determinant(q: readonly number[]): number {
  return (
    q[0]! * (q[4]! * q[8]! - q[5]! * q[7]!) -
    q[1]! * (q[3]! * q[8]! - q[5]! * q[6]!) +
    q[2]! * (q[3]! * q[7]! - q[4]! * q[6]!)
  );
}
