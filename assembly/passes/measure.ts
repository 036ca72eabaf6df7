// What decides where particles are split and merged, for the active particles of a chunk. [DC99 eq. 12-13, ADR 16]
//   contrast  ρ₀ max_j |N_j − N_i|, N = ρ/ρ₀
//   fill      Σ V_j W̄_ij, itself included: about 1 inside, .8 at a flat surface, .5 in a single layer
// and the smallest and largest neighbor, by V₀.

import {
  AT_DENSITY, AT_MEASURE, AT_POSITION, AT_SMOOTHING_LENGTH, DIMENSION, FLOW, MEASURE_BYTES, MEASURE_CONTRAST, MEASURE_FILL,
  MEASURE_LARGEST, MEASURE_SMALLEST, OBSTACLES, OBSTACLE_COUNT, RECORD_COMPRESSION, RECORD_INVERSE_SUPPORT, RECORD_KERNEL,
  RECORD_LENGTH, RECORD_VOLUME, SINCE_CHECK, SPLAT_ONE, SUB_REST_DENSITY, SUB_SOUND_SPEED, SUB_SUMMATION, SUB_SUM_SCALE,
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
    const N_i = v128.load32_splat(p, RECORD_COMPRESSION), c_i = v128.load32_splat(p, RECORD_KERNEL);
    const h_i = v128.load32_splat(p, RECORD_LENGTH);
    let contrast = zero, fill = zero, smallest = infinity, largest = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), r = distance(dx, dy, dz);
      const s_i = nearness(r, invR_i), s_j = nearnessThere(r, four.minusInvR(x_i)), V0_j = four.volume, N_j = four.compression;
      const touches = v128.andnot(f32x4.gt(add(s_i, s_j), zero), four.isItself(own));
      const w = mul(size, madd(mul(c_i, h_i), kernel.value(s_i), mul(mul(four.factor, four.h), kernel.value(s_j))));
      contrast = f32x4.pmax(v128.and(f32x4.abs(sub(N_j, N_i)), touches), contrast);
      smallest = f32x4.pmin(v128.bitselect(V0_j, infinity, touches), smallest);
      largest = f32x4.pmax(v128.and(V0_j, touches), largest);
      fill = add(fill, mul(v128.and(div(V0_j, N_j), touches), w));
    }
    const V0 = load<f32>(p, RECORD_VOLUME), N = load<f32>(p, RECORD_COMPRESSION), h: f32 = 20 * load<f32>(p, RECORD_LENGTH);
    const c0 = load<f32>(p, RECORD_KERNEL);
    const itself: f32 = (V0 / N) * 4 * c0 * h * f32x4.extract_lane(kernel.value(one), 0);
    const filled: f32 = sumOf(fill) + itself, measure = address(AT_MEASURE) + <usize>i * MEASURE_BYTES;
    const least = -largestLane(f32x4.neg(smallest)), most = largestLane(largest);
    settlePacking(i, filled, yielding(i, V0, N, least, most));
    store<f32>(measure, <f32>load<f64>(substanceOf(i), SUB_REST_DENSITY) * largestLane(contrast), MEASURE_CONTRAST);
    store<f32>(measure, filled, MEASURE_FILL);
    store<f32>(measure, least, MEASURE_SMALLEST);
    store<f32>(measure, most, MEASURE_LARGEST);
  }
}

/** Denser packed than this over what its density says, and a particle is told so. */
const TIGHT: f64 = 1.07;
/** Part of the excess that is made good at a check. */
const YIELDING: f64 = 0.25;
/** In a world that flows, lengths h that sound travels while the excess is made good: pushes would set a stiff substance in motion. */
const SETTLING: f64 = 20;
/** Volumes farther apart than this factor are different sizes. */
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
@inline function yielding(i: i32, V0: f32, N: f32, smallest: f32, largest: f32): f64 {
  if (!int(FLOW)) return YIELDING;
  if (largest <= MIXED * V0 && V0 <= MIXED * smallest) return 0;
  if (<f64>N > TIGHT) return 0;
  const h = load<f64>(address(AT_SMOOTHING_LENGTH) + (<usize>i << 3));
  return min<f64>(YIELDING, (real(SINCE_CHECK) * load<f64>(substanceOf(i), SUB_SOUND_SPEED)) / (SETTLING * h));
}
