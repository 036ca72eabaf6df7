// The state of a world of smoothed particles between steps, and its set-up: tables for the passes, choice of the compiled loops.

import { halfSpaceParts, halfSpaceTables, shearFactor, surfaceMeasure } from '../../kernels/half-space.ts';
import { normalization } from '../../kernels/kernels.ts';
import { shapeIndex } from '../../kernels/shapes.ts';
import { Neighbors, type PeriodicBox } from '../../neighbors/neighbors.ts';
import type { ParticleSet } from '../../particles/particle-set.ts';
import type { TimeSettings } from '../../scene/schema.ts';
import * as at from '../../wasm/layout.ts';
import { type GlobuleParameters, reachOf, skinOf } from '../globules/parameters.ts';
import { writeGlobules } from '../globules/tables.ts';
import { isGlobules, isSph, type Substance, smoothingOf } from '../substance.ts';
import { jumpNumbers, packingSum, type SphParameters, soundSpeed } from './parameters.ts';
import { initialQuanta, type Quanta } from './quanta.ts';

/** Smoothing function of the heat that globules conduct, where no smoothed particles choose one. */
const GLOBULE_KERNEL = 'cubic-spline';

/** Compiled loops for a kernel, a domain and a set of terms. */
interface Passes {
  readonly density: number;
  readonly forces: number;
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
  readonly conduct: number;
  readonly globules: number;
}

/** How much work the implicit viscosity was so far; decides nothing. */
export interface SolverWork {
  solves: number;
  rounds: number;
}

export interface Smoothed {
  readonly set: ParticleSet;
  readonly neighbors: Neighbors;
  readonly substances: readonly Substance[];
  /** Some substance is made of smoothed particles, or nothing is there. */
  readonly isSmoothed: boolean;
  readonly passes: Passes;
  /** Smallest level of individual steps. */
  readonly levels: { least: number };
  /** Some substance sums its density. */
  readonly sumsDensity: boolean;
  /** Steps between Shepard re-initialisations of the substances that want them; 0 = never. */
  readonly shepardInterval: number;
  readonly quanta: Quanta;
  /** By obstacles in the last step, N·s. */
  readonly obstacleImpulse: [number, number, number];
  /** By the pressure and the grip of walls in the last step, N·s. */
  readonly dragImpulse: [number, number, number];
  /** Some obstacle has grip. */
  readonly grips: boolean;
  /** Some substance's stress acts by its tensor. */
  readonly tensorStress: boolean;
  readonly solver: SolverWork;
  /** Heat from regions, obstacles and surroundings in the last step, J. */
  readonly heatReceived: [number, number, number];
  /** Which lists, by their number, the shapes of flowing particles belong to. */
  shapedLists: number;
  /** Steps taken, counting towards the next Shepard re-initialisation. */
  steps: number;
  /** Length of the last step of a world of globules, s: their velocities stand at its middle. 0 before the first. */
  lastStep: number;
  /** Which lists the records of globules were packed for; −1 at first. */
  packedBuild: number;
}

/** Prepares the passes for these substances. All share one kernel; the scene check has made sure of it. */
export function createSmoothed(
  set: ParticleSet,
  substances: readonly Substance[],
  dimension: 2 | 3,
  box: PeriodicBox,
  massUnit: number,
  /** h of the finest particles of each substance, m; for adaptive worlds. */
  finest: readonly number[] = [],
  /** Whether some obstacle has grip. */
  grips = false,
  time: Pick<TimeSettings, 'courant' | 'integrator'> = { courant: 0.3 },
): Smoothed {
  const { shared } = set,
    sph = substances.filter(isSph),
    isSmoothed = sph.length > 0 || substances.length === 0;
  const kernel = sph[0]?.kernel ?? (isSmoothed ? 'dc' : GLOBULE_KERNEL);
  shared.setReal(at.DIMENSION, dimension);
  shared.setReal(at.KERNEL_NORM, normalization(kernel, dimension));
  writeWallTables(set, kernel, dimension, sph[0]?.smoothing ?? 1.3);
  shared.setReal(at.MASS_UNIT, massUnit);
  shared.splat(at.SPLAT_TINY, 1e-18);
  shared.splat(at.SPLAT_ONE, 1);
  shared.splat(at.SPLAT_HALF, 0.5);
  substances.forEach((p, index) => {
    if (isSph(p)) writeSubstance(set, p, index, dimension, finest[index] ?? 0);
    else writeResting(set, p, index, dimension);
  });
  writeGlobules(set, substances, dimension, time.courant);
  writeKicks(set, isSmoothed, time.integrator === 'miller-1989');
  shared.setInt(at.HAS_XSPH, Number(sph.some((p) => p.xsph > 0)));
  const first = sph[0];
  shared.splat(at.SPLAT_LINEAR, first ? 20 * first.artificialViscosity * first.viscositySoundSpeed : 0);
  shared.splat(at.SPLAT_QUADRATIC, first ? 200 * first.quadraticViscosity : 0);
  shared.splat(
    at.SPLAT_SIZED,
    first ? 2 * first.artificialViscosity * first.viscositySoundSpeed * (finest[0] ?? 0) : 0,
  );
  shared.splat(
    at.SPLAT_LEAST_LINEAR,
    first ? 20 * first.artificialViscosity * first.viscositySoundSpeed * leastLinear(first) : 0,
  );
  const loop = shapeIndex(kernel) + (box.period.some((p) => p > 0) ? 8 : 0);
  const terms = 16 * variant(sph, substances.length > 1),
    central = sph.some((p) => p.stressForm === 'central');
  shared.splat(at.SPLAT_CENTRAL, dimension + 2);
  shared.splat(at.SPLAT_CENTRAL_MEAN, (dimension + 2) / dimension);
  return {
    set,
    neighbors: new Neighbors(set, box, isSmoothed ? undefined : skinOf(substances.filter(isGlobules))),
    substances,
    passes: {
      density: at.PASS_DENSITY + loop,
      forces: at.PASS_FORCES + loop + terms,
      gatherDensity: at.PASS_GATHER_DENSITY + loop,
      gatherForces: at.PASS_GATHER_FORCES + loop + terms,
      sizedForces: terms === 0 ? at.PASS_SIZED_FORCES + loop : at.PASS_FORCES + loop + terms,
      measure: at.PASS_MEASURE + loop,
      shape: at.PASS_SHAPE + loop,
      strain: at.PASS_STRAIN + loop,
      flowForces: at.PASS_FLOW_FORCES + loop + (sph.some((p) => p.xsph > 0) ? 16 : 0) + (central ? 32 : 0),
      product: central ? at.PASS_CENTRAL_PRODUCT + (loop >> 3) : at.PASS_VISCOUS_PRODUCT,
      stress: at.PASS_STRESS + loop,
      conduct: at.PASS_CONDUCT + loop,
      globules: at.PASS_GLOBULES + (loop >> 3) + (ownExponents(substances) ? 2 : 0),
    },
    levels: { least: 0 },
    isSmoothed,
    sumsDensity: sph.some((p) => p.density === 'summation'),
    shepardInterval: smallestPositive(sph.map((p) => (p.density === 'continuity' ? p.shepardInterval : 0))),
    quanta: initialQuanta(Math.max(1.35, ...substances.map((p) => smoothingOf(p, dimension))), dimension),
    obstacleImpulse: [0, 0, 0],
    dragImpulse: [0, 0, 0],
    grips,
    tensorStress: set.flows && sph.some((p) => p.stressForm === 'tensor'),
    solver: { solves: 0, rounds: 0 },
    heatReceived: [0, 0, 0],
    shapedLists: -1,
    steps: 0,
    lastStep: 0,
    packedBuild: -1,
  };
}

/** 0: one substance, pressure and artificial viscosity; 1: per-particle parameters and laminar viscosity; 2: XSPH too. */
function variant(substances: readonly SphParameters[], several: boolean): 0 | 1 | 2 {
  if (substances.some((p) => p.xsph > 0)) return 2;
  return several || substances.some((p) => p.viscosity > 0) ? 1 : 0;
}

function smallestPositive(values: readonly number[]): number {
  const positive = values.filter((v) => v > 0);
  return positive.length > 0 ? Math.min(...positive) : 0;
}

/** Part of the linear viscosity that even the coarsest particles keep: η is never scaled below 0.1. [ADR 16] */
function leastLinear({ artificialViscosity: eta }: SphParameters): number {
  return eta > 0.1 ? 0.1 / eta : 1;
}

/** What lies beyond a wall at a distance, for the kernel of the scene. */
function writeWallTables(
  { shared, flows, hasHeat }: ParticleSet,
  kernel: SphParameters['kernel'],
  dimension: 2 | 3,
  smoothing: number,
): void {
  shared.f64.set(halfSpaceParts(kernel, dimension, at.COVER_STEPS), at.COVER_TABLE >> 3);
  if (!flows && !hasHeat) return;
  const { slices, drags, moments } = halfSpaceTables(kernel, dimension, at.COVER_STEPS, smoothing);
  shared.f64.set(slices, at.SLICE_TABLE >> 3);
  shared.f64.set(drags, at.DRAG_TABLE >> 3);
  shared.f64.set(moments, at.DRAG_MOMENT_TABLE >> 3);
  const { least, factor } = surfaceMeasure(slices);
  shared.setReal(at.SURFACE_LEAST, least);
  shared.setReal(at.SURFACE_FACTOR, factor);
}

function writeSubstance(set: ParticleSet, p: SphParameters, index: number, dimension: 2 | 3, finest: number): void {
  const { shared } = set,
    table = at.SUBSTANCE_TABLE + index * at.SUBSTANCE_BYTES,
    c = soundSpeed(p);
  const summed = p.density === 'summation';
  shared.setReal(table + at.SUB_REST_DENSITY, p.restDensity);
  shared.setReal(table + at.SUB_STIFFNESS, p.stiffness);
  shared.setReal(table + at.SUB_EXPONENT, p.exponent);
  shared.setReal(table + at.SUB_EQUATION, ['linear', 'tait', 'ideal-gas'].indexOf(p.stateEquation));
  shared.setReal(table + at.SUB_NEGATIVE_PRESSURE, p.negativePressure);
  shared.setReal(table + at.SUB_LINEAR, p.artificialViscosity * p.viscositySoundSpeed);
  shared.setReal(table + at.SUB_QUADRATIC, p.quadraticViscosity);
  shared.setReal(table + at.SUB_VISCOSITY, p.viscosity);
  shared.setReal(table + at.SUB_XSPH, p.xsph);
  shared.setReal(table + at.SUB_XSPH_STORED, Number(p.xsphStored));
  shared.setReal(table + at.SUB_SUMMATION, Number(summed));
  shared.setReal(table + at.SUB_SHEPARD, Number(!summed && p.shepardInterval > 0));
  shared.setReal(table + at.SUB_SUM_SCALE, 1 / packingSum(p.kernel, p.smoothing, dimension));
  shared.setReal(table + at.SUB_SOUND_SPEED, c);
  shared.setReal(table + at.SUB_SIGNAL_SPEED, c + 0.25 * p.artificialViscosity * p.viscositySoundSpeed);
  shared.setReal(table + at.SUB_KINEMATIC_VISCOSITY, p.viscosity / p.restDensity);
  shared.setReal(table + at.SUB_CONTACT_RADIUS, 0.5 / p.smoothing);
  shared.setReal(table + at.SUB_FINEST, finest);
  shared.setReal(table + at.SUB_LEAST_LINEAR, leastLinear(p));
  shared.setReal(
    table + at.SUB_VISCOUS_SCALE,
    1 / shearFactor(p.kernel, dimension, p.smoothing, p.stressForm === 'central'),
  );
  writeRheology(set, p, table);
}

/** Shares of the step before and after the particles move, for the scheme of the world. [card §6, §11] */
function writeKicks({ shared, flows }: ParticleSet, isSmoothed: boolean, printed: boolean): void {
  shared.setReal(at.FIRST_KICK, !isSmoothed ? 1 : flows ? 0 : 0.5);
  shared.setReal(at.LAST_KICK, !isSmoothed ? 0 : flows ? 1 : 0.5);
  shared.setReal(at.LAG, !isSmoothed && printed ? 0.5 : 0); // x + v dt + ½a dt², as printed [MP89 eq. 9]
}

/** Whether globules have exponents other than those of the paper. */
function ownExponents(substances: readonly Substance[]): boolean {
  return substances.some((p) => p.model === 'globules' && (p.repulsionExponent !== 5 || p.attractionExponent !== 3));
}

/** A substance whose particles keep their density: globules. */
function writeResting(set: ParticleSet, p: GlobuleParameters, index: number, dimension: 2 | 3): void {
  const { shared } = set,
    table = at.SUBSTANCE_TABLE + index * at.SUBSTANCE_BYTES;
  shared.setReal(table + at.SUB_REST_DENSITY, p.restDensity);
  shared.setReal(table + at.SUB_SUMMATION, 2);
  shared.setReal(table + at.SUB_SOUND_SPEED, Math.sqrt(p.stiffness));
  shared.setReal(table + at.SUB_CONTACT_RADIUS, p.restSpacing[dimension] / reachOf(p)); // half the distance that neighbors rest at
  writeHeat(set, p, table);
}

/** What makes a substance melt and conduct. */
function writeHeat({ shared }: ParticleSet, p: Substance, table: number): void {
  shared.setReal(table + at.SUB_SOLIDUS, p.melting?.from ?? 0);
  shared.setReal(table + at.SUB_LIQUIDUS, p.melting?.to ?? 0);
  shared.setReal(table + at.SUB_HEAT_CAPACITY, p.heatCapacity);
  shared.setReal(table + at.SUB_CONDUCTIVITY, p.conductivity);
  shared.setReal(table + at.SUB_LATENT_HEAT, p.latentHeat);
}

/** What makes a substance yield. */
function writeRheology(set: ParticleSet, p: SphParameters, table: number): void {
  const { shared, team } = set,
    { solid, liquid } = jumpNumbers(p),
    unit = team.wasm.pow(p.yieldStress / p.consistency, 1 / p.powerIndex), // γ̇₁ = (τ₀/K)^(1/n)
    rate = Math.min(Math.max(unit, 1e-100), 1e100); // a number, whatever the scene says
  shared.setReal(table + at.SUB_YIELDS, Number(p.jumpNumber !== undefined));
  shared.setReal(table + at.SUB_JUMP_SOLID, solid);
  shared.setReal(table + at.SUB_JUMP_LIQUID, liquid);
  shared.setReal(table + at.SUB_POWER, p.powerIndex);
  shared.setReal(table + at.SUB_VISCOSITY_UNIT, p.yieldStress / rate);
  shared.setReal(table + at.SUB_RATE_UNIT, rate);
  writeHeat(set, p, table);
  shared.setReal(table + at.SUB_TENSOR_STRESS, Number(p.stressForm === 'tensor'));
}
