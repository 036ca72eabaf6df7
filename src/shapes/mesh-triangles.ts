// The triangles of a mesh or heightfield of a scene where the scene puts them. Made once for each shape and kept while the shape is.

import { heightfieldCount, heightfieldTriangles } from './heightfield.ts';
import { IDENTITY, rotationInto, type Trigonometry, unit } from './rotation.ts';
import type { Heightfield, Mesh, MeshPlacement, Vec3 } from './shape.ts';
import { packedCount, type TriangleSet, unpackTriangles } from './triangle-set.ts';

/** Meshes by the shape that holds them: unpacking and placing a million triangles takes a while. */
const given = new WeakMap<object, TriangleSet | string>();
const placed = new WeakMap<object, WeakMap<Trigonometry, TriangleSet>>();

/** The triangles of a shape as they are given, not yet placed, or a sentence that says why there are none. */
export function givenTriangles(shape: Mesh | Heightfield): TriangleSet | string {
  const key = 'mesh' in shape ? shape.mesh : shape.heightfield;
  const known = given.get(key);
  if (known !== undefined) return known;
  const made = makeTriangles(shape);
  given.set(key, made);
  return made;
}

function makeTriangles(shape: Mesh | Heightfield): TriangleSet | string {
  if ('heightfield' in shape) return heightfieldTriangles(shape.heightfield);
  const { mesh } = shape;
  if ('packed' in mesh) return unpackTriangles(mesh.packed);
  return { positions: Float64Array.from(mesh.positions), triangles: Uint32Array.from(mesh.triangles) };
}

/** How many triangles a shape says it has, without making them. */
export function triangleCount(shape: Mesh | Heightfield): number {
  if ('heightfield' in shape) {
    const { heights } = shape.heightfield;
    return heightfieldCount(heights.length, heights[0]?.length ?? 0);
  }
  const { mesh } = shape;
  return 'packed' in mesh ? packedCount(mesh.packed) : mesh.triangles.length / 3;
}

/** The triangles of a shape that passed `checkShape`, in the world, m. A mirrored mesh keeps its outside. */
export function placedTriangles(shape: Mesh | Heightfield, trig: Trigonometry): TriangleSet {
  const set = givenTriangles(shape);
  if (typeof set === 'string') throw new Error(`Thixo bug: a mesh that was not checked. ${set}`);
  if ('heightfield' in shape) return set;
  const { mesh } = shape;
  const known = placed.get(mesh)?.get(trig);
  if (known) return known;
  const made = place(set, mesh, trig);
  if (!placed.has(mesh)) placed.set(mesh, new WeakMap());
  placed.get(mesh)!.set(trig, made);
  return made;
}

function place(set: TriangleSet, { scale = 1, rotation, translate = [0, 0, 0] }: MeshPlacement, trig: Trigonometry) {
  const s: Vec3 = typeof scale === 'number' ? [scale, scale, scale] : scale;
  const r = [...Array.from(IDENTITY)];
  if (rotation) rotationInto(r, unit(rotation.axis), rotation.degrees, trig);
  const positions = new Float64Array(set.positions.length);
  for (let k = 0; k < positions.length; k += 3) {
    const x = s[0] * set.positions[k]!,
      y = s[1] * set.positions[k + 1]!,
      z = s[2] * set.positions[k + 2]!;
    positions[k] = r[0]! * x + r[1]! * y + r[2]! * z + translate[0];
    positions[k + 1] = r[3]! * x + r[4]! * y + r[5]! * z + translate[1];
    positions[k + 2] = r[6]! * x + r[7]! * y + r[8]! * z + translate[2];
  }
  return { positions, triangles: s[0] * s[1] * s[2] < 0 ? turnedOver(set.triangles) : set.triangles };
}

function turnedOver(triangles: Uint32Array): Uint32Array {
  const turned = triangles.slice();
  for (let k = 0; k < turned.length; k += 3) {
    turned[k + 1] = triangles[k + 2]!;
    turned[k + 2] = triangles[k + 1]!;
  }
  return turned;
}
