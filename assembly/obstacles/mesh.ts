// Questions about the triangles of an obstacle, in its local frame: is anything near, what is nearest, is a point inside, what does a
// ball on its way meet first. Far away a byte of a grid answers; near, the hierarchy of boxes leads to the few triangles that matter,
// and these are judged exactly. [ADR 19] Recursion instead of a stack in memory: the stack of calls belongs to the thread.

import {
  GRID, GRID_CELL, GRID_LOW, GRID_SCALE, GRID_SIZE, IS_CLOSED, NODE_BYTES, NODES, TRIANGLE_BYTES, TRIANGLES,
} from '../../src/obstacles/mesh-layout';
import { awayXAt, awayYAt, awayZAt, distanceAt, gatheredCount, isGathered, triangleAt } from './gather';
import { alongNormal, awayX, awayY, awayZ, squareToTriangle } from './triangle';

/** Where a node has the number of what is below it. */
export const NODE_NEXT: usize = 12;
export const NODE_COUNT: usize = 28;
/** No triangle. */
const NONE: usize = 0;
/** Nearest points whose squares differ by less than this part are equally near: an edge or a corner is of several triangles. */
const TIE: f64 = 1e-9;

/** What `nearestTriangle` found: the triangle, and the way from the nearest point of it to the point asked for, m. */
export let nearest: usize = 0;
export let fromNearestX: f64 = 0;
export let fromNearestY: f64 = 0;
export let fromNearestZ: f64 = 0;

/** What `firstTriangle` found: direction from the triangle to the center of the ball at the contact. */
export let contactX: f64 = 0;
export let contactY: f64 = 0;
export let contactZ: f64 = 0;

// What is asked.
let nodes: usize = 0;
let triangles: usize = 0;
let px: f64 = 0, py: f64 = 0, pz: f64 = 0;
let best: f64 = 0;

/** Whether the mesh has an inside. */
@inline
export function isClosed(mesh: usize): bool {
  return load<i32>(mesh, IS_CLOSED) != 0;
}

/** A distance, m, that the mesh surely has from a point; 0 if it may be near. */
export function leastClearance(mesh: usize, x: f64, y: f64, z: f64): f64 {
  const cell = load<f64>(mesh, GRID_CELL);
  const scale = load<f64>(mesh, GRID_SCALE);
  const i = (x - load<f64>(mesh, GRID_LOW)) * scale;
  const j = (y - load<f64>(mesh, GRID_LOW + 8)) * scale;
  const k = (z - load<f64>(mesh, GRID_LOW + 16)) * scale;
  const nx = load<i32>(mesh, GRID_SIZE);
  const ny = load<i32>(mesh, GRID_SIZE + 4);
  const nz = load<i32>(mesh, GRID_SIZE + 8);
  if (!(i >= 0 && j >= 0 && k >= 0 && i <= <f64>nx && j <= <f64>ny && k <= <f64>nz)) {
    const beyond = max(max(max(-i, i - <f64>nx), max(-j, j - <f64>ny)), max(-k, k - <f64>nz));
    return beyond > 0 ? beyond * cell * 0.999999 : 0;
  }
  const cx = min(<i32>i, nx - 1);
  const cy = min(<i32>j, ny - 1);
  const cz = min(<i32>k, nz - 1);
  const cells = <i32>load<u8>(load<usize>(mesh, GRID) + <usize>((cz * ny + cy) * nx + cx));
  return <f64>(cells - 1) * cell * 0.999999;
}

/** Distance to the nearest triangle, m; `reach` if none is nearer than that. */
export function nearestTriangle(mesh: usize, x: f64, y: f64, z: f64, reach: f64): f64 {
  nearest = NONE;
  if (leastClearance(mesh, x, y, z) >= reach) return reach;
  ask(mesh, x, y, z);
  best = reach * reach;
  const apart = isGathered(mesh, x, y, z, reach);
  if (apart >= 0) nearestGathered(apart, reach);
  else visitNear(nodes);
  return nearest == NONE ? reach : Math.sqrt(best);
}

@inline
function ask(mesh: usize, x: f64, y: f64, z: f64): void {
  nodes = load<usize>(mesh, NODES);
  triangles = load<usize>(mesh, TRIANGLES);
  px = x;
  py = y;
  pz = z;
}

/** Square of the distance from a point to the box of a node, m². */
@inline
export function boxSquareFrom(node: usize, px: f64, py: f64, pz: f64): f64 {
  const x = max<f64>(max<f64>(<f64>load<f32>(node) - px, px - <f64>load<f32>(node, 16)), 0);
  const y = max<f64>(max<f64>(<f64>load<f32>(node, 4) - py, py - <f64>load<f32>(node, 20)), 0);
  const z = max<f64>(max<f64>(<f64>load<f32>(node, 8) - pz, pz - <f64>load<f32>(node, 24)), 0);
  return x * x + y * y + z * z;
}

@inline
function boxSquare(node: usize): f64 {
  return boxSquareFrom(node, px, py, pz);
}

/** Notes what another search found. */
export function setNearest(triangle: usize, x: f64, y: f64, z: f64): void {
  nearest = triangle;
  fromNearestX = x;
  fromNearestY = y;
  fromNearestZ = z;
}

@inline
function compareNearest(triangle: usize): void {
  const square = squareToTriangle(triangle, px, py, pz);
  if (square >= best) return;
  best = square;
  nearest = triangle;
  fromNearestX = awayX;
  fromNearestY = awayY;
  fromNearestZ = awayZ;
}

/** The nearest of the triangles that were gathered around a place so far away (m) from the point. */
function nearestGathered(apart: f64, reach: f64): void {
  let least = reach;
  for (let k = 0; k < gatheredCount; k++) {
    if (distanceAt(k) - apart >= least) continue;
    if (apart > 0) {
      compareNearest(triangleAt(k));
      least = Math.sqrt(best);
    } else {
      least = distanceAt(k);
      best = least * least;
      nearest = triangleAt(k);
      fromNearestX = awayXAt(k);
      fromNearestY = awayYAt(k);
      fromNearestZ = awayZAt(k);
    }
  }
}

function visitNear(node: usize): void {
  const count = load<u32>(node, NODE_COUNT);
  const next = <usize>load<u32>(node, NODE_NEXT);
  if (count > 0) {
    let triangle = triangles + next * TRIANGLE_BYTES;
    for (let k: u32 = 0; k < count; k++, triangle += TRIANGLE_BYTES) compareNearest(triangle);
    return;
  }
  const first = node + NODE_BYTES;
  const second = nodes + next * NODE_BYTES;
  const a = boxSquare(first);
  const b = boxSquare(second);
  if (a <= b) {
    if (a < best) visitNear(first);
    if (b < best) visitNear(second);
  } else {
    if (b < best) visitNear(second);
    if (a < best) visitNear(first);
  }
}

// The most that a triangle among the nearest faces the point, and its sign.
let facing: f64 = 0;

/**
 * Whether the nearest triangle faces the point, after `nearestTriangle` found one at the given distance (m): 1 it does, −1 it turns its
 * back. Of equally near ones, at an edge or a corner, the one that is seen least from the side decides.
 */
export function facingOfNearest(mesh: usize, x: f64, y: f64, z: f64, distance: f64): f64 {
  ask(mesh, x, y, z);
  best = distance * distance * (1 + TIE) + 1e-300;
  facing = 0;
  visitFacing(nodes);
  return facing < 0 ? -1 : 1;
}

function visitFacing(node: usize): void {
  if (boxSquare(node) > best) return;
  const count = load<u32>(node, NODE_COUNT);
  const next = <usize>load<u32>(node, NODE_NEXT);
  let triangle = triangles + next * TRIANGLE_BYTES;
  for (let k: u32 = 0; k < count; k++, triangle += TRIANGLE_BYTES) {
    if (squareToTriangle(triangle, px, py, pz) > best) continue;
    const along = alongNormal(triangle, awayX, awayY, awayZ);
    if (Math.abs(along) > Math.abs(facing)) facing = along;
  }
  if (count > 0) return;
  visitFacing(node + NODE_BYTES);
  visitFacing(nodes + next * NODE_BYTES);
}

let winding: i32 = 0;

/** Whether a closed mesh encloses a point. Reference: src/shapes/inside-mesh.ts, along x. */
export function isInside(mesh: usize, x: f64, y: f64, z: f64): bool {
  ask(mesh, x, y, z);
  winding = 0;
  if (boxSquare(nodes) == 0) visitRay(nodes);
  return winding != 0;
}

function visitRay(node: usize): void {
  if (
    <f64>load<f32>(node, 16) < px || <f64>load<f32>(node, 4) > py || <f64>load<f32>(node, 20) < py ||
    <f64>load<f32>(node, 8) > pz || <f64>load<f32>(node, 24) < pz
  ) return;
  const count = load<u32>(node, NODE_COUNT);
  const next = <usize>load<u32>(node, NODE_NEXT);
  let triangle = triangles + next * TRIANGLE_BYTES;
  for (let k: u32 = 0; k < count; k++, triangle += TRIANGLE_BYTES) {
    const way = side(triangle, triangle + 24) + side(triangle + 24, triangle + 48) + side(triangle + 48, triangle);
    if (way == 0) continue;
    const height = alongNormal(triangle, px - load<f64>(triangle), py - load<f64>(triangle, 8), pz - load<f64>(triangle, 16));
    if (height * <f64>way < 0) winding += way;
  }
  if (count > 0) return;
  visitRay(node + NODE_BYTES);
  visitRay(nodes + next * NODE_BYTES);
}

/** Whether the edge from a to b, seen along x, passes the point on its right: 1 upward, −1 downward, 0 not. */
function side(a: usize, b: usize): i32 {
  const av = load<f64>(a, 16);
  const bv = load<f64>(b, 16);
  if ((av > pz) == (bv > pz)) return 0;
  const up = bv > av;
  const low = up ? a : b;
  const high = up ? b : a;
  const lu = load<f64>(low, 8);
  const lv = load<f64>(low, 16);
  const at = lu + ((pz - lv) * (load<f64>(high, 8) - lu)) / (load<f64>(high, 16) - lv);
  return at > py ? (up ? 1 : -1) : 0;
}

// The path asked about, the ball, and the earliest contact so far as a fraction of it.
let dx: f64 = 0, dy: f64 = 0, dz: f64 = 0;
let length: f64 = 0;
let ball: f64 = 0;
let slack: f64 = 0;
let limit: f64 = 0;
let met: bool = false;

/** Most rounds of Newton's method; it converges quadratically. */
const MAX_ROUNDS: i32 = 64;

/**
 * The fraction of the path from a by d at which a ball of the given radius (m) first touches a triangle and goes on toward it; `none`
 * if it does not. The ball must not touch any triangle at a. Contact deeper than `tolerance` (m) is always found. The distance to a
 * triangle along the path is convex, so every tangent lies below it: Newton's method comes to the contact from before and cannot jump
 * over it.
 */
export function firstTriangle(
  mesh: usize, ax: f64, ay: f64, az: f64, wayX: f64, wayY: f64, wayZ: f64, radius: f64, tolerance: f64, none: f64,
): f64 {
  ask(mesh, ax, ay, az);
  dx = wayX;
  dy = wayY;
  dz = wayZ;
  length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  ball = radius;
  slack = tolerance;
  limit = 1;
  met = false;
  best = (ball + length) * (ball + length);
  const apart = isGathered(mesh, ax, ay, az, ball + length);
  if (apart < 0) visitPath(nodes);
  else {
    for (let k = 0; k < gatheredCount; k++) {
      if (distanceAt(k) - apart > ball + slack + limit * length) continue;
      if (apart > 0) meetTriangle(triangleAt(k), 0);
      else meetGathered(k);
    }
  }
  return met ? limit : none;
}

/** Whether the path up to the limit comes into the box of a node grown by the ball. */
@inline
function pathMeets(node: usize): bool {
  const ex = px + limit * dx;
  const ey = py + limit * dy;
  const ez = pz + limit * dz;
  return (
    min(px, ex) - ball <= <f64>load<f32>(node, 16) && max(px, ex) + ball >= <f64>load<f32>(node) &&
    min(py, ey) - ball <= <f64>load<f32>(node, 20) && max(py, ey) + ball >= <f64>load<f32>(node, 4) &&
    min(pz, ez) - ball <= <f64>load<f32>(node, 24) && max(pz, ez) + ball >= <f64>load<f32>(node, 8)
  );
}

function visitPath(node: usize): void {
  const count = load<u32>(node, NODE_COUNT);
  const next = <usize>load<u32>(node, NODE_NEXT);
  if (count > 0) {
    let triangle = triangles + next * TRIANGLE_BYTES;
    for (let k: u32 = 0; k < count; k++, triangle += TRIANGLE_BYTES) meetTriangle(triangle, 0);
    return;
  }
  const first = node + NODE_BYTES;
  const second = nodes + next * NODE_BYTES;
  const a = boxSquare(first);
  const b = boxSquare(second);
  if (a <= b) {
    if (a <= best && pathMeets(first)) visitPath(first);
    if (b <= best && pathMeets(second)) visitPath(second);
  } else {
    if (b <= best && pathMeets(second)) visitPath(second);
    if (a <= best && pathMeets(first)) visitPath(first);
  }
}

/** As `meetTriangle`, for a gathered triangle and a ball that starts at the center of the slot: the first round is known. */
function meetGathered(k: i32): void {
  const distance = distanceAt(k);
  const gap = distance - ball;
  const slope = (awayXAt(k) * dx + awayYAt(k) * dy + awayZAt(k) * dz) / distance;
  if (max<f64>(gap, 0) + slope * limit >= -slack) return;
  if (!(distance > 0)) meetTriangle(triangleAt(k), 0);
  else if (gap <= slack) stopAt(0, awayXAt(k) / distance, awayYAt(k) / distance, awayZAt(k) / distance);
  else meetTriangle(triangleAt(k), -gap / slope);
}

/** Lowers the limit to where the ball meets a triangle, if that is earlier; not before the fraction t. */
function meetTriangle(triangle: usize, t: f64): void {
  let distance: f64 = 1;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const square = squareToTriangle(triangle, px + t * dx, py + t * dy, pz + t * dz);
    if (t == 0 && square > best) return;
    distance = Math.sqrt(square);
    if (!(distance > 0)) {
      // The center lies on the triangle: what matters is that it does not go on.
      const along = alongNormal(triangle, dx, dy, dz);
      const way: f64 = along > 0 ? -1 : 1;
      stopAt(t, way * awayX, way * awayY, way * awayZ);
      return;
    }
    const gap = distance - ball;
    const slope = (awayX * dx + awayY * dy + awayZ * dz) / distance;
    if (max<f64>(gap, 0) + slope * (limit - t) >= -slack) return;
    if (gap <= slack) {
      stopAt(t, awayX / distance, awayY / distance, awayZ / distance);
      return;
    }
    t -= gap / slope;
    if (t >= limit) return;
  }
  stopAt(t, awayX / distance, awayY / distance, awayZ / distance);
}

function stopAt(t: f64, nx: f64, ny: f64, nz: f64): void {
  met = true;
  limit = t;
  contactX = nx;
  contactY = ny;
  contactZ = nz;
  const reach = ball + slack + t * length;
  best = reach * reach;
}
