// The numbers of smoothed substances as the passes read them.

import { type Engine, substanceRow } from '../../engine/engine.ts';
import { writeHeat } from '../../engine/heat.ts';
import { shearFactor } from '../../kernels/half-space.ts';
import * as at from '../../wasm/layout.ts';
import { gradientFactor, packingSum } from './lattice-sums.ts';
import { isCorrected, isSph, jumpNumbers, type SphParameters, soundSpeed } from './parameters.ts';

/** Part of the linear viscosity that even the coarsest particles keep: η is never scaled below 0.1. [ADR 16] */
export function leastLinear({ artificialViscosity: eta }: SphParameters): number {
  return eta > 0.1 ? 0.1 / eta : 1;
}

/**
 * Writes the row of a substance.
 * @param finest h of its finest particle, m; for adaptive worlds
 */
export function writeSubstance(engine: Engine, p: SphParameters, index: number, finest: number): void {
  const { set, dimension } = engine,
    { shared } = set,
    row = substanceRow(index),
    felt = feltSpeed(p, engine) * (isPlain(set) ? caution(p) : 1),
    summed = p.density === 'summation';
  shared.setReal(row + at.SUB_SMOOTHED, 1);
  shared.setReal(row + at.SUB_REST_DENSITY, p.restDensity);
  shared.setReal(row + at.SUB_STIFFNESS, p.stiffness);
  shared.setReal(row + at.SUB_EXPONENT, p.exponent);
  shared.setReal(row + at.SUB_EQUATION, ['linear', 'tait', 'ideal-gas'].indexOf(p.stateEquation));
  shared.setReal(row + at.SUB_NEGATIVE_PRESSURE, p.negativePressure);
  shared.setReal(row + at.SUB_LINEAR, p.artificialViscosity * p.viscositySoundSpeed);
  shared.setReal(row + at.SUB_WALL_LINEAR, p.dampingGivesWay ? 0 : p.artificialViscosity * p.viscositySoundSpeed);
  shared.setReal(row + at.SUB_QUADRATIC, p.quadraticViscosity);
  shared.setReal(row + at.SUB_VISCOSITY, p.viscosity);
  shared.setReal(row + at.SUB_XSPH, p.xsph);
  shared.setReal(row + at.SUB_XSPH_STORED, Number(p.xsphStored));
  shared.setReal(row + at.SUB_SUMMATION, Number(summed));
  shared.setReal(row + at.SUB_CORRECTED, Number(isCorrected(p) && set.has('corrected')));
  shared.setReal(row + at.SUB_SHEPARD, Number(!summed && p.shepardInterval > 0));
  shared.setReal(row + at.SUB_SUM_SCALE, 1 / packingSum(p.kernel, p.smoothing, dimension));
  shared.setReal(row + at.SUB_GRADIENT_SCALE, 1 / gradientFactor(p.kernel, p.smoothing, dimension));
  shared.setReal(row + at.SUB_BULK, p.soundDamping * soundSpeed(p));
  shared.setReal(row + at.SUB_SOUND_SPEED, soundSpeed(p));
  shared.setReal(row + at.SUB_FELT_SPEED, felt);
  shared.setReal(row + at.SUB_SIGNAL_SPEED, felt + 0.25 * p.artificialViscosity * p.viscositySoundSpeed);
  shared.setReal(row + at.SUB_KINEMATIC_VISCOSITY, p.viscosity / p.restDensity);
  shared.setReal(row + at.SUB_CONTACT_RADIUS, 0.3 / p.smoothing);
  shared.setReal(row + at.SUB_FINEST, finest);
  shared.setReal(row + at.SUB_LEAST_LINEAR, leastLinear(p));
  shared.setReal(
    row + at.SUB_VISCOUS_SCALE,
    1 / shearFactor(p.kernel, dimension, p.smoothing, p.stressForm === 'central'),
  );
  writeRheology(set, p, row);
  writeHeat(set, p, row);
}

/**
 * The speed that bounds the steps of a substance, m/s: its particles are driven by the pressure of their neighbors, and a light one among
 * those of a heavy substance moves as fast as their stiffness ρ₀c² and its own weight say. [X53, ADR 30]
 */
function feltSpeed(p: SphParameters, { set, substances }: Engine): number {
  const stiffness = (q: SphParameters) => q.restDensity * soundSpeed(q) * soundSpeed(q),
    flows = set.has('flow'),
    stiffest = Math.max(...substances.filter(isSph).map((q) => shareOf(q, p, flows) * stiffness(q)));
  return stiffest > stiffness(p) ? Math.sqrt(stiffest / p.restDensity) : soundSpeed(p);
}

/** Damping η from which on an integrated density needs no shorter steps. */
const ENOUGH_DAMPING = 0.02;

/**
 * How much shorter steps must be where nothing damps an integrated density: the scheme feeds sound a little in every step. A Taylor-Green
 * vortex of 1 m/s with c = 32 m/s has 4.3 times its energy after 1 s with λ₁ = 0.3, 1.05 times with half the steps, 1.006 times with a
 * quarter; with η = 0.02 it loses energy, as it does with a summed density (1.02). Tension has no part in it. [card §6]
 */
function caution(p: SphParameters): number {
  if (p.density === 'summation' || p.quadraticViscosity > 0 || p.viscosity > 0 || p.xsph > 0) return 1;
  return 1 + 3 * Math.max(0, 1 - p.artificialViscosity / ENOUGH_DAMPING);
}

/** Whether all particles of a world take the same steps by the predictor scheme. */
function isPlain(set: Engine['set']): boolean {
  return !set.has('flow') && !set.has('adaptive');
}

/** Whether some substance does not count fully in the density of another. */
export function isUneven(own: readonly SphParameters[], flows: boolean): boolean {
  return own.some((p) => own.some((q) => shareOf(p, q, flows) < 1));
}

/**
 * How much a particle of another substance counts in the density of one, and in its pressure between them. Worlds that flow integrate
 * densities by a loop without weights. [X53, ADR 30]
 */
function shareOf(p: SphParameters, other: SphParameters, flows: boolean): number {
  return flows && p.density !== 'summation' ? 1 : Math.min(1, (at.EVEN * other.restDensity) / p.restDensity);
}

/** What makes a substance yield. */
function writeRheology({ shared, team }: Engine['set'], p: SphParameters, row: number): void {
  const { solid, liquid } = jumpNumbers(p),
    unit = team.wasm.pow(p.yieldStress / p.consistency, 1 / p.powerIndex), // γ̇₁ = (τ₀/K)^(1/n)
    rate = Math.min(Math.max(unit, 1e-100), 1e100); // a number, whatever the scene says
  shared.setReal(row + at.SUB_YIELDS, Number(p.jumpNumber !== undefined));
  shared.setReal(row + at.SUB_JUMP_SOLID, solid);
  shared.setReal(row + at.SUB_JUMP_LIQUID, liquid);
  shared.setReal(row + at.SUB_POWER, p.powerIndex);
  shared.setReal(row + at.SUB_VISCOSITY_UNIT, p.yieldStress / rate);
  shared.setReal(row + at.SUB_RATE_UNIT, rate);
  shared.setReal(row + at.SUB_TENSOR_STRESS, Number(p.stressForm === 'tensor'));
}
