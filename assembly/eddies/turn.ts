// Spin of eddies that particles are too coarse for: how fast neighbors go round a particle beside its own spin, the torque that lets both
// go together, and the steps of the spin. [BKKW17, ADR 69]
//   s = 2 (J + δ)⁻¹ (K − J ω),  J = tr B − B;   T = 2 m ν_t s,  τ = (J + δ)⁻¹ T;   m Θ ω̇ = J τ + what spreads
// It loses Σ ν_t m s² of energy and nothing else: the forces by τ (forces.ts) are those of ½ Σ ν_t m s². What spin gains, orbits lose: J τ.

import {
  AT_EDDY, AT_EDDY_GAIN, AT_EDDY_SPIN, AT_EDDY_SUM, AT_EDDY_TURN, EDDY_BYTES, EDDY_SPIN, EDDY_SPREAD, EDDY_TWIST, FIRST_KICK, FLOW,
  LAST_KICK, STEP, SUB_EDDY_INERTIA, SUB_EDDY_TRANSFER, SUB_EDDY_VISCOSITY, SUB_REST_DENSITY,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { Vector, vectorAt } from '../math/vector';
import { substanceOf } from '../passes/pack';
import { relativeMassOf } from '../schemes/shared/particle';
import { BXX, BXY, BYY, BYZ, BZX, BZZ, KX, KY, KZ } from './measure';

/** δ: where neighbors fill less than this, they say little of how the liquid turns. All around J is 2, at a flat surface 1. */
const FEW: f64 = 0.1;

// J of the particle in hand, and (J + δ)⁻¹.
let jxx: f64 = 0, jyy: f64 = 0, jzz: f64 = 0, jxy: f64 = 0, jyz: f64 = 0, jzx: f64 = 0;
let ixx: f64 = 0, iyy: f64 = 0, izz: f64 = 0, ixy: f64 = 0, iyz: f64 = 0, izx: f64 = 0;
// A vector.
let outX: f64 = 0, outY: f64 = 0, outZ: f64 = 0;

@inline function spinOf(i: i32): Vector { return vectorAt(address(AT_EDDY_SPIN) + <usize>i * 24); }
@inline function turnOf(i: i32): Vector { return vectorAt(address(AT_EDDY_TURN) + <usize>i * 24); }
@inline function sumOf(i: i32): usize { return address(AT_EDDY_SUM) + (<usize>i << 6); }
@inline function at(row: usize, offset: usize): f64 { return <f64>load<f32>(row + offset); }

/** ω ← ω + time ω̇ of particle i. */
@inline function kick(i: i32, time: f64): void {
  const w = spinOf(i), rate = turnOf(i);
  w.set(w.x + time * rate.x, w.y + time * rate.y, w.z + time * rate.z);
}

/** What acted before the particles moved, for a chunk; and forgets its sums. */
export function kickEddies(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), time = real(FIRST_KICK) * real(STEP);
  for (let i = begin; i < end; i++) kick(i, time);
  memory.fill(sumOf(begin), 0, <usize>(end - begin) << 6);
}

/** Torques of a chunk. ω is predicted to the end of the step where v is. */
export function turnEddies(chunk: i32): void {
  const end = chunkEnd(chunk), ahead = int(FLOW) ? 0 : real(LAST_KICK) * real(STEP);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const row = address(AT_EDDY) + <usize>i * EDDY_BYTES, substance = substanceOf(i), nu = load<f64>(substance, SUB_EDDY_TRANSFER);
    const w = spinOf(i), rate = turnOf(i), sum = sumOf(i);
    v128.store(row, f32x4.splat(0), EDDY_TWIST);
    v128.store(row, f32x4.splat(0), EDDY_SPIN);
    if (nu == 0) continue;
    const inertia = load<f64>(substance, SUB_EDDY_INERTIA), m = relativeMassOf(i);
    const ox = w.x + ahead * rate.x, oy = w.y + ahead * rate.y, oz = w.z + ahead * rate.z;
    takeShape(sum);
    inertiaTimes(ox, oy, oz);
    inverseTimes(at(sum, KX) - outX, at(sum, KY) - outY, at(sum, KZ) - outZ); // ½ s
    const k = 4 * m * nu;
    inverseTimes(k * outX, k * outY, k * outZ); // τ
    store<f32>(row, <f32>outX, EDDY_TWIST);
    store<f32>(row, <f32>outY, EDDY_TWIST + 4);
    store<f32>(row, <f32>outZ, EDDY_TWIST + 8);
    store<f32>(row, <f32>ox, EDDY_SPIN);
    store<f32>(row, <f32>oy, EDDY_SPIN + 4);
    store<f32>(row, <f32>oz, EDDY_SPIN + 8);
    store<f32>(row, <f32>(load<f64>(substance, SUB_REST_DENSITY) * inertia * load<f64>(substance, SUB_EDDY_VISCOSITY)), EDDY_SPREAD);
    inertiaTimes(at(row, EDDY_TWIST), at(row, EDDY_TWIST + 4), at(row, EDDY_TWIST + 8)); // of what the forces read
    const perMass = 1 / (m * inertia);
    rate.set(perMass * outX, perMass * outY, perMass * outZ);
  }
}

/** Forgets what spin spreads, for a chunk. */
export function forgetGains(chunk: i32): void {
  const begin = chunkBegin(chunk), count = <usize>(chunkEnd(chunk) - begin);
  memory.fill(address(AT_EDDY_GAIN) + (<usize>begin << 4), 0, count << 4);
}

/** Rates of a chunk, and what acts after the particles have moved. */
export function endEddies(chunk: i32): void {
  const end = chunkEnd(chunk), time = (1 - real(FIRST_KICK)) * real(STEP);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const substance = substanceOf(i), gain = address(AT_EDDY_GAIN) + (<usize>i << 4), rate = turnOf(i);
    if (load<f64>(substance, SUB_EDDY_TRANSFER) == 0) continue;
    const perMass = 1 / (relativeMassOf(i) * load<f64>(substance, SUB_EDDY_INERTIA));
    rate.set(rate.x + perMass * at(gain, 0), rate.y + perMass * at(gain, 4), rate.z + perMass * at(gain, 8));
    kick(i, time);
  }
}

/** As a world begins, eddies turn as the neighbors of their particles do: ω = (J + δ)⁻¹ K. */
export function beginEddies(chunk: i32): void {
  const end = chunkEnd(chunk);
  for (let i = chunkBegin(chunk); i < end; i++) {
    if (load<f64>(substanceOf(i), SUB_EDDY_TRANSFER) == 0) continue;
    const sum = sumOf(i);
    takeShape(sum);
    inverseTimes(at(sum, KX), at(sum, KY), at(sum, KZ));
    spinOf(i).set(outX, outY, outZ);
  }
}

/** J = tr B − B, and (J + δ)⁻¹ by Cramer's rule. */
@inline function takeShape(sum: usize): void {
  const bxx = at(sum, BXX), byy = at(sum, BYY), bzz = at(sum, BZZ);
  jxx = byy + bzz; jyy = bzz + bxx; jzz = bxx + byy; jxy = -at(sum, BXY); jyz = -at(sum, BYZ); jzx = -at(sum, BZX);
  const a = jxx + FEW, b = jyy + FEW, c = jzz + FEW;
  const cxx = b * c - jyz * jyz, cyy = c * a - jzx * jzx, czz = a * b - jxy * jxy;
  const cxy = jyz * jzx - jxy * c, cyz = jzx * jxy - jyz * a, czx = jxy * jyz - jzx * b;
  const determinant = a * cxx + jxy * cxy + jzx * czx, inverse = determinant > 0 ? 1 / determinant : 0;
  ixx = inverse * cxx; iyy = inverse * cyy; izz = inverse * czz; ixy = inverse * cxy; iyz = inverse * cyz; izx = inverse * czx;
}

/** J (x, y, z). */
@inline function inertiaTimes(x: f64, y: f64, z: f64): void {
  outX = jxx * x + jxy * y + jzx * z; outY = jxy * x + jyy * y + jyz * z; outZ = jzx * x + jyz * y + jzz * z;
}

/** (J + δ)⁻¹ (x, y, z). */
@inline function inverseTimes(x: f64, y: f64, z: f64): void {
  outX = ixx * x + ixy * y + izx * z; outY = ixy * x + iyy * y + iyz * z; outZ = izx * x + iyz * y + izz * z;
}
