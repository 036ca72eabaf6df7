// The symmetric viscous stress of a particle: what the dissipation
//   Φ_i = η_i [ ¼ V_i D:D + ½α ( Σ_j c_ij |v_ij|² − L:M ) ],   L = M B⁺,  D = P (L + Lᵀ) P
// makes of its sums. [ADR 29] The second part is Σ c |v_ij − L x_ij|², 0 for every linear flow: it sees velocities that alternate from
// particle to particle, to which L is blind (X17). Forces are −∂Φ/∂v: with T_i = ∂Φ_i/∂M = η_i (P D P V B⁺ − α L)
//   f_i = −Σ_j c_ij [ (T_i + T_j) x_ij + α (η_i + η_j) v_ij ]
// Rigid motion has L + Lᵀ = 0 and no residual, so that momentum and angular momentum are kept, and surfaces are free of tension.

import {
  AT_DIRECTION, AT_STRAIN, AT_SUM, AT_TENSION, AT_WALL, FRAME_CONTROL, FRAME_GRIP, FRAME_INVERSE, FRAME_PROJECTOR,
  FRAME_VISCOSITY, FRAME_VOLUME, STRAIN_SHIFT, TENSION_FORCE, TENSION_SHIFT, WALL_ARM, WALL_NORMAL, WALL_SHIFT, WALL_SLIP,
  WALL_SLIP_DRAG,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd } from '../context';
import {
  isPartial, ixx, ixy, iyy, iyz, izx, izz, kxx, kxy, kyy, kyz, kzx, kzz, pxx, pxy, pyy, pyz, pzx, pzz, qxx, qxy, qyy, qyz, qzx, qzz,
} from './inverse-shape';
import { XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ } from './strain';

/** α: how much of the viscosity what is not linear feels. From the channels of the card. [ADR 29] */
export const CONTROL: f64 = 0.6;

/** Force of walls for a velocity that `takeTensionOf` was given, over the unit of mass. */
export let wallForceX: f64 = 0, wallForceY: f64 = 0, wallForceZ: f64 = 0;

// L, and the matrix that D is the double symmetric part of.
let lxx: f64 = 0, lxy: f64 = 0, lxz: f64 = 0, lyx: f64 = 0, lyy: f64 = 0, lyz: f64 = 0, lzx: f64 = 0, lzy: f64 = 0, lzz: f64 = 0;
// A symmetric matrix.
let dxx: f64 = 0, dyy: f64 = 0, dzz: f64 = 0, dxy: f64 = 0, dyz: f64 = 0, dzx: f64 = 0;

@inline function at(row: usize, offset: usize): f64 { return <f64>load<f32>(row + offset); }
@inline function put(row: usize, offset: usize, value: f64): void { store<f32>(row + offset, <f32>value); }

/** Row of what a particle needs to make forces of a gradient. */
@inline export function frameOf(i: i32): usize { return address(AT_STRAIN) + (<usize>i << STRAIN_SHIFT); }
/** Row of M and a force, then of T. */
@inline export function tensionOf(i: i32): usize { return address(AT_TENSION) + (<usize>i << TENSION_SHIFT); }
/** α η of particle i, Pa·s. */
@inline export function controlOf(i: i32): f32 { return load<f32>(frameOf(i), FRAME_CONTROL); }

/** L = M A for a symmetric A. */
@inline function takeGradient(M: usize, xx: f64, yy: f64, zz: f64, xy: f64, yz: f64, zx: f64): void {
  const a = at(M, XX), b = at(M, XY), c = at(M, XZ), d = at(M, YX), e = at(M, YY), f = at(M, YZ);
  const g = at(M, ZX), h = at(M, ZY), k = at(M, ZZ);
  lxx = a * xx + b * xy + c * zx; lxy = a * xy + b * yy + c * yz; lxz = a * zx + b * yz + c * zz;
  lyx = d * xx + e * xy + f * zx; lyy = d * xy + e * yy + f * yz; lyz = d * zx + e * yz + f * zz;
  lzx = g * xx + h * xy + k * zx; lzy = g * xy + h * yy + k * yz; lzz = g * zx + h * yz + k * zz;
}

/** D = L + Lᵀ. */
@inline function takeDouble(): void {
  dxx = 2 * lxx; dyy = 2 * lyy; dzz = 2 * lzz; dxy = lxy + lyx; dyz = lyz + lzy; dzx = lzx + lxz;
}

/** D ← P D P for a symmetric P. */
function project(xx: f64, yy: f64, zz: f64, xy: f64, yz: f64, zx: f64): void {
  const a = dxx * xx + dxy * xy + dzx * zx, b = dxx * xy + dxy * yy + dzx * yz, c = dxx * zx + dxy * yz + dzx * zz;
  const d = dxy * xx + dyy * xy + dyz * zx, e = dxy * xy + dyy * yy + dyz * yz, f = dxy * zx + dyy * yz + dyz * zz;
  const g = dzx * xx + dyz * xy + dzz * zx, h = dzx * xy + dyz * yy + dzz * yz, k = dzx * zx + dyz * yz + dzz * zz;
  dxx = xx * a + xy * d + zx * g; dyy = xy * b + yy * e + yz * h; dzz = zx * c + yz * f + zz * k;
  dxy = xx * b + xy * e + zx * h; dyz = xy * c + yy * f + yz * k; dzx = zx * a + yz * d + zz * g;
}

/** √(½ D:D) of the row whose B was just inverted over a volume, 1/s. [X13] */
export function shearRateOf(row: usize, V: f64): f64 {
  const k = V > 0 ? 1 / V : 0;
  takeGradient(row, k * ixx, k * iyy, k * izz, k * ixy, k * iyz, k * izx);
  takeDouble();
  if (isPartial) project(kxx, kyy, kzz, kxy, kyz, kzx);
  return Math.sqrt(0.5 * (dxx * dxx + dyy * dyy + dzz * dzz) + dxy * dxy + dyz * dyz + dzx * dzx);
}

/** ∇·v of the row whose B was just inverted over a volume, 1/s: exact for linear flows, at free surfaces too. */
export function expansionOf(row: usize, V: f64): f64 {
  const across = qxy * (at(row, XY) + at(row, YX)) + qyz * (at(row, YZ) + at(row, ZY)) + qzx * (at(row, ZX) + at(row, XZ));
  return V > 0 ? (qxx * at(row, XX) + qyy * at(row, YY) + qzz * at(row, ZZ) + across) / V : 0;
}

/** Keeps what was just inverted as the frame of a particle; `drag` is what gripping walls do to α η, per V. */
export function keepFrame(frame: usize, V: f64, eta: f64, drag: f64): void {
  const k = V > 0 ? 1 / V : 0;
  v128.store(frame, f32x4(<f32>(k * ixx), <f32>(k * iyy), <f32>(k * izz), <f32>(k * ixy)), FRAME_INVERSE);
  put(frame, FRAME_INVERSE + 16, k * iyz); put(frame, FRAME_INVERSE + 20, k * izx);
  put(frame, FRAME_PROJECTOR, pxx); put(frame, FRAME_PROJECTOR + 4, pyy); put(frame, FRAME_PROJECTOR + 8, pzz);
  put(frame, FRAME_PROJECTOR + 12, pxy); put(frame, FRAME_PROJECTOR + 16, pyz); put(frame, FRAME_PROJECTOR + 20, pzx);
  put(frame, FRAME_VISCOSITY, isPartial ? -eta : eta);
  put(frame, FRAME_VOLUME, V); put(frame, FRAME_CONTROL, CONTROL * eta); put(frame, FRAME_GRIP, CONTROL * eta * drag);
}

/**
 * T in place of the M of particle i, which moves with (x, y, z), m/s. Walls are added to M if it `lacks` them. Leaves in `wallForce` what
 * they take from the particle if they rest.
 */
export function takeTensionOf(i: i32, x: f64, y: f64, z: f64, lacks: bool): void {
  const frame = frameOf(i), row = tensionOf(i), wall = address(AT_WALL) + (<usize>i << WALL_SHIFT), signed = at(frame, FRAME_VISCOSITY);
  const eta = Math.abs(signed), V = at(frame, FRAME_VOLUME);
  const sx = at(wall, WALL_ARM), sy = at(wall, WALL_ARM + 4), sz = at(wall, WALL_ARM + 8), slip = at(wall, WALL_SLIP);
  const nx = at(wall, WALL_NORMAL), ny = at(wall, WALL_NORMAL + 4), nz = at(wall, WALL_NORMAL + 8), away = x * nx + y * ny + z * nz;
  if (lacks) {
    const k = slip * away;
    put(row, XX, at(row, XX) + x * sx + k * nx * nx); put(row, XY, at(row, XY) + x * sy + k * nx * ny);
    put(row, XZ, at(row, XZ) + x * sz + k * nx * nz); put(row, YX, at(row, YX) + y * sx + k * ny * nx);
    put(row, YY, at(row, YY) + y * sy + k * ny * ny); put(row, YZ, at(row, YZ) + y * sz + k * ny * nz);
    put(row, ZX, at(row, ZX) + z * sx + k * nz * nx); put(row, ZY, at(row, ZY) + z * sy + k * nz * ny);
    put(row, ZZ, at(row, ZZ) + z * sz + k * nz * nz);
  }
  const xx = at(frame, FRAME_INVERSE), yy = at(frame, FRAME_INVERSE + 4), zz = at(frame, FRAME_INVERSE + 8);
  const xy = at(frame, FRAME_INVERSE + 12), yz = at(frame, FRAME_INVERSE + 16), zx = at(frame, FRAME_INVERSE + 20);
  takeGradient(row, xx, yy, zz, xy, yz, zx);
  takeDouble();
  if (signed < 0) {
    const P = frame + FRAME_PROJECTOR, a = at(P, 0), b = at(P, 4), c = at(P, 8), d = at(P, 12), e = at(P, 16), f = at(P, 20);
    project(a, b, c, d, e, f);
    project(a, b, c, d, e, f);
  }
  const k = eta * V, m = CONTROL * eta;
  const txx = k * (dxx * xx + dxy * xy + dzx * zx) - m * lxx, txy = k * (dxx * xy + dxy * yy + dzx * yz) - m * lxy;
  const txz = k * (dxx * zx + dxy * yz + dzx * zz) - m * lxz, tyx = k * (dxy * xx + dyy * xy + dyz * zx) - m * lyx;
  const tyy = k * (dxy * xy + dyy * yy + dyz * yz) - m * lyy, tyz = k * (dxy * zx + dyy * yz + dyz * zz) - m * lyz;
  const tzx = k * (dzx * xx + dyz * xy + dzz * zx) - m * lzx, tzy = k * (dzx * xy + dyz * yy + dzz * yz) - m * lzy;
  const tzz = k * (dzx * zx + dyz * yz + dzz * zz) - m * lzz;
  v128.store(row, f32x4(<f32>txx, <f32>txy, <f32>txz, <f32>tyx));
  v128.store(row, f32x4(<f32>tyy, <f32>tyz, <f32>tzx, <f32>tzy), 16);
  put(row, ZZ, tzz);
  const grip = at(frame, FRAME_GRIP);
  const tx = txx * nx + txy * ny + txz * nz, ty = tyx * nx + tyy * ny + tyz * nz, tz = tzx * nx + tzy * ny + tzz * nz;
  const normal = slip * (nx * tx + ny * ty + nz * tz) + at(wall, WALL_SLIP_DRAG) * away;
  wallForceX = grip * x + txx * sx + txy * sy + txz * sz + normal * nx;
  wallForceY = grip * y + tyx * sx + tyy * sy + tyz * sz + normal * ny;
  wallForceZ = grip * z + tzx * sx + tzy * sy + tzz * sz + normal * nz;
}

/** T of a chunk for the directions of the solve, and what their products begin with. */
export function takeTensions(chunk: i32): void {
  for (let i = chunkBegin(chunk), end = chunkEnd(chunk); i < end; i++) {
    const o = <usize>i << 4, p = address(AT_DIRECTION) + o, f = tensionOf(i) + TENSION_FORCE, sum = address(AT_SUM) + o;
    takeTensionOf(i, at(p, 0), at(p, 4), at(p, 8), true);
    put(sum, 0, at(f, 0) + wallForceX); put(sum, 4, at(f, 4) + wallForceY); put(sum, 8, at(f, 8) + wallForceZ);
    put(sum, 12, 0);
  }
}
