// What a pass that changes f says about a block: its volume, which sides the band touches, and what there is in it at all.

import {
  ACTIVE_REPORT_BYTES, AT_ACTIVE_REPORT, BAND, BIT_BAND, BIT_INSIDE, BIT_OUTSIDE, REPORT_AREA, REPORT_BITS, REPORT_VOLUME,
} from '../../../src/surface/active-layout';
import { AT_VALUES, BLOCK_NODES, BLOCK_VOLUME, DEPTH } from '../../../src/surface/layout';
import { address, int } from '../../context';
import { madd, splat, sumOf } from '../../math/simd';

let bits: i32 = 0, area: i32 = 0;
let volume: f64 = 0;

/** Begins a block. */
@inline export function beginReport(): void {
  bits = area = 0;
  volume = 0;
}

/** Four nodes in a row. A node stands for a voxel, filled by ½ + φ/Δx; those within half a voxel of the surface for its area. */
@inline export function reportFour(f: v128, x: i32, y: i32, z: i32): void {
  const one = splat(1), zero = splat(0);
  volume += <f64>sumOf(f32x4.pmax(zero, f32x4.pmin(one, madd(splat(<f32>BAND), f, splat(0.5)))));
  const band = i32x4.bitmask(f32x4.lt(f32x4.abs(f), one));
  const inside = i32x4.bitmask(f32x4.gt(f, zero));
  bits |= (inside ? BIT_INSIDE : 0) | (inside != 15 ? BIT_OUTSIDE : 0);
  if (!band) return;
  area += popcnt(i32x4.bitmask(f32x4.lt(f32x4.abs(f), splat(<f32>0.5 / <f32>BAND))));
  bits |= BIT_BAND | (x == 0 ? band & 1 : band >> 3 << 1) | (y == 0 ? 4 : 0) | (y == 7 ? 8 : 0);
  if (int(DEPTH) > 1) bits |= (z == 0 ? 16 : 0) | (z == 7 ? 32 : 0);
}

/** Writes the report of a place. */
@inline export function endReport(place: i32): void {
  const report = address(AT_ACTIVE_REPORT) + <usize>place * ACTIVE_REPORT_BYTES;
  store<f64>(report, volume, REPORT_VOLUME);
  store<i32>(report, bits, REPORT_BITS);
  store<i32>(report, area, REPORT_AREA);
}

/** Reports on a block as it is. */
export function surveyBlock(place: i32): void {
  const values = address(AT_VALUES) + <usize>place * (BLOCK_VOLUME << 2);
  beginReport();
  for (let z = 0; z < int(DEPTH); z++)
    for (let y = 0; y < BLOCK_NODES; y++)
      for (let x = 0; x < BLOCK_NODES; x += 4) reportFour(v128.load(values + (<usize>(z << 6 | y << 3 | x) << 2)), x, y, z);
  endReport(place);
}
