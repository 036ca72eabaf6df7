// The passes over particles of the predictor velocity-Verlet scheme, in f64. [card §6]
//   drift: v½ = v + ½dt a, ρ½ = ρ + ½dt ρ̇, x ← x + dt v½ (obstacles in the way bend the path)
//   kick:  v ← v½ + ½dt a, ρ ← ρ½ + ½dt ρ̇ with the new a, ρ̇
// With individual steps only the active particles drift and are kicked, each over the time since its last evaluation, and choose their
// next step. Between the two, velocity and density hold the half-step values. Each chunk reports extremes; their maxima do not depend on
// which thread took the chunk.

import {
  ACCELERATION_FACTOR, AT_ACCELERATION, AT_CHUNK_REPORT, AT_CLEARANCE, AT_DELTA, AT_DENSITY, AT_DENSITY_RATE, AT_DIRECTION, AT_DRIFT, AT_ID, AT_LEAVING, AT_LIST, AT_MASS,
  AT_NEIGHBOR_COUNT, AT_POSITION, AT_RECORD, AT_SMOOTHING_LENGTH, AT_STEP, AT_SUM, AT_SUM_XSPH, AT_VELOCITY, AT_VISCOSITY, AT_WALL, COURANT, DIMENSION, DIVERGENCE_FACTOR, DOMAIN_MAX, DOMAIN_MIN,
  FIRST_KICK, FLOW, FORCE_COUNT, GRAVITY, HAS_CLEARANCE, HAS_DOMAIN, HAS_HEAT, HAS_WALLS, HAS_XSPH, IMPLICIT, INDIVIDUAL, LAG, LAST_KICK, LEVEL_LEAST, MASS_UNIT,
  OBSTACLE_COUNT, OBSTACLES, PAIRED, PERIOD, RECORD_SHIFT, REPORT_ACCELERATION, REPORT_BAD, REPORT_BYTES, REPORT_CONDUCTION,
  REPORT_DENSEST, REPORT_DENSITY_HIGH, REPORT_DENSITY_LOW, REPORT_DIVERGENCE, REPORT_DRAG, REPORT_EXTERNAL, REPORT_FASTEST,
  REPORT_FIRST, REPORT_IMPULSE, REPORT_INTERNAL, REPORT_LEAVING, REPORT_LEVEL, REPORT_MOVE_MAX, REPORT_MOVE_MIN, REPORT_PUSH, REPORT_SHALLOW, REPORT_SIGNAL, REPORT_SOUND, REPORT_SPEED, REPORT_VISCOUS, SCRATCH,
  SCRATCH_BYTES, SINK_COUNT, SINKS, STEP, STEP_BITS, STEP_NEW, SUB_CONDUCTIVITY, SUB_CONTACT_RADIUS, SUB_HEAT_CAPACITY, SUB_KINEMATIC_VISCOSITY, SUB_QUADRATIC, SUB_REST_DENSITY,
  SUB_SIGNAL_SPEED, SUB_SOUND_SPEED, SUB_SUMMATION, SUB_XSPH_STORED, TICK, TICK_BEFORE, TRAVELED,
  TICK_SECONDS, TICKS,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { addFields } from '../fields';
import { wallRate } from '../flow/solve';
import { isGlobule, paceOf } from '../globules/pack';
import { ageOf, isActive, stepOf } from '../individual';
import { lendMemory } from '../obstacles/gather';
import { isOnWrongSide } from '../obstacles/sides';
import { sweepParticle } from '../obstacles/sweep';
import { soundSpeedFactor } from '../state-equation';
import { threadIndex } from '../thread';
import { linearPart, substanceOf } from './pack';

/** Fewer list neighbors than this and a particle counts as isolated: its density relaxes to rest. [card §4] */
export const ISOLATED = 4;
/** A continuity density stays above this part of ρ₀, whatever flies apart. */
export const LEAST_DENSITY: f64 = 0.1;
/** How much nearer than half a particle size some particles come to obstacles. */
const ROUGHNESS: f64 = 0.03;
/** 2³²/φ: multiples of it spread evenly over the 32-bit numbers. */
const GOLDEN: u32 = 2654435769;
/** dt ≤ 0.1 h²/ν, as in src/substances/sph/limits.ts. [card §6] */
const LAMINAR: f64 = 0.1;
/** Up to this β steps that suit the speed suit the quadratic viscosity as well. */
const USUAL_QUADRATIC: f64 = 2;

/** Half kick and drift of a chunk. */
export function drift(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), individual = int(INDIVIDUAL) != 0, sinceLast = <f64>(int(TICK) - int(TICK_BEFORE)) * real(TICK_SECONDS);
  let dt = real(STEP), half = real(FIRST_KICK) * dt;
  const lag = real(LAG), clear = int(HAS_CLEARANCE) != 0;
  const position = address(AT_POSITION), velocity = address(AT_VELOCITY), acceleration = address(AT_ACCELERATION);
  const density = address(AT_DENSITY), rate = address(AT_DENSITY_RATE), mass = address(AT_MASS), lengths = address(AT_SMOOTHING_LENGTH);
  const ids = address(AT_ID), correction = address(AT_DRIFT), obstacles = address(OBSTACLES), obstacleCount = int(OBSTACLE_COUNT);
  const target = address(SCRATCH) + <usize>threadIndex() * <usize>int(SCRATCH_BYTES), gain = target + 24, field = target + 48;
  if (obstacleCount) lendMemory(target + 128);
  const px = real(PERIOD), py = real(PERIOD + 8), pz = real(PERIOD + 16);
  let lowX = Infinity, lowY = Infinity, lowZ = Infinity, highX = -Infinity, highY = -Infinity, highZ = -Infinity;
  let ix = 0.0, iy = 0.0, iz = 0.0, ranX = 0.0, ranY = 0.0, ranZ = 0.0;
  let ex = 0.0, ey = 0.0, ez = 0.0, nx = 0.0, ny = 0.0, nz = 0.0;
  for (let i = begin; i < end; i++) {
    const at3 = <usize>i * 24, at = <usize>i << 3, x = position + at3, v = velocity + at3, a = acceleration + at3, e = correction + at3;
    let x0 = load<f64>(x), y0 = load<f64>(x, 8), z0 = load<f64>(x, 16);
    if (individual) {
      const step = stepOf(i), acts = isActive(i);
      if (step & STEP_NEW) continue;
      dt = ageOf(step);
      half = 0.5 * dt;
      const before = dt - sinceLast; // where it was at the tick before, or how far its prediction moves
      const t = acts ? before : sinceLast, mean = acts ? 0.5 * before : before + 0.5 * sinceLast;
      const px = t * (load<f64>(v) + load<f64>(e) + mean * load<f64>(a));
      const py = t * (load<f64>(v, 8) + load<f64>(e, 8) + mean * load<f64>(a, 8));
      const pz = t * (load<f64>(v, 16) + load<f64>(e, 16) + mean * load<f64>(a, 16));
      if (!acts) {
        lowX = Math.min(lowX, px); lowY = Math.min(lowY, py); lowZ = Math.min(lowZ, pz);
        highX = Math.max(highX, px); highY = Math.max(highY, py); highZ = Math.max(highZ, pz);
        continue;
      }
      ranX = px; ranY = py; ranZ = pz;
      externalAt(x, v, field);
      const m = half * load<f64>(mass + at), fx = m * load<f64>(field), fy = m * load<f64>(field, 8), fz = m * load<f64>(field, 16);
      ex += fx; ey += fy; ez += fz;
      nx += m * load<f64>(a) - fx; ny += m * load<f64>(a, 8) - fy; nz += m * load<f64>(a, 16) - fz;
    }
    const gx = half * load<f64>(a), gy = half * load<f64>(a, 8), gz = half * load<f64>(a, 16);
    const vx = load<f64>(v) + gx, vy = load<f64>(v, 8) + gy, vz = load<f64>(v, 16) + gz;
    let x1 = x0 + dt * (vx - lag * gx + load<f64>(e)), y1 = y0 + dt * (vy - lag * gy + load<f64>(e, 8)), z1 = z0 + dt * (vz - lag * gz + load<f64>(e, 16));
    store<f64>(v, vx); store<f64>(v, vy, 8); store<f64>(v, vz, 16);
    if (obstacleCount && !(clear && isClearOf(i, x1 - x0, y1 - y0, z1 - z0))) {
      store<f64>(target, x1); store<f64>(target, y1, 8); store<f64>(target, z1, 16);
      store<f64>(gain, gx); store<f64>(gain, gy, 8); store<f64>(gain, gz, 16);
      const radius = load<f64>(lengths + at) * load<f64>(substanceOf(i), SUB_CONTACT_RADIUS) * (isGlobule(i) ? 1 : roughness(load<u32>(ids + (<usize>i << 2))));
      const bounces = sweepParticle(obstacles, obstacleCount, x, target, v, gain, radius);
      if (bounces) {
        const m = load<f64>(mass + at);
        x1 = load<f64>(target); y1 = load<f64>(target, 8); z1 = load<f64>(target, 16);
        if (half > 0) { store<f64>(a, load<f64>(gain) / half); store<f64>(a, load<f64>(gain, 8) / half, 8); store<f64>(a, load<f64>(gain, 16) / half, 16); } // for v* only: the kick renews it
        ix += m * (load<f64>(v) - vx); iy += m * (load<f64>(v, 8) - vy); iz += m * (load<f64>(v, 16) - vz);
      }
    }
    x0 += ranX; y0 += ranY; z0 += ranZ;
    lowX = Math.min(lowX, x1 - x0); lowY = Math.min(lowY, y1 - y0); lowZ = Math.min(lowZ, z1 - z0);
    highX = Math.max(highX, x1 - x0); highY = Math.max(highY, y1 - y0); highZ = Math.max(highZ, z1 - z0);
    store<f64>(x, wrap(x1, px, 0)); store<f64>(x, wrap(y1, py, 8), 8); store<f64>(x, wrap(z1, pz, 16), 16);
    store<f64>(density + at, load<f64>(density + at) + half * load<f64>(rate + at));
  }
  const report = address(AT_CHUNK_REPORT) + <usize>chunk * REPORT_BYTES;
  store<f64>(report, lowX, REPORT_MOVE_MIN); store<f64>(report, lowY, REPORT_MOVE_MIN + 8); store<f64>(report, lowZ, REPORT_MOVE_MIN + 16);
  store<f64>(report, highX, REPORT_MOVE_MAX); store<f64>(report, highY, REPORT_MOVE_MAX + 8); store<f64>(report, highZ, REPORT_MOVE_MAX + 16);
  store<f64>(report, ix, REPORT_IMPULSE); store<f64>(report, iy, REPORT_IMPULSE + 8); store<f64>(report, iz, REPORT_IMPULSE + 16);
  lendMemory(0);
  if (!individual) return;
  store<f64>(report, ex, REPORT_FIRST); store<f64>(report, ey, REPORT_FIRST + 8); store<f64>(report, ez, REPORT_FIRST + 16);
  store<f64>(report, nx, REPORT_FIRST + 24); store<f64>(report, ny, REPORT_FIRST + 32); store<f64>(report, nz, REPORT_FIRST + 40);
}

/** Whether no obstacle is in the way of globule i: it has not come as far as its clearance, however it went. */
@inline function isClearOf(i: i32, dx: f64, dy: f64, dz: f64): bool {
  const left = load<f64>(address(AT_CLEARANCE) + (<usize>i << 3)) - real(TRAVELED);
  return left > 0 && dx * dx + dy * dy + dz * dz < left * left;
}

/** Acceleration by gravity and force fields at x with velocity v, into `out`. */
@inline export function externalAt(x: usize, v: usize, out: usize): void {
  store<f64>(out, real(GRAVITY)); store<f64>(out, real(GRAVITY + 8), 8); store<f64>(out, real(GRAVITY + 16), 16);
  addFields(x, v, out);
  if (real(DIMENSION) == 2) store<f64>(out, 0, 16);
}

/** Part of its contact radius at which obstacles hold a particle: a film on a wall is never quite flat, so that it falls. [ADR 12] */
@inline function roughness(id: u32): f64 {
  return 1 - ROUGHNESS * (<f64>(id * GOLDEN) / 4294967296);
}

@inline function wrap(x: f64, period: f64, axis: usize): f64 {
  if (period == 0) return x;
  const min = load<f64>(DOMAIN_MIN + axis);
  return x - period * Math.floor((x - min) / period);
}

/** Accelerations and rates from the sums, second half kick, and the extremes that choose the next step. */
export function kick(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), unit = real(MASS_UNIT), individual = int(INDIVIDUAL) != 0;
  let dt = real(STEP), half = real(LAST_KICK) * dt, level: u32 = 0, shallow: u32 = STEP_BITS, nx = 0.0, ny = 0.0, nz = 0.0, hardest = 0.0;
  const velocity = address(AT_VELOCITY), acceleration = address(AT_ACCELERATION), position = address(AT_POSITION);
  const density = address(AT_DENSITY), rates = address(AT_DENSITY_RATE), mass = address(AT_MASS), lengths = address(AT_SMOOTHING_LENGTH);
  const sums = address(AT_SUM), counts = address(AT_NEIGHBOR_COUNT), flat = real(DIMENSION) == 2, smooths = int(HAS_XSPH) != 0;
  const counted = !individual || int(PAIRED) != 0, flow = int(FLOW) != 0, heats = int(HAS_HEAT) != 0, implicit = int(IMPLICIT) != 0;
  let dragX = 0.0, dragY = 0.0, dragZ = 0.0, conduction = 0.0;
  let ex = 0.0, ey = 0.0, ez = 0.0, lowest = Infinity, highest = 0.0, densest = -1;
  let speed = 0.0, push = 0.0, divergence = 0.0, sound = 0.0, signal = 0.0, viscous = 0.0, bad = -1, fastest = -1;
  for (let i = begin; i < end; i++) {
    if (individual) {
      const step = stepOf(i);
      if (!isActive(i)) { level = max(level, step & STEP_BITS); shallow = min(shallow, step & STEP_BITS); continue; }
      dt = ageOf(step);
      half = 0.5 * dt;
    }
    const at3 = <usize>i * 24, at = <usize>i << 3, v = velocity + at3, a = acceleration + at3, sum = sums + (<usize>i << 4);
    const substance = substanceOf(i), m = load<f64>(mass + at) / unit, h = load<f64>(lengths + at);
    const hx = load<f64>(v), hy = load<f64>(v, 8), hz = load<f64>(v, 16);
    const wasX = load<f64>(a), wasY = load<f64>(a, 8), wasZ = load<f64>(a, 16);
    if (flow) { if (implicit) guess(i, v, a, dt); }
    else { store<f64>(v, hx + half * load<f64>(a)); store<f64>(v, hy + half * load<f64>(a, 8), 8); store<f64>(v, hz + half * load<f64>(a, 16), 16); } // fields act on v*
    externalAt(position + at3, v, a);
    store<f64>(v, hx); store<f64>(v, hy, 8); store<f64>(v, hz, 16);
    const share = individual ? m * half : m;
    ex += share * load<f64>(a); ey += share * load<f64>(a, 8); ez += share * load<f64>(a, 16);
    if (individual) { nx += half * <f64>load<f32>(sum); ny += half * <f64>load<f32>(sum, 4); nz += half * <f64>load<f32>(sum, 8); }
    let ax = <f64>load<f32>(sum) / m + load<f64>(a), ay = <f64>load<f32>(sum, 4) / m + load<f64>(a, 8), az = <f64>load<f32>(sum, 8) / m + load<f64>(a, 16);
    if (flow && int(HAS_WALLS)) {
      const wall = address(AT_WALL) + (<usize>i << 5), S = implicit ? 0 : <f64>load<f32>(wall), k = implicit ? 0 : 1 / load<f64>(density + at);
      const wx = <f64>load<f32>(wall, 16) + k * (<f64>load<f32>(wall, 4) - S * hx);
      const wy = <f64>load<f32>(wall, 20) + k * (<f64>load<f32>(wall, 8) - S * hy);
      const wz = <f64>load<f32>(wall, 24) + k * (<f64>load<f32>(wall, 12) - S * hz);
      ax += wx; ay += wy; az += wz;
      dragX += m * dt * wx; dragY += m * dt * wy; dragZ += m * dt * wz;
    }
    if (flow && dt == 0) { store<f64>(a, wasX); store<f64>(a, wasY, 8); store<f64>(a, wasZ, 16); } // the solve begins with what really accelerated it
    else { store<f64>(a, ax); store<f64>(a, ay, 8); store<f64>(a, az, 16); }
    const vx = load<f64>(v) + half * ax, vy = load<f64>(v, 8) + half * ay, vz = load<f64>(v, 16) + half * az;
    store<f64>(v, vx); store<f64>(v, vy, 8); store<f64>(v, vz, 16);
    if (implicit) completeGuess(i, v, m, dt, <f64>load<f32>(sum, 12));
    if (smooths) smoothVelocity(i, substance, v, m, dt);

    let rho = load<f64>(density + at), rate = flow ? load<f64>(rates + at) : <f64>load<f32>(sum, 12);
    if (!flow && load<f64>(substance, SUB_SUMMATION) == 0) {
      const rho0 = load<f64>(substance, SUB_REST_DENSITY), floor = rho0 * LEAST_DENSITY;
      rho += half * rate;
      if ((counted ? load<i32>(counts + (<usize>i << 2)) < ISOLATED : isLonely(i))) rho += (rho0 - rho) * Math.min(1, (dt * load<f64>(substance, SUB_SOUND_SPEED)) / h);
      if (rho < floor) { rho = floor; rate = Math.max(rate, 0); }
      store<f64>(rates + at, rate);
      store<f64>(density + at, rho);
    }
    const compression = rho / load<f64>(substance, SUB_REST_DENSITY);
    if (compression < lowest) { lowest = compression; if (highest * lowest < 1) densest = i; }
    if (compression > highest) { highest = compression; if (highest * lowest > 1) densest = i; }
    const v2 = vx * vx + vy * vy + vz * vz, a2 = ax * ax + ay * ay + az * az, h2 = h * h;
    const pace = (v2 / h2) * paceOf(i);
    if (pace > speed) { speed = pace; fastest = i; }
    push = Math.max(push, a2 / h2);
    hardest = Math.max(hardest, dt * dt * dt * dt * (a2 / h2));
    const expands = Math.abs(rate) / Math.max(rho, load<f64>(substance, SUB_REST_DENSITY)); // rarefied particles need no small steps
    divergence = Math.max(divergence, expands);
    const stiffer = soundSpeedFactor(substance, compression) / h, c = load<f64>(substance, SUB_SOUND_SPEED);
    let signals = (individual ? c + (load<f64>(substance, SUB_SIGNAL_SPEED) - c) * linearPart(substance, h) : load<f64>(substance, SUB_SIGNAL_SPEED)) * stiffer;
    sound = Math.max(sound, c * stiffer);
    const beta = load<f64>(substance, SUB_QUADRATIC);
    if (beta > USUAL_QUADRATIC) signals = Math.max(signals, (beta / USUAL_QUADRATIC) * (Math.sqrt(v2) / h));
    signal = Math.max(signal, signals);
    const diffuses = (flow ? load<f64>(address(AT_VISCOSITY) + at) / rho : load<f64>(substance, SUB_KINEMATIC_VISCOSITY)) / h2;
    viscous = Math.max(viscous, diffuses);
    if (heats) conduction = Math.max(conduction, load<f64>(substance, SUB_CONDUCTIVITY) / (rho * load<f64>(substance, SUB_HEAT_CAPACITY) * h2));
    if (individual) {
      const courant = real(COURANT) / Math.max(signals, Math.sqrt(v2 / h2)), pushed = real(ACCELERATION_FACTOR) / Math.sqrt(Math.sqrt(a2 / h2));
      const limit = Math.min(Math.min(courant, pushed), Math.min(real(DIVERGENCE_FACTOR) / expands, LAMINAR / diffuses));
      const next = nextLevel(stepOf(i), limit);
      store<u32>(address(AT_STEP) + (<usize>i << 2), next & STEP_BITS);
      level = max(level, next);
      shallow = min(shallow, next);
    }
    const x = position + at3, place = load<f64>(x) + load<f64>(x, 8) + load<f64>(x, 16);
    if (!isFinite(v2 + a2 + rho + place) || !(rho > 0)) bad = i;
  }
  const report = address(AT_CHUNK_REPORT) + <usize>chunk * REPORT_BYTES;
  store<f64>(report, ex * unit, REPORT_EXTERNAL); store<f64>(report, ey * unit, REPORT_EXTERNAL + 8); store<f64>(report, ez * unit, REPORT_EXTERNAL + 16);
  store<f64>(report, lowest, REPORT_DENSITY_LOW);
  store<f64>(report, highest, REPORT_DENSITY_HIGH);
  store<f64>(report, <f64>densest, REPORT_DENSEST);
  store<f64>(report, Math.sqrt(speed), REPORT_SPEED);
  store<f64>(report, Math.sqrt(push), REPORT_ACCELERATION);
  store<f64>(report, divergence, REPORT_DIVERGENCE);
  store<f64>(report, sound, REPORT_SOUND);
  store<f64>(report, signal, REPORT_SIGNAL);
  store<f64>(report, viscous, REPORT_VISCOUS);
  store<f64>(report, <f64>bad, REPORT_BAD);
  store<f64>(report, <f64>fastest, REPORT_FASTEST);
  store<f64>(report, Math.sqrt(Math.sqrt(hardest)), REPORT_PUSH);
  if (heats) store<f64>(report, conduction, REPORT_CONDUCTION);
  if (flow) { store<f64>(report, dragX * unit, REPORT_DRAG); store<f64>(report, dragY * unit, REPORT_DRAG + 8); store<f64>(report, dragZ * unit, REPORT_DRAG + 16); }
  if (!individual) return;
  store<f64>(report, <f64>level, REPORT_LEVEL);
  store<f64>(report, <f64>shallow, REPORT_SHALLOW);
  store<f64>(report, nx * unit, REPORT_INTERNAL); store<f64>(report, ny * unit, REPORT_INTERNAL + 8); store<f64>(report, nz * unit, REPORT_INTERNAL + 16);
}

/** The velocity that particle i would have if its acceleration stayed the same: a first guess for the solve. */
@inline function guess(i: i32, v: usize, a: usize, dt: f64): void {
  const direction = address(AT_DIRECTION) + (<usize>i << 4);
  for (let axis: usize = 0; axis < 3; axis++) {
    store<f32>(direction + (axis << 2), <f32>(load<f64>(v + (axis << 3)) + dt * load<f64>(a + (axis << 3))));
  }
  store<f32>(direction, 0, 12);
}

/**
 * The guess as a change of the velocity that the other forces led to, and the diagonal of the system; the sums are free for the solve.
 * Globules have no viscosity: their change is 0 and stays so.
 */
@inline function completeGuess(i: i32, v: usize, m: f64, dt: f64, coefficients: f64): void {
  const delta = address(AT_DELTA) + (<usize>i << 4), direction = address(AT_DIRECTION) + (<usize>i << 4);
  for (let axis: usize = 0; axis < 3; axis++) {
    store<f32>(delta + (axis << 2), isGlobule(i) ? 0 : <f32>(<f64>load<f32>(direction + (axis << 2)) - load<f64>(v + (axis << 3))));
  }
  store<f32>(delta, <f32>(m + dt * (coefficients + wallRate(i, m))), 12);
  v128.store(address(AT_SUM) + (<usize>i << 4), f32x4.splat(0));
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

/** Fewer than ISOLATED others in the list of particle i. */
function isLonely(i: i32): bool {
  const list = address(AT_LIST) + (<usize>i << 3), begin = load<usize>(list), end = load<usize>(list, 4), own = address(AT_RECORD) + (<usize>i << RECORD_SHIFT);
  if (end - begin > 4 * (<usize>ISOLATED + 4)) return false;
  let others = 0;
  for (let l = begin; l < end; l += 4) if (load<usize>(l) != own) others++;
  return others < ISOLATED;
}

/** XSPH: moves with v + Δv, and stores it only if the substance says so. [PV09 eq. 11, X19] */
@inline function smoothVelocity(i: i32, substance: usize, v: usize, m: f64, dt: f64): void {
  const sum = address(AT_SUM_XSPH) + (<usize>i << 4), e = address(AT_DRIFT) + <usize>i * 24;
  const ex = <f64>load<f32>(sum) / m, ey = <f64>load<f32>(sum, 4) / m, ez = <f64>load<f32>(sum, 8) / m;
  if (load<f64>(substance, SUB_XSPH_STORED) != 0) {
    if (dt > 0) { store<f64>(v, load<f64>(v) + ex); store<f64>(v, load<f64>(v, 8) + ey, 8); store<f64>(v, load<f64>(v, 16) + ez, 16); }
  } else { store<f64>(e, ex); store<f64>(e, ey, 8); store<f64>(e, ez, 16); }
}

/** Marks the particles of a chunk that left the domain or entered a sink. */
export function markLeaving(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), position = address(AT_POSITION), leaving = address(AT_LEAVING);
  const sinks = address(SINKS), count = int(SINK_COUNT), bounded = int(HAS_DOMAIN) != 0;
  let gone = 0;
  for (let i = begin; i < end; i++) {
    const x = position + <usize>i * 24;
    let leaves = bounded && isOutside(x);
    for (let k = 0; k < count && !leaves; k++) leaves = isOnWrongSide(sinks, k, x);
    store<u8>(leaving + i, leaves ? 1 : 0);
    if (leaves) gone++;
  }
  store<f64>(address(AT_CHUNK_REPORT) + <usize>chunk * REPORT_BYTES, <f64>gone, REPORT_LEAVING);
}

@inline function isOutside(x: usize): bool {
  for (let axis: usize = 0; axis < 24; axis += 8) {
    if (load<f64>(PERIOD + axis) != 0) continue;
    const c = load<f64>(x + axis);
    if (c < load<f64>(DOMAIN_MIN + axis) || c > load<f64>(DOMAIN_MAX + axis)) return true;
  }
  return false;
}
