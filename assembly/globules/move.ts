// What the step of a world of globules packs and measures per particle, with the same numbers as passes/pack.ts. Masses, radii and laws
// stay as packed until the next sort.

import {
  AT_CLEARANCE, AT_POSITION, AT_RECORD, AT_SMOOTHING_LENGTH, AT_VELOCITY, OBSTACLE_COUNT, OBSTACLES, ORIGIN, RECORD_POSITION,
  RECORD_SHIFT, RECORD_VELOCITY, SUB_CONTACT_RADIUS,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { obstacleDistance } from '../obstacles/sides';
import { substanceOf } from '../passes/pack';

/** Places and velocities of a chunk into its records. */
export function packPlaces(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), position = address(AT_POSITION), velocity = address(AT_VELOCITY);
  const ox = real(ORIGIN), oy = real(ORIGIN + 8), oz = real(ORIGIN + 16);
  for (let i = begin; i < end; i++) {
    const record = address(AT_RECORD) + (<usize>i << RECORD_SHIFT), x = position + <usize>i * 24, v = velocity + <usize>i * 24;
    store<f32>(record, <f32>(load<f64>(x) - ox), RECORD_POSITION);
    store<f32>(record, <f32>(load<f64>(x, 8) - oy), RECORD_POSITION + 4);
    store<f32>(record, <f32>(load<f64>(x, 16) - oz), RECORD_POSITION + 8);
    store<f32>(record, <f32>load<f64>(v), RECORD_VELOCITY);
    store<f32>(record, <f32>load<f64>(v, 8), RECORD_VELOCITY + 4);
    store<f32>(record, <f32>load<f64>(v, 16), RECORD_VELOCITY + 8);
  }
}

/** Gaps between the globules of a chunk and the nearest obstacle: until one may have come so far it meets none. */
export function measureClearance(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), obstacles = address(OBSTACLES), count = int(OBSTACLE_COUNT);
  for (let i = begin; i < end; i++) {
    const x = address(AT_POSITION) + <usize>i * 24, h = load<f64>(address(AT_SMOOTHING_LENGTH) + (<usize>i << 3));
    const radius = h * load<f64>(substanceOf(i), SUB_CONTACT_RADIUS);
    let gap = Infinity;
    for (let k = 0; k < count; k++) gap = Math.min(gap, obstacleDistance(obstacles, k, x, radius));
    store<f64>(address(AT_CLEARANCE) + (<usize>i << 3), gap);
  }
}
