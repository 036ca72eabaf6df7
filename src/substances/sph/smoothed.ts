// The state of the schemes of smoothed particles between steps, and its set-up: choice of the compiled loops, constants of the passes.

import type { Engine } from '../../engine/engine.ts';
import { rootOf } from '../../math/roots.ts';
import * as at from '../../wasm/layout.ts';
import { hasViscosity, type SphParameters, soundSpeed } from './parameters.ts';
import { isUneven, leastLinear } from './tables.ts';
import { noPieces, type ViscousPieces } from './viscous-pieces.ts';

/** Compiled loops for a kernel, a domain and a set of terms. */
interface Passes {
  readonly density: number;
  readonly forces: number;
  /** The same where all particles have one mass and one h. */
  readonly equalForces: number;
  readonly gatherDensity: number;
  readonly gatherForces: number;
  /** Each pair once, in an adaptive world. */
  readonly sizedForces: number;
  readonly measure: number;
  /** Of a world that flows. */
  readonly shape: number;
  readonly strain: number;
  readonly flowForces: number;
  /** Of the implicit solve. */
  readonly product: number;
  readonly stress: number;
  /** Of the symmetric form. */
  readonly gradient: number;
  readonly directions: number;
  readonly tensionForces: number;
  readonly surfacePressure: number;
  /** Of a pressure force that is corrected: all forces in one, or the corrections beside others. */
  readonly correctedForces: number;
  readonly corrections: number;
  /** Of pressure that is solved for. */
  readonly pressureSystem: number;
  /** The same with the density, and the damping that follows, of one substance with one mass and one h; else 0. */
  readonly equalSystem: number;
  readonly damping: number;
  readonly pressurePush: number;
  readonly pressureTransfer: number;
  readonly pressureRate: number;
}

/** How much work a solver had so far; decides nothing. */
export interface SolverWork {
  solves: number;
  rounds: number;
}

/** An engine whose particles are smoothed. */
export interface Smoothed extends Engine {
  readonly passes: Passes;
  /** Smallest level of individual steps. */
  readonly levels: { least: number };
  /** Some substance sums its density. */
  readonly sumsDensity: boolean;
  /** Some substance integrates its density. */
  readonly integratesDensity: boolean;
  /** Steps between Shepard re-initialisations of the substances that want them; 0 = never. */
  readonly shepardInterval: number;
  /** Some obstacle has grip. */
  readonly grips: boolean;
  /** Some substance's stress acts by its tensor. */
  readonly tensorStress: boolean;
  /** Viscous stress is symmetric. [ADR 29] */
  readonly symmetric: boolean;
  /** The pressure force of some substance is corrected. [ADR 38] */
  readonly corrected: boolean;
  /** Some substance is much denser than another. [ADR 30] */
  readonly uneven: boolean;
  /** Velocity passes from one particle to another in each step: all must take the same steps. */
  readonly exchangesVelocity: boolean;
  /** Densities look ahead by the velocities of now, where pressure is solved for. [ADR 43] */
  readonly looksAhead: boolean;
  /** Of viscosity, and of pressure. */
  readonly solver: SolverWork;
  readonly pressureSolver: SolverWork;
  readonly pieces: ViscousPieces;
  /** Time in which particles of different sizes, which begin in order, find their places, s. [ADR 43] */
  readonly mingling: number;
  /** The state at the beginning of a step that may be refused, and how long it may be, s. */
  readonly kept: { state: Uint8Array; affordable: number };
  /** Which lists, by their number, the shapes of particles belong to. */
  shapedLists: number;
  /** Which lists the records were packed for. */
  packedLists: number;
}

/**
 * Prepares the passes for the smoothed particles of an engine, and adds their state to it. All share one kernel; the scene check has made
 * sure of it.
 * @param finest h of the finest particles of the first substance, m; for adaptive worlds
 * @param grips whether some obstacle has grip
 * @param viscous whether the laminar viscosity of some substance matters
 */
export function smoothedOn(
  engine: Engine,
  own: readonly SphParameters[],
  finest = 0,
  grips = false,
  viscous = own.some((p) => p.viscosity > 0),
): Smoothed {
  const { set, loop, substances } = engine,
    hasXsph = own.some((p) => p.xsph > 0),
    form = formOf(own),
    central = form === 'central',
    symmetric = form === 'symmetric',
    domain = loop >> 3,
    uneven = isUneven(own, set.has('flow')),
    terms = 16 * variant(own, viscous || substances.length > 1);
  writeConstants(engine, own, finest);
  set.shared.setInt(at.SYMMETRIC, Number(symmetric));
  set.shared.setInt(at.UNEVEN, Number(uneven));
  return Object.assign(engine, {
    passes: {
      density: at.PASS_DENSITY + loop,
      forces: at.PASS_FORCES + loop + terms,
      equalForces: terms === 0 ? at.PASS_EQUAL_FORCES + loop : at.PASS_FORCES + loop + terms,
      gatherDensity: at.PASS_GATHER_DENSITY + loop,
      gatherForces: at.PASS_GATHER_FORCES + loop + terms,
      sizedForces: terms === 0 ? at.PASS_SIZED_FORCES + loop : at.PASS_FORCES + loop + terms,
      measure: at.PASS_MEASURE + loop,
      shape: at.PASS_SHAPE + loop,
      strain: at.PASS_STRAIN + loop,
      flowForces: at.PASS_FLOW_FORCES + loop + (hasXsph ? 16 : 0) + (central ? 32 : symmetric ? 64 : 0),
      product: productOf(form, domain),
      stress: at.PASS_STRESS + loop,
      gradient: at.PASS_GRADIENT + loop,
      directions: at.PASS_DIRECTIONS + domain,
      tensionForces: at.PASS_TENSION_FORCES + domain,
      surfacePressure: at.PASS_SURFACE_PRESSURE + domain,
      correctedForces: at.PASS_CORRECTED_FORCES + loop + terms,
      corrections: at.PASS_CORRECTIONS + loop,
      pressureSystem: at.PASS_PRESSURE_SYSTEM + loop,
      equalSystem: terms === 0 && !uneven ? at.PASS_EQUAL_SYSTEM + loop : 0,
      damping: at.PASS_DAMPING + domain,
      pressurePush: at.PASS_PUSH_PRESSURE + domain,
      pressureTransfer: at.PASS_TRANSFER_PRESSURE + domain,
      pressureRate: at.PASS_RATE_PRESSURE + domain,
      ...(uneven ? unevenPasses(loop, central ? 1 : symmetric ? 2 : 0) : {}),
    },
    levels: { least: 0 },
    sumsDensity: own.some((p) => p.density === 'summation'),
    integratesDensity: own.some((p) => p.density === 'continuity'),
    shepardInterval: smallestPositive(own.map((p) => (p.density === 'continuity' ? p.shepardInterval : 0))),
    grips,
    tensorStress: set.has('flow') && own.some((p) => p.stressForm === 'tensor'),
    symmetric,
    corrected: set.has('corrected') && !uneven,
    uneven,
    exchangesVelocity: own.some((p) => p.xsph > 0 && p.xsphStored),
    looksAhead: !set.has('flow') && own.every((p) => p.negativePressure === 0),
    solver: { solves: 0, rounds: 0 },
    pressureSolver: { solves: 0, rounds: 0 },
    pieces: noPieces(),
    kept: { state: new Uint8Array(0), affordable: Number.POSITIVE_INFINITY },
    mingling: minglingTime(engine, own),
    shapedLists: -1,
    packedLists: -1,
  });
}

/** Sound goes over so many particles of usual size while those of different sizes find their places. */
const MINGLING = 300;

function minglingTime({ set: { shared }, dimension }: Engine, own: readonly SphParameters[]): number {
  const size = rootOf(shared.f64[at.PAIR_UNIT >> 3]!, dimension);
  return (MINGLING * size) / Math.max(...own.map(soundSpeed));
}

/** The smoothed particles of an engine that `smoothedOn` prepared. */
export function smoothedOf(engine: Engine): Smoothed {
  if (!('passes' in engine)) throw new Error('The particles of this world are not smoothed.');
  return engine as Smoothed;
}

/**
 * The form of the viscous stress of a world. A force along pairs or by tensors in one substance decides for all; the symmetric form does where
 * a viscous substance has it.
 */
export function formOf(own: readonly SphParameters[]): SphParameters['stressForm'] {
  const has = (form: SphParameters['stressForm']) => own.some((p) => p.stressForm === form && hasViscosity(p));
  if (own.some((p) => p.stressForm === 'central')) return 'central';
  if (has('tensor')) return 'tensor';
  return has('symmetric') ? 'symmetric' : 'morris';
}

/** The pass that ends a product of the implicit solve. */
function productOf(form: SphParameters['stressForm'], domain: number): number {
  if (form === 'central') return at.PASS_CENTRAL_PRODUCT + domain;
  return form === 'symmetric' ? at.PASS_TENSION_PRODUCT + domain : at.PASS_VISCOUS_PRODUCT;
}

/** 0: one substance, pressure and artificial viscosity; 1: per-particle parameters and laminar viscosity; 2: XSPH too. */
function variant(own: readonly SphParameters[], full: boolean): 0 | 1 | 2 {
  if (own.some((p) => p.xsph > 0)) return 2;
  return full ? 1 : 0;
}

/** The loops between substances of very different density. They have all terms: such worlds are few. `form` 1: central, 2: symmetric. */
function unevenPasses(loop: number, form: 0 | 1 | 2): Partial<Passes> {
  const forces = at.PASS_UNEVEN_FORCES + loop;
  return {
    ...{ forces, equalForces: forces, sizedForces: forces },
    density: at.PASS_UNEVEN_DENSITY + loop,
    corrections: at.PASS_UNEVEN_CORRECTIONS + loop,
    gatherDensity: at.PASS_GATHER_UNEVEN_DENSITY + loop,
    gatherForces: at.PASS_GATHER_UNEVEN_FORCES + loop,
    flowForces: at.PASS_UNEVEN_FLOW_FORCES + loop + 16 * form,
  };
}

function smallestPositive(values: readonly number[]): number {
  const positive = values.filter((v) => v > 0);
  return positive.length > 0 ? Math.min(...positive) : 0;
}

/** Constants that the pair passes of a single substance read instead of per-particle numbers. */
function writeConstants({ set: { shared }, dimension }: Engine, own: readonly SphParameters[], finest: number): void {
  const [first] = own,
    linear = first ? first.restDensity * first.artificialViscosity * first.viscositySoundSpeed : 0; // ηcρ₀
  shared.setInt(at.HAS_XSPH, Number(own.some((p) => p.xsph > 0)));
  shared.splat(at.SPLAT_LINEAR, 20 * linear);
  shared.splat(at.SPLAT_QUADRATIC, first ? 200 * first.restDensity * first.quadraticViscosity : 0);
  shared.splat(at.SPLAT_SIZED, 2 * linear * finest);
  shared.splat(at.SPLAT_LEAST_LINEAR, first ? 20 * linear * leastLinear(first) : 0);
  shared.splat(at.SPLAT_CENTRAL, dimension + 2);
  shared.splat(at.SPLAT_CENTRAL_MEAN, (dimension + 2) / dimension);
}
