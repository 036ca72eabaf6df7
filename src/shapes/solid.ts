// A shape made ready for questions about points: its kind and sizes in a local frame centered on it, and where that frame lies.
// The same numbers go into the obstacle records that the WASM sweep reads.

import { BOX, CAPSULE, CYLINDER, MESH, PLANE, SPHERE } from './kinds.ts';
import { placedTriangles } from './mesh-triangles.ts';
import { IDENTITY, lengthOf, type Matrix3, rotationInto, type Trigonometry, unit } from './rotation.ts';
import type { Heightfield, Mesh, Shape, Vec3 } from './shape.ts';
import type { TriangleSet } from './triangle-set.ts';

export interface Solid {
  /** One of the constants in kinds.ts. */
  readonly kind: number;
  /** Unit normal of a plane, half edge lengths of a box or of the box around a mesh (m), unit axis of a capsule or cylinder. */
  readonly vector: Vec3;
  /** Half the length of the axis of a capsule or cylinder, m. */
  readonly halfLength: number;
  /** Radius of a sphere, capsule or cylinder, m. Above 0 for a mesh that is meant as a shell: everything so near to its triangles. */
  readonly radius: number;
  /** Turn from the local frame to the world. */
  readonly rotation: Matrix3;
  /** Origin of the local frame, m. */
  readonly center: Vec3;
  readonly dimension: 2 | 3;
  /** Triangles of a mesh in the local frame, whose origin is the middle of the box around them. */
  readonly triangles?: TriangleSet;
}

/**
 * Prepares a shape. In 2D the plane z = 0 is cut out of the shape: boxes, and cylinders along z, have no end in z, so that no
 * distance or normal ever leaves the plane. The shape must have passed `checkShape`.
 */
export function solidOf(shape: Shape, trig: Trigonometry, dimension: 2 | 3 = 3): Solid {
  const solid = spatialSolid(shape, trig);
  return dimension === 2 ? flatten(solid) : { ...solid, dimension };
}

type SpatialSolid = Omit<Solid, 'dimension'>;

function spatialSolid(shape: Shape, trig: Trigonometry): SpatialSolid {
  const blank = { vector: [0, 0, 0], halfLength: 0, radius: 0, rotation: IDENTITY } as const;
  if ('plane' in shape) {
    return { ...blank, kind: PLANE, vector: unit(shape.plane.normal), center: shape.plane.point };
  }
  if ('sphere' in shape) {
    return { ...blank, kind: SPHERE, radius: shape.sphere.radius, center: shape.sphere.center };
  }
  if ('box' in shape) return { ...blank, kind: BOX, ...boxFrame(shape.box, trig) };
  if ('capsule' in shape) {
    return {
      ...blank,
      kind: CAPSULE,
      radius: shape.capsule.radius,
      ...axisFrame(shape.capsule.from, shape.capsule.to),
    };
  }
  if ('mesh' in shape || 'heightfield' in shape) return meshSolid(shape, trig);
  const { from, to, radius } = shape.cylinder;
  return { ...blank, kind: CYLINDER, radius, ...axisFrame(from, to) };
}

/** Solids of meshes by their triangles in the world. */
const solids = new WeakMap<TriangleSet, SpatialSolid>();

function meshSolid(shape: Mesh | Heightfield, trig: Trigonometry): SpatialSolid {
  const set = placedTriangles(shape, trig);
  const known = solids.get(set);
  if (known) return known;
  const { min, max } = boxAround(set.positions);
  const center = between(min, max),
    vector = halfDifference(min, max);
  const positions = set.positions.map((c, k) => c - center[k % 3]!);
  const triangles = { positions, triangles: set.triangles };
  const solid = { kind: MESH, vector, halfLength: 0, radius: 0, rotation: IDENTITY, center, triangles };
  solids.set(set, solid);
  return solid;
}

function boxAround(positions: Float64Array): { readonly min: Vec3; readonly max: Vec3 } {
  const min: [number, number, number] = [positions[0]!, positions[1]!, positions[2]!],
    max: [number, number, number] = [...min];
  for (let k = 3; k < positions.length; k++) {
    const a = k % 3;
    min[a] = Math.min(min[a]!, positions[k]!);
    max[a] = Math.max(max[a]!, positions[k]!);
  }
  return { min, max };
}

type BoxGeometry = Extract<Shape, { box: unknown }>['box'];

function boxFrame(box: BoxGeometry, trig: Trigonometry): Pick<Solid, 'vector' | 'center' | 'rotation'> {
  if ('min' in box) {
    const { min, max } = box;
    return { center: between(min, max), vector: halfDifference(min, max), rotation: IDENTITY };
  }
  const vector: Vec3 = [box.size[0] / 2, box.size[1] / 2, box.size[2] / 2];
  if (!box.rotation) return { center: box.center, vector, rotation: IDENTITY };
  const rotation = [...Array.from(IDENTITY)];
  rotationInto(rotation, unit(box.rotation.axis), box.rotation.degrees, trig);
  return { center: box.center, vector, rotation };
}

function axisFrame(from: Vec3, to: Vec3): Pick<Solid, 'vector' | 'center' | 'halfLength'> {
  const half = halfDifference(from, to);
  return { center: between(from, to), vector: unit(half), halfLength: lengthOf(half) };
}

function flatten(solid: SpatialSolid): Solid {
  const { kind, vector, halfLength } = solid;
  const center: Vec3 = [solid.center[0], solid.center[1], 0];
  const flat = { ...solid, center, dimension: 2 } as const;
  if (kind === BOX) return { ...flat, vector: [vector[0], vector[1], Number.POSITIVE_INFINITY] };
  const acrossThePlane = (kind === CAPSULE || kind === CYLINDER) && vector[2] !== 0;
  return { ...flat, halfLength: acrossThePlane ? Number.POSITIVE_INFINITY : halfLength };
}

function between(a: Vec3, b: Vec3): Vec3 {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
}

function halfDifference(a: Vec3, b: Vec3): Vec3 {
  return [(b[0] - a[0]) / 2, (b[1] - a[1]) / 2, (b[2] - a[2]) / 2];
}
