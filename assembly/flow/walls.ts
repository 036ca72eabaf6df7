// What walls do to a substance that flows beside them: as if it went on behind the wall, with its pressure, and with velocities that mirror
// its own about that of the wall. [card §9, Morris 1997, ADR 21] Sums over what stands behind a plane at distance d are taken from tables:
//   push  see obstacles/walls.ts,   drag  2 ∫ F (1 + s/d) dV = 2 (I₀ + I₁/d),   ∇v  u n B/d,   B  n n B,    s the depth behind the wall.
// The wall's viscosity is that of the rate u/d beside it.

import {
  AT_POSITION, AT_VELOCITY, AT_WALL, DRAG_MOMENT_TABLE, DRAG_TABLE, SOLVES_PRESSURE, STRAIN_DIVERGENCE, SUB_GRADIENT_SCALE,
  SUB_SOUND_SPEED, SUB_VISCOUS_SCALE, TENSION_BYTES, WALL_ARM, WALL_BYTES, WALL_DRAG, WALL_NEAR, WALL_NORMAL, WALL_PULL, WALL_PUSH,
  WALL_SHIFT, WALL_SLIP,
} from '../../src/wasm/layout';
import { address, int } from '../context';
import { Vector } from '../math/vector';
import { addLoad } from '../obstacles/loads';
import {
  edgePush, findWalls, mirror, mirroredX, mirroredY, mirroredZ, mirrorOne, stretchAt, tableAt, Wall, wallAt, wallPush,
} from '../obstacles/walls';
import { correctedAcross } from '../passes/corrected';
import { externalAt } from '../schemes/shared/external';
import { lengthOf, positionOf, relativeMassOf, sumsOf, velocityOf } from '../schemes/shared/particle';
import { pathOfThread } from '../schemes/shared/path';
import { viscosityAt } from './rheology';
import { BXX, BXY, BYY, BYZ, BZX, BZZ, XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ } from './strain';
import { tensionOf } from './tension';

// What `meet` found: grip, normal and share of the wall, distance from it over R, velocity away from it and along it, m/s.
let grip: f64 = 0, nx: f64 = 0, ny: f64 = 0, nz: f64 = 0, q: f64 = 0, share: f64 = 0;
let away: f64 = 0, slipX: f64 = 0, slipY: f64 = 0, slipZ: f64 = 0;

// What acts on the particle in hand from outside, m/s².
let outside: Vector = changetype<Vector>(0);

/** 2 ∫ F (1 + s/d) dV beyond a plane at distance d = q R, 1/m². */
@inline export function wallDrag(q: f64, R: f64): f64 {
  return (2 * (tableAt(DRAG_TABLE, q) + tableAt(DRAG_MOMENT_TABLE, q) / q)) / (R * R);
}

/** No wall is near particle i. */
@inline export function clearWall(i: i32): void {
  memory.fill(address(AT_WALL) + (<usize>i << WALL_SHIFT), 0, WALL_BYTES);
}

/** Gravity and force fields at particle i. */
@inline function feelOutside(i: i32): void {
  outside = pathOfThread().spare;
  externalAt(positionOf(i), velocityOf(i), outside);
}

/** Takes a found wall up again, and how particle i moves along it. */
@inline function meet(i: i32, wall: Wall): void {
  const v = address(AT_VELOCITY) + <usize>i * 24;
  grip = wall.grip; q = wall.q; share = wall.share;
  nx = wall.nx; ny = wall.ny; nz = wall.nz;
  const ux = load<f64>(v) - wall.vx, uy = load<f64>(v, 8) - wall.vy, uz = load<f64>(v, 16) - wall.vz;
  away = ux * nx + uy * ny + uz * nz;
  slipX = ux - away * nx; slipY = uy - away * ny; slipZ = uz - away * nz;
}

/** Adds the walls that were found to the row of particle i. */
export function addWallShear(i: i32, walls: i32, R: f64, row: usize): void {
  for (let k = 0; k < walls; k++) {
    meet(i, wallAt(k));
    const b = share * stretchAt(q), G = b / (q * R), T = G * grip;
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
    const b = share * stretchAt(q), d = q * R, hold = Math.sqrt(grip);
    const slips = k == slippery ? 1 - hold : 0;
    grow(row + STRAIN_DIVERGENCE, (b / d) * away);
    const c = ((presses ? (slips > 0 || grip > 0 ? 1 : 0) : grip) * V * b) / (d * d), cd = c * d;
    const wx = wall.vx, wy = wall.vy, wz = wall.vz, toward = wx * nx + wy * ny + wz * nz; // of the wall
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
    const wall = wallAt(k), g = wall.grip, distance = wall.q;
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
  feelOutside(i);
  let drag = 0.0, dragX = 0.0, dragY = 0.0, dragZ = 0.0, pushX = 0.0, pushY = 0.0, pushZ = 0.0;
  for (let k = 0; k < walls; k++) {
    const wall = wallAt(k);
    meet(i, wall);
    const a = pushOf(i, substance, push, R), e = edgePush(wall, push, substance, R);
    pushX += a * nx + e * wall.ex; pushY += a * ny + e * wall.ey; pushZ += a * nz + e * wall.ez;
    if (grip == 0) continue;
    const S = dragOf(substance, eta, T, R);
    drag += S; dragX += S * wall.vx; dragY += S * wall.vy; dragZ += S * wall.vz;
  }
  store<f32>(sum, 1, WALL_NEAR);
  store<f32>(sum, <f32>drag, WALL_DRAG);
  store<f32>(sum, <f32>dragX, WALL_PULL); store<f32>(sum, <f32>dragY, WALL_PULL + 4); store<f32>(sum, <f32>dragZ, WALL_PULL + 8);
  store<f32>(sum, <f32>pushX, WALL_PUSH); store<f32>(sum, <f32>pushY, WALL_PUSH + 4); store<f32>(sum, <f32>pushZ, WALL_PUSH + 8);
}

/** Acceleration by the pressure of the walls that were found, of particle i; `push` is 2P/ρ (m²/s²). */
export function addWallPush(i: i32, walls: i32, R: f64, substance: usize, push: f64): void {
  const sum = address(AT_WALL) + (<usize>i << WALL_SHIFT);
  feelOutside(i);
  store<f32>(sum, 1, WALL_NEAR);
  for (let k = 0; k < walls; k++) {
    const wall = wallAt(k), e = edgePush(wall, push, substance, R);
    meet(i, wall);
    const a = pushOf(i, substance, push, R);
    grow(sum + WALL_PUSH, a * nx + e * wall.ex); grow(sum + WALL_PUSH + 4, a * ny + e * wall.ey);
    grow(sum + WALL_PUSH + 8, a * nz + e * wall.ez);
  }
}

/** Acceleration by the pressure of the wall that was met, away from it, m/s². */
@inline function pushOf(i: i32, substance: usize, push: f64, R: f64): f64 {
  const heavy = -(outside.x * nx + outside.y * ny + outside.z * nz) * load<f64>(substance, SUB_GRADIENT_SCALE);
  const part = share * correctedAcross(i, substance, nx, ny, nz);
  const c = int(SOLVES_PRESSURE) ? 0 : load<f64>(substance, SUB_SOUND_SPEED); // steps that leave sound out damp it by themselves
  return part * wallPush(push, heavy, away, c, grip, q, R);
}

// The acceleration of the particle in hand by neighbors and by the push of walls.
let allX: f64 = 0, allY: f64 = 0, allZ: f64 = 0;

/** What its neighbors and the push of walls do to particle i: the sums and its row must be complete. */
@inline function sumUp(i: i32): void {
  const f = sumsOf(i), m = relativeMassOf(i), row = address(AT_WALL) + (<usize>i << WALL_SHIFT);
  const x = <f64>load<f32>(f) / m, y = <f64>load<f32>(f, 4) / m, z = <f64>load<f32>(f, 8) / m;
  const among: f64 = x == 0 && y == 0 && z == 0 ? 0 : 1; // who has no neighbors has no mirror image either
  allX = among * (x + <f64>load<f32>(row, WALL_PUSH));
  allY = among * (y + <f64>load<f32>(row, WALL_PUSH + 4));
  allZ = among * (z + <f64>load<f32>(row, WALL_PUSH + 8));
}

/** Finds what walls give to particle i along themselves (`mirror`); if viscous forces are in the sums, what grips does it by its drag. */
export function reflect(i: i32, viscous: bool): void {
  const found = findWalls(i, 2 * lengthOf(i));
  sumUp(i);
  outside = pathOfThread().known;
  externalAt(positionOf(i), velocityOf(i), outside);
  if (viscous) for (let k = 0; k < found; k++) letSlip(wallAt(k));
  mirror(found, allX, allY, allZ, outside);
}

/** A wall mirrors forces only as far as it lets the substance slip. */
@inline function letSlip(wall: Wall): void {
  wall.mirrors *= 1 - wall.grip;
}

/** Drag η̄ S of the wall that was met, Pa·s/m². */
@inline function dragOf(substance: usize, eta: f64, T: f64, R: f64): f64 {
  const rate = Math.sqrt(slipX * slipX + slipY * slipY + slipZ * slipZ) / (q * R), beside = viscosityAt(substance, rate, T);
  const mean = eta + beside > 0 ? (2 * eta * beside) / (eta + beside) : 0;
  return grip * share * mean * load<f64>(substance, SUB_VISCOUS_SCALE) * wallDrag(q, R);
}

/**
 * Books what the walls that were found give to particle i in a time (s) if their poses are simulated: `push` is 2P/ρ (m²/s²), or 0
 * for none of it; `drag` their whole drag Σ η̄ S (Pa·s/m²), or 0 for none of it; m is its mass (kg) and rho its density (kg/m³).
 */
export function bookWalls(
  i: i32, walls: i32, R: f64, substance: usize, eta: f64, T: f64, push: f64, drag: f64, time: f64, m: f64, rho: f64, viscous: bool,
): void {
  const x = address(AT_POSITION) + <usize>i * 24, v = address(AT_VELOCITY) + <usize>i * 24;
  let sum = 0.0;
  feelOutside(i);
  if (push != 0) sumUp(i);
  for (let k = 0; k < walls && drag > 0; k++) {
    meet(i, wallAt(k));
    if (grip > 0) sum += dragOf(substance, eta, T, R);
  }
  for (let k = 0; k < walls; k++) {
    const wall = wallAt(k), body = <i32>wall.body;
    if (body < 0) continue;
    meet(i, wall);
    const a = push != 0 ? pushOf(i, substance, push, R) : 0, e = edgePush(wall, push, substance, R), p = m * time;
    const S = sum > 0 && grip > 0 ? (dragOf(substance, eta, T, R) * drag) / (sum * rho) : 0;
    if (viscous) letSlip(wall);
    mirrorOne(wall, allX, allY, allZ, outside);
    const part: f64 = push != 0 ? 1 : 0;
    const px = p * (a * nx + e * wall.ex + part * mirroredX + S * (wall.vx - load<f64>(v)));
    const py = p * (a * ny + e * wall.ey + part * mirroredY + S * (wall.vy - load<f64>(v, 8)));
    const pz = p * (a * nz + e * wall.ez + part * mirroredZ + S * (wall.vz - load<f64>(v, 16)));
    addLoad(body, load<f64>(x), load<f64>(x, 8), load<f64>(x, 16), px, py, pz);
  }
}

@inline function grow(entry: usize, by: f64): void {
  store<f32>(entry, load<f32>(entry) + <f32>by);
}
