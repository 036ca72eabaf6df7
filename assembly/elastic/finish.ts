// The end of the solve of an implicit step: accelerations, what came from outside, and what is remembered of obstacles. [ADR 39, 61]

import { AT_ANCHORED, FIRST_KICK, REPORT_GAIN, REPORT_WALL_GAIN, STEP, SUB_MASS_DAMPING } from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, real } from '../context';
import { vectorAt } from '../math/vector';
import { substanceOf } from '../passes/pack';
import { accelerationOf, positionOf, relativeMassOf, velocityOf } from '../schemes/shared/particle';
import { addVector, reportOf } from '../schemes/shared/report';
import { CORNER, frictionOf, RUBBING, setPush, timedMassOf, WALL_HOLD, WALL_MU, WALL_RUB, wallOf, wayOf } from './held';
import { anchorOf, changeOf, dot, holdOf, pull, residualOf } from './solve';

/**
 * a = Δv/t, and the impulse that came from outside beside that of a: by anchors and damping, and by obstacles that hold. What an early end
 * of the solve left goes with it; in a body that nobody holds that adds up to nothing.
 */
export function finishElasticSolve(chunk: i32): void {
  const report = reportOf(chunk), end = chunkEnd(chunk), dt = real(STEP), time = real(FIRST_KICK) * dt;
  vectorAt(report + REPORT_GAIN).set(0, 0, 0);
  vectorAt(report + REPORT_WALL_GAIN).set(0, 0, 0);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const m = relativeMassOf(i), a = accelerationOf(i), d = changeOf(i), v = velocityOf(i), t = time * m;
    const rate = 0.5 * t * load<f64>(substanceOf(i), SUB_MASS_DAMPING), anchor = anchorOf(i);
    addVector(report + REPORT_GAIN, -rate * d.x, -rate * d.y, -rate * d.z);
    if (anchor) {
      const k = holdOf(i, anchor), c = Math.sqrt(k), x = positionOf(i), X = vectorAt(address(AT_ANCHORED) + <usize>i * 24);
      addVector(report + REPORT_GAIN, t * pull(anchor, 0, X, k, c, dt, x.x, v.x + d.x), t * pull(anchor, 1, X, k, c, dt, x.y, v.y + d.y),
        t * pull(anchor, 2, X, k, c, dt, x.z, v.z + d.z));
    }
    const r = residualOf(i), way = wayOf(i);
    rememberWall(i);
    if (way == RUBBING) {
      const n = vectorAt(wallOf(i)), rub = vectorAt(wallOf(i) + WALL_RUB), across = dot(r, n);
      addVector(report + REPORT_WALL_GAIN, rub.x - across * n.x, rub.y - across * n.y, rub.z - across * n.z);
      addVector(report + REPORT_GAIN, across * n.x - r.x, across * n.y - r.y, across * n.z - r.z);
    } else addVector(report + (way == CORNER ? REPORT_WALL_GAIN : REPORT_GAIN), -r.x, -r.y, -r.z);
    a.set(d.x / time, d.y / time, d.z / time);
  }
}

/** f of particle i as solved for, in place of what it would be were Δv 0. It remembers f, at most μ N, and the push N. */
function rememberWall(i: i32): void {
  const T = frictionOf(i);
  T.set(0, 0, 0);
  setPush(i, 0);
  if (wayOf(i) != RUBBING) return;
  const wall = wallOf(i), n = vectorAt(wall), d = changeOf(i), rub = vectorAt(wall + WALL_RUB);
  const hold = load<f64>(wall, WALL_HOLD), across = dot(d, n), m = timedMassOf(i);
  rub.set(rub.x - hold * (d.x - across * n.x), rub.y - hold * (d.y - across * n.y), rub.z - hold * (d.z - across * n.z));
  const N = max<f64>(0, -dot(residualOf(i), n)), most = load<f64>(wall, WALL_MU) * N, size = Math.sqrt(rub.square);
  const part = (size > most ? most / size : 1) / m;
  T.set(part * rub.x, part * rub.y, part * rub.z);
  setPush(i, N / m);
}
