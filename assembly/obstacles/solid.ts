// Exact signed distance to the solid of an obstacle record, in its local frame, and the gradient. Reference: src/shapes/distance.ts.
// All solids but meshes are convex, so the distance is a convex function: the sweep relies on it. A mesh has no side here: its distance
// is never negative, whatever its inside.

import { BOX, CAPSULE, MESH, PLANE, SPHERE } from '../../src/shapes/kinds';
import { BOX_HIGH, BOX_LOW, HALF_LENGTH, KIND, MESH_HEAD, RADIUS, SIDE, VECTOR } from '../../src/obstacles/layout';
import { fromNearestX, fromNearestY, fromNearestZ, nearest, nearestTriangle } from './mesh';
import { alongNormal, awayX, awayY, awayZ } from './triangle';

/** What `computeNormal` found. Globals belong to one instance, hence to one thread. */
export let normalX: f64 = 0;
export let normalY: f64 = 0;
export let normalZ: f64 = 0;

/** The number in a slot of a record or pose. */
@inline
export function slot(address: usize, index: i32): f64 {
  return load<f64>(address + (<usize>index << 3));
}

@inline
function clamp(x: f64, low: f64, high: f64): f64 {
  return min<f64>(max<f64>(x, low), high);
}

@inline
function lengthOf(x: f64, y: f64, z: f64): f64 {
  return Math.sqrt(x * x + y * y + z * z);
}

/** How much the container shrinks so that the center of a ball may be anywhere in it. Outside, the ball is taken off the distance. */
@inline
function insetOf(record: usize, radius: f64): f64 {
  return slot(record, SIDE) < 0 ? radius : 0;
}

/**
 * Room between a ball of the given radius and the surface, m: negative when the ball is on the wrong side. For a container this is
 * the distance to the container shrunk by the radius, so that a single step along the normal always leads back in.
 */
export function gapAt(record: usize, x: f64, y: f64, z: f64, radius: f64): f64 {
  if (isMesh(record)) return nearestTriangle(meshOf(record), x, y, z, Infinity) - radius;
  return slot(record, SIDE) < 0 ? -distance(record, x, y, z, radius) : distance(record, x, y, z, 0) - radius;
}

/** Whether a point of the world is at least `reach` (m) away from an obstacle all through the step, as its box tells. */
@inline
export function isBeyond(record: usize, x: f64, y: f64, z: f64, reach: f64): bool {
  return x - reach > slot(record, BOX_HIGH) || x + reach < slot(record, BOX_LOW) ||
    y - reach > slot(record, BOX_HIGH + 1) || y + reach < slot(record, BOX_LOW + 1) ||
    z - reach > slot(record, BOX_HIGH + 2) || z + reach < slot(record, BOX_LOW + 2);
}

/** Whether the solid of a record is made of triangles. */
@inline
export function isMesh(record: usize): bool {
  return <i32>slot(record, KIND) == MESH;
}

/** The head of a record's mesh. */
@inline
export function meshOf(record: usize): usize {
  return <usize>slot(record, MESH_HEAD);
}

/** Signed distance to the solid whose every size is smaller by `inset`, m. */
function distance(record: usize, x: f64, y: f64, z: f64, inset: f64): f64 {
  const kind = <i32>slot(record, KIND);
  const ux = slot(record, VECTOR);
  const uy = slot(record, VECTOR + 1);
  const uz = slot(record, VECTOR + 2);
  if (kind == PLANE) return ux * x + uy * y + uz * z + inset;
  if (kind == BOX) {
    return cornerDistance(Math.abs(x) - max(ux - inset, 0), Math.abs(y) - max(uy - inset, 0), Math.abs(z) - max(uz - inset, 0));
  }
  const radius = max(slot(record, RADIUS) - inset, 0);
  if (kind == SPHERE) return lengthOf(x, y, z) - radius;
  const half = slot(record, HALF_LENGTH);
  const along = ux * x + uy * y + uz * z;
  if (kind == CAPSULE) {
    const t = clamp(along, -half, half);
    return lengthOf(x - t * ux, y - t * uy, z - t * uz) - radius;
  }
  const away = lengthOf(x - along * ux, y - along * uy, z - along * uz) - radius;
  return cornerDistance(away, Math.abs(along) - max(half - inset, 0), -Infinity);
}

/** Whether at most one of the distances to three half spaces is positive: no edge or corner is nearer than the faces. */
@inline
function isFace(a: f64, b: f64, c: f64): bool {
  return i32(a > 0) + i32(b > 0) + i32(c > 0) <= 1;
}

/** Distance to the corner of three half spaces at right angles, from the distance to each. */
@inline
function cornerDistance(a: f64, b: f64, c: f64): f64 {
  const deepest = max(a, max(b, c));
  return isFace(a, b, c) ? deepest : lengthOf(max<f64>(a, 0), max<f64>(b, 0), max<f64>(c, 0)); // √(a²) is a, to the bit
}

/**
 * The unit vector along which the gap grows fastest, into normalX, normalY, normalZ. Where several directions are equally good one
 * fixed choice is made, within the plane in 2D.
 */
export function computeNormal(record: usize, x: f64, y: f64, z: f64, radius: f64): void {
  if (isMesh(record)) {
    nearestTriangle(meshOf(record), x, y, z, Infinity);
    normalOfNearest();
    return;
  }
  computeGradient(record, x, y, z, insetOf(record, radius));
  if (slot(record, SIDE) < 0) setNormal(-normalX, -normalY, -normalZ);
}

/** Sets the normal to the direction from the nearest triangle that was found to the point; on the triangle to that of its front. */
export function normalOfNearest(): void {
  if (normalizeInto(fromNearestX, fromNearestY, fromNearestZ) > SHORTEST || nearest == 0) return;
  alongNormal(nearest, 0, 0, 0);
  setNormal(awayX, awayY, awayZ);
}

function computeGradient(record: usize, x: f64, y: f64, z: f64, inset: f64): void {
  const kind = <i32>slot(record, KIND);
  const ux = slot(record, VECTOR);
  const uy = slot(record, VECTOR + 1);
  const uz = slot(record, VECTOR + 2);
  if (kind == PLANE) {
    setNormal(ux, uy, uz);
  } else if (kind == BOX) {
    boxGradient(x, y, z, max(ux - inset, 0), max(uy - inset, 0), max(uz - inset, 0));
  } else if (kind == SPHERE) {
    setNormal(0, 1, 0);
    normalizeInto(x, y, z);
  } else {
    const half = slot(record, HALF_LENGTH);
    const along = ux * x + uy * y + uz * z;
    const t = kind == CAPSULE ? clamp(along, -half, half) : along;
    const away = radialGradient(x - t * ux, y - t * uy, z - t * uz, ux, uy, uz);
    if (kind == CAPSULE) return;
    const a = away - max(slot(record, RADIUS) - inset, 0);
    const b = Math.abs(along) - max(half - inset, 0);
    capGradient(a, b, along < 0 ? -ux : ux, along < 0 ? -uy : uy, along < 0 ? -uz : uz);
  }
}

function boxGradient(x: f64, y: f64, z: f64, hx: f64, hy: f64, hz: f64): void {
  const a = Math.abs(x) - hx;
  const b = Math.abs(y) - hy;
  const c = Math.abs(z) - hz;
  const sx: f64 = x < 0 ? -1 : 1;
  const sy: f64 = y < 0 ? -1 : 1;
  const sz: f64 = z < 0 ? -1 : 1;
  if (a >= b && a >= c) setNormal(sx, 0, 0);
  else if (b >= c) setNormal(0, sy, 0);
  else setNormal(0, 0, sz);
  if (!isFace(a, b, c)) normalizeInto(sx * max<f64>(a, 0), sy * max<f64>(b, 0), sz * max<f64>(c, 0));
}

/** Direction (x, y, z) away from an axis u, or one across the axis if it is zero; returns the distance. */
function radialGradient(x: f64, y: f64, z: f64, ux: f64, uy: f64, uz: f64): f64 {
  const length = normalizeInto(x, y, z);
  if (length > SHORTEST) return length;
  setNormal(1, 0, 0);
  if (ux * ux + uy * uy > 0.5) normalizeInto(-uy, ux, 0);
  else normalizeInto(uz, 0, -ux);
  return length;
}

/** Mixes the radial direction in the normal with the direction of the cap, from the excess over the side and over the cap. */
function capGradient(side: f64, cap: f64, ux: f64, uy: f64, uz: f64): void {
  const rx = normalX;
  const ry = normalY;
  const rz = normalZ;
  if (cap > side) setNormal(ux, uy, uz);
  const p = max<f64>(side, 0);
  const q = max<f64>(cap, 0);
  normalizeInto(p * rx + q * ux, p * ry + q * uy, p * rz + q * uz);
}

/** Below this length, m, the square of a vector is no longer a normal number and its direction is not known. */
const SHORTEST: f64 = 1e-150;

/** Sets the normal to the direction of a vector unless that is zero; returns the length. */
function normalizeInto(x: f64, y: f64, z: f64): f64 {
  const length = lengthOf(x, y, z);
  if (length > SHORTEST) setNormal(x / length, y / length, z / length);
  return length;
}

@inline
function setNormal(x: f64, y: f64, z: f64): void {
  normalX = x;
  normalY = y;
  normalZ = z;
}
