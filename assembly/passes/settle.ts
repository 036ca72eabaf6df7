// Integrated densities beside walls, held to what can be seen. [ADR 31]

import {
  AT_DENSITY, AT_GHOST_FORCE, AT_SMOOTHING_LENGTH, AT_SUM, GRAVITY, HAS_GHOSTS, SUB_CONTACT_RADIUS, SUB_RATE_UNIT, SUB_REST_DENSITY,
  SUB_STIFFNESS, SUB_SUMMATION, SUB_SUM_SCALE, SUB_VISCOSITY_UNIT, SUB_YIELDS,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { findOpenSpace, isInTheOpen } from '../obstacles/open-space';
import { coverOf } from '../obstacles/walls';
import { substanceOf } from './pack';

/** An integrated density may say so much more or less than the sum does, as a part of ρ₀: what surfaces, disorder and sound need. */
const LEEWAY: f64 = 0.05;
/** Half a spacing over the contact radius. */
const HALF_SPACING: f64 = 0.5 / 0.3;

/**
 * Over its own weight, what the uppermost layer of a substance that runs may keep: before walls, and in corners, it has fewer neighbors to
 * stand on and needs more pressure. With 1 it sank by .01 spacings a second, in corners by .05: 1 % of the level of 6 layers. [ADR 51]
 */
const CARRIED: f64 = 4;
/** A substance that yields below this part of the weight of half a layer runs. */
const RUNS: f64 = 0.2;

/** After the density pass: holds the integrated densities of a chunk to the sums, beside walls. */
export function settleDensity(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), sums = address(AT_SUM), ghosts = int(HAS_GHOSTS) != 0;
  if (!ghosts) findOpenSpace(2 * load<f64>(address(AT_SMOOTHING_LENGTH) + (<usize>begin << 3)));
  for (let i = begin; i < end; i++) {
    const row = sums + (<usize>i << 4);
    if (load<f64>(substanceOf(i), SUB_SUMMATION) == 0) settle(i, <f64>load<f32>(row), <f64>load<f32>(row, 8), ghosts);
  }
}

/**
 * An integrated density takes an approach to a wall for compression, although air gives way: a body that fell would come to rest above
 * its floor. Where walls cover a part of the kernel and the sum over particles and walls says less than a density above ρ₀, or more than
 * one below, the density follows. It never passes ρ₀ for it, so that energy is only lost; the uppermost layer of a liquid at rest, whose
 * sum says little, keeps the pressure of its own weight. `filled` is the sum over particles, `solid` the part of elastic solids in it,
 * which are walls, too.
 */
@inline function settle(i: i32, filled: f64, solid: f64, ghosts: bool): void {
  const h = load<f64>(address(AT_SMOOTHING_LENGTH) + (<usize>i << 3)), substance = substanceOf(i);
  const covered = ghosts ? coveredByGhosts(i) : isInTheOpen(i, 2 * h) ? 0 : coverOf(i, 2 * h);
  if (covered + solid <= 0) return;
  const rho0 = load<f64>(substance, SUB_REST_DENSITY), all = ghosts ? filled : filled + covered; // ghosts are in the sum already
  const density = address(AT_DENSITY) + (<usize>i << 3), N = load<f64>(density) / rho0;
  store<f64>(density, rho0 * heldTo(N, load<f64>(substance, SUB_SUM_SCALE) * all, ownWeight(substance, h)));
}

/** A compression N that is held to a sum; one that is above 1 may keep `weight` above it. */
@inline export function heldTo(N: f64, sum: f64, weight: f64): f64 {
  return N > 1 ? min<f64>(N, max<f64>(1 + weight, sum + LEEWAY)) : max<f64>(N, min<f64>(1, sum - LEEWAY));
}

/** Part of the kernel of particle i that ghosts fill, as of the last density sums. */
@inline function coveredByGhosts(i: i32): f64 {
  return load<f64>(address(AT_GHOST_FORCE) + (<usize>i << 5), 24);
}

/** How much a layer is compressed that carries nothing but itself, as a part of ρ₀: g s/(2c²), s the spacing; see `CARRIED`. */
@inline function ownWeight(substance: usize, h: f64): f64 {
  const x = real(GRAVITY), y = real(GRAVITY + 8), z = real(GRAVITY + 16), g = Math.sqrt(x * x + y * y + z * z);
  const half = g * HALF_SPACING * load<f64>(substance, SUB_CONTACT_RADIUS) * h; // m²/s²
  return ((runs(substance, half) ? CARRIED : 1) * half) / load<f64>(substance, SUB_STIFFNESS);
}

/** Whether a substance that yields runs like water: its yield stress does not hold up its uppermost layer, ½gs (m²/s²). */
@inline function runs(substance: usize, half: f64): bool {
  const yieldStress = load<f64>(substance, SUB_VISCOSITY_UNIT) * load<f64>(substance, SUB_RATE_UNIT);
  return load<f64>(substance, SUB_YIELDS) == 1 && yieldStress < RUNS * half * load<f64>(substance, SUB_REST_DENSITY);
}
