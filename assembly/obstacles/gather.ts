// The triangles around a ball, found once and asked often: where it starts, what it meets, where it ends. A slot for each of a few
// meshes, in memory that the caller lends for a while; without it, or where there are too many triangles, everything is found in the
// hierarchy.

import { NODE_BYTES, NODES, NUMBER, TRIANGLE_BYTES, TRIANGLES } from '../../src/obstacles/mesh-layout';
import { awayX, awayY, awayZ, squareToTriangle } from './triangle';

const SLOTS: u32 = 8;
/** Most triangles of a slot. */
const CAPACITY: i32 = 192;
/**
 * A slot: its mesh (u32), its triangles (i32), center and reach (f64 ×4); then for each an address (u32), its distance and the way from
 * its nearest point to the center (f64 ×4), 40 bytes.
 */
const SLOT_HEAD: usize = 48;
const ENTRY: usize = 40;
const SLOT_BYTES: usize = SLOT_HEAD + <usize>CAPACITY * ENTRY;

const NODE_NEXT: usize = 12;
const NODE_COUNT: usize = 28;

// Lent memory, and the slot in use. Globals belong to one instance, hence to one thread.
let lent: usize = 0;
let slotAt: usize = 0;

/** Triangles in the slot that `isGathered` agreed to. */
export let gatheredCount: i32 = 0;

/** Takes memory of at least 64 KiB at an address, a multiple of 8, until told otherwise; 0 takes none. */
export function lendMemory(address: usize): void {
  lent = address;
  if (address) for (let k: u32 = 0; k < SLOTS; k++) store<u32>(address + <usize>k * SLOT_BYTES, 0);
}

@inline
export function triangleAt(k: i32): usize {
  return load<usize>(slotAt + SLOT_HEAD + <usize>k * ENTRY);
}

/** Distance of a gathered triangle from the center of its slot, m. */
@inline
export function distanceAt(k: i32): f64 {
  return load<f64>(slotAt + SLOT_HEAD + <usize>k * ENTRY, 8);
}

/** From the nearest point of a gathered triangle to the center of its slot, m. */
@inline
export function awayXAt(k: i32): f64 {
  return load<f64>(slotAt + SLOT_HEAD + <usize>k * ENTRY, 16);
}
@inline
export function awayYAt(k: i32): f64 {
  return load<f64>(slotAt + SLOT_HEAD + <usize>k * ENTRY, 24);
}
@inline
export function awayZAt(k: i32): f64 {
  return load<f64>(slotAt + SLOT_HEAD + <usize>k * ENTRY, 32);
}

/** Whether all triangles within `reach` (m) of a point are gathered: then how far it is from the center of the slot, m; −1 else. */
export function isGathered(mesh: usize, x: f64, y: f64, z: f64, reach: f64): f64 {
  if (lent == 0) return -1;
  slotAt = lent + <usize>(load<u32>(mesh, NUMBER) % SLOTS) * SLOT_BYTES;
  if (load<usize>(slotAt) != mesh) return -1;
  const dx = x - load<f64>(slotAt, 8);
  const dy = y - load<f64>(slotAt, 16);
  const dz = z - load<f64>(slotAt, 24);
  const apart = Math.sqrt(dx * dx + dy * dy + dz * dz);
  gatheredCount = load<i32>(slotAt, 4);
  return apart + reach <= load<f64>(slotAt, 32) ? apart : -1;
}

// What is asked.
let nodes: usize = 0;
let triangles: usize = 0;
let center: v128 = f32x4.splat(0);
let square: f64 = 0;
let wide: f32 = 0; // the square, with room for rounding
/** The three coordinates of a corner; beside them stands a whole number. */
const XYZ: v128 = i32x4(-1, -1, -1, 0);
/** How much more reach single precision needs, as a part of it and of the coordinates. */
const WIDER: f64 = 1e-6;

/** Gathers the triangles of a mesh within `reach` (m) of a point, if they fit. */
export function gather(mesh: usize, x: f64, y: f64, z: f64, reach: f64): void {
  if (lent == 0) return;
  slotAt = lent + <usize>(load<u32>(mesh, NUMBER) % SLOTS) * SLOT_BYTES;
  store<u32>(slotAt, 0);
  nodes = load<usize>(mesh, NODES);
  triangles = load<usize>(mesh, TRIANGLES);
  center = f32x4.splat(<f32>x);
  center = f32x4.replace_lane(center, 1, <f32>y);
  center = f32x4.replace_lane(center, 2, <f32>z);
  square = reach * reach;
  const farther = reach + WIDER * (reach + Math.abs(x) + Math.abs(y) + Math.abs(z));
  wide = <f32>(farther * farther * (1 + WIDER));
  gatheredCount = 0;
  if (!visit(nodes)) return;
  let kept = 0;
  for (let k = 0; k < gatheredCount; k++) {
    const triangle = triangleAt(k);
    const away = squareToTriangle(triangle, x, y, z);
    if (away > square) continue;
    const entry = slotAt + SLOT_HEAD + <usize>(kept++) * ENTRY;
    store<usize>(entry, triangle);
    store<f64>(entry, Math.sqrt(away), 8);
    store<f64>(entry, awayX, 16);
    store<f64>(entry, awayY, 24);
    store<f64>(entry, awayZ, 32);
  }
  gatheredCount = kept;
  store<usize>(slotAt, mesh);
  store<i32>(slotAt, kept, 4);
  store<f64>(slotAt, x, 8);
  store<f64>(slotAt, y, 16);
  store<f64>(slotAt, z, 24);
  store<f64>(slotAt, reach, 32);
}

/** Whether the box of a node is within reach. In single precision, with more reach than asked for. */
@inline
function isNear(node: usize): bool {
  const below = f32x4.sub(v128.load(node), center);
  const above = f32x4.sub(center, v128.load(node, 16));
  const away = v128.and(f32x4.pmax(f32x4.pmax(below, above), f32x4.splat(0)), XYZ);
  const squares = f32x4.mul(away, away);
  const sum = f32x4.extract_lane(squares, 0) + f32x4.extract_lane(squares, 1) + f32x4.extract_lane(squares, 2);
  return sum <= wide;
}

/** Adds the triangles below a node; false if they do not fit. */
function visit(node: usize): bool {
  const count = load<i32>(node, NODE_COUNT);
  const next = <usize>load<u32>(node, NODE_NEXT);
  if (count > 0) {
    if (gatheredCount + count > CAPACITY) return false;
    for (let k = 0; k < count; k++) {
      store<usize>(slotAt + SLOT_HEAD + <usize>(gatheredCount++) * ENTRY, triangles + (next + k) * TRIANGLE_BYTES);
    }
    return true;
  }
  const first = node + NODE_BYTES;
  const second = nodes + next * NODE_BYTES;
  return (!isNear(first) || visit(first)) && (!isNear(second) || visit(second));
}
