// What walls do to a substance beside them: as if it went on behind the wall with the same pressure, and velocities that mirror its own
// about that of the wall. [card §9, Morris 1997] Beyond a plane at distance d the sums over those particles are integrals,
//   push  2P/ρ W₁ n,   drag  2 ∫ F (1 + s/d) dV = 2 (I₀ + I₁/d),   ∇v  u n (W₁ + Γ/d),   B  n n (d W₁ + Γ),    s the depth behind the wall,
// taken from tables over d/R. The wall's viscosity is that of the rate u/d beside it. Curved walls count as their tangent planes.

import { GRIP, RECORD_SLOTS } from '../../src/obstacles/layout';
import { AT_POSITION, AT_VELOCITY, AT_WALL, COVER_STEPS, COVER_TABLE, DRAG_MOMENT_TABLE, DRAG_TABLE, OBSTACLE_COUNT, OBSTACLES, SLICE_TABLE, SUB_VISCOUS_SCALE } from '../../src/wasm/layout';
import { address, int } from '../context';
import { faceWall, wallDistance, wallNormalX, wallNormalY, wallNormalZ, wallVelocityX, wallVelocityY, wallVelocityZ } from '../obstacles/face-wall';
import { slot } from '../obstacles/solid';
import { viscosityAt } from './rheology';
import { BXX, BXY, BYY, BYZ, BZX, BZZ, XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ } from './strain';

/** A particle is taken as no nearer to a wall than this part of R: half a particle size is about a fifth. */
export const NEAREST: f64 = 0.05;

// What `meet` found: velocity away from the wall and along it, m/s, and the distance from it over R.
let away: f64 = 0, slipX: f64 = 0, slipY: f64 = 0, slipZ: f64 = 0, q: f64 = 0;

/** Value of a table over d/R. */
@inline export function tableAt(table: usize, q: f64): f64 {
  if (q >= 1) return 0;
  const place = q * COVER_STEPS, k = <i32>place, at = table + (<usize>k << 3);
  return load<f64>(at) + (place - <f64>k) * (load<f64>(at, 8) - load<f64>(at));
}

/** 2 ∫ F (1 + s/d) dV beyond a plane at distance d = q R, 1/m². */
@inline export function wallDrag(q: f64, R: f64): f64 {
  return (2 * (tableAt(DRAG_TABLE, q) + tableAt(DRAG_MOMENT_TABLE, q) / q)) / (R * R);
}

/** No wall is near particle i. */
@inline export function clearWall(i: i32): void {
  memory.fill(address(AT_WALL) + (<usize>i << 5), 0, 32);
}

/** Whether the wall of an obstacle is within R of particle i. */
@inline function meet(i: i32, record: usize, R: f64): bool {
  if (!faceWall(record, address(AT_POSITION) + <usize>i * 24, R)) return false;
  const v = address(AT_VELOCITY) + <usize>i * 24;
  const ux = load<f64>(v) - wallVelocityX, uy = load<f64>(v, 8) - wallVelocityY, uz = load<f64>(v, 16) - wallVelocityZ;
  away = ux * wallNormalX + uy * wallNormalY + uz * wallNormalZ;
  slipX = ux - away * wallNormalX; slipY = uy - away * wallNormalY; slipZ = uz - away * wallNormalZ;
  q = max<f64>(wallDistance / R, NEAREST);
  return true;
}

/** Adds the walls within R to the row of particle i; true if there are any. */
export function addWallShear(i: i32, R: f64, row: usize): bool {
  const count = int(OBSTACLE_COUNT);
  let near = false;
  for (let k = 0; k < count; k++) {
    const record = address(OBSTACLES) + <usize>k * (RECORD_SLOTS << 3);
    if (!meet(i, record, R)) continue;
    near = true;
    const b = q * tableAt(SLICE_TABLE, q) + tableAt(COVER_TABLE, q), G = b / (q * R), grip = G * slot(record, GRIP);
    const nx = wallNormalX, ny = wallNormalY, nz = wallNormalZ;
    const ux = G * away * nx + grip * slipX, uy = G * away * ny + grip * slipY, uz = G * away * nz + grip * slipZ;
    grow(row + XX, ux * nx); grow(row + XY, ux * ny); grow(row + XZ, ux * nz);
    grow(row + YX, uy * nx); grow(row + YY, uy * ny); grow(row + YZ, uy * nz);
    grow(row + ZX, uz * nx); grow(row + ZY, uz * ny); grow(row + ZZ, uz * nz);
    grow(row + BXX, b * nx * nx); grow(row + BYY, b * ny * ny); grow(row + BZZ, b * nz * nz);
    grow(row + BXY, b * nx * ny); grow(row + BYZ, b * ny * nz); grow(row + BZX, b * nz * nx);
  }
  return near;
}

/**
 * What the walls within R do to particle i: drag Σ η̄ S and that times their velocities, and the acceleration by pressure. `eta` is its
 * viscosity (Pa·s), T its temperature (K), `push` 2P/ρ (m²/s²). A wall pulls only as far as it grips.
 */
export function addWallForces(i: i32, R: f64, substance: usize, eta: f64, T: f64, push: f64): void {
  const count = int(OBSTACLE_COUNT), wall = address(AT_WALL) + (<usize>i << 5);
  let drag = 0.0, dragX = 0.0, dragY = 0.0, dragZ = 0.0, pushX = 0.0, pushY = 0.0, pushZ = 0.0;
  for (let k = 0; k < count; k++) {
    const record = address(OBSTACLES) + <usize>k * (RECORD_SLOTS << 3);
    if (!meet(i, record, R)) continue;
    const grip = slot(record, GRIP), a = ((push > 0 ? push : grip * push) * tableAt(SLICE_TABLE, q)) / R;
    pushX += a * wallNormalX; pushY += a * wallNormalY; pushZ += a * wallNormalZ;
    if (grip == 0) continue;
    const rate = Math.sqrt(slipX * slipX + slipY * slipY + slipZ * slipZ) / (q * R), beside = viscosityAt(substance, rate, T);
    const mean = eta + beside > 0 ? (2 * eta * beside) / (eta + beside) : 0, S = grip * mean * load<f64>(substance, SUB_VISCOUS_SCALE) * wallDrag(q, R);
    drag += S; dragX += S * wallVelocityX; dragY += S * wallVelocityY; dragZ += S * wallVelocityZ;
  }
  store<f32>(wall, <f32>drag); store<f32>(wall, <f32>dragX, 4); store<f32>(wall, <f32>dragY, 8); store<f32>(wall, <f32>dragZ, 12);
  store<f32>(wall, <f32>pushX, 16); store<f32>(wall, <f32>pushY, 20); store<f32>(wall, <f32>pushZ, 24);
}

@inline function grow(entry: usize, by: f64): void {
  store<f32>(entry, load<f32>(entry) + <f32>by);
}
