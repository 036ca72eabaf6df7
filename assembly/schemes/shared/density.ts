// How an integrated density goes on with time. [card §4]

import {
  AT_DENSITY, AT_DENSITY_RATE, AT_NEIGHBOR_COUNT, SUB_GRADIENT_SCALE, SUB_REST_DENSITY, SUB_SOUND_SPEED, SUB_SUMMATION,
} from '../../../src/wasm/layout';
import { address } from '../../context';
import { substanceOf } from '../../passes/pack';
import { densityOf, fourthSumOf, lengthOf } from './particle';

/** Fewer list neighbors than this and a particle counts as isolated: its density relaxes to rest. [card §4] */
export const ISOLATED = 4;
/** A continuity density stays above this part of ρ₀, whatever flies apart. */
export const LEAST_DENSITY: f64 = 0.1;

/** ρ½ = ρ + ½dt ρ̇ of particle i. */
@inline export function predictDensity(i: i32, half: f64): void {
  const at = <usize>i << 3;
  store<f64>(address(AT_DENSITY) + at, densityOf(i) + half * load<f64>(address(AT_DENSITY_RATE) + at));
}

/** Whether the density of a substance is integrated: others are summed, or stay as they are. */
@inline export function isIntegrated(substance: usize): bool {
  return load<f64>(substance, SUB_SUMMATION) == 0;
}

/** Whether particle i has too few neighbors to tell its density, by those that were counted. */
@inline export function isIsolated(i: i32): bool {
  return load<i32>(address(AT_NEIGHBOR_COUNT) + (<usize>i << 2)) < ISOLATED;
}

/** ρ̇ of particle i from the fourth sum Ṅ over what sums make of a gradient, kg/(m³·s). [ADR 31] */
@inline export function densityRateOf(i: i32, substance: usize): f64 {
  return load<f64>(substance, SUB_GRADIENT_SCALE) * load<f64>(substance, SUB_REST_DENSITY) * fourthSumOf(i);
}

/** ρ ← ρ½ + ½dt ρ̇ of particle i; isolated ones relax to ρ₀ meanwhile. Returns ρ̇, kg/(m³·s). */
@inline export function completeDensity(i: i32, half: f64, dt: f64, isolated: bool): f64 {
  const substance = substanceOf(i), rho0 = load<f64>(substance, SUB_REST_DENSITY), floor = rho0 * LEAST_DENSITY;
  let rate = densityRateOf(i, substance), rho = densityOf(i) + half * rate;
  if (isolated) rho += (rho0 - rho) * Math.min(1, (dt * load<f64>(substance, SUB_SOUND_SPEED)) / lengthOf(i));
  if (rho < floor) { rho = floor; rate = Math.max(rate, 0); }
  store<f64>(address(AT_DENSITY_RATE) + (<usize>i << 3), rate);
  store<f64>(address(AT_DENSITY) + (<usize>i << 3), rho);
  return rate;
}
