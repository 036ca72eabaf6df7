// The points that color the grid of surface tension: particles, and where walls are wetted their mirror images behind walls. With images that
// color as much as particles the surface meets a wall at a right angle; stronger ones draw it along the wall, weaker ones let go. [ADR 63]

import {
  AT_CAPILLARY_POINT, AT_MASS, AT_POSITION, AT_SUBSTANCE, CAPILLARY_DENSITY, CAPILLARY_FLAT, CAPILLARY_IMAGE, CAPILLARY_IMAGES,
  CAPILLARY_INVERSE_NODE, CAPILLARY_ORIGIN, CAPILLARY_REACH, CAPILLARY_SLOTS, CAPILLARY_SUBSTANCE, POINT_BYTES, POINT_FACTOR, POINT_OWNER, POINT_PLACE, POINT_REACH,
  POINT_SQUARE,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { findWalls, wallAt } from '../obstacles/walls';

/** Nodes from the origin that are too many to count: what lies farther away has no surface. */
const FARTHEST: f64 = 4e6;
/** ∛ of what makes ∫(1 − r²/R²)³ dV one, over R^(d/3): 4/π in 2D, 315/64π in 3D. [AW09 eq. 86] */
const NORM_2D: f64 = 1.2732395447351628;
const NORM_3D: f64 = 1.566681471060845;
/** Particles within this many reaches of a wall have an image: those farther away color nothing that a particle feels. */
const MIRRORED: f64 = 1.4;
/** Less of a wall than this is no wall. */
const LEAST_PART: f64 = 0.5;
const NOBODY: u32 = 0xffffffff;

let lastMass: f64 = -1, lastSize: f64 = 0;

/** Places the points of a chunk. */
export function placeCapillaryPoints(chunk: i32): void {
  const end = chunkEnd(chunk), slots = int(CAPILLARY_SLOTS), own = <u32>int(CAPILLARY_SUBSTANCE), flat = int(CAPILLARY_FLAT) == 1;
  const inverse = real(CAPILLARY_INVERSE_NODE), reach = real(CAPILLARY_REACH);
  lastMass = -1;
  for (let i = chunkBegin(chunk); i < end; i++) {
    const point = address(AT_CAPILLARY_POINT) + <usize>(i * slots) * POINT_BYTES, x = address(AT_POSITION) + <usize>i * 24;
    memory.fill(point, 0, <usize>slots * POINT_BYTES);
    if (load<u32>(address(AT_SUBSTANCE) + (<usize>i << 2)) != own) continue;
    const mass = load<f64>(address(AT_MASS) + (<usize>i << 3));
    if (mass != lastMass) { lastMass = mass; lastSize = sizeOf(mass / real(CAPILLARY_DENSITY), flat); }
    const size = lastSize * inverse, R = reach * size;
    if (!place(point, load<f64>(x) * inverse, load<f64>(x, 8) * inverse, flat ? 0 : load<f64>(x, 16) * inverse, R)) continue;
    const part = flat ? (NORM_2D * size * size) / (R * R) : (NORM_3D * size * size * size) / (R * R * R);
    const factor = <f32>(Math.cbrt(part) / (R * R));
    store<f32>(point, factor, POINT_FACTOR);
    store<u32>(point, <u32>i, POINT_OWNER);
    if (slots > 1) mirror(point, i, R / inverse, factor);
  }
}

@inline function sizeOf(volume: f64, flat: bool): f64 {
  return flat ? Math.sqrt(volume) : Math.cbrt(volume);
}

/** Writes a place in nodes; false if it is too far away. */
@inline function place(point: usize, x: f64, y: f64, z: f64, R: f64): bool {
  const px = x - load<f64>(CAPILLARY_ORIGIN), py = y - load<f64>(CAPILLARY_ORIGIN, 8), pz = z - load<f64>(CAPILLARY_ORIGIN, 16);
  if (!(Math.abs(px) < FARTHEST && Math.abs(py) < FARTHEST && Math.abs(pz) < FARTHEST)) return false;
  store<f32>(point, <f32>px, POINT_PLACE);
  store<f32>(point, <f32>py, POINT_PLACE + 4);
  store<f32>(point, <f32>pz, POINT_PLACE + 8);
  store<f32>(point, <f32>(R * R), POINT_SQUARE);
  store<f32>(point, <f32>R, POINT_REACH);
  return true;
}

/** Images of particle i, which reaches R (m), behind up to three walls and behind the corners that these make. */
function mirror(point: usize, i: i32, R: f64, factor: f32): void {
  const found = findWalls(i, MIRRORED * R), x = address(AT_POSITION) + <usize>i * 24, inverse = real(CAPILLARY_INVERSE_NODE);
  let one = -1, two = -1, three = -1;
  for (let k = 0; k < found; k++) {
    const wall = wallAt(k);
    if (wall.body >= 0 || wall.part < LEAST_PART) continue; // bodies stay dry
    if (one < 0) one = k;
    else if (two < 0) two = k;
    else if (three < 0) three = k;
  }
  const flat = int(CAPILLARY_FLAT) == 1;
  for (let image = 1; image < CAPILLARY_IMAGES; image++) {
    if (((image & 1) && one < 0) || ((image & 2) && two < 0) || ((image & 4) && three < 0)) continue;
    let px = load<f64>(x), py = load<f64>(x, 8), pz = load<f64>(x, 16);
    for (let bit = 0; bit < 3; bit++) {
      if (!((image >> bit) & 1)) continue;
      const wall = wallAt(bit == 0 ? one : bit == 1 ? two : three), twice = 2 * wall.q * MIRRORED * R;
      px -= twice * wall.nx; py -= twice * wall.ny; pz -= twice * wall.nz;
    }
    const at = point + <usize>image * POINT_BYTES;
    if (!place(at, px * inverse, py * inverse, flat ? 0 : pz * inverse, R * inverse)) continue;
    store<f32>(at, factor * <f32>weightOf(image), POINT_FACTOR);
    store<u32>(at, NOBODY, POINT_OWNER);
  }
}

/** ∛ of what an image colors over its particle: once for each wall behind which it is. */
@inline function weightOf(image: i32): f64 {
  const one = real(CAPILLARY_IMAGE);
  return popcnt(image) == 1 ? one : popcnt(image) == 2 ? one * one : one * one * one;
}
