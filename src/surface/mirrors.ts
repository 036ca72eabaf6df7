// Walls as mirrors: where the image of a particle is behind one, and how far a point lies behind it.

import type { Pose } from '../obstacles/pose.ts';
import { outwardNormal, signedDistance } from '../shapes/distance.ts';
import { BOX, CYLINDER, MESH, PLANE } from '../shapes/kinds.ts';
import type { Vec3 } from '../shapes/shape.ts';
import type { Solid } from '../shapes/solid.ts';

/** From how far particles have images, spacings: behind walls without an end on the other side, and in solids. */
const REACH = { wall: 2, solid: 1.2 };
/** How far the surface reaches beyond the last image, spacings. */
const BEYOND = 0.8;

/** A point behind a wall, and the way out. */
export interface Behind {
  /** m */
  readonly depth: number;
  /** Unit vector into free space. */
  readonly free: Vec3;
}

export interface Mirror {
  /** Where the image of a particle is; undefined if it is too far from the wall, or the solid too thin there. */
  image(place: Vec3, spacing: number): Vec3 | undefined;
  /** How far a point of the surface lies behind the wall; undefined if it does not, or by more than images reach. */
  behind(place: Vec3, spacing: number): Behind | undefined;
}

/** Distance into free space, m, and the direction of it, for a wall in its resting place. */
interface Wall {
  readonly distance: (place: Vec3) => number;
  readonly free: (place: Vec3) => Vec3;
  /** Whether it is a solid whose far side must not be reached. */
  readonly ends: boolean;
}

/** The mirrors of an obstacle: one for each face of a container, so that images fill its corners; else one for all of it. */
export function mirrorsOf(solid: Solid, inside: boolean, pose: Pose): Mirror[] {
  return wallsOf(solid, inside).map((wall) => mirrorOf(wall, pose));
}

function wallsOf(solid: Solid, inside: boolean): Wall[] {
  if (inside && solid.kind === BOX) return boxFaces(solid);
  if (inside && solid.kind === CYLINDER) return [round(solid), ...ends(solid)];
  const side = inside ? -1 : 1,
    reach = solid.kind === MESH ? farFromMesh(solid) : () => false;
  return [
    {
      distance: (p) => (reach(p) ? Number.POSITIVE_INFINITY : side * signedDistance(solid, ...p)),
      free: (p) => scaled(outwardNormal(solid, ...p), side),
      ends: !inside && solid.kind !== PLANE,
    },
  ];
}

/** Whether a point is so far outside of the box around a mesh that nothing there touches it: a tenth of its diagonal. */
function farFromMesh({ center, vector: half }: Solid): (place: Vec3) => boolean {
  const margin = 0.1 * Math.sqrt(dot(half, half));
  return (p) => [0, 1, 2].some((a) => Math.abs(p[a]! - center[a]!) > half[a]! + margin);
}

function boxFaces({ center, vector: half, rotation: r }: Solid): Wall[] {
  return [0, 1, 2].flatMap((a) => {
    const axis: Vec3 = [r[a]!, r[a + 3]!, r[a + 6]!];
    return face(center, axis, half[a]!);
  });
}

/** The round side of a cylinder that is a container. */
function round({ center, vector: axis, radius }: Solid): Wall {
  const away = (p: Vec3): Vec3 => {
    const d = minus(p, center),
      along = dot(d, axis);
    return [d[0] - along * axis[0], d[1] - along * axis[1], d[2] - along * axis[2]];
  };
  const lengthOf = (v: Vec3): number => Math.sqrt(dot(v, v));
  return {
    distance: (p) => radius - lengthOf(away(p)),
    free: (p) => {
      const v = away(p);
      return scaled(v, -1 / Math.max(lengthOf(v), Number.MIN_VALUE));
    },
    ends: false,
  };
}

const ends = ({ center, vector, halfLength }: Solid): Wall[] => face(center, vector, halfLength);

/** Two walls that face each other, at both ends of an axis. */
function face(center: Vec3, axis: Vec3, half: number): Wall[] {
  return [1, -1].map((side) => ({
    distance: (p) => half - side * dot(minus(p, center), axis),
    free: () => scaled(axis, -side),
    ends: false,
  }));
}

function mirrorOf(wall: Wall, pose: Pose): Mirror {
  const reach = wall.ends ? REACH.solid : REACH.wall;
  /** Whether a solid is thick enough behind a place at this distance from its face. */
  const holds = (place: Vec3, distance: number, free: Vec3, spacing: number): boolean =>
    !wall.ends || wall.distance(moved(place, free, -distance - 2 * (reach + BEYOND) * spacing)) <= 0;
  return {
    image: (place, spacing) => {
      const p = toRest(pose, place),
        d = wall.distance(p);
      if (!(d >= 0 && d < reach * spacing)) return undefined;
      const free = wall.free(p);
      return holds(p, d, free, spacing) ? toWorld(pose, moved(p, free, -2 * d), 1) : undefined;
    },
    behind: (place, spacing) => {
      const p = toRest(pose, place),
        d = wall.distance(p);
      if (!(d < 0 && (!wall.ends || d > -(reach + BEYOND) * spacing))) return undefined;
      const free = wall.free(p);
      return holds(p, d, free, spacing) ? { depth: -d, free: toWorld(pose, free, 0) } : undefined;
    },
  };
}

function toRest(r: Pose, [x, y, z]: Vec3): Vec3 {
  const dx = x - r[9]!,
    dy = y - r[10]!,
    dz = z - r[11]!;
  return [
    r[0]! * dx + r[3]! * dy + r[6]! * dz,
    r[1]! * dx + r[4]! * dy + r[7]! * dz,
    r[2]! * dx + r[5]! * dy + r[8]! * dz,
  ];
}

/** A point (weight 1) or a direction (weight 0). */
function toWorld(r: Pose, [x, y, z]: Vec3, weight: 0 | 1): Vec3 {
  return [
    r[0]! * x + r[1]! * y + r[2]! * z + weight * r[9]!,
    r[3]! * x + r[4]! * y + r[5]! * z + weight * r[10]!,
    r[6]! * x + r[7]! * y + r[8]! * z + weight * r[11]!,
  ];
}

const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scaled = (a: Vec3, by: number): Vec3 => [by * a[0], by * a[1], by * a[2]];
const moved = (p: Vec3, n: Vec3, by: number): Vec3 => [p[0] + by * n[0], p[1] + by * n[1], p[2] + by * n[2]];
