// Hands the forces of samples to the particles around them by their share of the color there, in whole quanta that add up to the force:
//   F_j = Σ_s f_s V_j W(x_s − x_j)/C(x_s)                                                                                       [ADR 54]
// A block goes twice over its points: colors of the samples, then shares. Blocks within the reach of one particle never run at once.

import {
  AT_CAPILLARY_ENTRY, AT_CAPILLARY_FELT, AT_CAPILLARY_POINT, AT_CAPILLARY_WORK, CAPILLARY_FIRST, CAPILLARY_FLAT, CBLOCK_BEGIN, CBLOCK_COUNT,
  CBLOCK_PLACE, CBLOCK_SAMPLES, POINT_BYTES, POINT_FACTOR, POINT_OWNER, POINT_PLACE, POINT_REACH, SAMPLE_BYTES, SAMPLE_FORCE, SAMPLE_GIVEN,
  SAMPLE_PASSED, SAMPLE_PLACE, SAMPLE_TOTAL,
} from '../../src/wasm/layout';
import { address, int } from '../context';
import { add, mul, sub, xyz0 } from '../math/simd';
import { blockAt } from './bins';
import { bitsOf, marksOf, sampleOf } from './samples';

/** A bit in each byte. */
const EACH: u64 = 0x0101010101010101;

/** Hands over what the samples of a block feel. */
export function handBlock(task: i32): void {
  const b = load<i32>(address(AT_CAPILLARY_WORK) + (<usize>(int(CAPILLARY_FIRST) + task) << 2)), samples = load<i32>(blockAt(b), CBLOCK_SAMPLES);
  if (samples == 0) return;
  for (let s = 0; s < samples; s++) {
    const sample = sampleOf(b, s), place = v128.load(sample, SAMPLE_PLACE);
    v128.store(sample, f32x4.div(place, f32x4.splat(f32x4.extract_lane(place, 3))), SAMPLE_PLACE);
  }
  visit(b, false);
  for (let s = 0; s < samples; s++) {
    const sample = sampleOf(b, s);
    store<f32>(sample, 1 / load<f32>(sample, SAMPLE_TOTAL), SAMPLE_TOTAL);
  }
  visit(b, true);
}

/** Goes over all samples of a block that each of its points reaches. */
@inline function visit(b: i32, hands: bool): void {
  const block = blockAt(b), flat = int(CAPILLARY_FLAT) == 1, layers = bitsOf(b), marks = marksOf(b), samples = sampleOf(b, 0) - SAMPLE_BYTES;
  const bx = load<i32>(block, CBLOCK_PLACE) << 3, by = load<i32>(block, CBLOCK_PLACE + 4) << 3, bz = load<i32>(block, CBLOCK_PLACE + 8) << 3;
  const corner = f32x4.convert_i32x4_s(i32x4.replace_lane(i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(0), 0, bx), 1, by), 2, bz));
  const begin = address(AT_CAPILLARY_ENTRY) + (<usize>load<i32>(block, CBLOCK_BEGIN) << 2), end = begin + (<usize>load<i32>(block, CBLOCK_COUNT) << 2);
  for (let e = begin; e < end; e += 4) {
    const point = address(AT_CAPILLARY_POINT) + <usize>load<i32>(e) * POINT_BYTES, R = load<f32>(point, POINT_REACH);
    const x = xyz0(sub(v128.load(point, POINT_PLACE), corner)), square = R * R, factor = load<f32>(point, POINT_FACTOR);
    // a sample lies up to a node beyond its own
    const low = i32x4.max_s(i32x4.trunc_sat_f32x4_s(f32x4.floor(sub(x, f32x4.splat(R)))), i32x4.splat(0));
    const high = i32x4.min_s(i32x4.trunc_sat_f32x4_s(f32x4.floor(add(x, f32x4.splat(R)))), i32x4.splat(7));
    const i0 = i32x4.extract_lane(low, 0), i1 = i32x4.extract_lane(high, 0), j0 = i32x4.extract_lane(low, 1), j1 = i32x4.extract_lane(high, 1);
    const k0 = i32x4.extract_lane(low, 2), k1 = flat ? 0 : i32x4.extract_lane(high, 2);
    if (i0 > i1 || j0 > j1) continue;
    const range = (EACH * <u64>(((2 << i1) - 1) & ~((1 << i0) - 1))) & ((~<u64>0) << <u64>(j0 << 3)) & ((~<u64>0) >> <u64>(56 - (j1 << 3)));
    let felt = f32x4.splat(0);
    for (let k = k0; k <= k1; k++)
      for (let bits = load<u64>(layers + (<usize>k << 3)) & range; bits != 0; bits &= bits - 1) {
        const node = (<usize>k << 6) + <usize>ctz(bits), sample = samples + <usize>load<u16>(marks + (node << 1)) * SAMPLE_BYTES;
        const d = xyz0(sub(v128.load(sample, SAMPLE_PLACE), x)), d2 = mul(d, d);
        const r2 = f32x4.extract_lane(d2, 0) + f32x4.extract_lane(d2, 1) + f32x4.extract_lane(d2, 2), u = (square - r2) * factor;
        if (u <= 0) continue;
        if (!hands) {
          store<f32>(sample, load<f32>(sample, SAMPLE_TOTAL) + u * u * u, SAMPLE_TOTAL);
          continue;
        }
        const passed = load<f32>(sample, SAMPLE_PASSED) + u * u * u; // of all at the last: their sum is made in the same order
        store<f32>(sample, passed, SAMPLE_PASSED);
        const now = f32x4.nearest(mul(v128.load(sample, SAMPLE_FORCE), f32x4.splat(passed * load<f32>(sample, SAMPLE_TOTAL))));
        felt = add(felt, sub(now, v128.load(sample, SAMPLE_GIVEN))); // what the running sum has grown by: nothing is left over
        v128.store(sample, now, SAMPLE_GIVEN);
      }
    if (hands) feel(load<i32>(point, POINT_OWNER), felt);
  }
}

/** Adds what a particle feels; images feel nothing. */
@inline function feel(owner: i32, f: v128): void {
  if (owner < 0) return;
  const felt = address(AT_CAPILLARY_FELT) + <usize>owner * 24;
  store<f64>(felt, load<f64>(felt) + <f64>f32x4.extract_lane(f, 0));
  store<f64>(felt, load<f64>(felt, 8) + <f64>f32x4.extract_lane(f, 1), 8);
  store<f64>(felt, load<f64>(felt, 16) + <f64>f32x4.extract_lane(f, 2), 16);
}
