// The walls that a mesh is to a particle: its nearest face, and in a concave corner others in front of the particle. The triangles that can
// matter are remembered with the particle: the way from the nearest point of a triangle changes by no more than the point moves, so that
// they are the same few until it has moved by a slack. Answers do not depend on what is remembered: of equally near triangles the one that
// stands first counts, here as in the search through the hierarchy. [ADR 21]

import { NODE_BYTES, NODES, NUMBER, TRIANGLE_BYTES, TRIANGLES } from '../../src/obstacles/mesh-layout';
import { AT_FACES, AT_ID, FACE_BYTES, FACE_OWNERS, FACE_SLOTS } from '../../src/wasm/layout';
import { address, int } from '../context';
import { boxSquareFrom, leastClearance, NODE_COUNT, NODE_NEXT, setNearest } from './mesh';
import { alongNormal, awayX, awayY, awayZ, squareToTriangle } from './triangle';

/** A face is in front of a point if the way to it is along its normal up to this cosine; the sine that goes with it. */
const IN_FRONT: f64 = 0.99;
const IN_FRONT_SINE: f64 = 0.1410673597966588;
/** Directions with a larger cosine between them are of the same wall. */
const SAME_WALL: f64 = 0.7;
/** The slack over the reach, and the least of it where triangles are many. */
const SLACK: f64 = 1 / 8.0;
const LEAST_SLACK: f64 = 1 / 128.0;
/** What rounding can do to squares, and to distances kept as f32. */
const ROUNDING: f64 = 1e-12;
const SINGLE: f64 = 1e-6;

// A slot: mesh (u32), triangles (i32), slack, reach, center (f64 ×5); then, nearest first, address of each triangle (u32; odd if it
// may be in front) and its distance (f32).
const ENTRIES: usize = 48;
const CAPACITY: i32 = (<i32>FACE_BYTES - <i32>ENTRIES) >> 3;

// What is asked, and the nearest so far. Globals belong to one instance, hence to one thread.
let nodes: usize = 0, triangles: usize = 0;
let px: f64 = 0, py: f64 = 0, pz: f64 = 0;
let best: f64 = 0, found: usize = 0, foundX: f64 = 0, foundY: f64 = 0, foundZ: f64 = 0;
// Memory of the particle, and its slot that answers; 0 if there is none.
let memory: usize = 0, slotAt: usize = 0;
// Directions from walls that are known already (x, y, z each, f64); none while the nearest is looked for.
let taken: usize = 0, takenCount: i32 = 0;
// While a slot is filled: its slack, and how far triangles may be to be nearest somewhere, or to count at all.
let slack: f64 = 0, nearEnough: f64 = 0, farthest: f64 = 0;

/** Takes the memory of particle i for the questions that follow. */
export function rememberFaces(i: i32): void {
  const id = load<u32>(address(AT_ID) + (<usize>i << 2));
  memory = id < <u32>int(FACE_OWNERS) ? address(AT_FACES) + <usize>id * <usize>int(FACE_SLOTS) * FACE_BYTES : 0;
}

/** Distance to the nearest triangle, m; `reach` if none is nearer than that. */
export function nearestFace(mesh: usize, x: f64, y: f64, z: f64, reach: f64): f64 {
  ask(mesh, x, y, z, reach);
  slotAt = 0;
  takenCount = 0;
  if (leastClearance(mesh, x, y, z) >= reach) return answer(reach);
  if (memory) useSlot(mesh, reach);
  if (slotAt) askRemembered();
  else visit(nodes);
  return answer(reach);
}

/**
 * After `nearestFace`, for the same point: distance to the nearest face in front of it in a direction apart from those taken (`count` unit
 * vectors at `directions`), m; `reach` if none is nearer.
 */
export function anotherFace(mesh: usize, x: f64, y: f64, z: f64, reach: f64, directions: usize, count: i32): f64 {
  ask(mesh, x, y, z, reach);
  taken = directions;
  takenCount = count;
  if (slotAt) askRemembered();
  else visit(nodes);
  return answer(reach);
}

@inline function ask(mesh: usize, x: f64, y: f64, z: f64, reach: f64): void {
  nodes = load<usize>(mesh, NODES); triangles = load<usize>(mesh, TRIANGLES);
  px = x; py = y; pz = z;
  best = reach * reach; found = 0;
}

@inline function answer(reach: f64): f64 {
  setNearest(found, foundX, foundY, foundZ);
  return found ? Math.sqrt(best) : reach;
}

function visit(node: usize): void {
  if (boxSquareFrom(node, px, py, pz) * (1 - ROUNDING) > best) return;
  const count = load<u32>(node, NODE_COUNT), next = <usize>load<u32>(node, NODE_NEXT);
  let triangle = triangles + next * TRIANGLE_BYTES;
  for (let k: u32 = 0; k < count; k++, triangle += TRIANGLE_BYTES) compare(triangle);
  if (count > 0) return;
  const first = node + NODE_BYTES, second = nodes + next * NODE_BYTES;
  const secondIsNearer = boxSquareFrom(second, px, py, pz) < boxSquareFrom(first, px, py, pz);
  visit(secondIsNearer ? second : first);
  visit(secondIsNearer ? first : second);
}

/** Takes a triangle if it is nearer than the one found so far, and another wall than those taken. */
@inline function compare(triangle: usize): void {
  const square = squareToTriangle(triangle, px, py, pz);
  if (square > best || (square == best && triangle >= found)) return;
  const x = awayX, y = awayY, z = awayZ;
  if (takenCount && !isAnother(triangle, x, y, z, Math.sqrt(square))) return;
  best = square; found = triangle; foundX = x; foundY = y; foundZ = z;
}

/** Whether a way of this length (m) leads from a face in front, and from none of the walls that are known already. */
function isAnother(triangle: usize, x: f64, y: f64, z: f64, distance: f64): bool {
  if (distance == 0) return false;
  for (let k = 0, at = taken; k < takenCount; k++, at += 24) {
    if (x * load<f64>(at) + y * load<f64>(at, 8) + z * load<f64>(at, 16) > SAME_WALL * distance) return false;
  }
  return Math.abs(alongNormal(triangle, x, y, z)) >= IN_FRONT * distance;
}

/** Points `slotAt` to the slot that knows what is near, filled anew if it is of another place; 0 if there are too many triangles. */
function useSlot(mesh: usize, reach: f64): void {
  slotAt = memory + <usize>(<i32>load<u32>(mesh, NUMBER) % int(FACE_SLOTS)) * FACE_BYTES;
  if (load<usize>(slotAt) == mesh && load<f64>(slotAt, 16) == reach && apart() <= load<f64>(slotAt, 8)) return;
  visit(nodes);
  const nearest = Math.sqrt(best);
  best = reach * reach; found = 0;
  for (slack = SLACK * reach; slack >= LEAST_SLACK * reach; slack *= 0.25) {
    nearEnough = nearest + 2 * slack;
    farthest = reach + slack;
    store<i32>(slotAt, 0, 4);
    if (!collect(nodes)) continue;
    store<usize>(slotAt, mesh);
    store<f64>(slotAt, slack, 8); store<f64>(slotAt, reach, 16);
    store<f64>(slotAt, px, 24); store<f64>(slotAt, py, 32); store<f64>(slotAt, pz, 40);
    return;
  }
  store<usize>(slotAt, 0);
  slotAt = 0;
}

/** How far the point is from the center of the slot, m. */
@inline function apart(): f64 {
  const dx = px - load<f64>(slotAt, 24), dy = py - load<f64>(slotAt, 32), dz = pz - load<f64>(slotAt, 40);
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Compares the triangles of the slot, nearest first, as far as they can be nearer than what was found. */
function askRemembered(): void {
  const moved = apart(), last = slotAt + ENTRIES + (<usize>load<i32>(slotAt, 4) << 3);
  let least = Math.sqrt(best);
  for (let entry = slotAt + ENTRIES; entry < last; entry += 8) {
    if (<f64>load<f32>(entry, 4) - moved > least) return;
    const triangle = load<usize>(entry);
    if (takenCount && !(triangle & 1)) continue;
    compare(triangle & ~1);
    if (found) least = Math.sqrt(best);
  }
}

/** Adds the triangles below a node that can matter while the point moves less than the slack; false if they do not fit. */
function collect(node: usize): bool {
  if (boxSquareFrom(node, px, py, pz) * (1 - ROUNDING) > farthest * farthest) return true;
  const count = load<u32>(node, NODE_COUNT), next = <usize>load<u32>(node, NODE_NEXT);
  let triangle = triangles + next * TRIANGLE_BYTES;
  for (let k: u32 = 0; k < count; k++, triangle += TRIANGLE_BYTES) {
    const distance = Math.sqrt(squareToTriangle(triangle, px, py, pz)) * (1 - SINGLE);
    if (distance > farthest) continue;
    const front = mayBeInFront(triangle, awayX, awayY, awayZ, distance);
    if ((front || distance <= nearEnough) && !insert(<usize>front | triangle, <f32>distance)) return false;
  }
  return count > 0 || (collect(node + NODE_BYTES) && collect(nodes + next * NODE_BYTES));
}

/** Whether a way, turned by as much as the slack can turn it, may be along the normal. */
@inline function mayBeInFront(triangle: usize, x: f64, y: f64, z: f64, distance: f64): bool {
  const sine = (slack * (1 + SINGLE)) / distance;
  if (!(sine < 0.9)) return true;
  return Math.abs(alongNormal(triangle, x, y, z)) >= (IN_FRONT * Math.sqrt(1 - sine * sine) - IN_FRONT_SINE * sine - SINGLE) * distance;
}

function insert(triangle: usize, distance: f32): bool {
  const count = load<i32>(slotAt, 4), first = slotAt + ENTRIES;
  if (count == CAPACITY) return false;
  let entry = first + (<usize>count << 3);
  for (; entry > first && load<f32>(entry - 8, 4) > distance; entry -= 8) store<u64>(entry, load<u64>(entry - 8));
  store<usize>(entry, triangle);
  store<f32>(entry, distance, 4);
  store<i32>(slotAt, count + 1, 4);
  return true;
}
