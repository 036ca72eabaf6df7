// The gradient of the velocity at every particle, each pair once, four pairs at a time. [PV09 eq. 7]
//   (∇v)_ab = Σ V_j (v_j − v_i)_a (∇_iW̄)_b = Σ V_j g v_ij,a x_ij,b,    g = −W̄′/r,  V = m/ρ
// The trace of it goes with the pressure force [X15]; for the rate of deformation it is corrected by B of shape.ts.
// Both particles of a pair see the same products, each with the volume of the other.

import { AT_LIST, AT_RECORD, AT_STRAIN, RECORD_SHIFT, SPLAT_ONE, SPLAT_TINY } from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd } from '../context';
import { add, div, high, highPair, low, lowPair, madd, mul, positive, sub, sumOf, xyz0 } from '../math/simd';
import { EachPair, taskBegin, taskEnd } from '../passes/pairs';

// Offsets of the row of a particle: ∇v by rows, then B with the walls.
export const XX: usize = 0, XY: usize = 4, XZ: usize = 8, YX: usize = 12, YY: usize = 16, YZ: usize = 20, ZX: usize = 24, ZY: usize = 28, ZZ: usize = 32;
export const BXX: usize = 36, BYY: usize = 40, BZZ: usize = 44, BXY: usize = 48, BYZ: usize = 52, BZX: usize = 56;

/** Forgets the gradients of a chunk. */
export function clearStrain(chunk: i32): void {
  const begin = <usize>chunkBegin(chunk), count = <usize>chunkEnd(chunk) - begin;
  memory.fill(address(AT_STRAIN) + (begin << 6), 0, count << 6);
}

/** Adds the gradients of a group of slabs; those of all must be clear before the first color. */
@inline export function addStrain<K, W>(task: i32): void {
  const kernel = changetype<K>(0), domain = changetype<W>(0);
  const begin = taskBegin<EachPair>(task), end = taskEnd<EachPair>(task);
  const records = address(AT_RECORD), lists = address(AT_LIST), rows = address(AT_STRAIN) - records, zero = f32x4.splat(0);
  for (let i = begin; i < end; i++) {
    const p = records + (<usize>i << RECORD_SHIFT);
    const x_i = xyz0(v128.load(p)), v_i = xyz0(v128.load(p, 16)), one = v128.load(SPLAT_ONE);
    const invR_i = v128.load32_splat(p, 12), V_i = div(v128.load32_splat(p, 28), v128.load32_splat(p, 32)), c_i = v128.load32_splat(p, 40);
    let xx = zero, xy = zero, xz = zero, yx = zero, yy = zero, yz = zero, zx = zero, zy = zero, zz = zero;
    const stop = load<usize>(lists + (<usize>i << 3), 4);
    for (let l = load<usize>(lists + (<usize>i << 3)); l < stop; l += 16) {
      const j0 = load<usize>(l), j1 = load<usize>(l, 4), j2 = load<usize>(l, 8), j3 = load<usize>(l, 12);
      let a = sub(x_i, v128.load(j0)), b = sub(x_i, v128.load(j1)), c = sub(x_i, v128.load(j2)), d = sub(x_i, v128.load(j3));
      let t0 = low(a, b), t1 = low(c, d), t2 = high(a, b), t3 = high(c, d);
      const dx = domain.shortest(lowPair(t0, t1), 0), dy = domain.shortest(highPair(t0, t1), 16), dz = domain.shortest(lowPair(t2, t3), 32);
      const minusInvR_j = highPair(t2, t3);
      const r = f32x4.sqrt(f32x4.pmax(madd(dz, dz, madd(dy, dy, mul(dx, dx))), v128.load(SPLAT_TINY)));

      a = v128.load(j0, 32); b = v128.load(j1, 32); c = v128.load(j2, 32); d = v128.load(j3, 32);
      t0 = low(a, b); t1 = low(c, d); t2 = high(a, b); t3 = high(c, d);
      const rho_j = lowPair(t0, t1), c_j = lowPair(t2, t3);
      const near_i = positive(sub(one, mul(r, invR_i))), near_j = positive(madd(r, minusInvR_j, one));
      const g = div(madd(c_i, kernel.slope(near_i), mul(c_j, kernel.slope(near_j))), r);

      a = sub(v_i, v128.load(j0, 16)); b = sub(v_i, v128.load(j1, 16)); c = sub(v_i, v128.load(j2, 16)); d = sub(v_i, v128.load(j3, 16));
      t0 = low(a, b); t1 = low(c, d); t2 = high(a, b); t3 = high(c, d);
      const vx = lowPair(t0, t1), vy = highPair(t0, t1), vz = lowPair(t2, t3), V_j = f32x4.neg(div(highPair(t2, t3), rho_j));
      const gx = mul(g, dx), gy = mul(g, dy), gz = mul(g, dz), ix = mul(gx, V_j), iy = mul(gy, V_j), iz = mul(gz, V_j), jx = mul(gx, V_i), jy = mul(gy, V_i), jz = mul(gz, V_i);
      xx = madd(vx, ix, xx); xy = madd(vx, iy, xy); xz = madd(vx, iz, xz);
      yx = madd(vy, ix, yx); yy = madd(vy, iy, yy); yz = madd(vy, iz, yz);
      zx = madd(vz, ix, zx); zy = madd(vz, iy, zy); zz = madd(vz, iz, zz);
      scatter(mul(vx, jx), mul(vx, jy), mul(vx, jz), mul(vy, jx), rows, j0, j1, j2, j3);
      scatter(mul(vy, jy), mul(vy, jz), mul(vz, jx), mul(vz, jy), rows + 16, j0, j1, j2, j3);
      const last = mul(vz, jz);
      grow(j0 + rows, f32x4.extract_lane(last, 0)); grow(j1 + rows, f32x4.extract_lane(last, 1));
      grow(j2 + rows, f32x4.extract_lane(last, 2)); grow(j3 + rows, f32x4.extract_lane(last, 3));
    }
    addRow(p + rows, xx, xy, xz, yx);
    addRow(p + rows + 16, yy, yz, zx, zy);
    grow(p + rows, sumOf(zz));
  }
}

/** Adds to the last entry of ∇v. */
@inline function grow(row: usize, by: f32): void {
  store<f32>(row, load<f32>(row, ZZ) + by, ZZ);
}

/** Adds (x, y, z, w) of four pairs to a quarter of the rows of their second particles; `rows` leads from a record to its row. */
@inline export function scatter(x: v128, y: v128, z: v128, w: v128, rows: usize, j0: usize, j1: usize, j2: usize, j3: usize): void {
  const t0 = low(x, y), t1 = high(x, y), t2 = low(z, w), t3 = high(z, w);
  v128.store(j0 + rows, add(v128.load(j0 + rows), lowPair(t0, t2)));
  v128.store(j1 + rows, add(v128.load(j1 + rows), highPair(t0, t2)));
  v128.store(j2 + rows, add(v128.load(j2 + rows), lowPair(t1, t3)));
  v128.store(j3 + rows, add(v128.load(j3 + rows), highPair(t1, t3)));
}

/** Adds the four lanes of x, y, z, w to a quarter of a row. */
@inline export function addRow(quarter: usize, x: v128, y: v128, z: v128, w: v128): void {
  const t0 = low(x, y), t1 = high(x, y), t2 = low(z, w), t3 = high(z, w);
  v128.store(quarter, add(v128.load(quarter), add(add(lowPair(t0, t2), highPair(t0, t2)), add(lowPair(t1, t3), highPair(t1, t3)))));
}
