// Obstacles in the solve of an implicit step, with the friction of Coulomb. [ADR 39, 61]
// Of a particle that would hit, the velocity across the obstacle is given: what the solve leaves over there is the push N. Along it
// friction is a spring with a memory: f = part (T − ρ u), T the friction of the last step, u the velocity along the obstacle, ρ u what a
// stiff spring adds in this step, and part ≤ 1 so that |f| ≤ μ N. N and part are those of the round before, until they no longer change.

import { ELASTIC_HOLD, REPORT_HELD, STEP } from '../../src/wasm/layout';
import { chunkBegin, chunkEnd, real } from '../context';
import { vectorAt } from '../math/vector';
import {
  hitCount, hitFriction, hitNormalX, hitNormalY, hitNormalZ, hitRough, hitWallX, hitWallY, hitWallZ,
} from '../obstacles/sweep';
import { lengthOf, positionOf, velocityOf } from '../schemes/shared/particle';
import { beginProbe, endProbe, meetsObstacle, pathOfThread } from '../schemes/shared/path';
import { reportOf } from '../schemes/shared/report';
import {
  CORNER, frictionOf, LEFT, pushOf, RUBBING, setWay, timedMassOf, WALL_HOLD, WALL_MU, WALL_N, WALL_RUB, WALL_VELOCITY,
  WALL_WARY, wallOf, wayOf,
} from './held';
import { lawOf } from './law';
import { changeOf, directionOf, residualOf } from './solve';

/** Friction that differs by less than this part of the most stays. */
const ALIKE: f64 = 0.002, ANY: f64 = -1;

/** Finds what obstacles would hold if particles of a chunk went on as solved for. */
export function probeObstacles(chunk: i32): void {
  const report = reportOf(chunk), path = pathOfThread(), end = chunkEnd(chunk), dt = real(STEP);
  let held = 0.0;
  beginProbe(chunk);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const x = positionOf(i), v = velocityOf(i), d = changeOf(i), vx = v.x, vy = v.y, vz = v.z;
    v.set(vx + d.x, vy + d.y, vz + d.z);
    path.gain.set(d.x, d.y, d.z);
    path.end.set(x.x + dt * v.x, x.y + dt * v.y, x.z + dt * v.z);
    if (meetsObstacle(i, path, report)) {
      const ax = v.x, ay = v.y, az = v.z;
      v.set(vx, vy, vz);
      hold(i, ax, ay, az);
      held = 1;
    } else v.set(vx, vy, vz);
    directionOf(i).set(d.x, d.y, d.z);
  }
  endProbe();
  store<f64>(report, held, REPORT_HELD);
}

/** Holds particle i, to which the obstacle leaves the velocity a. */
function hold(i: i32, ax: f64, ay: f64, az: f64): void {
  const v = velocityOf(i), d = changeOf(i), wall = wallOf(i), nx = hitNormalX, ny = hitNormalY, nz = hitNormalZ;
  if (hitCount != 1 || hitRough) {
    setWay(i, CORNER);
    d.set(ax - v.x, ay - v.y, az - v.z);
    return;
  }
  vectorAt(wall).set(nx, ny, nz);
  store<f64>(wall, hitFriction, WALL_MU);
  const away = (ax - hitWallX) * nx + (ay - hitWallY) * ny + (az - hitWallZ) * nz;
  vectorAt(wall + WALL_VELOCITY).set(hitWallX + away * nx, hitWallY + away * ny, hitWallZ + away * nz);
  const push = pushOf(i);
  d.set(0, 0, 0); // friction as if it went on as it came
  store<f64>(wall, 0, WALL_WARY);
  weigh(i, push > 0 ? timedMassOf(i) * push : Infinity, ANY);
  touch(i);
}

/** Gives particle i the velocity of the obstacle across it. */
function touch(i: i32): void {
  const v = velocityOf(i), d = changeOf(i), wall = wallOf(i), n = vectorAt(wall), w = vectorAt(wall + WALL_VELOCITY);
  const lack = (w.x - v.x - d.x) * n.x + (w.y - v.y - d.y) * n.y + (w.z - v.z - d.z) * n.z;
  setWay(i, RUBBING);
  d.set(d.x + lack * n.x, d.y + lack * n.y, d.z + lack * n.z);
}

/** Gives particle i the friction for a push N and the change of velocity that it has, if that differs by more than a part of the most. */
function weigh(i: i32, N: f64, alike: f64): bool {
  const wall = wallOf(i), n = vectorAt(wall), w = vectorAt(wall + WALL_VELOCITY), v = velocityOf(i), d = changeOf(i);
  const m = timedMassOf(i), h = lengthOf(i), rho = m * real(STEP) * (load<f64>(lawOf(i), ELASTIC_HOLD) / (h * h)), T = frictionOf(i);
  // f for Δv = 0, and what Δv adds
  let x = m * T.x - rho * (v.x - w.x), y = m * T.y - rho * (v.y - w.y), z = m * T.z - rho * (v.z - w.z);
  let across = x * n.x + y * n.y + z * n.z;
  x -= across * n.x; y -= across * n.y; z -= across * n.z;
  across = d.x * n.x + d.y * n.y + d.z * n.z;
  const dx = d.x - across * n.x, dy = d.y - across * n.y, dz = d.z - across * n.z;
  const tx = x - rho * dx, ty = y - rho * dy, tz = z - rho * dz, size = Math.sqrt(tx * tx + ty * ty + tz * tz);
  const mu = load<f64>(wall, WALL_MU), most = mu > 0 ? mu * N : 0, part = size < most ? 1 : size > 0 ? most / size : 0;
  const rub = vectorAt(wall + WALL_RUB), was = load<f64>(wall, WALL_HOLD);
  const ex = part * tx - rub.x + was * dx, ey = part * ty - rub.y + was * dy, ez = part * tz - rub.z + was * dz;
  if (alike >= 0 && Math.sqrt(ex * ex + ey * ey + ez * ez) <= alike * most) return false;
  rub.set(part * x, part * y, part * z);
  store<f64>(wall, part * rho, WALL_HOLD);
  store<f64>(wall, N, WALL_N);
  return true;
}

/** Looks at what obstacles do to the particles of a chunk that touch; reports whether that has changed. */
export function rubSolids(chunk: i32): void {
  const end = chunkEnd(chunk);
  let changed = 0.0;
  for (let i = chunkBegin(chunk); i < end; i++) {
    const way = wayOf(i), d = changeOf(i);
    if (way == RUBBING ? rub(i) : way == LEFT && returns(i)) changed = 1;
    directionOf(i).set(d.x, d.y, d.z);
  }
  store<f64>(reportOf(chunk), changed, REPORT_HELD);
}

/**
 * Whether the obstacle does something else to particle i from now on. Friction may lift it: where N pulls it is let go only if N does so
 * without friction too, and from then on N changes by halves.
 */
function rub(i: i32): bool {
  const wall = wallOf(i), n = vectorAt(wall), r = residualOf(i), N = -(r.x * n.x + r.y * n.y + r.z * n.z), was = load<f64>(wall, WALL_N);
  if (N < 0) {
    store<f64>(wall, 1, WALL_WARY);
    if (was > 0) weigh(i, 0, ANY);
    else setWay(i, LEFT);
    return true;
  }
  return weigh(i, load<f64>(wall, WALL_WARY) != 0 ? 0.5 * (was + N) : N, ALIKE);
}

/** Whether particle i, which was let go, would go into the obstacle: then it is held again, without friction at first. */
function returns(i: i32): bool {
  const wall = wallOf(i), n = vectorAt(wall), w = vectorAt(wall + WALL_VELOCITY), v = velocityOf(i), d = changeOf(i);
  if ((v.x + d.x - w.x) * n.x + (v.y + d.y - w.y) * n.y + (v.z + d.z - w.z) * n.z >= 0) return false;
  touch(i);
  return true;
}
