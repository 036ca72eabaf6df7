// What a form of the viscous stress does to flows whose answer is known, and what its solve costs. [card §9; ADR 29] See stress-forms.ts.

import {
  bondsOf,
  type Cloud,
  dot,
  type Form,
  field,
  lattice,
  Matrix,
  matrixOf,
  type Solved,
  solve,
} from './stress-forms.ts';

/** Bulk viscosity over η that keeps the volume of a beam. */
const STIFF = 100;
/** Length over thickness of the beam. */
const SLENDER = 6;

/** ν_eff/ν of a shear wave as long as `edge` spacings. Exact: 1. */
export function shearWave(form: Form, edge: number): number {
  const cloud = lattice(edge, edge, true),
    k = (2 * Math.PI) / edge,
    v = field(cloud, (_, y) => [Math.sin(k * y), 0]);
  return matrixOf(form, cloud).power(v) / (k * k * dot(v, v));
}

/** How fast velocities that alternate from particle to particle decay, over ν/spacing². A form that is blind to them has 0. */
export function sawTooth(form: Form): number {
  const cloud = lattice(12, 12, true),
    v = field(cloud, (x, y) => [Math.floor(x + y + 100) % 2 === 0 ? 1 : -1, 0]);
  return matrixOf(form, cloud).power(v) / dot(v, v);
}

/** Power of a stretching at a rate ε over ηε²V: the apparent Trouton ratio of a free block, `across` by twice as many. Exact: 4. */
export function stretching(form: Form, across: number): number {
  const cloud = lattice(across, 2 * across);
  return matrixOf(form, cloud).power(field(cloud, (x, y) => [x, -y])) / (2 * across * across);
}

/** Power of a rotation with ω over ηω²V of the same block. Exact: 0. */
export function rotation(form: Form, across: number): number {
  const cloud = lattice(across, 2 * across);
  return matrixOf(form, cloud).power(field(cloud, (x, y) => [-y, x])) / (2 * across * across);
}

/** A beam that is held at one end: its matrix with bulk viscosity, and which rows are free. */
function beam(form: Form, across: number, bulk: number) {
  const along = SLENDER * across,
    cloud = lattice(along + 3, across), // three columns in the wall
    end = -(along + 3) / 2 + 3;
  return { cloud, A: matrixOf(form, cloud, bulk), isFree: (row: number) => cloud.x[row - (row % 2)]! > end, end };
}

/**
 * Speed of the tip of a beam that bends under its weight, over that of theory: qL⁴/(8·4ηI) by bending and qL²/(2κη A) by shear, κ = 5/6,
 * at the middle of the last column.
 */
export function bending(form: Form, across: number): number {
  const { cloud, A, isFree, end } = beam(form, across, STIFF),
    weight = Float64Array.from({ length: A.rows }, (_, row) => (isFree(row) && row % 2 === 1 ? -1 : 0)),
    { v } = solve(held(A, isFree), diagonalOf(A, isFree), weight, new Float64Array(A.rows), 1e-8);
  const last = cloud.x.reduce((far, x, k) => (k % 2 === 0 ? Math.max(far, x) : far), end),
    tip = v.filter((_, row) => row % 2 === 1 && cloud.x[row - 1] === last),
    speed = -tip.reduce((sum, u) => sum + u, 0) / tip.length,
    L = SLENDER * across,
    x = last - end,
    bend = (x * x * (6 * L * L - 4 * L * x + x * x) * across) / (24 * 4 * (across ** 3 / 12)),
    shear = (across * (L * x - (x * x) / 2)) / ((5 / 6) * across);
  return speed / (bend + shear);
}

/** Rounds of the solve (1 + dt/ρ A) v = g dt of that beam from rest, where η dt/(ρ spacing²) is `kappa`, until the rest is `enough` of it. */
export function rounds(form: Form, across: number, kappa: number, enough: number): number {
  const { A, isFree } = beam(form, across, 0),
    step = implicit(A, kappa),
    weight = Float64Array.from({ length: A.rows }, (_, row) => (isFree(row) && row % 2 === 1 ? -1 : 0));
  return solve(held(step, isFree), diagonalOf(step, isFree), weight, new Float64Array(A.rows), enough).rounds;
}

/** Angular momentum of a spinning free block after one implicit step that is solved to `enough`, over that before. Exact: 1. */
export function spin(form: Form, across: number, kappa: number, enough: number): number {
  const cloud = lattice(across, 2 * across),
    A = implicit(matrixOf(form, cloud), kappa),
    v = field(cloud, (x, y) => [-y, x]),
    { v: after } = solve((p) => A.times(p), diagonalOf(A), v, new Float64Array(v.length), enough);
  return dot(after, v) / dot(v, v);
}

/** 1 + κ A. */
function implicit(A: Matrix, kappa: number): Matrix {
  const step = new Matrix(A.rows);
  A.a.forEach((value, k) => {
    step.a[k] = kappa * value + (k % (A.rows + 1) === 0 ? 1 : 0);
  });
  return step;
}

/** A for the free rows; the others stay where they are. */
function held(A: Matrix, isFree: (row: number) => boolean) {
  return (v: Float64Array): Float64Array => A.times(v).map((value, row) => (isFree(row) ? value : v[row]!));
}

function diagonalOf(A: Matrix, isFree: (row: number) => boolean = () => true): Float64Array {
  return Float64Array.from({ length: A.rows }, (_, row) => (isFree(row) ? A.a[row * (A.rows + 1)]! : 1));
}

/**
 * One step of Peer and others 2015: the gradient of every particle keeps rotation and expansion and a part ξ of its shear, and velocities are
 * reconstructed from it, Σ_j V W (v_i − v_j) = Σ_j V W ½(G_i + G_j) x_ij.
 */
export function prescribe(cloud: Cloud, v: Float64Array, xi: number, enough: number): Solved {
  const bonds = bondsOf(cloud),
    targets = bonds.map((own, i) => targetOf(own, i, v, xi)),
    b = new Float64Array(v.length),
    diagonal = new Float64Array(v.length);
  bonds.forEach((own, i) => {
    for (const { j, dx, dy, w } of own) {
      for (const a of [0, 1]) {
        const g = (k: 0 | 1): number => (targets[i]![2 * a + k]! + targets[j]![2 * a + k]!) / 2;
        b[2 * i + a]! += w * (g(0) * dx + g(1) * dy);
        diagonal[2 * i + a]! += w;
      }
    }
  });
  const laplacian = (p: Float64Array): Float64Array =>
    p.map((own, row) => bonds[row >> 1]!.reduce((sum, { j, w }) => sum + w * (own - p[2 * j + (row % 2)]!), 0));
  return solve(laplacian, diagonal, b, v, enough);
}

/** G of a particle: xx, xy, yx, yy, from the plain difference gradient. */
function targetOf(own: ReturnType<typeof bondsOf>[number], i: number, v: Float64Array, xi: number): readonly number[] {
  const L = [0, 0, 0, 0];
  for (const { j, dx, dy, c } of own) {
    for (const a of [0, 1]) {
      const u = c * (v[2 * i + a]! - v[2 * j + a]!);
      L[2 * a]! += u * dx;
      L[2 * a + 1]! += u * dy;
    }
  }
  const [xx, xy, yx, yy] = L as [number, number, number, number],
    expansion = (xx + yy) / 2,
    turn = (xy - yx) / 2,
    shear = (xi * (xy + yx)) / 2,
    stretch = (xi * (xx - yy)) / 2;
  return [expansion + stretch, shear + turn, shear - turn, expansion - stretch];
}
