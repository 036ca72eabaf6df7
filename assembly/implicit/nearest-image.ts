// Differences of places as rows (x, y, z, w), the shortest way; w is left alone.

import { SPLAT_INVERSE_PERIOD, SPLAT_PERIOD } from '../../src/wasm/layout';
import { mul, sub } from '../math/simd';

/** The periods of a domain as a row. */
@inline export function periods(): v128 { return rowFrom(SPLAT_PERIOD); }
/** Their inverses; 0 along axes that do not wrap. */
@inline export function inversePeriods(): v128 { return rowFrom(SPLAT_INVERSE_PERIOD); }

@inline function rowFrom(splats: usize): v128 {
  return f32x4(load<f32>(splats), load<f32>(splats, 16), load<f32>(splats, 32), 0);
}

/** A difference of places to the nearest image. */
@inline export function nearestImage<W>(d: v128, period: v128, inverse: v128): v128 {
  return changetype<W>(0).wraps ? sub(d, mul(period, f32x4.nearest(mul(d, inverse)))) : d;
}
