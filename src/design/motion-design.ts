// A motion between keyframes: smooth, as rigid as they allow, with its volume, and outside of obstacles. [AW09 §8.2, card §19, ADR 40]

import { ThixoError } from '../problem.ts';
import { checkShape } from '../shapes/check-shape.ts';
import { type Keyframe, prepareKeyframes } from './keyframes.ts';
import type { Descent } from './levenberg-marquardt.ts';
import { coveringRadii, determinant, largestDistance, middleOf, strainSquare } from './measures.ts';
import { MotionEnergy, type MotionParts } from './motion-energy.ts';
import { MotionPreconditioner } from './motion-preconditioner.ts';
import { type MotionSetup, type MotionWeights, termsAt, termsOf, timesWithin } from './motion-terms.ts';
import { clearanceOf, type MotionObstacle } from './obstacle-field.ts';
import { QuasiNewton } from './quasi-newton.ts';
import { checkWeights, refuseDesign } from './refuse.ts';
import { rigidDisplacements } from './rigid-fit.ts';
import { pathThrough, restingPath } from './rigid-path.ts';
import { NO_TARGETS, ShapeEnergy } from './shape-energy.ts';
import { addDisplacements, deformationGradientInto, type Rows, type ShapeField } from './shape-field.ts';
import { combineInto, evenTimes, TimeFrames } from './time-frames.ts';

export const MOTION_WEIGHTS: MotionWeights = Object.freeze({
  ...{ keyframes: 10_000, rigidity: 1, volume: 10, evenness: 3 },
  ...{ velocity: 10, acceleration: 0.001, obstacles: 1000 },
});

/** What a motion is made of. */
export interface MotionOptions {
  readonly keyframes: readonly Keyframe[];
  readonly obstacles?: readonly MotionObstacle[];
  readonly weights?: Partial<MotionWeights>;
  /**
   * `apart` interpolates the best rigid motion as such, and the rest with frames: turns stay turns. `within` is AW09 as printed, whose turns shrink the
   * shape on the way.
   */
  readonly rigid?: 'apart' | 'within';
  /** Distance that particles keep from obstacles, m; enough to cover the space between them without it. */
  readonly radius?: number;
}

/** How a motion is solved. */
export interface MotionSolve {
  /** Most frames; 13 without it. */
  readonly frames?: number;
  /** Fewest frames, even in time between keyframes; 5 without it. */
  readonly firstFrames?: number;
  /** Error at a probe time, with all weights, below which no frame is missing; 1e-3 without it. */
  readonly accuracy?: number;
  /** Most steps for each set of frames; 300 without it. */
  readonly iterations?: number;
  /** Part of the energy below which a gain does not matter; 1e-6 without it. */
  readonly tolerance?: number;
}

/** Numbers beside a motion. */
export interface MotionReport {
  readonly energy: number;
  readonly parts: MotionParts;
  /** Times of the frames, s. */
  readonly frames: readonly number[];
  /** Largest distance of a particle of a keyframe from its place, m. */
  readonly miss: number;
  /** Least and most of mean det F − 1 over all probe times. */
  readonly volumeChange: readonly [number, number];
  /** Largest root of the mean of ‖FᵀF − I‖² over all probe times: 0 where the motion is rigid. */
  readonly strain: number;
  readonly iterations: number;
  readonly converged: boolean;
}

/** Frames and displacements as plain data. */
export interface MotionState {
  readonly frames: readonly number[];
  readonly displacements: readonly number[];
}

const NO_GRADIENTS = new Float64Array();
/** Probe times inside every interval. [AW09 §8.2] */
const PROBES = 10;
/** Tolerance that is enough to see where frames are missing. */
const ROUGH = 1e-3;
/** Energy at which nothing is left: squares of rounding errors. */
const FLOOR = 1e-24;
/** Part of the size of the shape by which a keyframe may be missed. */
const EXACT = 5e-4;
/** Times that a motion is solved anew for that, and the part of a miss that may be left after each. */
const ROUNDS = 8;
const WORTHWHILE = 0.95;
/** Most particles for which spatial factors pay. */
const FACTORED = 400;

/**
 * A motion between keyframes.
 * @example
 * const motion = new MotionDesign(field, { keyframes: [{ time: 0, pose: {} }, { time: 1, pose: { translate: [1, 0, 0] }, velocity: [0, 0, 0] }] });
 * motion.solve();
 * motion.moved(vertices, 0.5);
 */
export class MotionDesign {
  readonly field: ShapeField;
  readonly #setup: MotionSetup;
  #frames: TimeFrames;
  #u: Float64Array;

  constructor(field: ShapeField, { keyframes, obstacles = [], weights = {}, rigid = 'apart', radius }: MotionOptions) {
    this.field = field;
    const prepared = prepareKeyframes(field, keyframes),
      all = checkWeights('DESIGN_KEYFRAMES', { ...MOTION_WEIGHTS, ...weights }),
      problems = obstacles.flatMap(({ shape }, n) => checkShape(shape, `/obstacles/${n}/shape`)),
      times = prepared.map(({ time }) => time);
    if (problems.length > 0) throw new ThixoError(problems);
    if (radius !== undefined && !(radius >= 0))
      refuseDesign('DESIGN_KEYFRAMES', `The radius is ${radius}.`, 'Give 0 or more, in meters.', '/radius');
    this.#setup = {
      field,
      keyframes: prepared,
      obstacles: obstacles.map(clearanceOf),
      weights: all,
      path:
        rigid === 'apart'
          ? pathThrough(
              times,
              prepared.map((key) => key.rigid),
              middleOf(field),
            )
          : restingPath(),
      shapeEnergy: new ShapeEnergy(
        field,
        NO_TARGETS,
        field.volumes.map((V) => all.rigidity * V),
        field.volumes.map((V) => all.volume * V),
        all.evenness,
      ),
      radii: radius === undefined ? coveringRadii(field) : new Float64Array(field.count).fill(radius),
      duration: times.at(-1)! - times[0]!,
    };
    this.#frames = new TimeFrames(times);
    this.#u = this.#firstGuess(rigid);
  }

  /** Times of the frames, s. */
  get frames(): readonly number[] {
    return Array.from(this.#frames.times);
  }

  /** Solves to the end. */
  solve(options: MotionSolve = {}): MotionReport {
    const steps = this.steps(options);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  /** Solves step by step, adding frames where the error is largest; after each step the motion can be shown. */
  *steps({
    frames = 13,
    firstFrames = 5,
    accuracy = 1e-3,
    iterations = 300,
    tolerance = 1e-6,
  }: MotionSolve = {}): Generator<Descent, MotionReport> {
    this.#refine(evenTimes(this.#frames.times, Math.min(firstFrames, frames)));
    let total = 0;
    for (;;) {
      const { count } = this.#frames,
        terms = termsOf(this.#setup, this.#frames),
        energy = new MotionEnergy(this.field, count, terms),
        guide = this.field.count <= FACTORED ? new MotionPreconditioner(this.field, count, terms, energy) : undefined,
        solver = new QuasiNewton(energy, guide),
        rough = yield* solver.descend(this.#u, { iterations, tolerance: Math.max(tolerance, ROUGH), floor: FLOOR });
      total += rough.iterations;
      const missing = count < frames ? this.#worstProbe(accuracy) : undefined;
      if (missing === undefined) {
        let fine = yield* solver.descend(this.#u, { iterations, tolerance, floor: FLOOR });
        total += fine.iterations;
        for (let [round, miss] = [0, this.#miss()]; round < ROUNDS && miss > EXACT * this.field.size; round++) {
          energy.tighten(this.#u);
          fine = yield* solver.descend(this.#u, { iterations, tolerance, floor: FLOOR });
          total += fine.iterations;
          const left = this.#miss();
          if (left > WORTHWHILE * miss) break; // something else holds the shape away, such as an obstacle
          miss = left;
        }
        return this.#report({ ...fine, iterations: total });
      }
      this.#refine([...this.#frames.times, missing].sort((a, b) => a - b));
    }
  }

  /** Where places of the shape at rest are at a time, m. */
  moved(places: ArrayLike<number>, time: number): Float64Array {
    return this.movedRows(this.field.rowsAt(places), places, time);
  }

  /** The same for shape functions that were found before, for many times. */
  movedRows(rows: Rows, places: ArrayLike<number>, time: number): Float64Array {
    const { R, c } = this.#setup.path.at(time);
    return combine([[R, this.#relative(rows, places, time, 'values')]], c);
  }

  /** Velocity of places at a time, m/s: the exact derivative of `moved`. */
  velocity(places: ArrayLike<number>, time: number): Float64Array {
    return this.velocityRows(this.field.rowsAt(places), places, time);
  }

  /** The same for shape functions that were found before. */
  velocityRows(rows: Rows, places: ArrayLike<number>, time: number): Float64Array {
    const { R, dR, dc } = this.#setup.path.at(time);
    return combine(
      [
        [R, this.#relative(rows, places, time, 'slopes')],
        [dR, this.#relative(rows, places, time, 'values')],
      ],
      dc,
    );
  }

  /** Acceleration of places at a time, m/s²: the exact second derivative of `moved`. */
  acceleration(places: ArrayLike<number>, time: number): Float64Array {
    const { R, dR, ddR, ddc } = this.#setup.path.at(time),
      rows = this.field.rowsAt(places);
    return combine(
      [
        [R, this.#relative(rows, places, time, 'curvatures')],
        [dR.map((x) => 2 * x), this.#relative(rows, places, time, 'slopes')],
        [ddR, this.#relative(rows, places, time, 'values')],
      ],
      ddc,
    );
  }

  /** How deep places of the shape get into obstacles, m, at so many times in every interval; 0 if they stay out. */
  penetration(places: ArrayLike<number>, probes = 100): number {
    return this.penetrationRows(this.field.rowsAt(places), places, probes);
  }

  /** The same for shape functions that were found before, such as those of a skin, whose vertices may be beyond the field. */
  penetrationRows(
    rows: Pick<Rows, 'starts' | 'particles' | 'values'>,
    places: ArrayLike<number>,
    probes = 100,
  ): number {
    let deepest = 0;
    for (const time of timesWithin(this.#frames.times, probes)) {
      const at = this.movedRows({ ...rows, gradients: NO_GRADIENTS }, places, time);
      for (const obstacle of this.#setup.obstacles) {
        const clearance = obstacle(time);
        for (let k = 0; k < at.length; k += 3) {
          deepest = Math.max(deepest, -clearance.distance(at[k]!, at[k + 1]!, at[k + 2]!));
        }
      }
    }
    return deepest;
  }

  /** Frames and displacements as plain data; they go through JSON unchanged. */
  state(): MotionState {
    return { frames: this.frames, displacements: Array.from(this.#u) };
  }

  /** Takes a state of a motion with the same keyframes back, to the last bit. */
  restore({ frames, displacements }: MotionState): void {
    if (displacements.length !== 3 * this.field.count * frames.length || frames.length < 2) {
      refuseDesign(
        'DESIGN_PARTICLES',
        `The state has ${displacements.length} numbers for ${frames.length} frames.`,
        'Restore it into the motion that it came from.',
      );
    }
    this.#frames = new TimeFrames(frames);
    this.#u = Float64Array.from(displacements);
  }

  /** p, ṗ or p̈ of places. */
  #relative(
    rows: Rows,
    places: ArrayLike<number>,
    time: number,
    order: 'values' | 'slopes' | 'curvatures',
  ): Float64Array {
    const row = this.#frames.at(time),
      U = new Float64Array(3 * this.field.count),
      { middle } = this.#setup.path,
      out = Float64Array.from(places, (x, k) => (order === 'values' ? x - middle[k % 3]! : 0));
    combineInto(U, row.frames, row[order], this.#u);
    addDisplacements(out, rows, U);
    return out;
  }

  /** Keyframes as displacements: rigid ones, without what the rigid part does already. */
  #firstGuess(rigid: 'apart' | 'within'): Float64Array {
    const { field, keyframes } = this.#setup,
      u = new Float64Array(3 * field.count * keyframes.length);
    if (rigid === 'within') {
      for (const [j, key] of keyframes.entries()) {
        u.set(rigidDisplacements(field.positions, key.rigid), 3 * field.count * j);
      }
    }
    return u;
  }

  /** Takes other frames, the old ones among them: u_{i,new} = Σ_j Φ_j(t_new) u_{i,t_j}. [AW09 §8.2] */
  #refine(times: readonly number[]): void {
    const size = 3 * this.field.count,
      u = new Float64Array(times.length * size);
    times.forEach((time, n) => {
      const known = this.#frames.times.indexOf(time),
        part = u.subarray(n * size, (n + 1) * size);
      if (known >= 0) part.set(this.#u.subarray(known * size, (known + 1) * size));
      else {
        const row = this.#frames.at(time);
        combineInto(part, row.frames, row.values, this.#u);
      }
    });
    this.#frames = new TimeFrames(times);
    this.#u = u;
  }

  /** The probe time with the largest error above an accuracy, if there is one. */
  #worstProbe(accuracy: number): number | undefined {
    const frames = this.#frames;
    let worst: number | undefined,
      most = accuracy;
    for (const time of timesWithin(frames.times, PROBES)) {
      if (frames.times.includes(time)) continue;
      const error = new MotionEnergy(this.field, frames.count, termsAt(this.#setup, frames, time)).energy(this.#u);
      if (error > most) [worst, most] = [time, error];
    }
    return worst;
  }

  /** Largest distance of a point of a keyframe from its place, m. */
  #miss(): number {
    return this.#setup.keyframes
      .flatMap(({ time, targets }) =>
        targets.map(({ rows, displacements }) => {
          const places = new Float64Array(displacements.length);
          addDisplacements(places, rows, this.field.positions);
          return largestDistance(
            this.movedRows(rows, places, time),
            places.map((x, k) => x + displacements[k]!),
          );
        }),
      )
      .reduce((a, b) => Math.max(a, b), 0);
  }

  #report({ iterations, converged }: Descent): MotionReport {
    const probes = timesWithin(this.#frames.times, PROBES).map((time) => this.#shapeAt(time)),
      terms = termsOf(this.#setup, this.#frames),
      parts = new MotionEnergy(this.field, this.#frames.count, terms).parts(this.#u);
    return {
      energy: Object.values(parts).reduce((sum: number, part: number) => sum + part, 0),
      parts,
      frames: this.frames,
      miss: this.#miss(),
      volumeChange: [
        probes.reduce((least, { change }) => Math.min(least, change), Infinity),
        probes.reduce((most, { change }) => Math.max(most, change), -Infinity),
      ],
      strain: probes.reduce((most, { strain }) => Math.max(most, strain), 0),
      iterations,
      converged,
    };
  }

  #shapeAt(time: number): { change: number; strain: number } {
    const U = new Float64Array(3 * this.field.count),
      F = new Float64Array(9),
      row = this.#frames.at(time);
    combineInto(U, row.frames, row.values, this.#u);
    let change = 0,
      square = 0;
    for (let i = 0; i < this.field.count; i++) {
      deformationGradientInto(F, this.field.atParticles, i, U);
      change += this.field.volumes[i]! * (determinant(F) - 1);
      square += this.field.volumes[i]! * strainSquare(F);
    }
    return { change, strain: Math.sqrt(square) };
  }
}

/** Σ M v, and a shift. */
function combine(parts: readonly (readonly [Float64Array, Float64Array])[], shift: Float64Array): Float64Array {
  const out = new Float64Array(parts[0]![1].length);
  for (let k = 0; k < out.length; k += 3) {
    for (let a = 0; a < 3; a++) {
      let sum = shift[a]!;
      for (const [M, v] of parts) sum += M[3 * a]! * v[k]! + M[3 * a + 1]! * v[k + 1]! + M[3 * a + 2]! * v[k + 2]!;
      out[k + a] = sum;
    }
  }
  return out;
}
