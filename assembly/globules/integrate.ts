// The passes over globules between two pair passes, where nothing but globules is in the world: less than smoothed particles need. [card §11]
//   records: x, v;   kick: a = f/M + g, and the extremes that choose the next step

import {
  AT_ACCELERATION, AT_CHUNK_REPORT, AT_MASS, AT_POSITION, AT_RECORD, AT_SMOOTHING_LENGTH, AT_SUM, AT_VELOCITY, DIMENSION, FORCE_COUNT, GRAVITY,
  HAS_HEAT, MASS_UNIT, ORIGIN, RECORD_SHIFT, REPORT_ACCELERATION, REPORT_BAD, REPORT_BYTES, REPORT_CONDUCTION, REPORT_DENSEST, REPORT_DENSITY_HIGH,
  REPORT_DENSITY_LOW, REPORT_DIVERGENCE, REPORT_EXTERNAL, REPORT_FASTEST, REPORT_PUSH, REPORT_SIGNAL, REPORT_SOUND, REPORT_SPEED, REPORT_VISCOUS, STEP,
  SUB_CONDUCTIVITY, SUB_HEAT_CAPACITY, SUB_REST_DENSITY, SUB_SOUND_SPEED,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { addFields } from '../fields';
import { substanceOf } from '../passes/pack';
import { paceOf } from './pack';

/** Places and velocities of a chunk in its records; what else stands there changes only when particles are sorted. */
export function packMotion(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), ox = real(ORIGIN), oy = real(ORIGIN + 8), oz = real(ORIGIN + 16);
  let x = address(AT_POSITION) + <usize>begin * 24, v = address(AT_VELOCITY) + <usize>begin * 24, record = address(AT_RECORD) + (<usize>begin << RECORD_SHIFT);
  for (let i = begin; i < end; i++, x += 24, v += 24, record += 1 << RECORD_SHIFT) {
    store<f32>(record, <f32>(load<f64>(x) - ox)); store<f32>(record, <f32>(load<f64>(x, 8) - oy), 4); store<f32>(record, <f32>(load<f64>(x, 16) - oz), 8);
    store<f32>(record, <f32>load<f64>(v), 16); store<f32>(record, <f32>load<f64>(v, 8), 20); store<f32>(record, <f32>load<f64>(v, 16), 24);
  }
}

/** Accelerations of a chunk from the sums of the pair pass. */
export function kickGlobules(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), unit = real(MASS_UNIT), dt = real(STEP), fields = int(FORCE_COUNT) != 0, heats = int(HAS_HEAT) != 0;
  const gx = real(GRAVITY), gy = real(GRAVITY + 8), gz = real(DIMENSION) == 2 ? 0 : real(GRAVITY + 16), flat = real(DIMENSION) == 2;
  let ex = 0.0, ey = 0.0, ez = 0.0, speed = 0.0, push = 0.0, sound = 0.0, conduction = 0.0, bad = -1, fastest = -1;
  for (let i = begin; i < end; i++) {
    const at3 = <usize>i * 24, at = <usize>i << 3, sum = address(AT_SUM) + (<usize>i << 4), substance = substanceOf(i);
    const x = address(AT_POSITION) + at3, v = address(AT_VELOCITY) + at3, a = address(AT_ACCELERATION) + at3;
    const m = load<f64>(address(AT_MASS) + at) / unit, perMass = 1 / m, h = load<f64>(address(AT_SMOOTHING_LENGTH) + at), perH2 = 1 / (h * h);
    store<f64>(a, gx); store<f64>(a, gy, 8); store<f64>(a, gz, 16);
    if (fields) { addFields(x, v, a); if (flat) store<f64>(a, 0, 16); }
    ex += m * load<f64>(a); ey += m * load<f64>(a, 8); ez += m * load<f64>(a, 16);
    const ax = load<f64>(a) + perMass * <f64>load<f32>(sum), ay = load<f64>(a, 8) + perMass * <f64>load<f32>(sum, 4), az = load<f64>(a, 16) + perMass * <f64>load<f32>(sum, 8);
    store<f64>(a, ax); store<f64>(a, ay, 8); store<f64>(a, az, 16);
    const vx = load<f64>(v), vy = load<f64>(v, 8), vz = load<f64>(v, 16);
    const v2 = vx * vx + vy * vy + vz * vz, pace = v2 * perH2 * paceOf(i), a2 = ax * ax + ay * ay + az * az;
    if (pace > speed) { speed = pace; fastest = i; }
    push = Math.max(push, a2 * perH2);
    sound = Math.max(sound, load<f64>(substance, SUB_SOUND_SPEED) / h);
    if (heats) conduction = Math.max(conduction, (load<f64>(substance, SUB_CONDUCTIVITY) * perH2) / (load<f64>(substance, SUB_REST_DENSITY) * load<f64>(substance, SUB_HEAT_CAPACITY)));
    if (!isFinite(v2 + a2 + load<f64>(x) + load<f64>(x, 8) + load<f64>(x, 16))) bad = i;
  }
  const report = address(AT_CHUNK_REPORT) + <usize>chunk * REPORT_BYTES;
  store<f64>(report, ex * unit, REPORT_EXTERNAL); store<f64>(report, ey * unit, REPORT_EXTERNAL + 8); store<f64>(report, ez * unit, REPORT_EXTERNAL + 16);
  store<f64>(report, 1, REPORT_DENSITY_LOW); store<f64>(report, 1, REPORT_DENSITY_HIGH); store<f64>(report, -1, REPORT_DENSEST); // globules keep their density
  store<f64>(report, Math.sqrt(speed), REPORT_SPEED); store<f64>(report, <f64>fastest, REPORT_FASTEST);
  store<f64>(report, Math.sqrt(push), REPORT_ACCELERATION); store<f64>(report, dt * Math.sqrt(Math.sqrt(push)), REPORT_PUSH);
  store<f64>(report, 0, REPORT_DIVERGENCE); store<f64>(report, sound, REPORT_SOUND); store<f64>(report, 0, REPORT_SIGNAL); store<f64>(report, 0, REPORT_VISCOUS);
  store<f64>(report, <f64>bad, REPORT_BAD);
  if (heats) store<f64>(report, conduction, REPORT_CONDUCTION);
}
