// What makes the pressure force right for any arrangement of the neighbors, beside the plain force of forces.ts. [BL99, ADR 38]
//   T_ij = V_i V_j (P_i/N_i² E_i + P_j/N_j² E_j) g x_ij,   E = B⁻¹ − 1,   B = s Σ V_j g x_ij x_ijᵀ (flow/shape.ts), s as in P [ADR 31]
// With the plain force that is V_i V_j (P_i/N_i² B_i⁻¹ + P_j/N_j² B_j⁻¹) g x: an even pressure is then no stress in shear, however
// the lattice is deformed, where the plain force alone has a modulus of about 1 % of the pressure. B is symmetric, so that linear and
// angular momentum stay as they are. At surfaces, where neighbors are missing, E fades to 0. What is behind a wall counts: across the wall
// its part of B is the sum over its layers of (d + s) ∂W, along it the part Γ of the kernel (obstacles/walls.ts). [ADR 31]
// B of the particles is renewed with the lists, that of the walls in every step.
// Each pair once, four at a time. Transfers are rounded as those of forces.ts. [ADR 6]

import {
  AT_CORRECTION, AT_GROUP_REPORT, AT_SHAPE, AT_SMOOTHING_LENGTH, AT_SUM, COVER_TABLE, DIMENSION, GROUP_BYTES, GROUP_FORCE, HAS_WALLS,
  PUSH_TABLE, RECORD_INVERSE_SUPPORT, RECORD_KERNEL, RECORD_PRESSURE, RECORD_VOLUME, SPLAT_QUANTUM, SUB_CORRECTED, SUB_GRADIENT_SCALE,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { add, first, fourth, largestLane, madd, mul, second, third, xyz0 } from '../math/simd';
import { Vector } from '../math/vector';
import { findWalls, stretchAt, tableAt, Wall, wallAt } from '../obstacles/walls';
import {
  distance, FOUR, fourPairs, listEndOf, listOf, nearness, nearnessThere, recordOf, rounded, slopeOverDistance,
} from './four-pairs';
import { substanceOf } from './pack';
import { groupOf, taskBegin, taskEnd } from './pairs';
import { addRow, besideRecords, LONG_ROW, longRowOf, ROW, rowOf, scatter } from './sums';
import { lightnessOf, restDensities, restDensitiesThere, toleranceOf, weightHere, weightThere } from './uneven';

/** Smallest eigenvalue of B up to which nothing is corrected, and from which on everything is: ½ at a flat surface, 1 inside. */
const OPEN: f64 = 0.5, INSIDE: f64 = 0.75;
/** Below this sine two walls are parallel. */
const PARALLEL: f64 = 1e-4;

// B of the particle at hand. Globals belong to one instance, hence to one thread.
let xx: f64 = 0, yy: f64 = 0, zz: f64 = 0, xy: f64 = 0, yz: f64 = 0, zx: f64 = 0;

/** E of a chunk from B of the pairs, xx yy zz xy yz zx, and of walls. */
export function findCorrections(chunk: i32): void {
  const end = chunkEnd(chunk), walls = int(HAS_WALLS) != 0, flat = real(DIMENSION) == 2;
  for (let i = chunkBegin(chunk); i < end; i++) {
    const row = <usize>i << LONG_ROW, out = address(AT_CORRECTION) + row, shape = address(AT_SHAPE) + row, substance = substanceOf(i);
    if (load<f64>(substance, SUB_CORRECTED) == 0) { memory.fill(out, 0, 32); continue; }
    const s = load<f64>(substance, SUB_GRADIENT_SCALE);
    xx = s * at(shape, 0); yy = s * at(shape, 4); zz = s * at(shape, 8);
    xy = s * at(shape, 12); yz = s * at(shape, 16); zx = s * at(shape, 20);
    if (walls) addBehindWalls(i, s);
    if (flat) zz = 1;
    correct(flat, out);
  }
}

/**
 * Adds to B of particle i what is behind the walls beside it, times s: −∫ y ∂W over the union of what is behind them. By Gauss that is
 * Γ of the union along all axes, and for each plane, as far as it is in front of the others, B − Γ across it; in corners also what is
 * oblique, because the planes end there.
 */
function addBehindWalls(i: i32, s: f64): void {
  const found = findWalls(i, 2 * load<f64>(address(AT_SMOOTHING_LENGTH) + (<usize>i << 3)));
  let open = 1.0;
  for (let k = 0; k < found; k++) {
    const wall = wallAt(k), covered = tableAt(COVER_TABLE, wall.q), across = s * wall.share * (stretchAt(wall.q) - covered);
    open *= 1 - min<f64>(wall.part * covered, 1);
    addProduct(across, wall, wall);
    for (let l = 0; l < k; l++) addCorner(wall, wallAt(l), s);
  }
  const all = s * (1 - open);
  xx += all; yy += all; zz += all;
}

/** Adds k a bᵀ and its mirror image, half of each, a and b the normals of two walls. */
@inline function addProduct(k: f64, a: Wall, b: Wall): void {
  xx += k * a.nx * b.nx; yy += k * a.ny * b.ny; zz += k * a.nz * b.nz;
  const half = 0.5 * k;
  xy += half * (a.nx * b.ny + a.ny * b.nx); yz += half * (a.ny * b.nz + a.nz * b.ny); zx += half * (a.nz * b.nx + a.nx * b.nz);
}

/**
 * What is oblique where two planes meet: −m (n_l − c n_k) n_kᵀ / sin of each, m the first moment of W on its plane beyond the other.
 * W is taken as a Gaussian for it, whose moment is σ²W: W on the plane is S, σ² = 1/2πS(0)².
 */
@inline function addCorner(a: Wall, b: Wall, s: f64): void {
  const c = a.nx * b.nx + a.ny * b.ny + a.nz * b.nz, sine = Math.sqrt(max<f64>(1 - c * c, 0)), S0 = tableAt(PUSH_TABLE, 0);
  if (sine < PARALLEL) return;
  const k = (s * min<f64>(a.part * b.part, 1)) / (2 * Math.PI * S0 * S0 * sine);
  const onA = k * tableAt(PUSH_TABLE, a.q) * tableAt(PUSH_TABLE, Math.abs(b.q - c * a.q) / sine);
  const onB = k * tableAt(PUSH_TABLE, b.q) * tableAt(PUSH_TABLE, Math.abs(a.q - c * b.q) / sine);
  addProduct(-(onA + onB), a, b);
  addProduct(c * onA, a, a); addProduct(c * onB, b, b);
}

/** E of one particle. Sizes of eigenvalues are judged by the inverse: where all but one are 1, that one is `least`. */
@inline function correct(flat: bool, out: usize): void {
  const cxx = yy * zz - yz * yz, cyy = xx * zz - zx * zx, czz = xx * yy - xy * xy;
  const cxy = yz * zx - xy * zz, cyz = xy * zx - yz * xx, czx = xy * yz - zx * yy;
  const determinant = xx * cxx + xy * cxy + zx * czx, k = 1 / determinant;
  const squares = k * k * (cxx * cxx + cyy * cyy + czz * czz + 2 * (cxy * cxy + cyz * cyz + czx * czx)) - 2;
  const part = determinant > 0 ? partInside(squares) : 0;
  if (part == 0) { memory.fill(out, 0, 32); return; }
  const s = part * k;
  v128.store(out, f32x4(<f32>(s * cxx - part), <f32>(s * cyy - part), flat ? 0 : <f32>(s * czz - part), <f32>(s * cxy)));
  v128.store(out, f32x4(<f32>(s * cyz), <f32>(s * czx), 0, 0), 16);
}

@inline function at(row: usize, offset: usize): f64 { return <f64>load<f32>(row + offset); }

/** 0 at a surface, 1 inside, smoothly, from the sum of the squares of the inverse eigenvalues that are not 1. */
@inline function partInside(squares: f64): f64 {
  if (squares >= 1 / (OPEN * OPEN)) return 0;
  if (squares <= 1 / (INSIDE * INSIDE)) return 1;
  const u = (1 / Math.sqrt(squares) - OPEN) / (INSIDE - OPEN);
  return u * u * (3 - 2 * u);
}

/** What the push of a wall with the normal n on particle i is multiplied by, 1 + n·E n: behind it is a mirror image, with the same. */
@inline export function correctedAcross(i: i32, substance: usize, nx: f64, ny: f64, nz: f64): f64 {
  if (load<f64>(substance, SUB_CORRECTED) == 0) return 1;
  const row = address(AT_CORRECTION) + (<usize>i << LONG_ROW);
  return 1 + nx * nx * at(row, 0) + ny * ny * at(row, 4) + nz * nz * at(row, 8) +
    2 * (nx * ny * at(row, 12) + ny * nz * at(row, 16) + nz * nx * at(row, 20));
}

/** E n of particle i, for the normal of a wall; globals belong to one instance, hence to one thread. */
export let bentX: f64 = 0, bentY: f64 = 0, bentZ: f64 = 0;

/** Finds E n. */
@inline export function bend(i: i32, nx: f64, ny: f64, nz: f64): void {
  const row = address(AT_CORRECTION) + (<usize>i << LONG_ROW);
  const xy = at(row, 12), yz = at(row, 16), zx = at(row, 20);
  bentX = at(row, 0) * nx + xy * ny + zx * nz;
  bentY = xy * nx + at(row, 4) * ny + yz * nz;
  bentZ = zx * nx + yz * ny + at(row, 8) * nz;
}

/** What a gradient along a wall is multiplied by, in the direction in which g goes along it: 1 + t·E t. */
export function correctedAlong(i: i32, substance: usize, wall: Wall, g: Vector): f64 {
  const across = g.x * wall.nx + g.y * wall.ny + g.z * wall.nz;
  const x = g.x - across * wall.nx, y = g.y - across * wall.ny, z = g.z - across * wall.nz, t2 = x * x + y * y + z * z;
  if (load<f64>(substance, SUB_CORRECTED) == 0 || t2 == 0) return 1;
  const k = 1 / Math.sqrt(t2);
  return correctedAcross(i, substance, k * x, k * y, k * z);
}

/** Adds the corrections of a group of slabs to the sums of forces. */
@inline export function addCorrections<K, W, M>(task: i32): void {
  const mode = changetype<M>(0), end = taskEnd<M>(task), sums = besideRecords(AT_SUM, ROW);
  const rows = besideRecords(AT_CORRECTION, LONG_ROW), zero = f32x4.splat(0);
  const densities = mode.uneven ? restDensities() : 0;
  let largest = zero;
  for (let i = taskBegin<M>(task); i < end; i++) {
    const p = recordOf(i), own = longRowOf(p, rows), x_i = xyz0(v128.load(p)), V_i = v128.load32_splat(p, RECORD_VOLUME);
    const invR_i = v128.load32_splat(p, RECORD_INVERSE_SUPPORT), c_i = v128.load32_splat(p, RECORD_KERNEL);
    const P_i = v128.load32_splat(p, RECORD_PRESSURE), E = mul(P_i, v128.load(own)), F = mul(P_i, v128.load(own, 16));
    const sxx = v128.shuffle<u32>(E, E, 0, 0, 0, 0), syy = v128.shuffle<u32>(E, E, 1, 1, 1, 1), szz = v128.shuffle<u32>(E, E, 2, 2, 2, 2);
    const sxy = v128.shuffle<u32>(E, E, 3, 3, 3, 3), syz = v128.shuffle<u32>(F, F, 0, 0, 0, 0), szx = v128.shuffle<u32>(F, F, 1, 1, 1, 1);
    const tolerance = mode.uneven ? toleranceOf(p, densities, false) : zero, lightness = mode.uneven ? lightnessOf(p, densities) : zero;
    let fx = zero, fy = zero, fz = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), r = distance(dx, dy, dz);
      const g = slopeOverDistance<K>(r, c_i, nearness(r, invR_i), four.factor, nearnessThere(r, four.minusInvR(x_i)));
      const a0 = correctionOf(four.j0, rows), a1 = correctionOf(four.j1, rows);
      const a2 = correctionOf(four.j2, rows), a3 = correctionOf(four.j3, rows);
      const b0 = restOf(four.j0, rows), b1 = restOf(four.j1, rows), b2 = restOf(four.j2, rows), b3 = restOf(four.j3, rows);
      let P_j = four.pressure, here = f32x4.splat(1);
      if (mode.uneven) {
        const rho0_j = restDensitiesThere<W>(four, densities);
        here = weightHere(tolerance, rho0_j);
        P_j = mul(weightThere(lightness, rho0_j), P_j);
      }
      const xx = sum<M>(sxx, here, first(a0, a1, a2, a3), P_j), yy = sum<M>(syy, here, second(a0, a1, a2, a3), P_j);
      const zz = sum<M>(szz, here, third(a0, a1, a2, a3), P_j), xy = sum<M>(sxy, here, fourth(a0, a1, a2, a3), P_j);
      const yz = sum<M>(syz, here, first(b0, b1, b2, b3), P_j), zx = sum<M>(szx, here, second(b0, b1, b2, b3), P_j);
      const k = mul(mul(V_i, four.volume), g), kx = mul(k, dx), ky = mul(k, dy), kz = mul(k, dz), quantum = v128.load(SPLAT_QUANTUM);
      const tx = madd(zx, kz, madd(xy, ky, mul(xx, kx))), ty = madd(yz, kz, madd(yy, ky, mul(xy, kx)));
      const tz = madd(zz, kz, madd(yz, ky, mul(zx, kx)));
      largest = f32x4.pmax(f32x4.abs(tx), f32x4.pmax(f32x4.abs(ty), f32x4.pmax(f32x4.abs(tz), largest)));
      const qx = rounded(tx, quantum), qy = rounded(ty, quantum), qz = rounded(tz, quantum);
      fx = add(fx, qx); fy = add(fy, qy); fz = add(fz, qz);
      scatter(
        f32x4.neg(qx), f32x4.neg(qy), f32x4.neg(qz), zero,
        rowOf(four.j0, sums), rowOf(four.j1, sums), rowOf(four.j2, sums), rowOf(four.j3, sums),
      );
    }
    addRow(rowOf(p, sums), fx, fy, fz, zero);
  }
  const report = address(AT_GROUP_REPORT) + <usize>groupOf(task) * GROUP_BYTES;
  store<f32>(report, max(load<f32>(report, GROUP_FORCE), largestLane(largest)), GROUP_FORCE);
}

@inline function correctionOf(record: usize, rows: usize): v128 { return v128.load(longRowOf(record, rows)); }
@inline function restOf(record: usize, rows: usize): v128 { return v128.load64_zero(longRowOf(record, rows), 16); }

/** An entry of P_i/N_i² E_i + P_j/N_j² E_j. */
@inline function sum<M>(own: v128, here: v128, there: v128, P_j: v128): v128 {
  return madd(there, P_j, changetype<M>(0).uneven ? mul(own, here) : own);
}
