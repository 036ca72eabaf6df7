// The scheme of a world of globules: velocities stand in the middle of steps. [MP89 eq. 5-9, card §11, X41, X44]
//   drift:      v ← v + t a, ω ← ω + t ω̇, x ← x + dt v;  t from the middle of the last step to the middle of this one
//   accelerate: a = f/M + g
// Called by src/substances/globules/step.ts. Where smoothed particles are in the world too, globules take part in their scheme.

import {
  AT_CLEARANCE, ELASTIC_IMPLICIT, FIRST_KICK, HAS_CLEARANCE, HAS_CONTACTS, HAS_HEAT, LAG, REPORT_ACCELERATION, REPORT_BAD,
  REPORT_DENSITY_HIGH, REPORT_DENSITY_LOW, REPORT_PUSH, REPORT_SOUND, STEP, SUB_REST_DENSITY, SUB_SOUND_SPEED, TRAVELED,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { kickSpin } from '../globules/inertia';
import { Vector } from '../math/vector';
import { substanceOf } from '../passes/pack';
import { addSolidExternal, externalAt, noteExternal } from './shared/external';
import { beginKick, endKick, noteConduction, noteSpeed } from './shared/extremes';
import { addForcesOf } from './shared/kick';
import { accelerationOf, lengthOf, positionOf, relativeMassOf, velocityOf } from './shared/particle';
import { arrive, beginDrift, endDrift, meetsObstacle, pathOfThread } from './shared/path';
import { raise } from './shared/report';

/** Kick and drift of a chunk. As the paper prints it, the motion lags behind by half the kick. [MP89 eq. 9] */
export function driftGlobules(chunk: i32): void {
  const report = beginDrift(chunk), path = pathOfThread(), end = chunkEnd(chunk), dt = real(STEP), time = real(FIRST_KICK) * dt;
  const lag = real(LAG), turns = int(HAS_CONTACTS) != 0, measured = int(HAS_CLEARANCE) != 0;
  for (let i = chunkBegin(chunk); i < end; i++) {
    const x = positionOf(i), v = velocityOf(i), a = accelerationOf(i), gain = path.gain;
    gain.set(time * a.x, time * a.y, time * a.z);
    v.set(v.x + gain.x, v.y + gain.y, v.z + gain.z);
    path.end.set(x.x + dt * (v.x - lag * gain.x), x.y + dt * (v.y - lag * gain.y), x.z + dt * (v.z - lag * gain.z));
    if (turns) kickSpin(i, time);
    if (!(measured && isClear(i, x, path.end))) meetsObstacle(i, path, report);
    arrive(i, path, report, x.x, x.y, x.z);
  }
  endDrift(report);
}

/** Whether no obstacle is in the way of globule i: it has not come as far as its clearance, however it went. */
@inline function isClear(i: i32, from: Vector, to: Vector): bool {
  const left = load<f64>(address(AT_CLEARANCE) + (<usize>i << 3)) - real(TRAVELED);
  const dx = to.x - from.x, dy = to.y - from.y, dz = to.z - from.z;
  return left > 0 && dx * dx + dy * dy + dz * dz < left * left;
}

/** Accelerations of a chunk from the sums, and the extremes that choose the next step. Densities stay as they are. */
export function accelerateGlobules(chunk: i32): void {
  const report = beginKick(chunk), end = chunkEnd(chunk), dt = real(STEP), heats = int(HAS_HEAT) != 0;
  store<f64>(report, 1, REPORT_DENSITY_LOW);
  store<f64>(report, 1, REPORT_DENSITY_HIGH);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const x = positionOf(i), v = velocityOf(i), a = accelerationOf(i), m = relativeMassOf(i), substance = substanceOf(i);
    externalAt(x, v, a);
    addSolidExternal(i, substance, x, v, a);
    noteExternal(report, a, m);
    const v2 = v.square, a2 = addForcesOf(i, m, a), h = lengthOf(i), h2 = h * h;
    noteSpeed(report, i, v2 / h2);
    raise(report + REPORT_ACCELERATION, a2 / h2);
    raise(report + REPORT_SOUND, load<f64>(substance, SUB_SOUND_SPEED) / h);
    if (heats) noteConduction(report, substance, load<f64>(substance, SUB_REST_DENSITY), h2);
    if (!isFinite(v2 + a2 + x.x + x.y + x.z)) store<f64>(report, <f64>i, REPORT_BAD);
  }
  endKick(report);
  const push = int(ELASTIC_IMPLICIT) ? 0 : dt * Math.sqrt(load<f64>(report, REPORT_ACCELERATION)); // implicit steps take any push
  store<f64>(report, push, REPORT_PUSH);
}
