// Pressure from density. [card §4, X49] k = c² is the stiffness, m²/s².

import {
  SUB_EQUATION, SUB_EXPONENT, SUB_GRADIENT_SCALE, SUB_NEGATIVE_PRESSURE, SUB_REST_DENSITY, SUB_STIFFNESS,
} from '../src/wasm/layout';

/**
 * P(ρ) of a substance, Pa: linear k(ρ−ρ₀) [DC99 eq. 1], Tait (ρ₀k/γ)((ρ/ρ₀)^γ−1) [AW09 eq. 47], ideal gas kρ [SL03 slide 19].
 * P < 0 is scaled by ζ [AW09 eq. 54].
 */
export function pressure(substance: usize, rho: f64): f64 {
  const P = unboundPressure(substance, rho);
  return P < 0 ? P * load<f64>(substance, SUB_NEGATIVE_PRESSURE) : P;
}

/** The same without ζ: what the equation itself says. */
export function unboundPressure(substance: usize, rho: f64): f64 {
  const rho0 = load<f64>(substance, SUB_REST_DENSITY), k = load<f64>(substance, SUB_STIFFNESS);
  const equation = <i32>load<f64>(substance, SUB_EQUATION);
  if (equation == 0) return k * (rho - rho0);
  if (equation == 1) {
    const gamma = load<f64>(substance, SUB_EXPONENT);
    return ((rho0 * k) / gamma) * (power(rho / rho0, gamma) - 1);
  }
  return k * rho;
}

/** dP/dN at a compression N = ρ/ρ₀, of one that is not above 1 at rest, Pa. */
export function stiffness(substance: usize, compression: f64): f64 {
  const factor = soundSpeedFactor(substance, compression);
  return load<f64>(substance, SUB_REST_DENSITY) * load<f64>(substance, SUB_STIFFNESS) * factor * factor;
}

/** The pressure that forces are made of: P over what sums over neighbors make of a gradient. [card §3, ADR 31] */
@inline export function feltPressure(substance: usize, rho: f64): f64 {
  return load<f64>(substance, SUB_GRADIENT_SCALE) * pressure(substance, rho);
}

/** Speed of sound over √k at a compression ρ/ρ₀: a Tait substance stiffens, c² = k (ρ/ρ₀)^(γ−1). */
export function soundSpeedFactor(substance: usize, compression: f64): f64 {
  if (<i32>load<f64>(substance, SUB_EQUATION) != 1 || compression <= 1) return 1;
  return Math.sqrt(power(compression, load<f64>(substance, SUB_EXPONENT)) / compression);
}

/** x^γ; whole exponents by multiplication. */
function power(x: f64, gamma: f64): f64 {
  if (gamma == 7) { const x2 = x * x; return x2 * x2 * x2 * x; }
  if (gamma == 1) return x;
  return Math.pow(Math.max(x, 0), gamma);
}
