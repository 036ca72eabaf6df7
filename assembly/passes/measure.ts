// What decides where particles are split and merged, for the active particles of a chunk. [DC99 eq. 12-13, ADR 16]
//   contrast  max_j |ρ_j − ρ_i|
//   fill      Σ V_j W̄_ij, itself included: about 1 inside, .8 at a flat surface, .5 in a single layer
// and the lightest and heaviest neighbor.

import {
  AT_DENSITY, AT_MEASURE, AT_POSITION, AT_SMOOTHING_LENGTH, DIMENSION, FLOW, MEASURE_BYTES, MEASURE_CONTRAST, MEASURE_FILL,
  MEASURE_HEAVIEST, MEASURE_LIGHTEST, OBSTACLES, OBSTACLE_COUNT, RECORD_DENSITY, RECORD_INVERSE_SUPPORT, RECORD_KERNEL,
  RECORD_LENGTH, RECORD_MASS, SINCE_CHECK, SPLAT_ONE, SUB_REST_DENSITY, SUB_SOUND_SPEED, SUB_SUMMATION, SUB_SUM_SCALE,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { isActive } from '../individual';
import { add, div, largestLane, madd, mul, sub, sumOf, xyz0 } from '../math/simd';
import { coveredPart } from '../obstacles/cover';
import { distance, FOUR, fourPairs, listEndOf, listOf, nearness, nearnessThere, recordOf } from './four-pairs';
import { substanceOf } from './pack';

/** Measures the active particles of a chunk. */
@inline export function measureAround<K, W>(chunk: i32): void {
  const kernel = changetype<K>(0), end = chunkEnd(chunk), one = v128.load(SPLAT_ONE);
  const zero = f32x4.splat(0), infinity = f32x4.splat(Infinity), size = f32x4.splat(40); // R = 40 · h/20
  for (let i = chunkBegin(chunk); i < end; i++) {
    if (!isActive(i)) continue;
    const p = recordOf(i), own = i32x4.splat(<i32>p), x_i = xyz0(v128.load(p)), invR_i = v128.load32_splat(p, RECORD_INVERSE_SUPPORT);
    const rho_i = v128.load32_splat(p, RECORD_DENSITY), c_i = v128.load32_splat(p, RECORD_KERNEL);
    const h_i = v128.load32_splat(p, RECORD_LENGTH);
    let contrast = zero, fill = zero, lightest = infinity, heaviest = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), r = distance(dx, dy, dz);
      const s_i = nearness(r, invR_i), s_j = nearnessThere(r, four.minusInvR(x_i)), m_j = four.mass, rho_j = four.rho;
      const touches = v128.andnot(f32x4.gt(add(s_i, s_j), zero), four.isItself(own));
      const w = mul(size, madd(mul(c_i, h_i), kernel.value(s_i), mul(mul(four.factor, four.h), kernel.value(s_j))));
      contrast = f32x4.pmax(v128.and(f32x4.abs(sub(rho_j, rho_i)), touches), contrast);
      lightest = f32x4.pmin(v128.bitselect(m_j, infinity, touches), lightest);
      heaviest = f32x4.pmax(v128.and(m_j, touches), heaviest);
      fill = add(fill, mul(v128.and(div(m_j, rho_j), touches), w));
    }
    const m = load<f32>(p, RECORD_MASS), rho = load<f32>(p, RECORD_DENSITY), h: f32 = 20 * load<f32>(p, RECORD_LENGTH);
    const c0 = load<f32>(p, RECORD_KERNEL);
    const itself: f32 = (m / rho) * 4 * c0 * h * f32x4.extract_lane(kernel.value(one), 0);
    const filled: f32 = sumOf(fill) + itself, measure = address(AT_MEASURE) + <usize>i * MEASURE_BYTES;
    const least = -largestLane(f32x4.neg(lightest)), most = largestLane(heaviest);
    settlePacking(i, filled, yielding(i, m, rho, least, most));
    store<f32>(measure, largestLane(contrast), MEASURE_CONTRAST);
    store<f32>(measure, filled, MEASURE_FILL);
    store<f32>(measure, least, MEASURE_LIGHTEST);
    store<f32>(measure, most, MEASURE_HEAVIEST);
  }
}

/** Denser packed than this over what its density says, and a particle is told so. */
const TIGHT: f64 = 1.07;
/** Part of the excess that is made good at a check. */
const YIELDING: f64 = 0.25;
/** In a world that flows, lengths h that sound travels while the excess is made good: pushes would set a stiff substance in motion. */
const SETTLING: f64 = 20;
/** Masses farther apart than this factor are different sizes. */
const MIXED: f32 = 1.6;

/**
 * An integrated density does not notice how particles of different sizes slip into each other's gaps: a body of them would sink. Where
 * Σ V W̄, with what obstacles cover, says that the packing is tighter than the density, the density follows, and pressure undoes it.
 */
function settlePacking(i: i32, fill: f64, part: f64): void {
  const substance = substanceOf(i);
  if (part == 0 || load<f64>(substance, SUB_SUMMATION) != 0) return;
  let packed = fill;
  if (int(OBSTACLE_COUNT)) {
    const R = 2 * load<f64>(address(AT_SMOOTHING_LENGTH) + (<usize>i << 3));
    packed += coveredPart(address(OBSTACLES), int(OBSTACLE_COUNT), address(AT_POSITION) + <usize>i * 24, R, real(DIMENSION) == 2);
  }
  const excess = packed * load<f64>(substance, SUB_SUM_SCALE) - TIGHT, density = address(AT_DENSITY) + (<usize>i << 3);
  if (excess > 0) store<f64>(density, load<f64>(density) * (1 + part * excess));
}

/**
 * Part of the excess that a check makes good. A substance that flows is left alone where all particles are alike, as it is without
 * adaptivity, and where it is compressed already: what has come to rest cannot give way.
 */
@inline function yielding(i: i32, m: f32, rho: f32, lightest: f32, heaviest: f32): f64 {
  if (!int(FLOW)) return YIELDING;
  if (heaviest <= MIXED * m && m <= MIXED * lightest) return 0;
  if (<f64>rho > TIGHT * load<f64>(substanceOf(i), SUB_REST_DENSITY)) return 0;
  const h = load<f64>(address(AT_SMOOTHING_LENGTH) + (<usize>i << 3));
  return min<f64>(YIELDING, (real(SINCE_CHECK) * load<f64>(substanceOf(i), SUB_SOUND_SPEED)) / (SETTLING * h));
}
