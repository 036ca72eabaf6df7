// Exact signed Euclidean distance to a solid and its gradient. All solids but meshes are convex, so the distance is a convex function.
// The plain reference for assembly/obstacles/solid.ts; also decides which lattice points fill a body.

import { BOX, CAPSULE, MESH, PLANE, SPHERE } from './kinds.ts';
import { meshDistance } from './mesh-distance.ts';
import type { Vec3 } from './shape.ts';
import type { Solid } from './solid.ts';

/** Distance from (x, y, z) to the surface of the solid, m; negative inside. */
export function signedDistance(solid: Solid, x: number, y: number, z: number): number {
  const [px, py, pz] = localPoint(solid, x, y, z);
  const { kind, vector, halfLength, radius } = solid;
  if (kind === PLANE) return dot(vector, px, py, pz);
  if (kind === SPHERE) return length(px, py, pz) - radius;
  if (kind === MESH) {
    const { distance } = meshDistance(solid.triangles!, px, py, pz);
    return radius > 0 ? Math.abs(distance) - radius : distance;
  }
  if (kind === BOX) {
    return cornerDistance(Math.abs(px) - vector[0], Math.abs(py) - vector[1], Math.abs(pz) - vector[2]);
  }
  const along = dot(vector, px, py, pz);
  if (kind === CAPSULE) {
    const t = clamp(along, -halfLength, halfLength);
    return length(px - t * vector[0], py - t * vector[1], pz - t * vector[2]) - radius;
  }
  const away = length(px - along * vector[0], py - along * vector[1], pz - along * vector[2]);
  return cornerDistance(Math.abs(along) - halfLength, away - radius, Number.NEGATIVE_INFINITY);
}

/**
 * The gradient of the signed distance: the unit vector along which one leaves the solid fastest. Where several directions are
 * equally good (centers, axes, edges) one fixed choice is made, within the plane in 2D.
 */
export function outwardNormal(solid: Solid, x: number, y: number, z: number): Vec3 {
  const [px, py, pz] = localPoint(solid, x, y, z);
  const [nx, ny, nz] = localNormal(solid, px, py, pz);
  const r = solid.rotation;
  return [
    r[0]! * nx + r[1]! * ny + r[2]! * nz,
    r[3]! * nx + r[4]! * ny + r[5]! * nz,
    r[6]! * nx + r[7]! * ny + r[8]! * nz,
  ];
}

function localNormal(solid: Solid, px: number, py: number, pz: number): Vec3 {
  const { kind, vector, halfLength, radius } = solid;
  if (kind === PLANE) return vector;
  if (kind === SPHERE) return normalized([px, py, pz], [0, 1, 0]);
  if (kind === MESH) {
    const { distance, nearest } = meshDistance(solid.triangles!, px, py, pz);
    const s = distance < 0 ? -1 : 1;
    return normalized([s * (px - nearest[0]), s * (py - nearest[1]), s * (pz - nearest[2])], [0, 1, 0]);
  }
  if (kind === BOX) {
    return cornerNormal(
      [Math.abs(px) - vector[0], Math.abs(py) - vector[1], Math.abs(pz) - vector[2]],
      [sign(px), 0, 0],
      [0, sign(py), 0],
      [0, 0, sign(pz)],
    );
  }
  const along = dot(vector, px, py, pz);
  const t = kind === CAPSULE ? clamp(along, -halfLength, halfLength) : along;
  const away: Vec3 = [px - t * vector[0], py - t * vector[1], pz - t * vector[2]];
  const radial = normalized(away, across(vector));
  if (kind === CAPSULE) return radial;
  const excess: Vec3 = [length(...away) - radius, Math.abs(along) - halfLength, Number.NEGATIVE_INFINITY];
  const s = sign(along);
  return cornerNormal(excess, radial, [s * vector[0], s * vector[1], s * vector[2]], [0, 0, 0]);
}

/** Distance to the corner of three half spaces at right angles, from the distance to each. */
function cornerDistance(a: number, b: number, c: number): number {
  const deepest = Math.max(a, b, c);
  return deepest <= 0 ? deepest : length(Math.max(a, 0), Math.max(b, 0), Math.max(c, 0));
}

/** Gradient of `cornerDistance`: the nearest face inside (the first of equals), the direction from the corner outside. */
function cornerNormal(excess: Vec3, a: Vec3, b: Vec3, c: Vec3): Vec3 {
  const nearest = excess[0] >= excess[1] && excess[0] >= excess[2] ? a : excess[1] >= excess[2] ? b : c;
  const u = Math.max(excess[0], 0);
  const v = Math.max(excess[1], 0);
  const w = Math.max(excess[2], 0);
  return normalized(
    [u * a[0] + v * b[0] + w * c[0], u * a[1] + v * b[1] + w * c[1], u * a[2] + v * b[2] + w * c[2]],
    nearest,
  );
}

/** A unit vector at right angles to the unit axis a, in the plane z = 0 whenever a is in it or along z. */
function across(a: Vec3): Vec3 {
  const flat = a[0] * a[0] + a[1] * a[1];
  if (flat > 0.5) return normalized([-a[1], a[0], 0], [1, 0, 0]);
  return normalized([a[2], 0, -a[0]], [1, 0, 0]);
}

function localPoint(solid: Solid, x: number, y: number, z: number): Vec3 {
  const [cx, cy, cz] = solid.center;
  const r = solid.rotation;
  const dx = x - cx;
  const dy = y - cy;
  const dz = z - cz;
  return [
    r[0]! * dx + r[3]! * dy + r[6]! * dz,
    r[1]! * dx + r[4]! * dy + r[7]! * dz,
    r[2]! * dx + r[5]! * dy + r[8]! * dz,
  ];
}

/** Below this length, m, the square of a vector is no longer a normal number and its direction is not known. */
const SHORTEST = 1e-150;

function normalized(v: Vec3, fallback: Vec3): Vec3 {
  const norm = length(v[0], v[1], v[2]);
  return norm > SHORTEST ? [v[0] / norm, v[1] / norm, v[2] / norm] : fallback;
}

function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

function dot(v: Vec3, x: number, y: number, z: number): number {
  return v[0] * x + v[1] * y + v[2] * z;
}

function clamp(x: number, low: number, high: number): number {
  return Math.min(Math.max(x, low), high);
}

function sign(x: number): number {
  return x < 0 ? -1 : 1;
}
