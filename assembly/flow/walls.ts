// What walls do to a substance beside them: as if it went on behind the wall with the same pressure, and velocities that mirror its own
// about that of the wall. [card §9, Morris 1997] Beyond a plane at distance d the sums over those particles are integrals,
//   push  2P/ρ W₁ n,   drag  2 ∫ F (1 + s/d) dV = 2 (I₀ + I₁/d),   ∇v  u n (W₁ + Γ/d),   B  n n (d W₁ + Γ),    s the depth behind the wall,
// taken from tables over d/R. The wall's viscosity is that of the rate u/d beside it. The inside of a box is six walls, that of a
// cylinder three, a concave corner of a mesh up to four; others are their tangent planes. [ADR 21]

import { BODY, RECORD_SLOTS } from '../../src/obstacles/layout';
import {
  AT_POSITION, AT_SUBSTANCE, AT_VELOCITY, AT_WALL, COVER_STEPS, COVER_TABLE, DRAG_MOMENT_TABLE, DRAG_TABLE, OBSTACLE_COUNT, OBSTACLES,
  SCRATCH, SCRATCH_BYTES, SLICE_TABLE, STRAIN_DIVERGENCE, SUB_VISCOUS_SCALE, TENSION_BYTES, WALL_ARM, WALL_BYTES, WALL_DRAG, WALL_NORMAL,
  WALL_PULL, WALL_PUSH, WALL_SHIFT, WALL_SLIP,
} from '../../src/wasm/layout';
import { address, int } from '../context';
import {
  faceAnother, faceInside, faceWall, noteDirection, wallCount, wallDistance, wallNormalX, wallNormalY, wallNormalZ, wallVelocityX,
  wallVelocityY, wallVelocityZ,
} from '../obstacles/face-wall';
import { addLoad } from '../obstacles/loads';
import { rememberFaces } from '../obstacles/near-faces';
import { isBeyond, isMesh, slot } from '../obstacles/solid';
import { gripAt, touchWith } from '../obstacles/touch';
import { threadIndex } from '../thread';
import { viscosityAt } from './rheology';
import { BXX, BXY, BYY, BYZ, BZX, BZZ, XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ } from './strain';
import { tensionOf } from './tension';

/** A particle is taken as no nearer to a wall than this part of R: half a particle size is about a fifth. */
export const NEAREST: f64 = 0.05;

/** About so many walls around one particle count; the scratch has room for more. */
const MOST_WALLS: i32 = 1024;
/** Bytes that the scratch keeps of a wall. */
const NOTE_BYTES: usize = 72;
/** Walls of one mesh that count: a corner of a box has three. */
const MOST_FACES: i32 = 4;

// What `meet` found: grip and normal of the wall, distance from it over R, velocity away from it and along it, m/s.
let grip: f64 = 0, nx: f64 = 0, ny: f64 = 0, nz: f64 = 0, q: f64 = 0, away: f64 = 0, slipX: f64 = 0, slipY: f64 = 0, slipZ: f64 = 0;

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
  memory.fill(address(AT_WALL) + (<usize>i << WALL_SHIFT), 0, WALL_BYTES);
}

/** Finds the walls within R of particle i, leaves them in the scratch of this thread, and returns how many there are. */
export function findWalls(i: i32, R: f64): i32 {
  const count = int(OBSTACLE_COUNT), point = address(AT_POSITION) + <usize>i * 24;
  let found = 0;
  rememberFaces(i);
  touchWith(load<u32>(address(AT_SUBSTANCE) + (<usize>i << 2)));
  for (let k = 0; k < count; k++) {
    const record = address(OBSTACLES) + <usize>k * (RECORD_SLOTS << 3);
    if (isBeyond(record, slot(point, 0), slot(point, 1), slot(point, 2), R)) continue;
    const faces = wallCount(record);
    if (faces == 1) {
      if (!faceWall(record, point, R)) continue;
      note(found++, record, R);
      if (isMesh(record)) found = findCorner(found, record, point, R);
    } else {
      for (let face = 0; face < faces; face++) if (faceInside(record, face, point, R)) note(found++, record, R);
    }
    if (found > MOST_WALLS) break;
  }
  return found;
}

/** Adds the other walls of a concave corner of a mesh whose nearest wall was just found. */
function findCorner(first: i32, record: usize, point: usize, R: f64): i32 {
  const directions = wallAt(2 * MOST_WALLS);
  let found = first, known = 1;
  noteDirection(directions, 0);
  while (known < MOST_FACES && faceAnother(record, point, R, directions, known)) {
    noteDirection(directions, known++);
    note(found++, record, R);
  }
  return found;
}

/** Keeps the wall that was just met: grip, d/R, normal, velocity, and which body it is. */
@inline function note(k: i32, record: usize, R: f64): void {
  const wall = wallAt(k);
  store<f64>(wall, gripAt(record)); store<f64>(wall, max<f64>(wallDistance / R, NEAREST), 8);
  store<f64>(wall, wallNormalX, 16); store<f64>(wall, wallNormalY, 24); store<f64>(wall, wallNormalZ, 32);
  store<f64>(wall, wallVelocityX, 40); store<f64>(wall, wallVelocityY, 48); store<f64>(wall, wallVelocityZ, 56);
  store<f64>(wall, slot(record, BODY), 64);
}

/** A wall that `findWalls` found: grip, d/R, normal, velocity, body. */
@inline function wallAt(k: i32): usize {
  return address(SCRATCH) + <usize>threadIndex() * <usize>int(SCRATCH_BYTES) + <usize>k * NOTE_BYTES;
}

/** Takes a found wall up again, and how particle i moves along it. */
@inline function meet(i: i32, wall: usize): void {
  const v = address(AT_VELOCITY) + <usize>i * 24;
  grip = load<f64>(wall); q = load<f64>(wall, 8);
  nx = load<f64>(wall, 16); ny = load<f64>(wall, 24); nz = load<f64>(wall, 32);
  const ux = load<f64>(v) - load<f64>(wall, 40), uy = load<f64>(v, 8) - load<f64>(wall, 48), uz = load<f64>(v, 16) - load<f64>(wall, 56);
  away = ux * nx + uy * ny + uz * nz;
  slipX = ux - away * nx; slipY = uy - away * ny; slipZ = uz - away * nz;
}

/** Adds the walls that were found to the row of particle i. */
export function addWallShear(i: i32, walls: i32, R: f64, row: usize): void {
  for (let k = 0; k < walls; k++) {
    meet(i, wallAt(k));
    const b = q * tableAt(SLICE_TABLE, q) + tableAt(COVER_TABLE, q), G = b / (q * R), T = G * grip;
    const ux = G * away * nx + T * slipX, uy = G * away * ny + T * slipY, uz = G * away * nz + T * slipZ;
    grow(row + XX, ux * nx); grow(row + XY, ux * ny); grow(row + XZ, ux * nz);
    grow(row + YX, uy * nx); grow(row + YY, uy * ny); grow(row + YZ, uy * nz);
    grow(row + ZX, uz * nx); grow(row + ZY, uz * ny); grow(row + ZZ, uz * nz);
    grow(row + BXX, b * nx * nx); grow(row + BYY, b * ny * ny); grow(row + BZZ, b * nz * nz);
    grow(row + BXY, b * nx * ny); grow(row + BYZ, b * ny * nz); grow(row + BZX, b * nz * nx);
  }
}

// What `addWallSamples` found: Σ c of the walls that grip, c of the one that does not, and minus the velocities of both times their c.
export let gripWeight: f64 = 0, slipWeight: f64 = 0, stillX: f64 = 0, stillY: f64 = 0, stillZ: f64 = 0;

/**
 * Adds the walls that were found to the sums of the symmetric form: each is one more neighbor at its foot point, with the weight
 * c = V b/d², b from the tables. A wall that grips has its velocity, one that does not only that away from itself, and as far as the
 * substance `presses` against
 * it; of several such, the heaviest. Writes what the products of a solve need beside the row of sums. [ADR 29]
 */
export function addWallSamples(i: i32, walls: i32, R: f64, V: f64, presses: bool, row: usize): void {
  const kept = address(AT_WALL) + (<usize>i << WALL_SHIFT), still = tensionOf(i);
  gripWeight = 0; slipWeight = 0; stillX = 0; stillY = 0; stillZ = 0;
  memory.fill(still, 0, TENSION_BYTES);
  memory.fill(kept, 0, WALL_BYTES);
  const slippery = heaviestSlip(walls, presses);
  for (let k = 0; k < walls; k++) {
    const wall = wallAt(k);
    meet(i, wall);
    const b = q * tableAt(SLICE_TABLE, q) + tableAt(COVER_TABLE, q), d = q * R, hold = Math.sqrt(grip);
    const slips = k == slippery ? 1 - hold : 0;
    grow(row + STRAIN_DIVERGENCE, (b / d) * away);
    const c = ((presses ? (slips > 0 || grip > 0 ? 1 : 0) : grip) * V * b) / (d * d), cd = c * d;
    const wx = load<f64>(wall, 40), wy = load<f64>(wall, 48), wz = load<f64>(wall, 56), toward = wx * nx + wy * ny + wz * nz; // of the wall
    if (c == 0) continue;
    addSample(row, hold * (slipX + away * nx) + slips * away * nx, hold * (slipY + away * ny) + slips * away * ny,
      hold * (slipZ + away * nz) + slips * away * nz, cd);
    addSample(still, -hold * wx - slips * toward * nx, -hold * wy - slips * toward * ny, -hold * wz - slips * toward * nz, cd);
    grow(row + BXX, cd * d * nx * nx); grow(row + BYY, cd * d * ny * ny); grow(row + BZZ, cd * d * nz * nz);
    grow(row + BXY, cd * d * nx * ny); grow(row + BYZ, cd * d * ny * nz); grow(row + BZX, cd * d * nz * nx);
    const more = slips > 0 ? 1 - grip : 0; // Q² = grip + (1 − grip) n nᵀ
    gripWeight += c * grip; slipWeight += c * more;
    stillX -= c * (grip * wx + more * toward * nx); stillY -= c * (grip * wy + more * toward * ny);
    stillZ -= c * (grip * wz + more * toward * nz);
    grow(kept + WALL_ARM, cd * hold * nx); grow(kept + WALL_ARM + 4, cd * hold * ny); grow(kept + WALL_ARM + 8, cd * hold * nz);
    if (slips > 0) {
      store<f32>(kept, <f32>(cd * slips), WALL_SLIP);
      store<f32>(kept, <f32>nx, WALL_NORMAL); store<f32>(kept, <f32>ny, WALL_NORMAL + 4); store<f32>(kept, <f32>nz, WALL_NORMAL + 8);
    }
  }
}

/** The wall that holds least of what moves along it and is nearest; −1 if all grip, or if nothing presses against those that do not. */
function heaviestSlip(walls: i32, presses: bool): i32 {
  let found = -1, nearest = 2.0;
  for (let k = 0; k < walls; k++) {
    const wall = wallAt(k), g = load<f64>(wall), distance = load<f64>(wall, 8);
    if (g < 1 && (presses || g > 0) && distance < nearest) { nearest = distance; found = k; }
  }
  return found;
}

/** Adds cd u nᵀ for the wall that was met. */
@inline function addSample(row: usize, x: f64, y: f64, z: f64, cd: f64): void {
  grow(row + XX, cd * x * nx); grow(row + XY, cd * x * ny); grow(row + XZ, cd * x * nz);
  grow(row + YX, cd * y * nx); grow(row + YY, cd * y * ny); grow(row + YZ, cd * y * nz);
  grow(row + ZX, cd * z * nx); grow(row + ZY, cd * z * ny); grow(row + ZZ, cd * z * nz);
}

/**
 * What the walls that were found do to particle i: drag Σ η̄ S and that times their velocities, and the acceleration by pressure.
 * `eta` is its viscosity (Pa·s), T its temperature (K), `push` 2P/ρ (m²/s²). A wall pulls only as far as it grips.
 */
export function addWallForces(i: i32, walls: i32, R: f64, substance: usize, eta: f64, T: f64, push: f64): void {
  const sum = address(AT_WALL) + (<usize>i << WALL_SHIFT);
  let drag = 0.0, dragX = 0.0, dragY = 0.0, dragZ = 0.0, pushX = 0.0, pushY = 0.0, pushZ = 0.0;
  for (let k = 0; k < walls; k++) {
    const wall = wallAt(k);
    meet(i, wall);
    const a = pushOf(push, R);
    pushX += a * nx; pushY += a * ny; pushZ += a * nz;
    if (grip == 0) continue;
    const S = dragOf(substance, eta, T, R);
    drag += S; dragX += S * load<f64>(wall, 40); dragY += S * load<f64>(wall, 48); dragZ += S * load<f64>(wall, 56);
  }
  store<f32>(sum, <f32>drag, WALL_DRAG);
  store<f32>(sum, <f32>dragX, WALL_PULL); store<f32>(sum, <f32>dragY, WALL_PULL + 4); store<f32>(sum, <f32>dragZ, WALL_PULL + 8);
  store<f32>(sum, <f32>pushX, WALL_PUSH); store<f32>(sum, <f32>pushY, WALL_PUSH + 4); store<f32>(sum, <f32>pushZ, WALL_PUSH + 8);
}

/** Acceleration by the pressure of the walls that were found, of particle i; `push` is 2P/ρ (m²/s²). */
export function addWallPush(i: i32, walls: i32, R: f64, push: f64): void {
  const sum = address(AT_WALL) + (<usize>i << WALL_SHIFT);
  for (let k = 0; k < walls; k++) {
    meet(i, wallAt(k));
    const a = pushOf(push, R);
    grow(sum + WALL_PUSH, a * nx); grow(sum + WALL_PUSH + 4, a * ny); grow(sum + WALL_PUSH + 8, a * nz);
  }
}

/** Acceleration by the pressure of the wall that was met, away from it, m/s². */
@inline function pushOf(push: f64, R: f64): f64 {
  return ((push > 0 ? push : grip * push) * tableAt(SLICE_TABLE, q)) / R;
}

/** Drag η̄ S of the wall that was met, Pa·s/m². */
@inline function dragOf(substance: usize, eta: f64, T: f64, R: f64): f64 {
  const rate = Math.sqrt(slipX * slipX + slipY * slipY + slipZ * slipZ) / (q * R), beside = viscosityAt(substance, rate, T);
  const mean = eta + beside > 0 ? (2 * eta * beside) / (eta + beside) : 0;
  return grip * mean * load<f64>(substance, SUB_VISCOUS_SCALE) * wallDrag(q, R);
}

/**
 * Books what the walls that were found give to particle i in a time (s) if their poses are simulated: `push` is 2P/ρ (m²/s²), or 0
 * for none of it; `drag` their whole drag Σ η̄ S (Pa·s/m²), or 0 for none of it; m is its mass (kg) and rho its density (kg/m³).
 */
export function bookWalls(
  i: i32, walls: i32, R: f64, substance: usize, eta: f64, T: f64, push: f64, drag: f64, time: f64, m: f64, rho: f64,
): void {
  const x = address(AT_POSITION) + <usize>i * 24, v = address(AT_VELOCITY) + <usize>i * 24;
  let sum = 0.0;
  for (let k = 0; k < walls && drag > 0; k++) {
    meet(i, wallAt(k));
    if (grip > 0) sum += dragOf(substance, eta, T, R);
  }
  for (let k = 0; k < walls; k++) {
    const wall = wallAt(k), body = <i32>load<f64>(wall, 64);
    if (body < 0) continue;
    meet(i, wall);
    const a = push != 0 ? pushOf(push, R) : 0, p = m * time;
    const S = sum > 0 && grip > 0 ? (dragOf(substance, eta, T, R) * drag) / (sum * rho) : 0;
    const px = p * (a * nx + S * (load<f64>(wall, 40) - load<f64>(v)));
    const py = p * (a * ny + S * (load<f64>(wall, 48) - load<f64>(v, 8)));
    const pz = p * (a * nz + S * (load<f64>(wall, 56) - load<f64>(v, 16)));
    addLoad(body, load<f64>(x), load<f64>(x, 8), load<f64>(x, 16), px, py, pz);
  }
}

@inline function grow(entry: usize, by: f64): void {
  store<f32>(entry, load<f32>(entry) + <f32>by);
}
