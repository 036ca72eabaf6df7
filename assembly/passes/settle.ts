// Integrated densities beside walls, held to what can be seen. [ADR 31]

import { AT_DENSITY, AT_SMOOTHING_LENGTH, AT_SUM, SUB_REST_DENSITY, SUB_SUMMATION, SUB_SUM_SCALE } from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd } from '../context';
import { coverOf } from '../obstacles/walls';
import { substanceOf } from './pack';

/** An integrated density may say so much more or less than the sum does, as a part of ρ₀: what surfaces, disorder and sound need. */
const LEEWAY: f64 = 0.05;

/** After the density pass: holds the integrated densities of a chunk to the sums, beside walls. */
export function settleDensity(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), sums = address(AT_SUM);
  for (let i = begin; i < end; i++) {
    if (load<f64>(substanceOf(i), SUB_SUMMATION) == 0) settle(i, <f64>load<f32>(sums + (<usize>i << 4)));
  }
}

/**
 * An integrated density takes an approach to a wall for compression, although air gives way: a body that fell would come to rest above
 * its floor. Where walls cover a part of the kernel and the sum over particles and walls says less than a density above ρ₀, or more than
 * one below, the density follows. It never passes ρ₀ for it, so that energy is only lost. `filled` is the sum over particles.
 */
@inline function settle(i: i32, filled: f64): void {
  const R = 2 * load<f64>(address(AT_SMOOTHING_LENGTH) + (<usize>i << 3)), substance = substanceOf(i);
  const covered = coverOf(i, R);
  if (covered <= 0) return;
  const rho0 = load<f64>(substance, SUB_REST_DENSITY), sum = load<f64>(substance, SUB_SUM_SCALE) * (filled + covered);
  const density = address(AT_DENSITY) + (<usize>i << 3), N = load<f64>(density) / rho0;
  if (N > 1) store<f64>(density, rho0 * min<f64>(N, max<f64>(1, sum + LEEWAY)));
  else store<f64>(density, rho0 * max<f64>(N, min<f64>(1, sum - LEEWAY)));
}
