// Normals for the triangles of a mesh: smooth over flat angles, sharp at creases, where a vertex becomes several. Linear in the
// triangles; made once for each mesh.

import type { Solid } from '../shapes/solid.ts';
import type { TriangleSet } from '../shapes/triangle-set.ts';
import type { TriangleMesh } from './surface-mesh.ts';

/** Cosine of the angle between triangles from which on an edge is a crease: 40°. */
const CREASE = 0.766;
/** Vertices with more triangles than this and a crease are not smoothed: comparing each with each would take too long. */
const MOST_COMPARED = 64;

/** In the local frame of the solid, by its triangles. */
const made = new WeakMap<TriangleSet, TriangleMesh>();

/** The mesh of a solid of kind MESH where the solid says it lies, m. */
export function shadedMesh({ triangles, center, rotation: r }: Solid): TriangleMesh {
  const set = triangles!;
  const local = made.get(set) ?? shade(set);
  made.set(set, local);
  const place = (from: Float32Array, shift: readonly number[]): Float32Array => {
    const to = new Float32Array(from.length);
    for (let k = 0; k < from.length; k += 3) {
      const x = from[k]!,
        y = from[k + 1]!,
        z = from[k + 2]!;
      to[k] = r[0]! * x + r[1]! * y + r[2]! * z + shift[0]!;
      to[k + 1] = r[3]! * x + r[4]! * y + r[5]! * z + shift[1]!;
      to[k + 2] = r[6]! * x + r[7]! * y + r[8]! * z + shift[2]!;
    }
    return to;
  };
  return {
    positions: place(local.positions, center),
    normals: place(local.normals, [0, 0, 0]),
    elements: local.elements,
  };
}

/** Splits the vertices of a mesh at its creases. */
function shade({ positions, triangles }: TriangleSet): TriangleMesh {
  const faces = faceNormals(positions, triangles);
  const { first, corners } = cornersOfVertices(positions.length / 3, triangles);
  const elements = new Uint32Array(triangles.length);
  const points: number[] = [],
    normals: number[] = [];
  for (let v = 0; v < first.length - 1; v++) {
    const around = corners.subarray(first[v], first[v + 1]);
    const start = normals.length / 3;
    for (const corner of around) {
      const normal = cornerNormal(faces, around, corner);
      let vertex = around.length > MOST_COMPARED ? Math.max(start, normals.length / 3 - 1) : start;
      while (3 * vertex < normals.length && !isAt(normals, vertex, normal)) vertex++;
      if (3 * vertex === normals.length) {
        normals.push(...normal);
        points.push(positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!);
      }
      elements[corner] = vertex;
    }
  }
  return { positions: Float32Array.from(points), normals: Float32Array.from(normals), elements };
}

function isAt(normals: readonly number[], vertex: number, normal: readonly number[]): boolean {
  return normal.every((c, k) => normals[3 * vertex + k] === c);
}

/** Twice the area times the unit normal of each triangle, then the unit normal: six numbers. Zero where there is no area. */
function faceNormals(p: Float64Array, triangles: Uint32Array): Float64Array {
  const faces = new Float64Array(2 * triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    const ux = p[b]! - p[a]!,
      uy = p[b + 1]! - p[a + 1]!,
      uz = p[b + 2]! - p[a + 2]!,
      vx = p[c]! - p[a]!,
      vy = p[c + 1]! - p[a + 1]!,
      vz = p[c + 2]! - p[a + 2]!;
    const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const;
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) || 1;
    faces.set([...n, n[0] / length, n[1] / length, n[2] / length], 2 * t);
  }
  return faces;
}

/** The corners of each vertex: those of vertex v are `corners[first[v]]` up to `corners[first[v + 1]]`. */
function cornersOfVertices(vertices: number, triangles: Uint32Array): { first: Uint32Array; corners: Uint32Array } {
  const first = new Uint32Array(vertices + 1);
  for (const v of triangles) first[v + 1]!++;
  for (let v = 0; v < vertices; v++) first[v + 1]! += first[v]!;
  const next = first.slice(),
    corners = new Uint32Array(triangles.length);
  for (let corner = 0; corner < triangles.length; corner++) corners[next[triangles[corner]!]!++] = corner;
  return { first, corners };
}

/** The normal at a corner: the mean of the triangles around the vertex that meet its own at a flat angle, weighted by their areas. */
function cornerNormal(faces: Float64Array, around: Uint32Array, corner: number): number[] {
  const own = 6 * Math.floor(corner / 3);
  const x = faces[own + 3]!,
    y = faces[own + 4]!,
    z = faces[own + 5]!;
  if (around.length > MOST_COMPARED) return [x, y, z];
  let [sx, sy, sz] = [0, 0, 0];
  for (const other of around) {
    const f = 6 * Math.floor(other / 3);
    if (x * faces[f + 3]! + y * faces[f + 4]! + z * faces[f + 5]! < CREASE) continue;
    sx += faces[f]!;
    sy += faces[f + 1]!;
    sz += faces[f + 2]!;
  }
  const length = Math.sqrt(sx * sx + sy * sy + sz * sz);
  return length > 0 ? [sx / length, sy / length, sz / length] : [0, 1, 0];
}
