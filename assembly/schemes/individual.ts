// The predictor scheme with individual steps: at a tick only the active particles drift and are kicked, each over the time since its last
// evaluation, and choose their next step. [DC99 §5.1-5.2, card §6] Called by src/substances/sph/tick.ts.
//   drift: v½ = v + ½dt a, ρ½ = ρ + ½dt ρ̇, x ← x + dt (v½ + Δv)
//   kick:  v ← v½ + ½dt a, ρ ← ρ½ + ½dt ρ̇, next dt = the longest frame/2^q below the limit

import {
  ACCELERATION_FACTOR, AT_BODY_PUSH, AT_LIST, AT_RECORD, AT_STEP, AT_WALL_PUSH, BODY_COUNT, COURANT, DIVERGENCE_FACTOR,
  HAS_WALLS, HAS_XSPH, LAMINAR, LEVEL_LEAST, PAIRED, RECORD_SHIFT, REPORT_DRAG, REPORT_FIRST, REPORT_IMPULSE, REPORT_INTERNAL,
  REPORT_LEVEL, REPORT_SHALLOW, STEP_BITS, STEP_NEW, SUB_KINEMATIC_VISCOSITY, SUB_REST_DENSITY, SUB_SIGNAL_SPEED, TICK, TICKS,
  TICK_BEFORE, TICK_SECONDS,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { ageOf, isActive, stepOf } from '../individual';
import { Vector, vectorAt } from '../math/vector';
import { addLoad, closeLoads, openLoads } from '../obstacles/loads';
import { findWalls, wallAt } from '../obstacles/walls';
import { linearPart, substanceOf } from '../passes/pack';
import { completeDensity, densityRateOf, ISOLATED, isIntegrated, isIsolated, predictDensity } from './shared/density';
import { externalAt, noteExternal } from './shared/external';
import {
  beginKick, endKick, expansion, feltSpeed, noteBad, noteCompression, notePush, noteRates, noteSpeed, stiffening, toKilograms,
  withQuadratic,
} from './shared/extremes';
import { accelerated, addForcesOf, smoothVelocity } from './shared/kick';
import {
  accelerationOf, correctionOf, densityOf, lengthOf, massOf, positionOf, relativeMassOf, sumsOf, velocityOf,
} from './shared/particle';
import { arrive, beginDrift, endDrift, keepGain, meetsObstacle, noteMove, pathOfThread } from './shared/path';
import { addVector, lower, raise } from './shared/report';
import {
  addWalls, bookWallsOf, fromBodiesX, fromBodiesY, fromBodiesZ, fromWallsX, fromWallsY, fromWallsZ,
} from './shared/walls';

/** Half kick and drift of the active particles of a chunk; of the others, how far they move until they are predicted again. */
export function driftIndividual(chunk: i32): void {
  const report = beginDrift(chunk), path = pathOfThread(), end = chunkEnd(chunk), gain = path.gain, known = path.known;
  const sinceLast = <f64>(int(TICK) - int(TICK_BEFORE)) * real(TICK_SECONDS);
  vectorAt(report + REPORT_FIRST).set(0, 0, 0);
  vectorAt(report + REPORT_FIRST + 24).set(0, 0, 0);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const step = stepOf(i);
    if (step & STEP_NEW) continue;
    const x = positionOf(i), v = velocityOf(i), a = accelerationOf(i), e = correctionOf(i);
    const dt = ageOf(step), half = 0.5 * dt, before = dt - sinceLast; // its age at the tick before
    if (!isActive(i)) {
      predictMove(v, e, a, sinceLast, before + 0.5 * sinceLast, known);
      noteMove(i, path, report, known.x, known.y, known.z);
      continue;
    }
    externalAt(x, v, path.spare);
    noteFirst(report, half * massOf(i), path.spare, wallPushOf(i), a);
    if (int(BODY_COUNT)) bookFirst(i, half * massOf(i));
    predictMove(v, e, a, before, 0.5 * before, known);
    gain.set(half * a.x, half * a.y, half * a.z);
    v.set(v.x + gain.x, v.y + gain.y, v.z + gain.z);
    path.end.set(x.x + dt * (v.x + e.x), x.y + dt * (v.y + e.y), x.z + dt * (v.z + e.z));
    if (meetsObstacle(i, path, report)) keepGain(a, path, half);
    arrive(i, path, report, x.x + known.x, x.y + known.y, x.z + known.z);
    predictDensity(i, half);
  }
  endDrift(report);
}

/** t (v + Δv + mean a) into `out`, `mean` the mean age in the time t. */
@inline function predictMove(v: Vector, e: Vector, a: Vector, t: f64, mean: f64, out: Vector): void {
  out.set(t * (v.x + e.x + mean * a.x), t * (v.y + e.y + mean * a.y), t * (v.z + e.z + mean * a.z));
}

/** Notes the impulse of the first half kick: by fields, g, by walls, w, and by other particles; `weight` is ½dt m. */
@inline function noteFirst(report: usize, weight: f64, g: Vector, w: Vector, a: Vector): void {
  const fx = weight * g.x, fy = weight * g.y, fz = weight * g.z, wx = weight * w.x, wy = weight * w.y, wz = weight * w.z;
  addVector(report + REPORT_FIRST, fx, fy, fz);
  addVector(report + REPORT_FIRST + 24, weight * a.x - fx - wx, weight * a.y - fy - wy, weight * a.z - fz - wz);
  addVector(report + REPORT_IMPULSE, wx, wy, wz);
}

/** Accelerations and rates of the active particles of a chunk from the sums, second half kick, and their next steps. */
export function kickIndividual(chunk: i32): void {
  const report = beginKick(chunk), path = pathOfThread(), end = chunkEnd(chunk), counted = int(PAIRED) != 0;
  const walls = int(HAS_WALLS) != 0;
  openLoads(chunk);
  vectorAt(report + REPORT_INTERNAL).set(0, 0, 0);
  vectorAt(report + REPORT_DRAG).set(0, 0, 0);
  store<f64>(report, 0, REPORT_LEVEL);
  store<f64>(report, <f64>STEP_BITS, REPORT_SHALLOW);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const step = stepOf(i);
    if (!isActive(i)) { noteLevel(report, step & STEP_BITS); continue; }
    const dt = ageOf(step), half = 0.5 * dt, v = velocityOf(i), a = accelerationOf(i), f = sumsOf(i);
    const m = relativeMassOf(i), h = lengthOf(i), substance = substanceOf(i);
    accelerated(v, half, a, path.spare); // fields act on v*
    externalAt(positionOf(i), path.spare, a);
    noteExternal(report, a, m * half);
    const found = walls ? addWalls(report, i, path.spare, a) : 0, wx = fromWallsX, wy = fromWallsY, wz = fromWallsZ;
    path.known.set(a.x, a.y, a.z); // what acts without walls
    if (found) a.set(a.x + wx, a.y + wy, a.z + wz);
    addVector(report + REPORT_INTERNAL, half * <f64>load<f32>(f), half * <f64>load<f32>(f, 4), half * <f64>load<f32>(f, 8));
    const a2 = addForcesOf(i, m, a), v2 = accelerated(v, half, a, v), h2 = h * h;
    if (int(HAS_XSPH)) smoothVelocity(i, substance, v, m, dt);
    const rate = isIntegrated(substance)
      ? completeDensity(i, half, dt, counted ? isIsolated(i) : isLonely(i))
      : densityRateOf(i, substance);

    const rho = densityOf(i), compression = rho / load<f64>(substance, SUB_REST_DENSITY), stiffer = stiffening(substance, compression, h);
    const c = feltSpeed(substance), viscous = load<f64>(substance, SUB_SIGNAL_SPEED) - c;
    const signals = withQuadratic(substance, (c + viscous * linearPart(substance, h)) * stiffer, v2, h);
    const expands = expansion(substance, rho, rate), diffuses = load<f64>(substance, SUB_KINEMATIC_VISCOSITY) / h2;
    noteSpeed(report, i, v2 / h2);
    notePush(report, a2 / h2, dt);
    noteCompression(report, i, compression);
    noteRates(report, expands, c * stiffer, signals, diffuses);
    noteBad(report, i, v2 + a2);
    const next = nextLevel(step, longestStep(v2 / h2, a2 / h2, signals, expands, diffuses));
    store<u32>(address(AT_STEP) + (<usize>i << 2), next & STEP_BITS);
    noteLevel(report, next);
    if (walls) noteWalls(report, i, found, half, wx, wy, wz);
  }
  closeLoads();
  endKick(report);
  toKilograms(report + REPORT_INTERNAL);
  toKilograms(report + REPORT_DRAG);
}

/** Notes the impulse of walls in the half kick of now, and keeps their push for that which begins the next step. */
function noteWalls(report: usize, i: i32, found: i32, time: f64, x: f64, y: f64, z: f64): void {
  const weight = relativeMassOf(i) * time, path = pathOfThread();
  addVector(report + REPORT_DRAG, weight * x, weight * y, weight * z);
  wallPushOf(i).set(x, y, z);
  if (int(BODY_COUNT) == 0) return;
  bookWallsOf(i, found, time, massOf(i), path.spare, path.known);
  bodyPushOf(i).set(fromBodiesX, fromBodiesY, fromBodiesZ);
}

/** What walls gave to particle i at its last evaluation, m/s². */
@inline function wallPushOf(i: i32): Vector { return vectorAt(address(AT_WALL_PUSH) + <usize>i * 24); }
/** The part of it by bodies. */
@inline function bodyPushOf(i: i32): Vector { return vectorAt(address(AT_BODY_PUSH) + <usize>i * 24); }

/** Books the push of bodies on particle i in the half kick that begins a step, with the body that is nearest; `weight` is ½dt m. */
function bookFirst(i: i32, weight: f64): void {
  const push = bodyPushOf(i), x = positionOf(i);
  if (push.square == 0) return;
  const found = findWalls(i, 4 * lengthOf(i));
  let body = 0, nearest = Infinity;
  for (let k = 0; k < found; k++) {
    const wall = wallAt(k);
    if (wall.body < 0 || wall.q >= nearest) continue;
    nearest = wall.q;
    body = <i32>wall.body;
  }
  addLoad(body, x.x, x.y, x.z, weight * push.x, weight * push.y, weight * push.z);
}

/** Notes the level of a particle's step. */
@inline function noteLevel(report: usize, level: u32): void {
  raise(report + REPORT_LEVEL, <f64>level);
  lower(report + REPORT_SHALLOW, <f64>level);
}

/** The longest step that a particle may take, s, by (v/h)², (a/h)² and its rates. [DC99 eq. 15-16, card §6] */
@inline function longestStep(speed: f64, push: f64, signals: f64, expands: f64, diffuses: f64): f64 {
  const courant = real(COURANT) / Math.max(signals, Math.sqrt(speed)), pushed = real(ACCELERATION_FACTOR) / Math.sqrt(Math.sqrt(push));
  return Math.min(Math.min(courant, pushed), Math.min(real(DIVERGENCE_FACTOR) / expands, LAMINAR / diffuses));
}

/**
 * Level of the next step of a particle: the longest that keeps to the limit (s), is at most twice the last, and begins at a multiple of
 * itself. [DC99 §5.1, card §6] STEP_BITS if there is none.
 */
function nextLevel(step: u32, limit: f64): u32 {
  const ticks = int(TICKS), tick = int(TICK);
  let level = int(LEVEL_LEAST);
  if ((step & STEP_NEW) == 0) level = max(level, <i32>(step & STEP_BITS) - 1);
  while ((ticks >> level) >= 1 && (<f64>(ticks >> level) * real(TICK_SECONDS) > limit || (tick & ((ticks >> level) - 1)) != 0)) level++;
  return (ticks >> level) >= 1 ? <u32>level : STEP_BITS;
}

/** Fewer than ISOLATED others in the full list of particle i. */
function isLonely(i: i32): bool {
  const list = address(AT_LIST) + (<usize>i << 3), begin = load<usize>(list), end = load<usize>(list, 4);
  const own = address(AT_RECORD) + (<usize>i << RECORD_SHIFT);
  if (end - begin > 4 * (<usize>ISOLATED + 4)) return false;
  let others = 0;
  for (let l = begin; l < end; l += 4) if (load<usize>(l) != own) others++;
  return others < ISOLATED;
}
