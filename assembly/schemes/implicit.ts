// The kick of the scheme whose pressure is solved for: v ← v* + dt F(μ)/m, in f64. [ADR 43]
// All other forces have acted (implicit/prepare.ts), and have begun the report of the chunk. Particles drift as in a world that flows.

import {
  AT_NORMAL, AT_VISCOSITY, HANDED, HAS_HEAT, HAS_XSPH, PAIR_UNIT, REPORT_PUSH, REPORT_WALL, STEP,
  SUB_FELT_SPEED, SUB_KINEMATIC_VISCOSITY, SUB_REST_DENSITY, SUB_SIGNAL_SPEED, SYSTEM_HANDED,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { bookPushes, hasBodies, isPush, lastPush, PUSH_BYTES, pushesOn } from '../implicit/bodies';
import { rowAt, solvedAt, systemOf } from '../implicit/prepare';
import { FORCE, unknownsOf } from '../implicit/unknowns';
import { closeLoads, openLoads } from '../obstacles/loads';
import { substanceOf } from '../passes/pack';
import {
  endKick, feltSpeed, noteBad, noteCompression, noteConduction, noteRates, noteSpeed, stiffening, withQuadratic,
} from './shared/extremes';
import { smoothVelocity } from './shared/kick';
import { accelerationOf, densityOf, lengthOf, relativeMassOf, velocityOf } from './shared/particle';
import { addVector, raise, reportOf } from './shared/report';

/** Kick of a chunk by its pressure, and the extremes that choose the next step. */
export function kickImplicit(chunk: i32): void {
  const report = reportOf(chunk), end = chunkEnd(chunk), dt = real(STEP), flows = int(HANDED) != 0, heats = int(HAS_HEAT) != 0;
  const bodies = hasBodies(), impulse = dt * real(PAIR_UNIT);
  openLoads(chunk);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const v = velocityOf(i), a = accelerationOf(i), m = relativeMassOf(i), h = lengthOf(i), h2 = h * h, substance = substanceOf(i);
    const f = unknownsOf(i) + FORCE, w = rowAt(AT_NORMAL, i), mu = load<f64>(solvedAt(i));
    const more = mu - load<f64>(systemOf(i), SYSTEM_HANDED);
    let wx = more * <f64>load<f32>(w), wy = more * <f64>load<f32>(w, 4), wz = more * <f64>load<f32>(w, 8);
    if (bodies && load<f32>(pushesOn(i), 12) != 0) {
      const pushes = pushesOn(i), last = lastPush(pushes);
      wx = 0; wy = 0; wz = 0;
      for (let push = pushes; isPush(push, last); push += PUSH_BYTES) { // to the bit what bodies are told
        wx += more * <f64>load<f32>(push); wy += more * <f64>load<f32>(push, 4); wz += more * <f64>load<f32>(push, 8);
      }
      if (dt > 0) bookPushes(i, pushes, impulse * more);
    }
    if (dt > 0) {
      const x = (<f64>load<f32>(f) + wx) / m, y = (<f64>load<f32>(f, 4) + wy) / m, z = (<f64>load<f32>(f, 8) + wz) / m;
      v.set(v.x + dt * x, v.y + dt * y, v.z + dt * z);
      a.set(a.x + x, a.y + y, a.z + z);
      addVector(report + REPORT_WALL, wx, wy, wz);
    }
    if (int(HAS_XSPH) && !flows) smoothVelocity(i, substance, v, m, dt);

    const rho = densityOf(i), rho0 = load<f64>(substance, SUB_REST_DENSITY), compression = rho / rho0, v2 = v.square, a2 = a.square;
    const stiffer = stiffening(substance, compression, h);
    const viscous = load<f64>(substance, SUB_SIGNAL_SPEED) - load<f64>(substance, SUB_FELT_SPEED);
    raise(report + REPORT_PUSH, (dt * dt * dt * dt * a2) / h2);
    noteSpeed(report, i, v2 / h2);
    noteCompression(report, i, compression);
    noteRates(
      report, 0, feltSpeed(substance) * stiffer, withQuadratic(substance, viscous / h, v2, h),
      flows ? load<f64>(address(AT_VISCOSITY) + (<usize>i << 3)) / rho / h2 : load<f64>(substance, SUB_KINEMATIC_VISCOSITY) / h2,
    );
    if (heats) noteConduction(report, substance, rho, h2);
    noteBad(report, i, v2 + a2);
  }
  closeLoads();
  endKick(report);
}
