// Obstacles in the solve of an implicit step, with the friction of Coulomb. [ADR 39]
// A particle that would hit is held fast, or slides along the obstacle: then only its velocity across is given, and friction pushes it.
// What the solve leaves over at such a particle is what the obstacle does to it, N across and T along. Held fast it takes |T| ≤ μ N; more
// than that, and it slides against μ N. Where friction would turn its way, it is held.

import { REPORT_HELD, STEP } from '../../src/wasm/layout';
import { chunkBegin, chunkEnd, real } from '../context';
import { vectorAt } from '../math/vector';
import {
  hitCount, hitFriction, hitNormalX, hitNormalY, hitNormalZ, hitRough, hitWallX, hitWallY, hitWallZ,
} from '../obstacles/sweep';
import { positionOf, velocityOf } from '../schemes/shared/particle';
import { beginProbe, endProbe, meetsObstacle, pathOfThread } from '../schemes/shared/path';
import { reportOf } from '../schemes/shared/report';
import { CORNER, FREE, HELD, setWay, SLIDING, WALL_MU, WALL_RUB, WALL_VELOCITY, wallOf, wayOf } from './held';
import { changeOf, directionOf, residualOf } from './solve';

/** What moves along faster than so many times what a hit of its own could stop begins as sliding. */
const SURELY: f64 = 3;
/** Part of μ N that holds what slid before in the same step. */
const FIRM: f64 = 1.5;
/** Friction that differs by less than this part of itself stays. */
const ALIKE: f64 = 0.01;

/** Finds what obstacles would hold if particles of a chunk went on as solved for, and gives it a first way of being held. */
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
  vectorAt(wall + WALL_RUB).set(0, 0, 0);
  const away = (ax - hitWallX) * nx + (ay - hitWallY) * ny + (az - hitWallZ) * nz;
  vectorAt(wall + WALL_VELOCITY).set(hitWallX + away * nx, hitWallY + away * ny, hitWallZ + away * nz);
  const ux = v.x + d.x - hitWallX, uy = v.y + d.y - hitWallY, uz = v.z + d.z - hitWallZ, un = ux * nx + uy * ny + uz * nz;
  const most = SURELY * hitFriction * Math.abs(away - un);
  if (ux * ux + uy * uy + uz * uz - un * un <= most * most) stop(i);
  else slide(i);
}

/** Gives particle i the velocity of the obstacle. */
function stop(i: i32): void {
  const v = velocityOf(i), w = vectorAt(wallOf(i) + WALL_VELOCITY);
  setWay(i, HELD);
  changeOf(i).set(w.x - v.x, w.y - v.y, w.z - v.z);
}

/** Gives particle i that of the obstacle across it. */
function slide(i: i32): void {
  const v = velocityOf(i), d = changeOf(i), wall = wallOf(i), n = vectorAt(wall), w = vectorAt(wall + WALL_VELOCITY);
  const lack = (w.x - v.x - d.x) * n.x + (w.y - v.y - d.y) * n.y + (w.z - v.z - d.z) * n.z;
  setWay(i, SLIDING);
  d.set(d.x + lack * n.x, d.y + lack * n.y, d.z + lack * n.z);
}

/** Looks at what obstacles do to the held particles of a chunk; reports whether any is now held in another way. */
export function rubSolids(chunk: i32): void {
  const end = chunkEnd(chunk);
  let changed = 0.0;
  for (let i = chunkBegin(chunk); i < end; i++) {
    const way = wayOf(i), d = changeOf(i);
    if ((way == HELD || way == SLIDING) && rub(i, way)) changed = 1;
    directionOf(i).set(d.x, d.y, d.z);
  }
  store<f64>(reportOf(chunk), changed, REPORT_HELD);
}

/** Whether particle i, held in a way, is held in another one from now on. */
function rub(i: i32, way: f64): bool {
  const wall = wallOf(i), n = vectorAt(wall), r = residualOf(i), N = -(r.x * n.x + r.y * n.y + r.z * n.z);
  if (N < 0) {
    setWay(i, FREE);
    return true;
  }
  const most = load<f64>(wall, WALL_MU) * N, along = vectorAt(wall + WALL_RUB);
  if (way == HELD) {
    const x = -r.x - N * n.x, y = -r.y - N * n.y, z = -r.z - N * n.z, T = Math.sqrt(x * x + y * y + z * z);
    // once friction has turned its way it takes more to let it go: else it would change to and fro
    if (T <= (along.square > 0 ? FIRM * most : most)) return false;
    along.set((most / T) * x, (most / T) * y, (most / T) * z);
    slide(i);
    return true;
  }
  const v = velocityOf(i), d = changeOf(i), w = vectorAt(wall + WALL_VELOCITY);
  const x = v.x + d.x - w.x, y = v.y + d.y - w.y, z = v.z + d.z - w.z, u = Math.sqrt(x * x + y * y + z * z);
  if (x * along.x + y * along.y + z * along.z > 0 && most > 0) {
    stop(i);
    return true;
  }
  const part = u > 0 ? -most / u : 0, dx = part * x - along.x, dy = part * y - along.y, dz = part * z - along.z;
  if (dx * dx + dy * dy + dz * dz <= ALIKE * ALIKE * most * most) return false;
  along.set(part * x, part * y, part * z);
  return true;
}
