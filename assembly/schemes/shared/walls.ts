// What walls do to a smoothed particle beside them, in schemes without a stress that depends on the flow. [ADR 31]
//   push        along the normal (obstacles/walls.ts)
//   mirror      along the walls: what is behind them pushes as what is before them does
//   divergence  u·n B/d, u the velocity against the wall: what approaches a wall is compressed
//   drag        of the viscosity, laminar and artificial, as far as the wall grips

import {
  AT_RECORD, DIMENSION, RECORD_COMPRESSION, RECORD_PRESSURE, RECORD_SHIFT, REPORT_WALL, SUB_CORRECTED, SUB_GRADIENT_SCALE,
  SUB_REST_DENSITY, SUB_SOUND_SPEED, SUB_VISCOSITY, SUB_VISCOUS_SCALE, SUB_WALL_LINEAR,
} from '../../../src/wasm/layout';
import { address, real } from '../../context';
import { wallDrag } from '../../flow/walls';
import { Vector } from '../../math/vector';
import { addLoad } from '../../obstacles/loads';
import {
  edgePush, findWalls, mirror, mirroredX, mirroredY, mirroredZ, mirrorOne, stretchAt, Wall, wallAt, wallPush,
} from '../../obstacles/walls';
import { bend, bentX, bentY, bentZ, correctedAlong } from '../../passes/corrected';
import { isSmoothed, linearPart, substanceOf } from '../../passes/pack';
import { densityOf, lengthOf, positionOf, relativeMassOf, sumsOf } from './particle';
import { addVector } from './report';

/** What the walls last met give to a particle, m/s². Globals belong to one instance, hence to one thread. */
export let fromWallsX: f64 = 0, fromWallsY: f64 = 0, fromWallsZ: f64 = 0;
/** And those of them that are bodies, after `bookWallsOf`. */
export let fromBodiesX: f64 = 0, fromBodiesY: f64 = 0, fromBodiesZ: f64 = 0;
// The acceleration by neighbors and by the push of walls.
let allX: f64 = 0, allY: f64 = 0, allZ: f64 = 0;

/**
 * Adds what walls do to what acts on particle i from outside, a, and to its density rate; v is its velocity.
 * @returns how many walls there are
 */
export function addWalls(report: usize, i: i32, v: Vector, a: Vector): i32 {
  const R = 2 * lengthOf(i), found = isSmoothed(i) ? findWalls(i, R) : 0;
  fromWallsX = 0; fromWallsY = 0; fromWallsZ = 0;
  if (found == 0) return 0;
  const substance = substanceOf(i), push = pushOf(i), m = relativeMassOf(i);
  let divergence = 0.0, at = changetype<usize>(wallAt(0));
  for (let k = 0; k < found; k++, at += offsetof<Wall>()) {
    const wall = changetype<Wall>(at), away = awayFrom(wall, v), B = stretchAt(wall.q);
    press(i, wall, substance, push, away, v, a, R);
    wall.scale = load<f64>(substance, SUB_GRADIENT_SCALE) * correctedAlong(i, substance, wall, a);
    divergence += (wall.share * away * B) / (wall.q * R);
  }
  const f = sumsOf(i), perMass = 1 / m;
  const x = perMass * <f64>load<f32>(f), y = perMass * <f64>load<f32>(f, 4), z = perMass * <f64>load<f32>(f, 8);
  const among: f64 = x == 0 && y == 0 && z == 0 ? 0 : 1; // who has no neighbors has no mirror image either
  allX = among * (x + fromWallsX); allY = among * (y + fromWallsY); allZ = among * (z + fromWallsZ);
  mirror(found, allX, allY, allZ, a);
  fromWallsX += mirroredX; fromWallsY += mirroredY; fromWallsZ += mirroredZ;
  addVector(report + REPORT_WALL, m * fromWallsX, m * fromWallsY, m * fromWallsZ);
  const N = densityOf(i) / load<f64>(substance, SUB_REST_DENSITY);
  store<f32>(f, load<f32>(f, 12) - <f32>(N * divergence), 12);
  return found;
}

/** Books what the walls of particle i that are bodies give to it in a time (s); a is what acts on it from outside without them. */
export function bookWallsOf(i: i32, found: i32, time: f64, mass: f64, v: Vector, a: Vector): void {
  const R = 2 * lengthOf(i), substance = substanceOf(i), push = pushOf(i), x = positionOf(i);
  fromBodiesX = 0; fromBodiesY = 0; fromBodiesZ = 0;
  for (let k = 0; k < found; k++) {
    const wall = wallAt(k), body = <i32>wall.body, p = mass * time;
    if (body < 0) continue;
    fromWallsX = 0; fromWallsY = 0; fromWallsZ = 0;
    press(i, wall, substance, push, awayFrom(wall, v), v, a, R);
    mirrorOne(wall, allX, allY, allZ, a);
    const ax = fromWallsX + mirroredX, ay = fromWallsY + mirroredY, az = fromWallsZ + mirroredZ;
    fromBodiesX += ax; fromBodiesY += ay; fromBodiesZ += az;
    addLoad(body, x.x, x.y, x.z, p * ax, p * ay, p * az);
  }
}

/** Adds what one wall gives. */
@inline function press(i: i32, wall: Wall, substance: usize, push: f64, away: f64, v: Vector, a: Vector, R: f64): void {
  const heavy = -(a.x * wall.nx + a.y * wall.ny + a.z * wall.nz) * load<f64>(substance, SUB_GRADIENT_SCALE);
  const p = wall.share * wallPush(push, heavy, away, load<f64>(substance, SUB_SOUND_SPEED), wall.grip, wall.q, R);
  fromWallsX += p * wall.nx; fromWallsY += p * wall.ny; fromWallsZ += p * wall.nz;
  if (load<f64>(substance, SUB_CORRECTED) != 0) {
    bend(i, wall.nx, wall.ny, wall.nz); // (1 + E) n, not along n alone: before what is round the rest would stir the water
    fromWallsX += p * bentX; fromWallsY += p * bentY; fromWallsZ += p * bentZ;
  }
  const e = edgePush(wall, push, substance, R);
  if (e > 0) { fromWallsX += e * wall.ex; fromWallsY += e * wall.ey; fromWallsZ += e * wall.ez; }
  if (wall.grip == 0) return;
  const S = wall.grip * wall.share * kinematicViscosity(i, substance) * wallDrag(wall.q, R);
  fromWallsX -= S * (v.x - wall.vx - away * wall.nx);
  fromWallsY -= S * (v.y - wall.vy - away * wall.ny);
  fromWallsZ -= S * (v.z - wall.vz - away * wall.nz);
}

/** 2P/ρ of particle i over what sums make of a gradient, m²/s². */
@inline function pushOf(i: i32): f64 {
  const record = address(AT_RECORD) + (<usize>i << RECORD_SHIFT);
  const rho0 = load<f64>(substanceOf(i), SUB_REST_DENSITY); // the record has P/N² and N = ρ/ρ₀
  return (2 * <f64>load<f32>(record, RECORD_PRESSURE) * <f64>load<f32>(record, RECORD_COMPRESSION)) / rho0;
}

/** Velocity away from a wall, m/s. */
@inline function awayFrom(wall: Wall, v: Vector): f64 {
  return (v.x - wall.vx) * wall.nx + (v.y - wall.vy) * wall.ny + (v.z - wall.vz) * wall.nz;
}

/**
 * Viscosity that walls grip by, m²/s: the laminar one, and what the artificial one amounts to where it is how a substance is made thick:
 * η h c/16 in 2D, η h c/20 in 3D. [card §4] That of a material is there for stability: its layer at a wall would be as thick as particles.
 */
@inline export function kinematicViscosity(i: i32, substance: usize): f64 {
  const h = lengthOf(i), artificial = load<f64>(substance, SUB_WALL_LINEAR) * linearPart(substance, h) * h;
  const laminar = load<f64>(substance, SUB_VISCOSITY) * load<f64>(substance, SUB_VISCOUS_SCALE);
  return laminar / densityOf(i) + artificial / (real(DIMENSION) == 2 ? 16 : 20);
}
