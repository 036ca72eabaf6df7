// The energy of a motion: keyframes, velocities, accelerations, rigidity, volume and obstacles, all taken of the field and not of its nodal values.
// [AW09 eq. 79-85, card §19, X46] The unknowns are displacements of all particles at the first frame, then at the second, and so on.
// f(x, t) = R(t) p + c(t), p = x − middle + Σ Φ_j(t) Σ Φ_i(x) u_ij, where R and c are the rigid part; without one R = I and f = x + u.

import type { Energy } from './levenberg-marquardt.ts';
import type { Clearance } from './obstacle-field.ts';
import type { RigidPose } from './rigid-path.ts';
import type { ShapeEnergy } from './shape-energy.ts';
import { addDisplacements, type Rows, type ShapeField } from './shape-field.ts';
import { combineInto, spread, type TimeRow } from './time-frames.ts';

/** Σ w_k |Σ_n B_n Σ_i Φ_i(x_k) u_{n,i} − goal_k|²: what is linear in the unknowns at one time. */
export interface LinearTerm {
  readonly name: 'keyframes' | 'velocity' | 'acceleration';
  readonly rows: Rows;
  readonly frames: readonly number[];
  /** 3 × 3 numbers for every frame, row by row. */
  readonly matrices: Float64Array;
  /** Three numbers for every point. */
  readonly goals: Float64Array;
  readonly weights: Float64Array;
}

/** Rigidity and volume at one time, times a share of the whole. */
export interface ShapeTerm {
  readonly row: TimeRow;
  readonly share: number;
}

/** Σ_i share V_i max(0, r_i − clearance)² at one time. */
export interface ObstacleTerm {
  readonly row: TimeRow;
  readonly pose: RigidPose;
  readonly share: number;
  readonly clearance: Clearance;
}

/** Parts of the energy of a motion, with their weights. */
export interface MotionParts {
  readonly keyframes: number;
  readonly velocity: number;
  readonly acceleration: number;
  readonly rigidity: number;
  readonly volume: number;
  readonly evenness: number;
  readonly obstacles: number;
}

/** What a motion energy is made of. */
export interface MotionTerms {
  readonly linear: readonly LinearTerm[];
  readonly shape: readonly ShapeTerm[];
  readonly obstacles: readonly ObstacleTerm[];
  /** Rigidity and volume of a shape, without targets. */
  readonly shapeEnergy: ShapeEnergy;
  /** Radius of every particle, m. */
  readonly radii: Float64Array;
  /** Middle of the shape in the rigid part, m. */
  readonly middle: readonly [number, number, number];
}

/** The energy of a motion. */
export class MotionEnergy implements Energy {
  readonly size: number;
  readonly #field: ShapeField;
  readonly #terms: MotionTerms;
  /** Displacements at one time, and the gradient by them. */
  readonly #U: Float64Array;
  readonly #G: Float64Array;
  readonly #waste: Float64Array;
  /** Goals of keyframes before they were moved. */
  readonly #places = new Map<LinearTerm, Float64Array>();

  constructor(field: ShapeField, frames: number, terms: MotionTerms) {
    this.#field = field;
    this.#terms = terms;
    this.size = 3 * field.count * frames;
    this.#U = new Float64Array(3 * field.count);
    this.#G = new Float64Array(3 * field.count);
    this.#waste = new Float64Array(terms.obstacles.length > 0 ? this.size : 0);
  }

  energy(u: Float64Array): number {
    return Object.values(this.parts(u)).reduce((sum: number, part: number) => sum + part, 0);
  }

  parts(u: Float64Array): MotionParts {
    const { linear, shape, obstacles, shapeEnergy } = this.#terms,
      sums = { keyframes: 0, velocity: 0, acceleration: 0, rigidity: 0, volume: 0, evenness: 0, obstacles: 0 };
    for (const term of linear) sums[term.name] += this.#linear(term, u);
    for (const { row, share } of shape) {
      combineInto(this.#U, row.frames, row.values, u);
      const { rigidity, volume, evenness } = shapeEnergy.parts(this.#U);
      sums.rigidity += share * rigidity;
      sums.volume += share * volume;
      sums.evenness += share * evenness;
    }
    for (const term of obstacles) sums.obstacles += this.#obstacle(term, u);
    return sums;
  }

  gradientInto(g: Float64Array, u: Float64Array): number {
    const { linear, shape, obstacles, shapeEnergy } = this.#terms;
    let E = 0;
    g.fill(0);
    for (const term of linear) E += this.#linear(term, u, g);
    for (const { row, share } of shape) {
      combineInto(this.#U, row.frames, row.values, u);
      this.#G.fill(0);
      E += share * shapeEnergy.addGradient(this.#G, this.#U);
      spread(
        g,
        row.frames,
        row.values.map((phi) => share * phi),
        this.#G,
      );
    }
    for (const term of obstacles) E += this.#obstacle(term, u, g);
    return E;
  }

  /** Energy of a linear term; adds to the gradient if there is one. */
  #linear({ rows, frames, matrices, goals, weights }: LinearTerm, u: Float64Array, g?: Float64Array): number {
    const { starts, particles, values } = rows,
      U = this.#U,
      G = this.#G;
    U.fill(0);
    for (const [n, j] of frames.entries()) addTurned(U, matrices, 9 * n, u, j * U.length);
    if (g) G.fill(0);
    let E = 0;
    for (let k = 0; k < weights.length; k++) {
      const w = weights[k]!;
      for (let a = 0; a < 3; a++) {
        let miss = -goals[3 * k + a]!;
        for (let n = starts[k]!; n < starts[k + 1]!; n++) miss += values[n]! * U[3 * particles[n]! + a]!;
        E += w * miss * miss;
        if (!g) continue;
        const pull = 2 * w * miss;
        for (let n = starts[k]!; n < starts[k + 1]!; n++) G[3 * particles[n]! + a]! += pull * values[n]!;
      }
    }
    if (g) for (const [n, j] of frames.entries()) addTurnedBack(g, j * U.length, matrices, 9 * n, G);
    return E;
  }

  /**
   * Moves the goals of keyframes as far beyond their places as u misses them, so that the next search comes nearer: the method of multipliers. The
   * weight stays, and with it the matrix.
   */
  tighten(u: Float64Array): void {
    for (const term of this.#terms.linear) {
      if (term.name !== 'keyframes') continue;
      const { rows, goals } = term,
        places = this.#places.get(term) ?? goals.slice(),
        reached = this.#valuesOf(term, u);
      this.#places.set(term, places);
      for (let k = 0; k < 3 * (rows.starts.length - 1); k++) goals[k]! += places[k]! - reached[k]!;
    }
  }

  /** Σ B Φ u at the points of a term. */
  #valuesOf({ rows, frames, matrices }: LinearTerm, u: Float64Array): Float64Array {
    const out = new Float64Array(3 * (rows.starts.length - 1));
    this.#U.fill(0);
    for (const [n, j] of frames.entries()) addTurned(this.#U, matrices, 9 * n, u, j * this.#U.length);
    addDisplacements(out, rows, this.#U);
    return out;
  }

  /** √(2w) Φ n of particles that touch an obstacle, over all unknowns: their rows of the matrix of Gauss and Newton. At most `most`, evenly taken. */
  contactRows(u: Float64Array, most: number): Float64Array[] {
    const contacts: { term: ObstacleTerm; i: number; direction: number[] }[] = [],
      { starts, particles, values } = this.#field.atParticles,
      size = this.#U.length;
    for (const term of this.#terms.obstacles) {
      this.#obstacle(term, u, this.#waste, (i, direction) => contacts.push({ term, i, direction }));
    }
    const stride = Math.max(1, Math.ceil(contacts.length / Math.max(most, 1)));
    return contacts
      .filter((_, k) => k % stride === 0)
      .map(({ term: { row, share }, i, direction }) => {
        const out = new Float64Array(this.size),
          root = Math.sqrt(2 * share * this.#field.volumes[i]!);
        row.frames.forEach((j, m) => {
          for (let n = starts[i]!; n < starts[i + 1]!; n++) {
            for (let a = 0; a < 3; a++) {
              out[j * size + 3 * particles[n]! + a] = root * row.values[m]! * values[n]! * direction[a]!;
            }
          }
        });
        return out;
      });
  }

  #obstacle(
    term: ObstacleTerm,
    u: Float64Array,
    g?: Float64Array,
    visit?: (i: number, direction: number[]) => void,
  ): number {
    const { row, pose, share, clearance } = term,
      { positions, volumes, count, atParticles: rows } = this.#field,
      { radii, middle } = this.#terms,
      { starts, particles, values } = rows,
      { R, c } = pose,
      U = this.#U,
      G = this.#G;
    combineInto(U, row.frames, row.values, u);
    G.fill(0);
    let E = 0,
      touched = false;
    for (let i = 0; i < count; i++) {
      let x = positions[3 * i]! - middle[0],
        y = positions[3 * i + 1]! - middle[1],
        z = positions[3 * i + 2]! - middle[2];
      for (let n = starts[i]!; n < starts[i + 1]!; n++) {
        const phi = values[n]!,
          j = 3 * particles[n]!;
        x += phi * U[j]!;
        y += phi * U[j + 1]!;
        z += phi * U[j + 2]!;
      }
      const fx = R[0]! * x + R[1]! * y + R[2]! * z + c[0]!,
        fy = R[3]! * x + R[4]! * y + R[5]! * z + c[1]!,
        fz = R[6]! * x + R[7]! * y + R[8]! * z + c[2]!,
        depth = radii[i]! - clearance.distance(fx, fy, fz);
      if (!(depth > 0)) continue;
      touched = true;
      const w = share * volumes[i]!;
      E += w * depth * depth;
      if (!g) continue;
      clearance.normalInto(normal, fx, fy, fz);
      const away = [0, 1, 2].map((a) => R[a]! * normal[0]! + R[3 + a]! * normal[1]! + R[6 + a]! * normal[2]!);
      visit?.(i, away);
      for (let a = 0; a < 3; a++) {
        const push = -2 * w * depth * away[a]!;
        for (let n = starts[i]!; n < starts[i + 1]!; n++) G[3 * particles[n]! + a]! += push * values[n]!;
      }
    }
    if (g && touched) spread(g, row.frames, row.values, G);
    return E;
  }
}

const normal = new Float64Array(3);

/** U_i += B u_i for every particle. */
function addTurned(U: Float64Array, B: Float64Array, at: number, u: Float64Array, from: number): void {
  const [a, b, c, d, e, f, g, h, i] = B.subarray(at, at + 9) as unknown as Nine;
  for (let k = 0; k < U.length; k += 3) {
    const x = u[from + k]!,
      y = u[from + k + 1]!,
      z = u[from + k + 2]!;
    U[k]! += a * x + b * y + c * z;
    U[k + 1]! += d * x + e * y + f * z;
    U[k + 2]! += g * x + h * y + i * z;
  }
}

/** g_i += Bᵀ G_i for every particle. */
function addTurnedBack(out: Float64Array, to: number, B: Float64Array, at: number, G: Float64Array): void {
  const [a, b, c, d, e, f, g, h, i] = B.subarray(at, at + 9) as unknown as Nine;
  for (let k = 0; k < G.length; k += 3) {
    const x = G[k]!,
      y = G[k + 1]!,
      z = G[k + 2]!;
    out[to + k]! += a * x + d * y + g * z;
    out[to + k + 1]! += b * x + e * y + h * z;
    out[to + k + 2]! += c * x + f * y + i * z;
  }
}

type Nine = readonly [number, number, number, number, number, number, number, number, number];
