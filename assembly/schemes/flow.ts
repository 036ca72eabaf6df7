// The scheme of a world that flows: all forces act at the end of a step, and viscous ones may be solved for. [PV09 alg. 1, X20]
//   drift: x ← x + dt (v + Δv)
//   kick:  v ← v + dt a;  density and viscosity were taken along before (flow/rheology.ts). Called by src/substances/sph/flow-step.ts.

import {
  AT_DELTA, AT_DENSITY_RATE, AT_DIRECTION, AT_VISCOSITY, AT_WALL, HAS_HEAT, HAS_WALLS, HAS_XSPH, IMPLICIT, REPORT_DRAG,
  SOLVES_PRESSURE, STEP, SUB_REST_DENSITY, SUB_SIGNAL_SPEED, SYMMETRIC, WALL_NEAR, WALL_SHIFT,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { wallRate } from '../flow/solve';
import { controlOf } from '../flow/tension';
import { reflect } from '../flow/walls';
import { hasBodies } from '../implicit/bodies';
import { rememberHit } from '../implicit/hits';
import { Vector, vectorAt } from '../math/vector';
import { mirroredX, mirroredY, mirroredZ } from '../obstacles/walls';
import { isSmoothed, substanceOf } from '../passes/pack';
import { addSolidExternal, externalAt, noteExternal } from './shared/external';
import {
  beginKick, endKick, expansion, feltSpeed, noteBad, noteCompression, noteConduction, notePush, noteRates, noteSpeed, stiffening,
  toKilograms, withQuadratic,
} from './shared/extremes';
import { accelerated, addForcesOf, smoothVelocity } from './shared/kick';
import {
  accelerationOf, correctionOf, densityOf, fourthSumOf, lengthOf, positionOf, relativeMassOf, sumsOf, velocityOf,
} from './shared/particle';
import { arrive, beginDrift, endDrift, meetsObstacle, pathOfThread } from './shared/path';
import { addVector } from './shared/report';

/** Drift of a chunk. */
export function driftFlow(chunk: i32): void {
  const report = beginDrift(chunk), path = pathOfThread(), end = chunkEnd(chunk), dt = real(STEP);
  const remembers = int(SOLVES_PRESSURE) != 0 && hasBodies();
  for (let i = chunkBegin(chunk); i < end; i++) {
    const x = positionOf(i), v = velocityOf(i), e = correctionOf(i);
    path.gain.set(0, 0, 0);
    path.end.set(x.x + dt * (v.x + e.x), x.y + dt * (v.y + e.y), x.z + dt * (v.z + e.z));
    meetsObstacle(i, path, report);
    if (remembers) rememberHit(i);
    arrive(i, path, report, x.x, x.y, x.z);
  }
  endDrift(report);
}

/** Accelerations from the sums, kick, what the solve begins with, and the extremes that choose the next step. */
export function kickFlow(chunk: i32): void {
  const report = beginKick(chunk), was = pathOfThread().spare, end = chunkEnd(chunk), dt = real(STEP);
  const implicit = int(IMPLICIT) != 0, walls = int(HAS_WALLS) != 0, heats = int(HAS_HEAT) != 0;
  vectorAt(report + REPORT_DRAG).set(0, 0, 0);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const v = velocityOf(i), a = accelerationOf(i), m = relativeMassOf(i), h = lengthOf(i), substance = substanceOf(i);
    was.set(a.x, a.y, a.z);
    if (implicit) guess(i, v, a, dt);
    externalAt(positionOf(i), v, a);
    addSolidExternal(i, substance, positionOf(i), v, a);
    noteExternal(report, a, m);
    let a2 = addForcesOf(i, m, a);
    if (walls) a2 = addWall(report, i, m * dt, !implicit, v, a);
    const v2 = accelerated(v, dt, a, v), h2 = h * h;
    if (dt == 0) a.set(was.x, was.y, was.z); // the solve begins with what really accelerated it
    if (implicit) completeGuess(i, v, m, dt);
    if (int(HAS_XSPH)) smoothVelocity(i, substance, v, m, dt);

    const rho = densityOf(i), compression = rho / load<f64>(substance, SUB_REST_DENSITY), stiffer = stiffening(substance, compression, h);
    const signals = withQuadratic(substance, load<f64>(substance, SUB_SIGNAL_SPEED) * stiffer, v2, h);
    const expands = expansion(substance, rho, load<f64>(address(AT_DENSITY_RATE) + (<usize>i << 3)));
    noteSpeed(report, i, v2 / h2);
    notePush(report, a2 / h2, dt);
    noteCompression(report, i, compression);
    noteRates(report, expands, feltSpeed(substance) * stiffer, signals, viscosityOf(i) / rho / h2);
    if (heats) noteConduction(report, substance, rho, h2);
    noteBad(report, i, v2 + a2);
  }
  endKick(report);
  toKilograms(report + REPORT_DRAG);
}

/** η of particle i, Pa·s. */
@inline function viscosityOf(i: i32): f64 {
  return load<f64>(address(AT_VISCOSITY) + (<usize>i << 3));
}

/** Adds the pressure of walls to the acceleration of particle i, and their drag unless it is solved for; `weight` is m dt. Returns a². */
@inline function addWall(report: usize, i: i32, weight: f64, drags: bool, v: Vector, a: Vector): f64 {
  const wall = address(AT_WALL) + (<usize>i << WALL_SHIFT), S = drags ? <f64>load<f32>(wall) : 0, k = drags ? 1 / densityOf(i) : 0;
  if (load<f32>(wall, WALL_NEAR) == 0) return a.square;
  reflect(i, drags);
  const wx = mirroredX + <f64>load<f32>(wall, 16) + k * (<f64>load<f32>(wall, 4) - S * v.x);
  const wy = mirroredY + <f64>load<f32>(wall, 20) + k * (<f64>load<f32>(wall, 8) - S * v.y);
  const wz = mirroredZ + <f64>load<f32>(wall, 24) + k * (<f64>load<f32>(wall, 12) - S * v.z);
  a.set(a.x + wx, a.y + wy, a.z + wz);
  addVector(report + REPORT_DRAG, weight * wx, weight * wy, weight * wz);
  return a.square;
}

/** The velocity that particle i would have if its acceleration stayed the same: a first guess for the solve. */
@inline function guess(i: i32, v: Vector, a: Vector, dt: f64): void {
  const direction = address(AT_DIRECTION) + (<usize>i << 4);
  store<f32>(direction, <f32>(v.x + dt * a.x));
  store<f32>(direction, <f32>(v.y + dt * a.y), 4);
  store<f32>(direction, <f32>(v.z + dt * a.z), 8);
  store<f32>(direction, int(SYMMETRIC) ? controlOf(i) : 0, 12);
}

/**
 * The guess as a change of the velocity that the other forces led to, and the diagonal of the system; the sums are free for the solve.
 * Globules have no viscosity: their change is 0 and stays so.
 */
@inline function completeGuess(i: i32, v: Vector, m: f64, dt: f64): void {
  const delta = address(AT_DELTA) + (<usize>i << 4), direction = address(AT_DIRECTION) + (<usize>i << 4), rests = !isSmoothed(i);
  store<f32>(delta, rests ? 0 : <f32>(<f64>load<f32>(direction) - v.x));
  store<f32>(delta, rests ? 0 : <f32>(<f64>load<f32>(direction, 4) - v.y), 4);
  store<f32>(delta, rests ? 0 : <f32>(<f64>load<f32>(direction, 8) - v.z), 8);
  store<f32>(delta, <f32>(m + dt * (fourthSumOf(i) + wallRate(i, m))), 12);
  v128.store(sumsOf(i), f32x4.splat(0));
}
