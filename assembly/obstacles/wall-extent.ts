// How much of a wall is there: an obstacle that bends away, or ends, within the support of a kernel pushes, drags and stretches less than
// the plane that touches it. [ADR 31] A sum over what is behind a plane at distance d reaches as far along it as the kernel does. Where the
// surface has the curvature κ, points y aside of the foot are as far away as those √(1 + κd) y aside on the plane, so that each curvature
// divides the sum by √(1 + κd). Only so is a disc in water lifted by the weight of what it displaces.

import { HALF_LENGTH, KIND, RADIUS, SIDE, VECTOR } from '../../src/obstacles/layout';
import { BOX, CAPSULE, CYLINDER, SPHERE } from '../../src/shapes/kinds';
import { COVER_STEPS, COVER_TABLE, DIMENSION, PUSH_TABLE } from '../../src/wasm/layout';
import { real } from '../context';
import { slot } from './solid';

/** Surfaces that bend toward the particle count no more curved than this, times the distance. */
const MOST_CONCAVE: f64 = 0.5;
/** Below this part of a sum nothing is divided by it. */
const LEAST: f64 = 1e-6;

/** What edges push beside the wall itself, over its pressure, times R, in the frame of the solid: see `addEdges`. */
export let edgeX: f64 = 0, edgeY: f64 = 0, edgeZ: f64 = 0;

/** Nothing is pushed by edges. */
@inline export function leaveEdges(): void {
  edgeX = 0; edgeY = 0; edgeZ = 0;
}

/** Value of a table over q = d/R. */
@inline export function tableAt(table: usize, q: f64): f64 {
  if (q >= 1) return 0;
  const place = q * COVER_STEPS, k = <i32>place, at = table + (<usize>k << 3);
  return load<f64>(at) + (place - <f64>k) * (load<f64>(at, 8) - load<f64>(at));
}

/** Part of the kernel beyond a plane at distance q R; more than half if q is negative. */
@inline export function beyond(q: f64): f64 {
  const part = tableAt(COVER_TABLE, Math.abs(q));
  return q < 0 ? 1 - part : part;
}

/** Part of the plane at distance d (m) of a solid that is there, for a particle at (x, y, z) in the frame of the solid; R in m. */
export function extentOf(record: usize, x: f64, y: f64, z: f64, d: f64, R: f64): f64 {
  const kind = <i32>slot(record, KIND);
  if (kind == SPHERE) return extentOfRound(record, real(DIMENSION) - 1, d, R);
  if (slot(record, SIDE) < 0) return 1; // walls of containers; `extentOfSide` is for the round one
  if (kind == BOX) return extentOfBox(record, x, y, z, d, R);
  if (kind != CAPSULE && kind != CYLINDER) return 1;
  const ux = slot(record, VECTOR), uy = slot(record, VECTOR + 1), uz = slot(record, VECTOR + 2), along = ux * x + uy * y + uz * z;
  const half = slot(record, HALF_LENGTH), around = curvaturesAround(uz);
  if (kind == CAPSULE) return extentOfRound(record, Math.abs(along) <= half ? around : real(DIMENSION) - 1, d, R);
  return extentOfCylinder(record, x - along * ux, y - along * uy, z - along * uz, along, around, d, R);
}

/** A cylinder, for a particle at (x, y, z) from its axis and so far along it: beyond its rims only a wedge is there. */
function extentOfCylinder(record: usize, x: f64, y: f64, z: f64, along: f64, around: f64, d: f64, R: f64): f64 {
  const half = slot(record, HALF_LENGTH), radius = slot(record, RADIUS), away = Math.sqrt(x * x + y * y + z * z), at = Math.abs(along);
  const beside = at <= half, before = !beside && away <= radius;
  const extent = beside ? extentOfRound(record, around, d, R) * acrossSlab(at, half, R)
    : before ? acrossSlab(away, radius, R) : wedge(away - radius, at - half, d, R);
  if ((around == 0 || real(DIMENSION) == 3) && (extent < 1 || !(beside || before))) {
    findRim(record, x, y, z, away, along, around, d, R, extent * tableAt(PUSH_TABLE, d / R));
  }
  return extent;
}

/**
 * What a cylinder pushes beside the wall that it is taken for, as `findEdges` has it for a box: each cap pushes along the axis as far as
 * the circle reaches, the side away from the axis as far as the length does. `taken` is what the wall pushes.
 */
function findRim(
  record: usize, x: f64, y: f64, z: f64, away: f64, along: f64, around: f64, d: f64, R: f64, taken: f64,
): void {
  const half = slot(record, HALF_LENGTH), radius = slot(record, RADIUS), at = Math.abs(along), over = 1 / max<f64>(d, LEAST * R);
  const length = at > half ? beyond((at - half) / R) : acrossSlab(at, half, R);
  const width = away > radius ? beyond((away - radius) / R) : acrossSlab(away, radius, R);
  const bent = around == 0 ? 1 : Math.sqrt(max<f64>(away / radius, MOST_CONCAVE));
  let side = (facesOf(away, radius, R) * length) / bent, cap = facesOf(at, half, R) * width;
  if (at <= half) side = 0; // the wall itself
  else if (away > radius) side -= taken * over * (away - radius);
  if (at > half) cap = away <= radius ? 0 : cap - taken * over * (at - half);
  const u = along < 0 ? -cap : cap, r = away > LEAST * R ? side / away : 0;
  edgeX = r * x + u * slot(record, VECTOR); edgeY = r * y + u * slot(record, VECTOR + 1); edgeZ = r * z + u * slot(record, VECTOR + 2);
}

/** The same for the side of a cylinder around the particle. */
export function extentOfSide(record: usize, d: f64, R: f64): f64 {
  return extentOfRound(record, curvaturesAround(slot(record, VECTOR + 2)), d, R);
}

/** Curvatures across the axis of a cylinder: none in 2D unless one sees its circle. */
@inline function curvaturesAround(uz: f64): f64 {
  return real(DIMENSION) == 3 || Math.abs(uz) > 0.5 ? 1 : 0;
}

/** A surface with this many curvatures of a radius; a solid also ends on its far side, where there may be substance again. */
function extentOfRound(record: usize, curvatures: f64, d: f64, R: f64): f64 {
  if (curvatures == 0) return 1;
  const radius = slot(record, RADIUS), hollow = slot(record, SIDE) < 0;
  const root = Math.sqrt(hollow ? max<f64>(1 - d / radius, MOST_CONCAVE) : 1 + d / radius), bent = curvatures == 2 ? root * root : root;
  if (hollow || d + 2 * radius >= R) return 1 / bent;
  const near = tableAt(PUSH_TABLE, d / R);
  return near > LEAST ? max<f64>(1 - tableAt(PUSH_TABLE, (d + 2 * radius) / R) / near, 0) / bent : 1;
}

/** A box: its faces end at edges, and beyond an edge only a wedge is there. Its thickness does not count: thin walls are walls. */
function extentOfBox(record: usize, x: f64, y: f64, z: f64, d: f64, R: f64): f64 {
  let part = 1.0, ahead = 0;
  for (let axis = 0; axis < 3; axis++) {
    if (axis == 2 && real(DIMENSION) == 2) break;
    if (Math.abs(axis == 0 ? x : axis == 1 ? y : z) > slot(record, VECTOR + axis)) ahead++;
    part *= inSlab(record, axis, x, y, z, R);
  }
  const plane = beyond(d / R), extent = ahead == 0 ? 1 : plane > LEAST ? min<f64>(part / plane, 1) : ahead > 1 ? 0 : 1;
  if (ahead > 1 || (ahead == 1 && extent < 1)) findEdges(record, x, y, z, d, R, extent);
  return extent;
}

/**
 * What a box pushes beside the wall that it is taken for. The push of what is behind a convex edge is that of each of its faces, as far as
 * they reach: S of its distance along its normal, times the parts of the kernel between its ends. A particle before one face is also pushed
 * across the edge, and one beyond the edge not quite along the way to it. Without this water circulates around every edge.
 */
function findEdges(record: usize, x: f64, y: f64, z: f64, d: f64, R: f64, extent: f64): void {
  const flat = real(DIMENSION) == 2, taken = extent * tableAt(PUSH_TABLE, d / R) / max<f64>(d, LEAST * R);
  edgeX = pushOfFaces(record, 0, x, y, z, flat, R) - taken * overhang(record, 0, x);
  edgeY = pushOfFaces(record, 1, x, y, z, flat, R) - taken * overhang(record, 1, y);
  edgeZ = flat ? 0 : pushOfFaces(record, 2, x, y, z, flat, R) - taken * overhang(record, 2, z);
}

/** S R of the two faces across an axis, as far as the other axes leave them. */
function pushOfFaces(record: usize, axis: i32, x: f64, y: f64, z: f64, flat: bool, R: f64): f64 {
  const own = axis == 0 ? x : axis == 1 ? y : z, at = Math.abs(own), half = slot(record, VECTOR + axis);
  const axes: i32 = flat ? 2 : 3;
  let push = facesOf(at, half, R);
  for (let other = 0; other < axes; other++) if (other != axis) push *= inSlab(record, other, x, y, z, R);
  return own < 0 ? -push : push;
}

/** S R of two faces this far before and behind the middle, away from it. */
@inline function facesOf(at: f64, half: f64, R: f64): f64 {
  const push = tableAt(PUSH_TABLE, Math.abs(at - half) / R);
  return at < half ? push - tableAt(PUSH_TABLE, (at + half) / R) : push;
}

/** Part of the kernel between the two faces across an axis; a particle before one of them does not see the other: thin walls are walls. */
@inline function inSlab(record: usize, axis: i32, x: f64, y: f64, z: f64, R: f64): f64 {
  const at = Math.abs(axis == 0 ? x : axis == 1 ? y : z), half = slot(record, VECTOR + axis);
  return at > half ? beyond((at - half) / R) : acrossSlab(at, half, R);
}

/** From the nearest point of a box to the particle, along an axis, m. */
@inline function overhang(record: usize, axis: i32, at: f64): f64 {
  const half = slot(record, VECTOR + axis);
  return at > half ? at - half : at < -half ? at + half : 0;
}

/** Part of the kernel between the two ends of a slab, from inside. */
@inline function acrossSlab(at: f64, half: f64, R: f64): f64 {
  return 1 - beyond((half - at) / R) - beyond((half + at) / R);
}

/** Part of the plane that a right-angled edge is, from the distances beyond its two faces, m. */
@inline function wedge(a: f64, b: f64, d: f64, R: f64): f64 {
  const plane = beyond(d / R);
  return plane > LEAST ? min<f64>((beyond(a / R) * beyond(b / R)) / plane, 1) : 0;
}
