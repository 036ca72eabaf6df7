// Kernels fitted to how particles stand: flat in sheets, long in threads, round inside and alone. [YT13; ADR 67]
//   C = Σ w (x_j − m)(x_j − m)ᵀ/Σ w + δR²,   m = Σ w x_j/Σ w,   w as in the field,   A = C⁻¹ (det C)^(1/d)/R²
// The ellipsoid dᵀAd = 1 has the volume of the ball of radius R, and its semi-axes are as the standard deviations, where the paper has
// variances. δ bounds their ratio and makes a lone particle round, so that no eigenvectors are needed. Particles stay where they are.

import {
  AT_PARTICLE, AT_SOURCE, BLOCK_NODES, DEPTH, PARTICLE_BYTES, PARTICLE_RADIUS, PARTICLE_ROUND, PARTICLE_SHAPE, PARTICLE_THIN,
} from '../../src/surface/layout';
import { address, int } from '../context';
import { add, madd, mul, positive, splat, sub, sumOf } from '../math/simd';
import { gatherBlock } from './field';
import {
  candidateBytes, candidateGains, candidatePlace, candidateSlopes, candidatesX, candidatesY, candidatesZ, candidateX, candidateY,
  candidateZ,
} from './gather';

/** δ: a perfect sheet is sqrt(.09/δ) times as wide as it is thick. */
const ROUNDING: f64 = 0.012;

// Sums around the particle in hand, then C, then its inverse. Globals belong to one instance, hence to one thread.
let xx: f64 = 0, yy: f64 = 0, zz: f64 = 0, yz: f64 = 0, zx: f64 = 0, xy: f64 = 0;

/** Fits the kernels of the particles with their center in a block. */
export function fitBlock(block: i32): void {
  gatherBlock(block, BLOCK_NODES);
  const size = <f32>BLOCK_NODES, flat = int(DEPTH) == 1;
  for (let at: usize = 0; at < candidateBytes(); at += 4) {
    const x = candidateX(at), y = candidateY(at), z = candidateZ(at);
    if (x < 0 || x >= size || y < 0 || y >= size || (!flat && (z < 0 || z >= size))) continue;
    const source = <usize>load<i32>(address(AT_SOURCE) + (candidatePlace(at) << 2));
    spread(x, y, z);
    fit(address(AT_PARTICLE) + source * PARTICLE_BYTES, flat);
  }
}

/** Variances of the places around a point, voxel². */
function spread(x: f32, y: f32, z: f32): void {
  const px = splat(x), py = splat(y), pz = splat(z);
  let total = splat(0), x1 = splat(0), y1 = splat(0), z1 = splat(0);
  let x2 = splat(0), y2 = splat(0), z2 = splat(0), yz1 = splat(0), zx1 = splat(0), xy1 = splat(0);
  for (let at: usize = 0; at < candidateBytes(); at += 16) {
    const dx = sub(candidatesX(at), px), dy = sub(candidatesY(at), py), dz = sub(candidatesZ(at), pz);
    const t = positive(sub(candidateGains(at), mul(candidateSlopes(at), madd(dz, dz, madd(dy, dy, mul(dx, dx))))));
    if (!v128.any_true(f32x4.gt(t, splat(0)))) continue;
    const w = mul(mul(t, t), t), wx = mul(w, dx), wy = mul(w, dy), wz = mul(w, dz);
    total = add(total, w);
    x1 = add(x1, wx); y1 = add(y1, wy); z1 = add(z1, wz);
    x2 = madd(wx, dx, x2); y2 = madd(wy, dy, y2); z2 = madd(wz, dz, z2);
    yz1 = madd(wy, dz, yz1); zx1 = madd(wz, dx, zx1); xy1 = madd(wx, dy, xy1);
  }
  const part = 1 / <f64>sumOf(total), mx = part * sumOf(x1), my = part * sumOf(y1), mz = part * sumOf(z1);
  xx = part * sumOf(x2) - mx * mx; yy = part * sumOf(y2) - my * my; zz = part * sumOf(z2) - mz * mz;
  yz = part * sumOf(yz1) - my * mz; zx = part * sumOf(zx1) - mz * mx; xy = part * sumOf(xy1) - mx * my;
}

/** Writes A, as radius the longest semi-axis or a little more, and how thin the kernel is: R² over the square of the shortest. */
function fit(record: usize, flat: bool): void {
  const R = <f64>load<f32>(record, PARTICLE_ROUND), rest = ROUNDING * R * R, out = record + PARTICLE_SHAPE;
  xx += rest; yy += rest; zz = flat ? 1 : zz + rest;
  if (flat) yz = zx = 0;
  const long = largest(flat), a = yy * zz - yz * yz, b = xx * zz - zx * zx, c = flat ? 0 : xx * yy - xy * xy;
  const d = xy * zx - xx * yz, e = xy * yz - zx * yy, f = zx * yz - xy * zz, det = xx * a + xy * f + zx * e;
  const mean = flat ? Math.sqrt(det) : Math.cbrt(det), scale = mean / (det * R * R);
  xx = scale * a; yy = scale * b; zz = scale * c; yz = scale * d; zx = scale * e; xy = scale * f;
  store<f32>(out, <f32>xx); store<f32>(out, <f32>yy, 4); store<f32>(out, <f32>zz, 8);
  store<f32>(out, <f32>yz, 12); store<f32>(out, <f32>zx, 16); store<f32>(out, <f32>xy, 20);
  store<f32>(record, <f32>(R * Math.sqrt(long / mean) * 1.0001), PARTICLE_RADIUS);
  store<f32>(record, <f32>((R * R * largest(flat)) / (flat ? ROUND_2D : ROUND_3D)), PARTICLE_THIN);
}

/** (tr I⁸)^(1/8) in the plane and in space. */
const ROUND_2D: f64 = 1.0905077326652577, ROUND_3D: f64 = 1.147202690439877;

/** No less than the largest eigenvalue of what is in hand, and at most 1.15 times as much: (tr C⁸)^(1/8). */
function largest(flat: bool): f64 {
  let a = xx, b = yy, d = flat ? 0 : zz, e = yz, f = zx, g = xy;
  for (let k = 0; k < 2; k++) { // C², C⁴
    const aa = a * a + f * f + g * g, bb = b * b + e * e + g * g, dd = d * d + e * e + f * f;
    const ee = g * f + b * e + e * d, ff = a * f + g * e + f * d, gg = a * g + g * b + f * e;
    a = aa; b = bb; d = dd; e = ee; f = ff; g = gg;
  }
  return Math.sqrt(Math.sqrt(Math.sqrt(a * a + b * b + d * d + 2 * (e * e + f * f + g * g))));
}
