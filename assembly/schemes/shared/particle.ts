// What a particle has, by its index.

import {
  AT_ACCELERATION, AT_DENSITY, AT_DRIFT, AT_MASS, AT_POSITION, AT_SMOOTHING_LENGTH, AT_SUM, AT_VELOCITY, PAIR_UNIT,
} from '../../../src/wasm/layout';
import { address, real } from '../../context';
import { Vector, vectorAt } from '../../math/vector';

/** x, m. */
@inline export function positionOf(i: i32): Vector { return vectorAt(address(AT_POSITION) + <usize>i * 24); }
/** v, m/s. */
@inline export function velocityOf(i: i32): Vector { return vectorAt(address(AT_VELOCITY) + <usize>i * 24); }
/** a, m/s². */
@inline export function accelerationOf(i: i32): Vector { return vectorAt(address(AT_ACCELERATION) + <usize>i * 24); }
/** Δv of XSPH: what a particle moves with beside its velocity, m/s. */
@inline export function correctionOf(i: i32): Vector { return vectorAt(address(AT_DRIFT) + <usize>i * 24); }
/** m, kg. */
@inline export function massOf(i: i32): f64 { return load<f64>(address(AT_MASS) + (<usize>i << 3)); }
/** m over the unit, as in sums. */
@inline export function relativeMassOf(i: i32): f64 { return massOf(i) / real(PAIR_UNIT); }
/** h, m. */
@inline export function lengthOf(i: i32): f64 { return load<f64>(address(AT_SMOOTHING_LENGTH) + (<usize>i << 3)); }
/** ρ, kg/m³. */
@inline export function densityOf(i: i32): f64 { return load<f64>(address(AT_DENSITY) + (<usize>i << 3)); }
/** Address of four f32: momentum received over the unit, and a fourth sum. */
@inline export function sumsOf(i: i32): usize { return address(AT_SUM) + (<usize>i << 4); }
/** The fourth sum: rate of compression Ṅ, 1/s, or in a world that flows viscous coefficients. */
@inline export function fourthSumOf(i: i32): f64 { return <f64>load<f32>(sumsOf(i), 12); }
