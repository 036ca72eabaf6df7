// The inverse of B, which tells how the neighbors of a particle stand around it. Where they stand on a line or in a plane, B has no
// inverse across it: there the gradient of the velocity is unknown and is left out, so that threads and sheets turn freely. [ADR 29]
//   B⁺: 1/λ for eigenvalues that are known at all;   P: 1 for those that count, (λ/λ₀)² below λ₀, so that a bond does not snap at the rim
//   Q: 1/λ, but never more than 1/λ₁, and back to 1 where there is next to no neighbor: what the divergence of the velocity is taken with

import { DIMENSION } from '../../src/wasm/layout';
import { real } from '../context';
import { BXX, BXY, BYY, BYZ, BZX, BZZ, XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ } from './strain';

/** Eigenvalue of B below which a direction counts less: 1 where neighbors are all around, ½ at a surface, ⅛ in a corner. */
const LEAST: f64 = 0.08;
/** Eigenvalue of B below which Q does not grow any more: a flat surface has ½. */
const RIM: f64 = 0.4;
/** Part of the largest eigenvalue below which one is rounding. */
const ROUNDING: f64 = 1e-3;
/** Largest eigenvalue below which a particle is alone: neighbors at the rim of its support tell nothing. */
const ALONE: f64 = 1e-6;
/** Jacobi's method is done after so many turns about every axis. */
const SWEEPS: i32 = 6;

/** B⁺. */
export let ixx: f64 = 0, iyy: f64 = 0, izz: f64 = 0, ixy: f64 = 0, iyz: f64 = 0, izx: f64 = 0;
/** Q. */
export let qxx: f64 = 0, qyy: f64 = 0, qzz: f64 = 0, qxy: f64 = 0, qyz: f64 = 0, qzx: f64 = 0;
/** P, and the projector on the directions that are known. */
export let pxx: f64 = 0, pyy: f64 = 0, pzz: f64 = 0, pxy: f64 = 0, pyz: f64 = 0, pzx: f64 = 0;
export let kxx: f64 = 0, kyy: f64 = 0, kzz: f64 = 0, kxy: f64 = 0, kyz: f64 = 0, kzx: f64 = 0;
/** Whether some direction counts less: otherwise P = 1. */
export let isPartial: bool = false;
/** Whether no direction is known: such a particle has no viscous stress. */
export let isAlone: bool = false;

// A matrix that is being made diagonal, and its eigenvectors as columns.
let axx: f64 = 0, ayy: f64 = 0, azz: f64 = 0, axy: f64 = 0, ayz: f64 = 0, azx: f64 = 0;
let ux: f64 = 0, uy: f64 = 0, uz: f64 = 0, vx: f64 = 0, vy: f64 = 0, vz: f64 = 0, wx: f64 = 0, wy: f64 = 0, wz: f64 = 0;
// Sine, cosine and tangent of a turn.
let sine: f64 = 0, cosine: f64 = 0, tangent: f64 = 0;

@inline function at(row: usize, offset: usize): f64 { return <f64>load<f32>(row + offset); }

/**
 * Inverts the B of a row of sums over a volume, so that B is about 1: as it is now, or as it was a time ago (s), when the neighbors had not
 * yet come all the way with the velocities whose M stands in the row.
 */
export function invertShape(row: usize, V: f64, ago: f64): void {
  const flat = real(DIMENSION) == 2, k = V > 0 ? 1 / V : 0;
  axx = k * (at(row, BXX) - 2 * ago * at(row, XX)); ayy = k * (at(row, BYY) - 2 * ago * at(row, YY));
  azz = flat ? 1 : k * (at(row, BZZ) - 2 * ago * at(row, ZZ));
  axy = k * (at(row, BXY) - ago * (at(row, XY) + at(row, YX))); ayz = k * (at(row, BYZ) - ago * (at(row, YZ) + at(row, ZY)));
  azx = k * (at(row, BZX) - ago * (at(row, ZX) + at(row, XZ)));
  const cxx = ayy * azz - ayz * ayz, cyy = axx * azz - azx * azx, czz = axx * ayy - axy * axy;
  const cxy = ayz * azx - axy * azz, cyz = axy * azx - ayz * axx, czx = axy * ayz - azx * ayy;
  const determinant = axx * cxx + axy * cxy + azx * czx, half = 0.5 * (axx + ayy + azz);
  isAlone = !(axx + ayy + (flat ? 0 : azz) > ALONE);
  isPartial = isAlone;
  if (isAlone) { forgetAll(); qxx = 1; qyy = 1; qzz = 1; } else if (!(determinant >= RIM * (flat ? axx + ayy : half * half))) {
    invertByEigenvalues(flat);
  } else { // no eigenvalue is below RIM
    const inverse = 1 / determinant;
    ixx = inverse * cxx; iyy = inverse * cyy; izz = inverse * czz; ixy = inverse * cxy; iyz = inverse * cyz; izx = inverse * czx;
    qxx = ixx; qyy = iyy; qzz = izz; qxy = ixy; qyz = iyz; qzx = izx;
  }
}

function invertByEigenvalues(flat: bool): void {
  ux = 1; uy = 0; uz = 0; vx = 0; vy = 1; vz = 0; wx = 0; wy = 0; wz = 1;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    turnXY();
    if (!flat) { turnYZ(); turnZX(); }
  }
  forgetAll();
  const largest = flat ? max<f64>(axx, ayy) : max<f64>(axx, max<f64>(ayy, azz));
  addDirection(axx, largest, ux, uy, uz);
  addDirection(ayy, largest, vx, vy, vz);
  if (!flat) addDirection(azz, largest, wx, wy, wz);
}

function forgetAll(): void {
  ixx = 0; iyy = 0; izz = 0; ixy = 0; iyz = 0; izx = 0;
  qxx = 0; qyy = 0; qzz = 0; qxy = 0; qyz = 0; qzx = 0;
  pxx = 0; pyy = 0; pzz = 0; pxy = 0; pyz = 0; pzx = 0;
  kxx = 0; kyy = 0; kzz = 0; kxy = 0; kyz = 0; kzx = 0;
}

/** Adds an eigenvalue and its direction to B⁺, P and Q. */
function addDirection(value: f64, largest: f64, x: f64, y: f64, z: f64): void {
  const q = value >= RIM ? 1 / value : 1 + ((value * value) / (RIM * RIM)) * (1 / RIM - 1);
  qxx += q * x * x; qyy += q * y * y; qzz += q * z * z; qxy += q * x * y; qyz += q * y * z; qzx += q * z * x;
  if (value < LEAST) isPartial = true;
  if (!(value > ROUNDING * largest)) return;
  const inverse = 1 / value, part = value < LEAST ? (value * value) / (LEAST * LEAST) : 1;
  ixx += inverse * x * x; iyy += inverse * y * y; izz += inverse * z * z;
  ixy += inverse * x * y; iyz += inverse * y * z; izx += inverse * z * x;
  pxx += part * x * x; pyy += part * y * y; pzz += part * z * z; pxy += part * x * y; pyz += part * y * z; pzx += part * z * x;
  kxx += x * x; kyy += y * y; kzz += z * z; kxy += x * y; kyz += y * z; kzx += z * x;
}

/** The turn that makes the entry between two diagonal ones 0. */
@inline function findTurn(a: f64, b: f64, between: f64): void {
  if (between == 0) { tangent = 0; cosine = 1; sine = 0; return; }
  const theta = (b - a) / (2 * between), t = 1 / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  tangent = theta < 0 ? -t : t;
  cosine = 1 / Math.sqrt(tangent * tangent + 1);
  sine = tangent * cosine;
}

@inline function turned(a: f64, b: f64): f64 { return cosine * a - sine * b; }
@inline function turnedOther(a: f64, b: f64): f64 { return sine * a + cosine * b; }

function turnXY(): void {
  findTurn(axx, ayy, axy);
  axx -= tangent * axy; ayy += tangent * axy; axy = 0;
  const zx = azx, yz = ayz, x = ux, y = uy, z = uz;
  azx = turned(zx, yz); ayz = turnedOther(zx, yz);
  ux = turned(x, vx); uy = turned(y, vy); uz = turned(z, vz);
  vx = turnedOther(x, vx); vy = turnedOther(y, vy); vz = turnedOther(z, vz);
}

function turnYZ(): void {
  findTurn(ayy, azz, ayz);
  ayy -= tangent * ayz; azz += tangent * ayz; ayz = 0;
  const xy = axy, zx = azx, x = vx, y = vy, z = vz;
  axy = turned(xy, zx); azx = turnedOther(xy, zx);
  vx = turned(x, wx); vy = turned(y, wy); vz = turned(z, wz);
  wx = turnedOther(x, wx); wy = turnedOther(y, wy); wz = turnedOther(z, wz);
}

function turnZX(): void {
  findTurn(azz, axx, azx);
  azz -= tangent * azx; axx += tangent * azx; azx = 0;
  const yz = ayz, xy = axy, x = wx, y = wy, z = wz;
  ayz = turned(yz, xy); axy = turnedOther(yz, xy);
  wx = turned(x, ux); wy = turned(y, uy); wz = turned(z, uz);
  ux = turnedOther(x, ux); uy = turnedOther(y, uy); uz = turnedOther(z, uz);
}
