// Rough surfaces: the normal that a hit sees is tilted, the same way for all hits in a cell of a lattice in the obstacle's frame. The
// cells are about as large as the ball. Whatever the tilt, what is turned never goes inward, and never gets faster. [PV09 §5c]

import { ROUGHNESS } from '../../src/obstacles/layout';
import { slot } from './solid';
import { normalRestitution, tangentRestitution } from './touch';

/** The tilted normal after `tiltNormal`. Globals belong to one instance, hence to one thread. */
export let tiltedX: f64 = 0;
export let tiltedY: f64 = 0;
export let tiltedZ: f64 = 0;

/** What `turnRough` made of a vector. */
export let turnedX: f64 = 0;
export let turnedY: f64 = 0;
export let turnedZ: f64 = 0;

/** Tilts the normal n (local) at the contact of a ball centered at (x, y, z) by up to 45° times the roughness. Flat: stays in z = 0. */
export function tiltNormal(record: usize, x: f64, y: f64, z: f64, nx: f64, ny: f64, nz: f64, radius: f64): void {
  setTilted(nx, ny, nz);
  const roughness = slot(record, ROUGHNESS);
  const cell = reinterpret<f64>(reinterpret<u64>(radius) & 0x7ff0000000000000); // the power of two below the radius
  if (!(roughness > 0) || !(cell > 0)) return;
  let hash = mix(cellOf(x - radius * nx, cell), 0x9e3779b9);
  hash = mix(cellOf(y - radius * ny, cell), hash);
  hash = mix(cellOf(z - radius * nz, cell), hash);
  const wx = signed(hash);
  hash = mix(1, hash);
  const wy = signed(hash);
  hash = mix(1, hash);
  const wz: f64 = nz == 0 && z == 0 ? 0 : signed(hash);
  const out = wx * nx + wy * ny + wz * nz;
  let tx = wx - out * nx;
  let ty = wy - out * ny;
  let tz = wz - out * nz;
  const scale = roughness / max<f64>(Math.sqrt(tx * tx + ty * ty + tz * tz), 1);
  tx = nx + scale * tx;
  ty = ny + scale * ty;
  tz = nz + scale * tz;
  const length = Math.sqrt(tx * tx + ty * ty + tz * tz);
  setTilted(tx / length, ty / length, tz / length);
}

@inline
function setTilted(x: f64, y: f64, z: f64): void {
  tiltedX = x;
  tiltedY = y;
  tiltedZ = z;
}

@inline
function cellOf(x: f64, cell: f64): u32 {
  return <u32><i64>Math.floor(x / cell);
}

/** Scrambles a number into a hash. */
@inline
function mix(value: u32, hash: u32): u32 {
  let h = (hash ^ value) * 0x85ebca6b;
  h = (h ^ (h >> 13)) * 0xc2b2ae35;
  return h ^ (h >> 16);
}

/** −1 to 1. */
@inline
function signed(hash: u32): f64 {
  return <f64>hash / 2147483648.0 - 1;
}

/**
 * Turns a vector that runs into the surface by the rule of [card §12] with the tilted normal t, or with the true one n where the tilted one
 * faces away; what would still go inward is left out.
 */
export function turnRough(record: usize, nx: f64, ny: f64, nz: f64, tx: f64, ty: f64, tz: f64, ux: f64, uy: f64, uz: f64): void {
  let inward = tx * ux + ty * uy + tz * uz;
  if (inward >= 0) {
    tx = nx;
    ty = ny;
    tz = nz;
    inward = tx * ux + ty * uy + tz * uz;
  }
  const rt = tangentRestitution(record);
  const rn = normalRestitution(record);
  turnedX = rt * (ux - inward * tx) - rn * inward * tx;
  turnedY = rt * (uy - inward * ty) - rn * inward * ty;
  turnedZ = rt * (uz - inward * tz) - rn * inward * tz;
  const still = min<f64>(nx * turnedX + ny * turnedY + nz * turnedZ, 0);
  turnedX -= still * nx;
  turnedY -= still * ny;
  turnedZ -= still * nz;
}
