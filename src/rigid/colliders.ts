// What the solver of contacts knows of the solids of a scene: convex shapes, slabs for planes and for the walls of boxes, triangles for the rest.

import type RAPIER from '@dimforge/rapier3d-deterministic-compat';
import { solidMesh } from '../meshes/solid-mesh.ts';
import type { Obstacle } from '../scene/schema.ts';
import { BOX, CAPSULE, CYLINDER, MESH, PLANE, SPHERE } from '../shapes/kinds.ts';
import { type Trigonometry, unit } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import type { Solid } from '../shapes/solid.ts';
import { fromY, type Quaternion, quaternionOf } from './quaternion.ts';

/** Half the depth that boxes have in 2D, in parts of their size. */
const DEPTH = 1;

export type Rapier = typeof RAPIER;
export type Desc = RAPIER.ColliderDesc;

/** Where bodies are and how large: slabs must reach so far. */
export interface Region {
  readonly center: Vec3;
  /** m */
  readonly reach: number;
}

/** The shapes of an obstacle where the scene puts it, seen from an origin (m). Those of bodies are convex. */
export function collidersOf(
  R: Rapier,
  { inside }: Pick<Obstacle, 'inside'>,
  solid: Solid,
  trig: Trigonometry,
  region: Region,
  origin: Vec3 = [0, 0, 0],
  isBody = false,
): Desc[] {
  const at = minus(solid.center, origin);
  if (solid.kind === PLANE) return [slab(R, solid.vector, at, minus(region.center, origin), region.reach)];
  if (inside && solid.kind === BOX) return walls(R, solid, at, region.reach);
  if (inside && solid.kind === CYLINDER && solid.dimension === 3)
    return staves(R, solid, at, trig, minus(region.center, origin), region.reach);
  if (inside || (solid.kind === MESH && !isBody)) return [shell(R, solid, trig, origin)];
  return [placed(convex(R, solid, region.reach), at, turnOf(solid))];
}

function convex(R: Rapier, solid: Solid, reach: number): Desc {
  const { kind, vector, radius, halfLength } = solid;
  if (kind === BOX)
    return R.ColliderDesc.cuboid(
      vector[0],
      vector[1],
      solid.dimension === 2 ? DEPTH * Math.max(vector[0], vector[1]) : vector[2],
    );
  if (kind === SPHERE || (kind === CAPSULE && halfLength === Number.POSITIVE_INFINITY))
    return R.ColliderDesc.ball(radius);
  if (kind === CAPSULE) return R.ColliderDesc.capsule(halfLength, radius);
  if (kind === CYLINDER) return flatCylinder(R, solid, reach);
  return R.ColliderDesc.convexHull(Float32Array.from(solid.triangles!.positions))!;
}

/** In 2D a cylinder along the plane is a box that has no end across it. */
function flatCylinder(R: Rapier, { dimension, radius, halfLength }: Solid, reach: number): Desc {
  if (dimension === 2 && halfLength < Number.POSITIVE_INFINITY) return R.ColliderDesc.cuboid(radius, halfLength, reach);
  return R.ColliderDesc.cylinder(Math.min(halfLength, reach), radius);
}

function turnOf({ kind, rotation, vector }: Solid): Quaternion {
  if (kind === BOX) return quaternionOf(rotation);
  return kind === CAPSULE || kind === CYLINDER ? fromY(vector) : [1, 0, 0, 0];
}

/** Everything behind a plane through `at`, as far as bodies can be: a box whose upper face is in it. */
function slab(R: Rapier, normal: Vec3, at: Vec3, middle: Vec3, reach: number): Desc {
  const height = dot(minus(middle, at), normal) + reach,
    center = middle.map((x, a) => x - height * normal[a]!) as unknown as Vec3;
  return placed(R.ColliderDesc.cuboid(2 * reach, reach, 2 * reach), center, fromY(normal));
}

/** The walls of a box, from outside; those across the plane have no end in 2D. */
function walls(R: Rapier, { vector, rotation: r, dimension }: Solid, at: Vec3, reach: number): Desc[] {
  const found: Desc[] = [];
  for (let a = 0; a < dimension; a++) {
    const half = vector.map((x, b) => (b === a ? reach : Math.min(x, reach) + 2 * reach)) as unknown as Vec3;
    for (const side of [-1, 1]) {
      const way = side * (vector[a]! + reach),
        center: Vec3 = [at[0] + way * r[a]!, at[1] + way * r[3 + a]!, at[2] + way * r[6 + a]!];
      found.push(placed(R.ColliderDesc.cuboid(...half), center, quaternionOf(r)));
    }
  }
  return found;
}

/** Planes that stand for the round wall of a cylinder: a shell of triangles is thin, and bodies that are pressed against it get through. */
const STAVES = 24;

/** The walls and ends of a cylinder, from outside. */
function staves(
  R: Rapier,
  { vector, radius, halfLength }: Solid,
  at: Vec3,
  trig: Trigonometry,
  middle: Vec3,
  reach: number,
): Desc[] {
  const [a, b] = across(vector),
    found: Desc[] = [];
  for (let k = 0; k < STAVES; k++) {
    const angle = (2 * Math.PI * k) / STAVES,
      [c, s] = [trig.cos(angle), trig.sin(angle)],
      out = a.map((x, n) => c * x + s * b[n]!) as unknown as Vec3;
    found.push(slab(R, times(out, -1), plus(at, times(out, radius)), middle, reach));
  }
  if (halfLength < Number.POSITIVE_INFINITY)
    for (const side of [-1, 1])
      found.push(slab(R, times(vector, -side), plus(at, times(vector, side * halfLength)), middle, reach));
  return found;
}

/** Two unit vectors across a third and each other. */
function across(axis: Vec3): readonly [Vec3, Vec3] {
  const least = axis.map(Math.abs).indexOf(Math.min(...axis.map(Math.abs))),
    other = [0, 1, 2].map((n) => Number(n === least)) as unknown as Vec3,
    first = unit(cross(axis, other));
  return [first, cross(axis, first)];
}

/** A surface of triangles, felt from both sides. */
function shell(R: Rapier, solid: Solid, trig: Trigonometry, origin: Vec3): Desc {
  const { positions, elements } = solidMesh(solid, trig);
  return R.ColliderDesc.trimesh(
    positions.map((x, n) => x - origin[n % 3]!),
    elements,
  );
}

function placed(desc: Desc, [x, y, z]: Vec3, [w, i, j, k]: Quaternion): Desc {
  return desc.setTranslation(x, y, z).setRotation({ w, x: i, y: j, z: k });
}

const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const times = (a: Vec3, by: number): Vec3 => [by * a[0], by * a[1], by * a[2]];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
