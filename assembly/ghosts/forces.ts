// Forces of ghosts on particles, as those of other particles (passes/forces.ts), and density rates both ways. [AW09 eq. 55-57, card §20]
//   T_ik = V_i V_k [ (P_i/N_i² + P_k/N_k² + Π_ik) g x_ik − 2 G μ g⁺s v_ik/(N_i N_k) ],   g = −W̄′/r
//   Ṅ_i = −Σ_k V_k g v_ik·x_ik,   Ṅ_k = −Σ_i V_i g v_ik·x_ik,   m_i Δv_i = G Σ_k V_i V_k 2E/(N_i + N_k) (v_k − v_i) W̄
// V_k is the volume of the ghost [X30]; P_k is the pressure of the substance of i at the compression of the ghost. v_k is the velocity of
// the solid there; v_j is missing in print [X29]. G is the grip of the obstacle, a deviation: in print surfaces always hold. What slides
// past counts in Π as far as the surface grips: (v·n)(n·x) + G (v·x − (v·n)(n·x)) in place of v·x, n across the surface. All this is done
// in the frame of the obstacle, in which ghosts rest. A stored XSPH velocity does not pass to obstacles. [ADR 41]

import { ANGULAR_VELOCITY, BODY, ORIGIN, POSE_END } from '../../src/obstacles/layout';
import {
  AT_GHOST_COMPRESSION, AT_GHOST_FORCE, AT_GHOST_NORMAL_X, AT_GHOST_NORMAL_Y, AT_GHOST_NORMAL_Z, AT_GHOST_PRESSURE, AT_GHOST_VOLUME,
  AT_SUBSTANCE, AT_SUM_XSPH, BODY_COUNT, GHOST_HEAD_COUNT, GHOST_LENGTH, GHOST_PRESSURE_BYTES, GHOSTS_INTEGRATE, HAS_XSPH, LAST_KICK,
  PAIR_UNIT, RECORD_COMPRESSION, RECORD_INVERSE_SUPPORT, RECORD_KERNEL, RECORD_LINEAR, RECORD_PRESSURE, RECORD_QUADRATIC,
  RECORD_VISCOSITY, RECORD_VOLUME, RECORD_XSPH, STEP, SUB_GRADIENT_SCALE, SUB_XSPH_STORED,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { add, div, madd, mul, positive, sub, sumOf } from '../math/simd';
import { Vector } from '../math/vector';
import { frameX, frameY, frameZ, turnToLocal, turnToWorld } from '../obstacles/frame';
import { addLoad, closeLoads, openLoads } from '../obstacles/loads';
import { slot } from '../obstacles/solid';
import { gripAt, touchWith } from '../obstacles/touch';
import { computeWallVelocity, wallX, wallY, wallZ } from '../obstacles/wall-velocity';
import { distance2, nearness, recordOf, slopeOverDistance } from '../passes/four-pairs';
import { isSmoothed, substanceOf } from '../passes/pack';
import { accelerationOf, lengthOf, positionOf, sumsOf, velocityOf } from '../schemes/shared/particle';
import { ghostFactor } from './factor';
import { giveFour, RATE_QUANTA } from './received';
import { findRuns, fourOf, fourUntil, ghostDx, ghostDy, ghostDz, headAt, obstacleOf, runBegin, runEnd } from './runs';

// What the ghosts of one obstacle give to the particle in hand, in its frame: force and XSPH exchange over PAIR_UNIT, and Ṅ.
// Globals belong to one instance, hence to one thread.
let forceX: f64 = 0, forceY: f64 = 0, forceZ: f64 = 0, smoothX: f64 = 0, smoothY: f64 = 0, smoothZ: f64 = 0, rate: f64 = 0;
// The velocity of the particle against the obstacle there, and the angular velocity of the obstacle, in its frame.
let againstX: f32 = 0, againstY: f32 = 0, againstZ: f32 = 0, turnX: f32 = 0, turnY: f32 = 0, turnZ: f32 = 0;

/** Forces of the ghosts on the particles of a chunk; rates of compression are added to the sums. */
@inline export function addGhostForces<K>(chunk: i32): void {
  const end = chunkEnd(chunk), heads = int(GHOST_HEAD_COUNT), Rg = 2 * real(GHOST_LENGTH), bodies = int(BODY_COUNT);
  const unit = real(PAIR_UNIT);
  openLoads(chunk);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const row = address(AT_GHOST_FORCE) + (<usize>i << 5), x = positionOf(i), R = max<f64>(2 * lengthOf(i), Rg), sums = sumsOf(i);
    let fx = 0.0, fy = 0.0, fz = 0.0, compressed = 0.0;
    touchWith(load<u32>(address(AT_SUBSTANCE) + (<usize>i << 2)));
    for (let n = 0; n < heads && isSmoothed(i); n++) {
      const head = headAt(n), record = obstacleOf(head), runs = findRuns(head, x, R);
      if (runs == 0) continue;
      relate(i, record, x);
      addRuns<K>(i, runs, <f32>gripAt(record));
      turnToWorld(forceX, forceY, forceZ);
      fx += frameX; fy += frameY; fz += frameZ; compressed += rate;
      if (bodies) addLoad(<i32>slot(record, BODY), x.x, x.y, x.z, unit * frameX, unit * frameY, unit * frameZ);
      if (int(HAS_XSPH)) smooth(i);
    }
    store<f64>(row, fx); store<f64>(row, fy, 8); store<f64>(row, fz, 16);
    store<f32>(sums, load<f32>(sums, 12) + <f32>compressed, 12);
  }
  closeLoads();
}

/** Velocity v* of particle i against an obstacle, whose frame is entered. */
function relate(i: i32, record: usize, x: Vector): void {
  const v = velocityOf(i), a = accelerationOf(i), half = real(LAST_KICK) * real(STEP), pose = record + (<usize>POSE_END << 3);
  computeWallVelocity(record, x.x - slot(pose, ORIGIN), x.y - slot(pose, ORIGIN + 1), x.z - slot(pose, ORIGIN + 2));
  turnToLocal(v.x + half * a.x - wallX, v.y + half * a.y - wallY, v.z + half * a.z - wallZ);
  againstX = <f32>frameX; againstY = <f32>frameY; againstZ = <f32>frameZ;
  turnToLocal(slot(record, ANGULAR_VELOCITY), slot(record, ANGULAR_VELOCITY + 1), slot(record, ANGULAR_VELOCITY + 2));
  turnX = <f32>frameX; turnY = <f32>frameY; turnZ = <f32>frameZ;
}

/** Sums over the runs of ghosts that were found around particle i. */
@inline function addRuns<K>(i: i32, runs: i32, grip: f32): void {
  const kernel = changetype<K>(0), p = recordOf(i), substance = substanceOf(i), zero = f32x4.splat(0), Rg = 2 * real(GHOST_LENGTH);
  const index = <usize>load<u32>(address(AT_SUBSTANCE) + (<usize>i << 2)), pressures = index * <usize>int(GHOST_PRESSURE_BYTES);
  const invR = v128.load32_splat(p, RECORD_INVERSE_SUPPORT), V_i = v128.load32_splat(p, RECORD_VOLUME);
  const c = v128.load32_splat(p, RECORD_KERNEL);
  const N_i = v128.load32_splat(p, RECORD_COMPRESSION), P_i = v128.load32_splat(p, RECORD_PRESSURE), G = f32x4.splat(grip);
  const invRg = f32x4.splat(<f32>(1 / Rg)), cg = f32x4.splat(<f32>ghostFactor()), two = f32x4.splat(2);
  const linear = mul(two, v128.load32_splat(p, RECORD_LINEAR)), quadratic = mul(two, v128.load32_splat(p, RECORD_QUADRATIC));
  const mu_i = mul(G, mul(two, v128.load32_splat(p, RECORD_VISCOSITY))), E = mul(G, mul(two, v128.load32_splat(p, RECORD_XSPH)));
  const smooths = int(HAS_XSPH) != 0 && load<f64>(substance, SUB_XSPH_STORED) == 0 && grip > 0, integrates = int(GHOSTS_INTEGRATE) != 0;
  const h = f32x4.splat(<f32>(0.05 * (lengthOf(i) + real(GHOST_LENGTH)))), near = mul(h, f32x4.splat(0.2)); // h̄/10 and h̄/50
  const sizes = mul(c, f32x4.splat(<f32>(2 * lengthOf(i)))), sizesG = mul(cg, f32x4.splat(<f32>Rg));
  const scale = f32x4.splat(<f32>load<f64>(substance, SUB_GRADIENT_SCALE));
  const wx = f32x4.splat(againstX), wy = f32x4.splat(againstY), wz = f32x4.splat(againstZ);
  const ox = f32x4.splat(turnX), oy = f32x4.splat(turnY), oz = f32x4.splat(turnZ);
  let fx = zero, fy = zero, fz = zero, ex = zero, ey = zero, ez = zero, toI = zero;
  for (let run = 0; run < runs; run++) {
    const stop = runEnd(run);
    for (let k = runBegin(run); k < stop; k += 4) {
      const dx = ghostDx(k), dy = ghostDy(k), dz = ghostDz(k), r2 = distance2(dx, dy, dz), r = f32x4.sqrt(r2);
      const near_i = nearness(r, invR), near_k = nearness(r, invRg), g = slopeOverDistance<K>(r, c, near_i, cg, near_k);
      const V_k = fourUntil(AT_GHOST_VOLUME, k, stop), N_k = fourOf(AT_GHOST_COMPRESSION, k), VV = mul(V_i, V_k);
      const P_k = v128.load(address(AT_GHOST_PRESSURE) + pressures + (<usize>k << 2)), sumN = add(N_i, N_k);
      const vdotx = madd(wz, dz, madd(wy, dy, mul(wx, dx))); // the turning of the obstacle is across x_ik
      const nx = fourOf(AT_GHOST_NORMAL_X, k), ny = fourOf(AT_GHOST_NORMAL_Y, k), nz = fourOf(AT_GHOST_NORMAL_Z, k);
      const across = mul(madd(wz, nz, madd(wy, ny, mul(wx, nx))), madd(dz, nz, madd(dy, ny, mul(dx, nx))));
      const felt = madd(G, sub(vdotx, across), across), m = div(mul(h, f32x4.pmin(felt, zero)), madd(h, h, r2));
      const viscous = div(mul(m, sub(mul(quadratic, m), linear)), sumN);
      const f = mul(mul(VV, add(add(P_i, P_k), viscous)), g), bounded = div(mul(positive(g), r2), madd(near, near, r2));
      const drag = div(mul(mul(VV, mu_i), bounded), mul(N_i, N_k));
      const vx = add(wx, sub(mul(oy, dz), mul(oz, dy))), vy = add(wy, sub(mul(oz, dx), mul(ox, dz)));
      const vz = add(wz, sub(mul(ox, dy), mul(oy, dx)));
      fx = add(fx, sub(mul(f, dx), mul(drag, vx)));
      fy = add(fy, sub(mul(f, dy), mul(drag, vy)));
      fz = add(fz, sub(mul(f, dz), mul(drag, vz)));
      const w = mul(g, vdotx);
      toI = sub(toI, mul(V_k, w));
      if (integrates) giveFour(k, stop, mul(mul(scale, V_i), f32x4.neg(w)), RATE_QUANTA);
      if (!smooths) continue;
      const W = madd(sizes, kernel.value(near_i), mul(sizesG, kernel.value(near_k))), s = div(mul(mul(VV, W), E), sumN);
      ex = sub(ex, mul(s, vx)); ey = sub(ey, mul(s, vy)); ez = sub(ez, mul(s, vz));
    }
  }
  forceX = <f64>sumOf(fx); forceY = <f64>sumOf(fy); forceZ = <f64>sumOf(fz); rate = <f64>sumOf(toI);
  smoothX = <f64>sumOf(ex); smoothY = <f64>sumOf(ey); smoothZ = <f64>sumOf(ez);
}

/** Adds the XSPH exchange of the obstacle whose frame is entered to the sums of particle i. */
function smooth(i: i32): void {
  const sum = address(AT_SUM_XSPH) + (<usize>i << 4);
  turnToWorld(smoothX, smoothY, smoothZ);
  store<f32>(sum, load<f32>(sum) + <f32>frameX);
  store<f32>(sum, load<f32>(sum, 4) + <f32>frameY, 4);
  store<f32>(sum, load<f32>(sum, 8) + <f32>frameZ, 8);
}
