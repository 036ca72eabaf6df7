// Forms of the viscous stress side by side, in double precision and in the plane, apart from the engine: each is a matrix A with f = −A v for
// a viscosity of 1 Pa·s. [card §9, X17, X52; ADR 29]

import { diffusionFactor, kernelValue } from '../src/kernels/kernels.ts';

/** Particles of a plane lattice, and the period along x and y, m; 0 for none. */
export interface Cloud {
  /** x y of each, m. */
  readonly x: Float64Array;
  readonly spacing: number;
  /** 2h, m. */
  readonly support: number;
  readonly period: number;
}

/** A neighbor j of a particle. */
interface Bond {
  readonly j: number;
  /** x_i − x_j, m. */
  readonly dx: number;
  readonly dy: number;
  /** V² F, F = −W′/r. */
  readonly c: number;
  /** V W. */
  readonly w: number;
}

export type Form = 'morris' | 'central' | 'tensor' | 'symmetric';
export const FORMS: readonly Form[] = ['morris', 'central', 'tensor', 'symmetric'];

/** α of the symmetric form. [ADR 29] */
const CONTROL = 0.6;
const SMOOTHING = 1.3;

/** A square lattice, `across` by `along` particles 1 m apart. */
export function lattice(across: number, along: number, isPeriodic = false): Cloud {
  const x = new Float64Array(2 * across * along);
  for (let a = 0, n = 0; a < across; a++) {
    for (let b = 0; b < along; b++) {
      x[n++] = a + 0.5 - across / 2;
      x[n++] = b + 0.5 - along / 2;
    }
  }
  return { x, spacing: 1, support: 2 * SMOOTHING, period: isPeriodic ? across : 0 };
}

/** The neighbors of every particle. */
export function bondsOf({ x, spacing, support, period }: Cloud): readonly (readonly Bond[])[] {
  const V = spacing * spacing,
    nearest = (d: number): number => (period > 0 ? d - period * Math.round(d / period) : d);
  return Array.from({ length: x.length / 2 }, (_, i) => {
    const bonds: Bond[] = [];
    for (let j = 0; j < x.length / 2; j++) {
      const dx = nearest(x[2 * i]! - x[2 * j]!),
        dy = nearest(x[2 * i + 1]! - x[2 * j + 1]!),
        r = Math.hypot(dx, dy);
      if (j === i || r >= support) continue;
      const c = V * V * diffusionFactor('quartic', 2, r, support);
      bonds.push({ j, dx, dy, c, w: V * kernelValue('quartic', 2, r, support) });
    }
    return bonds;
  });
}

/** A symmetric matrix of 2N rows. */
export class Matrix {
  readonly rows: number;
  readonly a: Float64Array;

  constructor(rows: number) {
    this.rows = rows;
    this.a = new Float64Array(rows * rows);
  }

  /** Adds k g gᵀ for a g with few entries. */
  addSquare(k: number, g: readonly (readonly [at: number, value: number])[]): void {
    for (const [r, p] of g) for (const [s, q] of g) this.a[r * this.rows + s]! += k * p * q;
  }

  times(v: Float64Array): Float64Array {
    const { rows, a } = this;
    return Float64Array.from({ length: rows }, (_, r) => {
      let sum = 0;
      for (let s = 0, o = r * rows; s < rows; s++) sum += a[o + s]! * v[s]!;
      return sum;
    });
  }

  /** vᵀ A v. */
  power(v: Float64Array): number {
    return dot(v, this.times(v));
  }
}

export function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, k) => sum + value * b[k]!, 0);
}

/** The matrix of a form, with a bulk viscosity beside it, Pa·s. */
export function matrixOf(form: Form, cloud: Cloud, bulk = 0): Matrix {
  const bonds = bondsOf(cloud),
    A = new Matrix(cloud.x.length),
    h = cloud.support / 2;
  bonds.forEach((own, i) => {
    for (const { j, dx, dy, c } of own) {
      if (j < i) continue;
      if (form === 'morris')
        for (const a of [0, 1])
          A.addSquare(2 * c, [
            [2 * i + a, 1],
            [2 * j + a, -1],
          ]);
      if (form !== 'central') continue;
      const r2 = dx * dx + dy * dy + 0.01 * h * h; // 2(d + 2) (v·x) x/(r² + h²/100), as Weiler and others have it
      A.addSquare((8 * c) / r2, [
        [2 * i, dx],
        [2 * i + 1, dy],
        [2 * j, -dx],
        [2 * j + 1, -dy],
      ]);
    }
    const V = cloud.spacing * cloud.spacing;
    if (form === 'tensor') addStrain(A, gradientOf(own, i, [1 / V, 0, 1 / V]), V, 1, 0);
    const exact = gradientOf(own, i, inverseOf(own));
    if (form === 'symmetric') {
      addStrain(A, exact, V, 1, 0);
      addResidual(A, own, i, exact);
    }
    if (bulk > 0) addStrain(A, exact, V, 0, bulk);
  });
  return A;
}

type Row = readonly (readonly [number, number])[];
/** Rows of the operators that make L_xx, L_xy, L_yx, L_yy of one particle of the velocities. */
type Gradient = readonly [Row, Row, Row, Row];

/** (Σ c x xᵀ)⁻¹: xx, xy, yy. */
function inverseOf(own: readonly Bond[]): readonly [number, number, number] {
  let xx = 0,
    xy = 0,
    yy = 0;
  for (const { dx, dy, c } of own) {
    xx += c * dx * dx;
    xy += c * dx * dy;
    yy += c * dy * dy;
  }
  const k = 1 / (xx * yy - xy * xy);
  return [k * yy, -k * xy, k * xx];
}

/** L = M K for a symmetric K: xx, xy, yy. */
function gradientOf(own: readonly Bond[], i: number, [xx, xy, yy]: readonly [number, number, number]): Gradient {
  const row = (a: number, p: number, q: number): Row => {
    let self = 0;
    const others = own.map(({ j, dx, dy, c }): [number, number] => {
      const k = c * (dx * p + dy * q);
      self += k;
      return [2 * j + a, -k];
    });
    return [[2 * i + a, self], ...others];
  };
  return [row(0, xx, xy), row(0, xy, yy), row(1, xx, xy), row(1, xy, yy)];
}

const sum = (a: Row, b: Row): Row => [...a, ...b];

/** Adds the matrix of ½ shear V D:D/2 + ½ bulk V (tr L)². */
function addStrain(A: Matrix, [xx, xy, yx, yy]: Gradient, V: number, shear: number, bulk: number): void {
  if (shear > 0) {
    A.addSquare(2 * shear * V, xx);
    A.addSquare(2 * shear * V, yy);
    A.addSquare(shear * V, sum(xy, yx));
  }
  if (bulk > 0) A.addSquare(bulk * V, sum(xx, yy));
}

/** Adds the matrix of ½α Σ c |v_ij − L x_ij|². */
function addResidual(A: Matrix, own: readonly Bond[], i: number, [xx, xy, yx, yy]: Gradient): void {
  const scaled = (row: Row, k: number): Row => row.map(([at, value]) => [at, -k * value]);
  for (const { j, dx, dy, c } of own) {
    A.addSquare(CONTROL * c, [[2 * i, 1], [2 * j, -1], ...scaled(xx, dx), ...scaled(xy, dy)]);
    A.addSquare(CONTROL * c, [[2 * i + 1, 1], [2 * j + 1, -1], ...scaled(yx, dx), ...scaled(yy, dy)]);
  }
}

/** A field of velocities. */
export function field({ x }: Cloud, of: (x: number, y: number) => readonly [number, number]): Float64Array {
  const v = new Float64Array(x.length);
  for (let k = 0; k < v.length; k += 2) [v[k], v[k + 1]] = of(x[k]!, x[k + 1]!);
  return v;
}

/** What conjugate gradients find, and in how many rounds. */
export interface Solved {
  readonly v: Float64Array;
  readonly rounds: number;
}

/** Solves A v = b from a guess, with the diagonal as preconditioner, until the rest is `enough` of b; clamped rows stay as they are. */
export function solve(
  A: (v: Float64Array) => Float64Array,
  diagonal: Float64Array,
  b: Float64Array,
  guess: Float64Array,
  enough: number,
): Solved {
  const v = guess.slice(),
    r = b.slice(),
    first = A(v);
  for (let k = 0; k < r.length; k++) r[k]! -= first[k]!;
  const scaled = (): Float64Array => r.map((value, k) => value / diagonal[k]!);
  let p = scaled(),
    descent = dot(r, p);
  const goal = enough * enough * dot(b, b);
  let rounds = 0;
  for (; rounds < 5000 && dot(r, r) > goal; rounds++) {
    const q = A(p),
      alpha = descent / dot(p, q);
    for (let k = 0; k < r.length; k++) {
      v[k]! += alpha * p[k]!;
      r[k]! -= alpha * q[k]!;
    }
    const z = scaled(),
      next = dot(r, z);
    p = p.map((value, k) => z[k]! + (next / descent) * value);
    descent = next;
  }
  return { v, rounds };
}
