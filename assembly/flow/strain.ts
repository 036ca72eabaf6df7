// The gradient of the velocity at every particle, each pair once, four pairs at a time. [PV09 eq. 7]
//   (∇v)_ab = Σ V_j (v_j − v_i)_a (∇_iW̄)_b = Σ V_j g v_ij,a x_ij,b,    g = −W̄′/r,  V = V₀/N
// The trace of it goes with the pressure force [X15]; for the rate of deformation it is corrected by B of shape.ts.
// Both particles of a pair see the same products, each with the volume of the other.

import {
  AT_STRAIN, RECORD_COMPRESSION, RECORD_INVERSE_SUPPORT, RECORD_KERNEL, RECORD_VOLUME, RECORD_VELOCITY,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd } from '../context';
import { div, madd, mul, sumOf, xyz0 } from '../math/simd';
import { distance, FOUR, fourPairs, listEndOf, listOf, nearness, nearnessThere, recordOf, slopeOverDistance } from '../passes/four-pairs';
import { EachPair, taskBegin, taskEnd } from '../passes/pairs';
import { addRow, besideRecords, LONGEST_ROW, longestRowOf, scatter } from '../passes/sums';

// Offsets of the row of a particle: ∇v by rows, then B with the walls.
export const XX: usize = 0, XY: usize = 4, XZ: usize = 8;
export const YX: usize = 12, YY: usize = 16, YZ: usize = 20;
export const ZX: usize = 24, ZY: usize = 28, ZZ: usize = 32;
export const BXX: usize = 36, BYY: usize = 40, BZZ: usize = 44, BXY: usize = 48, BYZ: usize = 52, BZX: usize = 56;

/** Forgets the gradients of a chunk. */
export function clearStrain(chunk: i32): void {
  const begin = <usize>chunkBegin(chunk), count = <usize>chunkEnd(chunk) - begin;
  memory.fill(address(AT_STRAIN) + (begin << 6), 0, count << 6);
}

/** Adds the gradients of a group of slabs; those of all must be clear before the first color. */
@inline export function addStrain<K, W>(task: i32): void {
  const end = taskEnd<EachPair>(task), rows = besideRecords(AT_STRAIN, LONGEST_ROW), zero = f32x4.splat(0);
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), x_i = xyz0(v128.load(p)), v_i = xyz0(v128.load(p, RECORD_VELOCITY));
    const invR_i = v128.load32_splat(p, RECORD_INVERSE_SUPPORT);
    const V_i = div(v128.load32_splat(p, RECORD_VOLUME), v128.load32_splat(p, RECORD_COMPRESSION));
    const c_i = v128.load32_splat(p, RECORD_KERNEL);
    let xx = zero, xy = zero, xz = zero, yx = zero, yy = zero, yz = zero, zx = zero, zy = zero, zz = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), r = distance(dx, dy, dz);
      const s_i = nearness(r, invR_i), s_j = nearnessThere(r, four.minusInvR(x_i));
      const g = slopeOverDistance<K>(r, c_i, s_i, four.factor, s_j), gx = mul(g, dx), gy = mul(g, dy), gz = mul(g, dz);
      const vx = four.vx(v_i), vy = four.vy(v_i), vz = four.vz(v_i), V_j = f32x4.neg(div(four.minusVolume(v_i), four.compression));
      const ix = mul(gx, V_j), iy = mul(gy, V_j), iz = mul(gz, V_j), jx = mul(gx, V_i), jy = mul(gy, V_i), jz = mul(gz, V_i);
      xx = madd(vx, ix, xx); xy = madd(vx, iy, xy); xz = madd(vx, iz, xz);
      yx = madd(vy, ix, yx); yy = madd(vy, iy, yy); yz = madd(vy, iz, yz);
      zx = madd(vz, ix, zx); zy = madd(vz, iy, zy); zz = madd(vz, iz, zz);
      const r0 = longestRowOf(four.j0, rows), r1 = longestRowOf(four.j1, rows), last = mul(vz, jz);
      const r2 = longestRowOf(four.j2, rows), r3 = longestRowOf(four.j3, rows);
      scatter(mul(vx, jx), mul(vx, jy), mul(vx, jz), mul(vy, jx), r0, r1, r2, r3);
      scatter(mul(vy, jy), mul(vy, jz), mul(vz, jx), mul(vz, jy), r0 + 16, r1 + 16, r2 + 16, r3 + 16);
      grow(r0, f32x4.extract_lane(last, 0)); grow(r1, f32x4.extract_lane(last, 1));
      grow(r2, f32x4.extract_lane(last, 2)); grow(r3, f32x4.extract_lane(last, 3));
    }
    const own = longestRowOf(p, rows);
    addRow(own, xx, xy, xz, yx);
    addRow(own + 16, yy, yz, zx, zy);
    grow(own, sumOf(zz));
  }
}

/** Adds to the last entry of ∇v. */
@inline function grow(row: usize, by: f32): void {
  store<f32>(row, load<f32>(row, ZZ) + by, ZZ);
}
