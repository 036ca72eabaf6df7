// What a solve for the pressure begins with: the velocities that all other forces lead to, and the system of each particle. [ADR 43]
//   C μ + dt D L μ = (V/κ) P(N)/K + dt Q(v*),   μ ≥ 0, or C/ζ for C where μ < 0
// dt is the time in which particles go on, D that in which forces act: from the middle of the last step to the middle of this one.
// μ = G P/N² is the pressure as forces feel it, K = dP/dN, κ what makes a sum over neighbors ρ/ρ₀, Q(v) = −Σ k v·x − w·(v − v_wall) what
// motions compress, L μ = −Q(F(μ)/m), F(μ) = Σ k (μ_i + μ_j) x + μ w. Walls are part of both sides by w = 2 V N Σ S n. [ADR 31]

import {
  AHEAD, AT_NORMAL, AT_OWN, AT_RATE, AT_RECORD, AT_SOLVED, AT_SYSTEM, HANDED, HAS_WALLS, NEXT_DRIFT, PAIR_UNIT, RECORD_PRESSURE,
  RECORD_SHIFT, RECORD_VELOCITY, REPORT_ACCELERATION, REPORT_WALL, STEP, SUB_GRADIENT_SCALE, SUB_NEGATIVE_PRESSURE, SUB_REST_DENSITY,
  SUB_SUM_SCALE, SYSTEM_BYTES, SYSTEM_COMPLIANCE, SYSTEM_DIAGONAL, SYSTEM_HANDED, SYSTEM_RESIDUAL, SYSTEM_SHARE, SYSTEM_TENSION,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { wallDrag } from '../flow/walls';
import { Vector } from '../math/vector';
import { addLoad, closeLoads, openLoads } from '../obstacles/loads';
import { findOpenSpace, isInTheOpen } from '../obstacles/open-space';
import {
  contactAt, findWalls, mirror, mirroredX, mirroredY, mirroredZ, mirrorOne, pushAt, stretchAt, Wall, wallAt,
} from '../obstacles/walls';
import { substanceOf } from '../passes/pack';
import { externalAt, noteExternal } from '../schemes/shared/external';
import { beginKick } from '../schemes/shared/extremes';
import { addForcesOf, accelerated } from '../schemes/shared/kick';
import { accelerationOf, densityOf, lengthOf, positionOf, relativeMassOf, velocityOf } from '../schemes/shared/particle';
import { pathOfThread } from '../schemes/shared/path';
import { addVector, raise } from '../schemes/shared/report';
import { kinematicViscosity } from '../schemes/shared/walls';
import { stiffness, unboundPressure } from '../state-equation';
import { addRest, clearPushes, diagonalOfBodies, hasBodies, pushBy } from './bodies';
import { FORCE, MOTION, unknownsOf } from './unknowns';

/** μ of particle i, Pa. */
@inline export function solvedAt(i: i32): usize { return address(AT_SOLVED) + (<usize>i << 3); }
/** The system of particle i. */
@inline export function systemOf(i: i32): usize { return address(AT_SYSTEM) + <usize>i * SYSTEM_BYTES; }
/** A row of 16 bytes of particle i. */
@inline export function rowAt(slot: usize, i: i32): usize { return address(slot) + (<usize>i << 4); }
/** The record of particle i. */
@inline function recordAt(i: i32): usize { return address(AT_RECORD) + (<usize>i << RECORD_SHIFT); }
/** What the pass of the system sums up of the rate of particle i. */
@inline function rateAt(i: i32): usize { return address(AT_RATE) + (<usize>i << 2); }

/** Clears the sums of a chunk that the pass of the system adds to. */
export function clearSystem(chunk: i32): void {
  const end = chunkEnd(chunk), zero = f32x4.splat(0);
  for (let i = chunkBegin(chunk); i < end; i++) {
    v128.store(rowAt(AT_OWN, i), zero);
    store<f32>(rateAt(i), 0);
  }
}

/**
 * The pressure in the records of a chunk, for other forces: none, so that the pair pass of forces adds viscosity alone; in a world that
 * flows the last one.
 */
export function recordPressure(chunk: i32): void {
  const end = chunkEnd(chunk), handed = int(HANDED) != 0;
  for (let i = chunkBegin(chunk); i < end; i++) store<f32>(recordAt(i), handed ? <f32>load<f64>(solvedAt(i)) : 0, RECORD_PRESSURE);
}

/** Places and last pressures of a chunk; forces = 0. */
export function placeUnknowns(chunk: i32): void {
  const end = chunkEnd(chunk), zero = f32x4.splat(0);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const unknowns = unknownsOf(i);
    v128.store(unknowns, f32x4.replace_lane(v128.load(recordAt(i)), 3, <f32>load<f64>(solvedAt(i))));
    v128.store(unknowns, zero, FORCE);
  }
}

/** Kicks a chunk by all forces but pressure, and sets its system up; motions are those that the last pressure would lead to. */
export function preparePressure(chunk: i32): void {
  const report = beginKick(chunk), end = chunkEnd(chunk), dt = real(STEP), walls = int(HAS_WALLS) != 0, bodies = hasBodies();
  openLoads(chunk);
  if (walls) findOpenSpace(2 * lengthOf(chunkBegin(chunk)));
  for (let i = chunkBegin(chunk); i < end; i++) {
    const v = velocityOf(i), a = accelerationOf(i), m = relativeMassOf(i), h = lengthOf(i), w = rowAt(AT_NORMAL, i);
    const f = unknownsOf(i) + FORCE;
    externalAt(positionOf(i), v, a);
    noteExternal(report, a, m);
    raise(report + REPORT_ACCELERATION, a.square / (h * h));
    v128.store(w, f32x4.splat(0));
    if (bodies) clearPushes(i);
    if (walls && !isInTheOpen(i, 2 * h)) meetWalls(report, i, m, v, a);
    addForcesOf(i, m, a);
    accelerated(v, dt, a, v);
    writeSystem(i, m, dt, 0);
    const mu = load<f64>(solvedAt(i)), perMass = dt / m;
    const x = v.x + perMass * (<f64>load<f32>(f) + mu * <f64>load<f32>(w));
    const y = v.y + perMass * (<f64>load<f32>(f, 4) + mu * <f64>load<f32>(w, 4));
    const z = v.z + perMass * (<f64>load<f32>(f, 8) + mu * <f64>load<f32>(w, 8));
    noteMotion(i, x, y, z);
  }
  closeLoads();
}

/** The same in a world that flows, where the last pressure has acted: motions are velocities. */
export function preparePressureOfFlow(chunk: i32): void {
  const report = beginKick(chunk), end = chunkEnd(chunk), dt = real(STEP), walls = int(HAS_WALLS) != 0, a = pathOfThread().spare;
  const bodies = hasBodies();
  if (walls) findOpenSpace(2 * lengthOf(chunkBegin(chunk)));
  for (let i = chunkBegin(chunk); i < end; i++) {
    const v = velocityOf(i), h = lengthOf(i);
    externalAt(positionOf(i), v, a);
    raise(report + REPORT_ACCELERATION, a.square / (h * h));
    v128.store(rowAt(AT_NORMAL, i), f32x4.splat(0));
    if (bodies) clearPushes(i);
    if (walls && !isInTheOpen(i, 2 * h)) {
      const found = findWalls(i, 2 * h);
      if (found > 0) noteNormal(i, found, a);
    }
    writeSystem(i, relativeMassOf(i), dt, load<f64>(solvedAt(i)));
    noteMotion(i, v.x, v.y, v.z);
  }
}

/** Notes a motion; where the pass of the system has looked ahead, what it is beside that of the record, and what the latter compresses. */
@inline function noteMotion(i: i32, x: f64, y: f64, z: f64): void {
  const u = unknownsOf(i) + MOTION, record = recordAt(i), w = rowAt(AT_NORMAL, i);
  if (real(AHEAD) == 0) {
    v128.store(u, f32x4(<f32>x, <f32>y, <f32>z, 0));
    return;
  }
  const vx = load<f32>(record, RECORD_VELOCITY), vy = load<f32>(record, RECORD_VELOCITY + 4), vz = load<f32>(record, RECORD_VELOCITY + 8);
  store<f32>(w, load<f32>(w, 12) - (load<f32>(w) * vx + load<f32>(w, 4) * vy + load<f32>(w, 8) * vz), 12); // to first order
  v128.store(u, f32x4(<f32>(x - <f64>vx), <f32>(y - <f64>vy), <f32>(z - <f64>vz), load<f32>(rateAt(i))));
}

/**
 * C, the diagonal, and the part of the right side that no motion makes; forces act for D.
 * `handed` is the pressure that has acted in this step.
 */
@inline function writeSystem(i: i32, m: f64, D: f64, handed: f64): void {
  const substance = substanceOf(i), system = systemOf(i), own = rowAt(AT_OWN, i), w = rowAt(AT_NORMAL, i);
  const rho0 = load<f64>(substance, SUB_REST_DENSITY), rho = densityOf(i), N = rho / rho0, V = m / rho0;
  const perShare = V / load<f64>(substance, SUB_SUM_SCALE), K = stiffness(substance, N);
  const C = (perShare * N * N) / (load<f64>(substance, SUB_GRADIENT_SCALE) * K);
  const sx = <f64>load<f32>(own) + <f64>load<f32>(w), sy = <f64>load<f32>(own, 4) + <f64>load<f32>(w, 4);
  const sz = <f64>load<f32>(own, 8) + <f64>load<f32>(w, 8);
  store<f64>(system, (perShare * unboundPressure(substance, rho)) / K, SYSTEM_RESIDUAL);
  const moved = hasBodies() ? diagonalOfBodies(i) : 0;
  const diagonal = (sx * sx + sy * sy + sz * sz) / m + <f64>load<f32>(own, 12) / rho0 + moved;
  store<f64>(system, C + real(NEXT_DRIFT) * D * diagonal, SYSTEM_DIAGONAL);
  store<f64>(system, C, SYSTEM_COMPLIANCE);
  store<f64>(system, load<f64>(substance, SUB_NEGATIVE_PRESSURE), SYSTEM_TENSION);
  store<f64>(system, handed, SYSTEM_HANDED);
  store<f64>(system, 1 / perShare, SYSTEM_SHARE);
}

/**
 * Notes the normal of what the walls that were found do to particle i for each Pa, and w·v of those that are no bodies; a is what acts from
 * outside.
 */
function noteNormal(i: i32, found: i32, a: Vector): void {
  const R = 2 * lengthOf(i), rho0 = load<f64>(substanceOf(i), SUB_REST_DENSITY), pulls = load<f64>(solvedAt(i)) < 0;
  const twice = (2 * (densityOf(i) / rho0) * relativeMassOf(i)) / rho0; // 2 V N
  let wx = 0.0, wy = 0.0, wz = 0.0, moving = 0.0, bodies = false;
  for (let k = 0; k < found; k++) {
    const wall = wallAt(k), p = (twice * wall.share * pushAt(wall.q) * (pulls ? held(wall, a) : 1)) / R;
    const e = pulls || !(wall.part > 0) ? 0 : (twice * wall.share) / (wall.part * R); // what edges push
    const x = p * wall.nx + e * wall.ex, y = p * wall.ny + e * wall.ey, z = p * wall.nz + e * wall.ez;
    if (wall.body >= 0) {
      bodies = true;
      pushBy(i, <i32>wall.body, x, y, z);
      continue;
    }
    wx += x; wy += y; wz += z;
    moving += p * (wall.vx * wall.nx + wall.vy * wall.ny + wall.vz * wall.nz);
    moving += e * (wall.vx * wall.ex + wall.vy * wall.ey + wall.vz * wall.ez);
  }
  const all = bodies ? addRest(i, <f32>wx, <f32>wy, <f32>wz) : f32x4(<f32>wx, <f32>wy, <f32>wz, 0);
  v128.store(rowAt(AT_NORMAL, i), f32x4.replace_lane(all, 3, <f32>moving));
}

/** How far a wall pulls: as it grips, and what it carries and is in touch with. [obstacles/walls.ts] */
@inline function held(wall: Wall, a: Vector): f64 {
  return a.x * wall.nx + a.y * wall.ny + a.z * wall.nz <= 0 ? max<f64>(contactAt(wall.q), wall.grip) : wall.grip;
}

/**
 * Notes the normal of what walls do to particle i for each Pa, and adds what they do beside it to what acts from outside, a: the weight
 * behind them, their drag, and what they mirror, by the last pressure.
 */
function meetWalls(report: usize, i: i32, m: f64, v: Vector, a: Vector): void {
  const R = 2 * lengthOf(i), found = findWalls(i, R), substance = substanceOf(i), f = unknownsOf(i) + FORCE, w = rowAt(AT_NORMAL, i);
  const scale = load<f64>(substance, SUB_GRADIENT_SCALE), rho0 = load<f64>(substance, SUB_REST_DENSITY);
  if (found == 0) return;
  noteNormal(i, found, a);
  const mu = load<f64>(solvedAt(i)), nu = kinematicViscosity(i, substance), push = (2 * mu * densityOf(i)) / (rho0 * rho0); // 2P/ρ
  let ex = 0.0, ey = 0.0, ez = 0.0, bodies = false;
  for (let k = 0; k < found; k++) {
    const wall = wallAt(k);
    wall.scale = scale;
    bodies = bodies || wall.body >= 0;
    feelWall(wall, push, nu, R, v, a);
    ex += besideX; ey += besideY; ez += besideZ;
  }
  const fx = <f64>load<f32>(f), fy = <f64>load<f32>(f, 4), fz = <f64>load<f32>(f, 8);
  const among: f64 = fx == 0 && fy == 0 && fz == 0 ? 0 : 1; // who has no neighbors has no mirror image either
  const wx = mu * <f64>load<f32>(w), wy = mu * <f64>load<f32>(w, 4), wz = mu * <f64>load<f32>(w, 8);
  const ax = among * ((fx + wx) / m + ex), ay = among * ((fy + wy) / m + ey), az = among * ((fz + wz) / m + ez);
  mirror(found, ax, ay, az, a);
  ex += mirroredX; ey += mirroredY; ez += mirroredZ;
  if (bodies) {
    const impulse = real(STEP) * real(PAIR_UNIT) * m, x = positionOf(i);
    for (let k = 0; k < found; k++) {
      const wall = wallAt(k);
      if (wall.body < 0) continue;
      feelWall(wall, push, nu, R, v, a);
      mirrorOne(wall, ax, ay, az, a);
      const px = besideX + mirroredX, py = besideY + mirroredY, pz = besideZ + mirroredZ;
      addLoad(<i32>wall.body, x.x, x.y, x.z, impulse * px, impulse * py, impulse * pz);
    }
  }
  addVector(report + REPORT_WALL, m * ex, m * ey, m * ez);
  a.set(a.x + ex, a.y + ey, a.z + ez);
}

/** What a wall does beside its pressure, m/s². Globals belong to one instance, hence to one thread. */
let besideX: f64 = 0, besideY: f64 = 0, besideZ: f64 = 0;

/** The weight behind a wall, by the last pressure, and its drag; a is what acts from outside. */
@inline function feelWall(wall: Wall, push: f64, nu: f64, R: f64, v: Vector, a: Vector): void {
  const pushed = max<f64>((push * wall.share * pushAt(wall.q)) / R, 0);
  const heavy = -(a.x * wall.nx + a.y * wall.ny + a.z * wall.nz) * wall.scale;
  const away = speedFrom(wall.vx, wall.vy, wall.vz, wall.nx, wall.ny, wall.nz, v);
  const weight = min<f64>(max<f64>(wall.share * heavy * stretchAt(wall.q), -pushed), pushed);
  const S = wall.grip * wall.share * nu * wallDrag(wall.q, R);
  besideX = weight * wall.nx - S * (v.x - wall.vx - away * wall.nx);
  besideY = weight * wall.ny - S * (v.y - wall.vy - away * wall.ny);
  besideZ = weight * wall.nz - S * (v.z - wall.vz - away * wall.nz);
}

/** Velocity away from a wall, m/s. */
@inline function speedFrom(wx: f64, wy: f64, wz: f64, nx: f64, ny: f64, nz: f64, v: Vector): f64 {
  return (v.x - wx) * nx + (v.y - wy) * ny + (v.z - wz) * nz;
}
