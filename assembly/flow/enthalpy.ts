// Heat content of a substance: H(T) = H₀ + C T + L u(T), u from 0 at the solidus to 1 at the liquidus. Piecewise linear and growing: so
// heat determines temperature, and what melts stays between the two while it takes up latent heat, and never goes back and forth.
// H₀ is 0 but for the melt of another substance, which has its latent heat in it.

import { SUB_GROUND_HEAT, SUB_HEAT_CAPACITY, SUB_LATENT_HEAT, SUB_LIQUIDUS, SUB_SOLIDUS } from '../../src/wasm/layout';

/** H at a temperature (K), J/kg. */
export function enthalpy(substance: usize, T: f64): f64 {
  const C = load<f64>(substance, SUB_HEAT_CAPACITY), latent = load<f64>(substance, SUB_LATENT_HEAT);
  const from = load<f64>(substance, SUB_SOLIDUS), to = load<f64>(substance, SUB_LIQUIDUS);
  const sensible = C * T + load<f64>(substance, SUB_GROUND_HEAT);
  if (latent == 0 || !(to > from)) return sensible;
  return sensible + latent * min<f64>(max<f64>((T - from) / (to - from), 0), 1);
}

/** The temperature (K) with H(T) + a T = wanted (J/kg), a ≥ 0 in J/(kg·K). */
export function temperatureWith(substance: usize, a: f64, wanted: f64): f64 {
  const total = wanted - load<f64>(substance, SUB_GROUND_HEAT);
  const C = load<f64>(substance, SUB_HEAT_CAPACITY) + a, latent = load<f64>(substance, SUB_LATENT_HEAT);
  const from = load<f64>(substance, SUB_SOLIDUS), to = load<f64>(substance, SUB_LIQUIDUS);
  if (latent == 0 || !(to > from) || total <= C * from) return total / C;
  if (total >= C * to + latent) return (total - latent) / C;
  return from + (total - C * from) / (C + latent / (to - from));
}
