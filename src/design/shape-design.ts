// A shape that is pulled by handles: as rigid as they allow, and with its volume if that is asked for. [AW09 §8.1, card §18, ADR 40]

import { couplings } from './couplings.ts';
import { DragPredictor } from './drag-predictor.ts';
import { EnvelopeMatrix } from './envelope.ts';
import { FactorPreconditioner } from './factor-preconditioner.ts';
import { type Handle, targetsOf } from './handles.ts';
import { placesOf } from './keyframes.ts';
import { type Descent, levenbergMarquardt } from './levenberg-marquardt.ts';
import { QuasiNewton } from './quasi-newton.ts';
import { checkWeights, refuseDesign } from './refuse.ts';
import { fitRigid, rigidDisplacements } from './rigid-fit.ts';
import { type EnergyParts, NO_TARGETS, ShapeEnergy, type Targets } from './shape-energy.ts';
import { deformationGradientInto, type ShapeField } from './shape-field.ts';

/** How much each term counts. All are means over the shape without unit, so that they mean the same at any sampling and any size. */
export interface ShapeWeights {
  /** λ1: mean square of the misses of every handle, over the size of the shape. */
  readonly handles: number;
  /** λ2: mean of ‖FᵀF − I‖². */
  readonly rigidity: number;
  /** λ3: mean of (det F − 1)². 0 lets the volume go. */
  readonly volume: number;
  /** Mean square of what neighbors move beside F, over their distances: holds single particles back, which leave lumps. */
  readonly evenness: number;
}

export const SHAPE_WEIGHTS: ShapeWeights = Object.freeze({ handles: 1000, rigidity: 1, volume: 10, evenness: 3 });

/** How a solve goes. */
export interface SolveOptions {
  /** Most steps; 200 without it. Fewer give a usable shape sooner, and the next solve goes on from it. */
  readonly iterations?: number;
  /** Part of the energy below which a gain does not matter; 1e-7 without it. */
  readonly tolerance?: number;
  /** `auto` reuses factors up to 400 particles and does without above. */
  readonly method?: 'auto' | 'levenberg-marquardt' | 'factored' | 'plain';
}

/** Numbers beside a shape. */
export interface ShapeReport {
  /** E with all weights, and its parts. */
  readonly energy: number;
  readonly parts: EnergyParts;
  /** Mean det F − 1: 0.53 is 53 % more volume. */
  readonly volumeChange: number;
  /** Largest distance of a held point from its target, m, also of those that are held weakly. */
  readonly miss: number;
  /** Steps of this solve. */
  readonly iterations: number;
  readonly converged: boolean;
}

/** Everything that a design remembers, as plain data. */
export interface ShapeState {
  readonly handles: readonly Handle[];
  readonly weights: ShapeWeights;
  /** Three numbers for every particle, m. */
  readonly displacements: readonly number[];
}

/** Most particles for which factors pay. [ADR 40] */
const FACTORED = 400;
/** Energy at which nothing is left: squares of rounding errors. */
const FLOOR = 1e-26;

/**
 * A shape and the handles that pull it.
 * @example
 * const design = new ShapeDesign(new ShapeField(new MlsApproximation({ dimension: 3, positions, supportRadius: 0.55 })));
 * design.setHandles([{ grip: { region: floor } }, { grip: { region: top }, translate: [0, 0, 0.75] }]);
 * design.solve().volumeChange;
 */
export class ShapeDesign {
  readonly field: ShapeField;
  /** Displacements of the particles, three numbers each, m. */
  readonly displacements: Float64Array;
  readonly #energy: ShapeEnergy;
  readonly #solvers = new Map<string, QuasiNewton>();
  readonly #past: ShapeState[] = [];
  readonly #future: ShapeState[] = [];
  #handles: readonly Handle[] = [];
  #weights: ShapeWeights;
  #matrix: EnvelopeMatrix | undefined;
  #isCold = true;
  readonly #predictor = new DragPredictor();

  constructor(field: ShapeField, weights: Partial<ShapeWeights> = {}) {
    this.field = field;
    this.displacements = new Float64Array(3 * field.count);
    this.#weights = checkWeights('DESIGN_HANDLES', { ...SHAPE_WEIGHTS, ...weights });
    this.#energy = new ShapeEnergy(field, NO_TARGETS, new Float64Array(field.count), new Float64Array(field.count));
    this.#useWeights();
  }

  get handles(): readonly Handle[] {
    return this.#handles;
  }

  get weights(): ShapeWeights {
    return this.#weights;
  }

  /** Takes other handles. Where they hold the same points as before, the next solve is as fast as a drag. */
  setHandles(handles: readonly Handle[]): void {
    const targets = targetsOf(this.field, handles, this.#weights.handles);
    if (!samePoints(targets, this.#energy.targets)) this.#forget();
    this.#handles = handles;
    this.#energy.targets = targets;
  }

  setWeights(weights: Partial<ShapeWeights>): void {
    this.#weights = checkWeights('DESIGN_HANDLES', { ...this.#weights, ...weights });
    this.#useWeights();
    this.setHandles(this.#handles);
  }

  /** Solves to the end. */
  solve(options: SolveOptions = {}): ShapeReport {
    const steps = this.steps(options);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  /** Solves step by step: after each the shape can be shown, and one may stop. Same steps, same shape, whatever the clock says. */
  *steps({ iterations = 200, tolerance = 1e-7, method = 'auto' }: SolveOptions = {}): Generator<Descent, ShapeReport> {
    if (this.#handles.length > 0 && this.#isCold) this.#beginRigid();
    else this.#goOn();
    const stop = { iterations, tolerance, floor: FLOOR },
      search =
        method === 'levenberg-marquardt'
          ? levenbergMarquardt(this.#energy, this.#ownMatrix(), this.displacements, stop)
          : this.#solver(method).descend(this.displacements, stop);
    const end = yield* search;
    this.#predictor.remember(this.#energy.targets, this.displacements);
    return this.report(end);
  }

  /** Numbers of the shape as it is. */
  report(
    { iterations, converged }: Pick<Descent, 'iterations' | 'converged'> = { iterations: 0, converged: false },
  ): ShapeReport {
    const parts = this.#energy.parts(this.displacements),
      { volumes } = this.field,
      change = this.#energy.determinants(this.displacements).reduce((sum, det, i) => sum + volumes[i]! * (det - 1), 0);
    return {
      energy: parts.handles + parts.rigidity + parts.volume + parts.evenness,
      parts,
      volumeChange: change,
      miss: largestMiss(this.#energy.targets, this.displacements),
      iterations,
      converged,
    };
  }

  /** Where places of the shape at rest are now, m. */
  moved(places: ArrayLike<number>): Float64Array {
    return this.field.moved(places, this.displacements);
  }

  /** F at a place of the shape at rest, row by row. */
  deformationGradient(place: ArrayLike<number>): Float64Array {
    const F = new Float64Array(9);
    deformationGradientInto(F, this.field.rowsAt(place, 1), 0, this.displacements);
    return F;
  }

  /** Everything as plain data; goes through JSON unchanged. */
  state(): ShapeState {
    return { handles: this.#handles, weights: this.#weights, displacements: Array.from(this.displacements) };
  }

  /** Takes a state back, to the last bit. */
  restore({ handles, weights, displacements }: ShapeState): void {
    if (displacements.length !== this.displacements.length || displacements.some((x) => !Number.isFinite(x))) {
      refuseDesign(
        'DESIGN_PARTICLES',
        `The state has ${displacements.length / 3} displacements for ${this.field.count} particles.`,
        'Restore it into the design that it came from.',
      );
    }
    this.setWeights(weights);
    this.setHandles(handles);
    this.#forget();
    this.displacements.set(displacements);
    this.#isCold = false;
  }

  /** Keeps the present state for `undo`. */
  keep(): void {
    this.#past.push(this.state());
    this.#future.length = 0;
  }

  /** Goes back to the last state that was kept; false if there is none. */
  undo(): boolean {
    return this.#travel(this.#past, this.#future);
  }

  /** Takes the last `undo` back; false if there is none. */
  redo(): boolean {
    return this.#travel(this.#future, this.#past);
  }

  #travel(from: ShapeState[], to: ShapeState[]): boolean {
    const state = from.pop();
    if (!state) return false;
    to.push(this.state());
    this.restore(state);
    return true;
  }

  /** Back to rest, with handles and weights. */
  reset(): void {
    this.displacements.fill(0);
    this.#isCold = true;
    this.#forget();
  }

  #beginRigid(): void {
    const { rows, displacements, weights } = this.#energy.targets,
      points = placesOf(this.field, rows),
      goals = points.map((x, k) => x + displacements[k]!);
    this.displacements.set(rigidDisplacements(this.field.positions, fitRigid(points, goals, weights)));
    this.#isCold = false;
  }

  /** Takes the guess of the drag if it is better than the last shape. */
  #goOn(): void {
    const guess = new Float64Array(this.displacements.length);
    if (!this.#predictor.guessInto(guess, this.#energy.targets)) return;
    if (this.#energy.energy(guess) < this.#energy.energy(this.displacements)) this.displacements.set(guess);
  }

  #solver(method: 'auto' | 'factored' | 'plain'): QuasiNewton {
    const kind = method === 'auto' ? (this.field.count <= FACTORED ? 'factored' : 'plain') : method;
    const known = this.#solvers.get(kind);
    if (known) return known;
    const made = new QuasiNewton(
      this.#energy,
      kind === 'factored' ? new FactorPreconditioner(this.#energy, this.#ownMatrix()) : undefined,
    );
    this.#solvers.set(kind, made);
    return made;
  }

  #ownMatrix(): EnvelopeMatrix {
    this.#matrix ??= EnvelopeMatrix.ofGraph(couplings(this.field, this.#energy.targets));
    return this.#matrix;
  }

  #useWeights(): void {
    const { rigidity, volume, evenness } = this.#weights;
    this.#energy.evenness = evenness;
    this.#energy.rigidity = this.field.volumes.map((V) => rigidity * V);
    this.#energy.volume = this.field.volumes.map((V) => volume * V);
    this.#forget();
  }

  /** Matrices and memories of other handles and weights are of no use. */
  #forget(): void {
    this.#solvers.clear();
    this.#predictor.forget();
    this.#matrix = undefined;
  }
}

function samePoints(a: Targets, b: Targets): boolean {
  const same = (x: ArrayLike<number>, y: ArrayLike<number>) => {
    if (x.length !== y.length) return false;
    for (let k = 0; k < x.length; k++) if (x[k] !== y[k]) return false;
    return true;
  };
  return same(a.weights, b.weights) && same(a.rows.particles, b.rows.particles) && same(a.rows.values, b.rows.values);
}

function largestMiss({ rows, displacements }: Targets, u: Float64Array): number {
  const { starts, particles, values } = rows;
  let largest = 0;
  for (let k = 0; k + 1 < starts.length; k++) {
    let square = 0;
    for (let a = 0; a < 3; a++) {
      let miss = -displacements[3 * k + a]!;
      for (let n = starts[k]!; n < starts[k + 1]!; n++) miss += values[n]! * u[3 * particles[n]! + a]!;
      square += miss * miss;
    }
    largest = Math.max(largest, square);
  }
  return Math.sqrt(largest);
}
