// The triangles around a ball, found once and asked often: where it starts, what it meets, where it ends. A slot for each of a few meshes, in
// memory that the caller lends for a while; without it, or where there are too many triangles, everything is found in the hierarchy.

import { NODE_BYTES, NODES, NUMBER, TRIANGLE_BYTES, TRIANGLES } from '../../src/obstacles/mesh-layout';
import { squareToTriangle } from './triangle';

const SLOTS: u32 = 8;
/** Most triangles of a slot. */
const CAPACITY: i32 = 192;
/** A slot: its mesh (u32), its triangles (i32), center and reach (f64 ×4), then an address (u32) and a distance (f64) for each, 16 bytes. */
const SLOT_HEAD: usize = 48;
const ENTRY: usize = 16;
const SLOT_BYTES: usize = SLOT_HEAD + <usize>CAPACITY * ENTRY;

const NODE_NEXT: usize = 24;
const NODE_COUNT: usize = 28;

// Lent memory, and the slot in use. Globals belong to one instance, hence to one thread.
let lent: usize = 0;
let slotAt: usize = 0;

/** Triangles in the slot that `isGathered` agreed to. */
export let gatheredCount: i32 = 0;

/** Takes memory of at least 32 KiB at an address, a multiple of 8, until told otherwise; 0 takes none. */
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
let px: f64 = 0, py: f64 = 0, pz: f64 = 0;
let square: f64 = 0;

/** Gathers the triangles of a mesh within `reach` (m) of a point, if they fit. */
export function gather(mesh: usize, x: f64, y: f64, z: f64, reach: f64): void {
  if (lent == 0) return;
  slotAt = lent + <usize>(load<u32>(mesh, NUMBER) % SLOTS) * SLOT_BYTES;
  store<u32>(slotAt, 0);
  nodes = load<usize>(mesh, NODES);
  triangles = load<usize>(mesh, TRIANGLES);
  px = x;
  py = y;
  pz = z;
  square = reach * reach;
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
  }
  gatheredCount = kept;
  store<usize>(slotAt, mesh);
  store<i32>(slotAt, kept, 4);
  store<f64>(slotAt, x, 8);
  store<f64>(slotAt, y, 16);
  store<f64>(slotAt, z, 24);
  store<f64>(slotAt, reach, 32);
}

@inline
function isNear(node: usize): bool {
  const x = max<f64>(max<f64>(<f64>load<f32>(node) - px, px - <f64>load<f32>(node, 12)), 0);
  const y = max<f64>(max<f64>(<f64>load<f32>(node, 4) - py, py - <f64>load<f32>(node, 16)), 0);
  const z = max<f64>(max<f64>(<f64>load<f32>(node, 8) - pz, pz - <f64>load<f32>(node, 20)), 0);
  return x * x + y * y + z * z <= square;
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
