// Two substances of very different density: how much of the other counts in the density of a particle, and with it in the pressure
// between them. [X53, ADR 30]
//   w_ij = min(1, EVEN ρ₀_j/ρ₀_i) where the density of i is summed, or integrated by the same loop as the forces, else 1
// A heavy particle then counts a light one for less, and the light one feels no more of the pressure gradient of the heavy liquid than
// it would at the ratio EVEN. Sum or rate and pressure have the same weight, so that energy is conserved.

import { AT_REST_DENSITY, EVEN } from '../../src/wasm/layout';
import { div, first, mul } from '../math/simd';
import { FourPairs } from './four-pairs';
import { besideRecords } from './sums';

/** Binary logarithm of the bytes of an entry of AT_REST_DENSITY. */
const ENTRY: usize = 2;
/** From records to entries: bytes of a record over those of an entry, as a shift. */
const SHIFT: usize = 4;
/** More than any ratio. */
const ALL: f32 = 1e30;

/** What leads from records to rest densities. */
@inline export function restDensities(): usize { return besideRecords(AT_REST_DENSITY, ENTRY); }

/** EVEN/ρ₀ of the particle of a record; more than any number if its density is not summed, unless `all` have weights. */
@inline export function toleranceOf(record: usize, densities: usize, all: bool): v128 {
  const rho0 = load<f32>(densities + (record >> SHIFT));
  return f32x4.splat(all || rho0 > 0 ? <f32>EVEN / abs(rho0) : ALL);
}

/** 1/(EVEN ρ₀) of the particle of a record. */
@inline export function lightnessOf(record: usize, densities: usize): v128 {
  return f32x4.splat(1 / (<f32>EVEN * abs(load<f32>(densities + (record >> SHIFT)))));
}

/** ρ₀ of four neighbors, negative where densities are not summed. */
@inline export function restDensitiesThere<W>(four: FourPairs<W>, densities: usize): v128 {
  return first(
    v128.load32_zero(densities + (four.j0 >> SHIFT)), v128.load32_zero(densities + (four.j1 >> SHIFT)),
    v128.load32_zero(densities + (four.j2 >> SHIFT)), v128.load32_zero(densities + (four.j3 >> SHIFT)),
  );
}

/** w_ij: how much of the neighbors counts for i. */
@inline export function weightHere(tolerance_i: v128, rho0_j: v128): v128 {
  return f32x4.pmin(mul(tolerance_i, f32x4.abs(rho0_j)), f32x4.splat(1));
}

/** w_ji: how much of i counts for its neighbors. */
@inline export function weightThere(lightness_i: v128, rho0_j: v128): v128 {
  const one = f32x4.splat(1);
  return div(one, f32x4.pmax(mul(lightness_i, rho0_j), one));
}
