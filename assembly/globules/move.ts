// What the step of a world of globules needs per particle: a fraction of what smoothed particles do in passes/pack.ts and passes/integrate.ts,
// with the same numbers. Masses, radii and laws stay as packed until the next sort.

import {
  AT_ACCELERATION, AT_CHUNK_REPORT, AT_CLEARANCE, AT_MASS, AT_POSITION, AT_RECORD, AT_SMOOTHING_LENGTH, AT_SUM, AT_VELOCITY, HAS_HEAT, MASS_UNIT, OBSTACLE_COUNT, OBSTACLES, ORIGIN, RECORD_SHIFT,
  REPORT_ACCELERATION, REPORT_BAD, REPORT_BYTES, REPORT_CONDUCTION, REPORT_DENSEST, REPORT_DENSITY_HIGH, REPORT_DENSITY_LOW, REPORT_DIVERGENCE,
  REPORT_EXTERNAL, REPORT_FASTEST, REPORT_PUSH, REPORT_SIGNAL, REPORT_SOUND, REPORT_SPEED, REPORT_VISCOUS, STEP, SUB_CONDUCTIVITY, SUB_CONTACT_RADIUS, SUB_HEAT_CAPACITY,
  SUB_REST_DENSITY, SUB_SOUND_SPEED,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { obstacleDistance } from '../obstacles/sides';
import { externalAt } from '../passes/integrate';
import { substanceOf } from '../passes/pack';
import { paceOf } from './pack';

/** Places and velocities of a chunk into its records. */
export function packPlaces(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), position = address(AT_POSITION), velocity = address(AT_VELOCITY);
  const ox = real(ORIGIN), oy = real(ORIGIN + 8), oz = real(ORIGIN + 16);
  for (let i = begin; i < end; i++) {
    const record = address(AT_RECORD) + (<usize>i << RECORD_SHIFT), x = position + <usize>i * 24, v = velocity + <usize>i * 24;
    store<f32>(record, <f32>(load<f64>(x) - ox));
    store<f32>(record, <f32>(load<f64>(x, 8) - oy), 4);
    store<f32>(record, <f32>(load<f64>(x, 16) - oz), 8);
    store<f32>(record, <f32>load<f64>(v), 16);
    store<f32>(record, <f32>load<f64>(v, 8), 20);
    store<f32>(record, <f32>load<f64>(v, 16), 24);
  }
}

/** a = f/M + g of a chunk, and the extremes that choose the next step. */
export function accelerate(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), unit = real(MASS_UNIT), dt = real(STEP), heats = int(HAS_HEAT) != 0;
  const velocity = address(AT_VELOCITY), acceleration = address(AT_ACCELERATION), position = address(AT_POSITION), mass = address(AT_MASS);
  const lengths = address(AT_SMOOTHING_LENGTH), sums = address(AT_SUM);
  let ex = 0.0, ey = 0.0, ez = 0.0, speed = 0.0, push = 0.0, sound = 0.0, conduction = 0.0, bad = -1, fastest = -1;
  for (let i = begin; i < end; i++) {
    const at3 = <usize>i * 24, at = <usize>i << 3, x = position + at3, v = velocity + at3, a = acceleration + at3, sum = sums + (<usize>i << 4);
    const m = load<f64>(mass + at) / unit, h = load<f64>(lengths + at), h2 = h * h, substance = substanceOf(i);
    externalAt(x, v, a);
    const gx = load<f64>(a), gy = load<f64>(a, 8), gz = load<f64>(a, 16);
    ex += m * gx; ey += m * gy; ez += m * gz;
    const ax = <f64>load<f32>(sum) / m + gx, ay = <f64>load<f32>(sum, 4) / m + gy, az = <f64>load<f32>(sum, 8) / m + gz;
    store<f64>(a, ax); store<f64>(a, ay, 8); store<f64>(a, az, 16);
    const vx = load<f64>(v), vy = load<f64>(v, 8), vz = load<f64>(v, 16);
    const v2 = vx * vx + vy * vy + vz * vz, a2 = ax * ax + ay * ay + az * az, pace = (v2 / h2) * paceOf(i);
    if (pace > speed) { speed = pace; fastest = i; }
    push = Math.max(push, a2 / h2);
    sound = Math.max(sound, load<f64>(substance, SUB_SOUND_SPEED) / h);
    if (heats) conduction = Math.max(conduction, load<f64>(substance, SUB_CONDUCTIVITY) / (load<f64>(substance, SUB_REST_DENSITY) * load<f64>(substance, SUB_HEAT_CAPACITY) * h2));
    if (!isFinite(v2 + a2 + load<f64>(x) + load<f64>(x, 8) + load<f64>(x, 16))) bad = i;
  }
  const report = address(AT_CHUNK_REPORT) + <usize>chunk * REPORT_BYTES;
  store<f64>(report, ex * unit, REPORT_EXTERNAL); store<f64>(report, ey * unit, REPORT_EXTERNAL + 8); store<f64>(report, ez * unit, REPORT_EXTERNAL + 16);
  store<f64>(report, 1, REPORT_DENSITY_LOW);
  store<f64>(report, 1, REPORT_DENSITY_HIGH);
  store<f64>(report, -1, REPORT_DENSEST);
  store<f64>(report, Math.sqrt(speed), REPORT_SPEED);
  store<f64>(report, Math.sqrt(push), REPORT_ACCELERATION);
  store<f64>(report, 0, REPORT_DIVERGENCE);
  store<f64>(report, sound, REPORT_SOUND);
  store<f64>(report, 0, REPORT_SIGNAL);
  store<f64>(report, 0, REPORT_VISCOUS);
  store<f64>(report, <f64>bad, REPORT_BAD);
  store<f64>(report, <f64>fastest, REPORT_FASTEST);
  store<f64>(report, dt * Math.sqrt(Math.sqrt(push)), REPORT_PUSH);
  if (heats) store<f64>(report, conduction, REPORT_CONDUCTION);
}

/** Gaps between the globules of a chunk and the nearest obstacle: until one may have come so far it meets none. */
export function measureClearance(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), obstacles = address(OBSTACLES), count = int(OBSTACLE_COUNT);
  for (let i = begin; i < end; i++) {
    const x = address(AT_POSITION) + <usize>i * 24, radius = load<f64>(address(AT_SMOOTHING_LENGTH) + (<usize>i << 3)) * load<f64>(substanceOf(i), SUB_CONTACT_RADIUS);
    let gap = Infinity;
    for (let k = 0; k < count; k++) gap = Math.min(gap, obstacleDistance(obstacles, k, x, radius));
    store<f64>(address(AT_CLEARANCE) + (<usize>i << 3), gap);
  }
}
